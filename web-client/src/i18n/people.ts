/** Brings the texts in `en/people.ts`; imported by what says them. */

import { people } from "./en/people.ts";
import { learn } from "./index.svelte.ts";

learn({ en: people });
