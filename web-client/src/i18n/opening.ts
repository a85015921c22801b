/** Brings the texts in `en/opening.ts`; imported by what says them. */

import { opening } from "./en/opening.ts";
import { learn } from "./index.svelte.ts";

learn({ en: opening });
