/** Brings the texts in `en/plot.ts`; imported by what says them. */

import { plot } from "./en/plot.ts";
import { learn } from "./index.svelte.ts";

learn({ en: plot });
