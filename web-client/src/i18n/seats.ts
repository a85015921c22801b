/** Brings the texts in `en/seats.ts`; imported by what says them. */

import { seats } from "./en/seats.ts";
import { learn } from "./index.svelte.ts";

learn({ en: seats });
