/** Brings the texts in `en/refusals.ts`; imported by what says them. */

import { refusals } from "./en/refusals.ts";
import { learn } from "./index.svelte.ts";

learn({ en: refusals });
