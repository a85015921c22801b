/** Brings the texts in `en/council.ts`; imported by what says them. */

import { council } from "./en/council.ts";
import { learn } from "./index.svelte.ts";

learn({ en: council });
