/** Brings the texts in `en/lobby.ts`; imported by what says them. */

import { lobby } from "./en/lobby.ts";
import { learn } from "./index.svelte.ts";

learn({ en: lobby });
