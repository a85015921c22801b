/** Brings the texts in `en/nav.ts` and its like, in the language that is spoken; imported by what says them. */

import { learn } from "./index.svelte.ts";

learn(import.meta.glob("./*/nav.ts"));
