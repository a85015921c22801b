/** Brings the texts in `en/who.ts`; imported by what says them. */

import { who } from "./en/who.ts";
import { learn } from "./index.svelte.ts";

learn({ en: who });
