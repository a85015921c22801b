/** Brings the texts in `en/stand.ts`; imported by what says them. */

import { stand } from "./en/stand.ts";
import { learn } from "./index.svelte.ts";

learn({ en: stand });
