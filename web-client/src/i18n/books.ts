/** Brings the texts in `en/books.ts`; imported by what says them. */

import { books } from "./en/books.ts";
import { learn } from "./index.svelte.ts";

learn({ en: books });
