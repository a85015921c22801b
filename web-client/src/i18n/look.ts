/** Brings the texts in `en/look.ts`; imported by what says them. */

import { look } from "./en/look.ts";
import { learn } from "./index.svelte.ts";

learn({ en: look });
