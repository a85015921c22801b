/** Brings the texts in `en/moves.ts`; imported by what says them. */

import { moves } from "./en/moves.ts";
import { learn } from "./index.svelte.ts";

learn({ en: moves });
