/** Brings the texts in `en/voices.ts`; imported by what says them. */

import { voices } from "./en/voices.ts";
import { learn } from "./index.svelte.ts";

learn({ en: voices });
