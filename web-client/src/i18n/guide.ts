/** Brings the texts in `en/guide.ts`; imported by what says them. */

import { guide } from "./en/guide.ts";
import { learn } from "./index.svelte.ts";

learn({ en: guide });
