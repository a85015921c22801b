/** Brings the texts in `en/talk.ts`; imported by what says them. */

import { talk } from "./en/talk.ts";
import { learn } from "./index.svelte.ts";

learn({ en: talk });
