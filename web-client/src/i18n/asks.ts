/** Brings the texts in `en/asks.ts`; imported by what says them. */

import { asks } from "./en/asks.ts";
import { learn } from "./index.svelte.ts";

learn({ en: asks });
