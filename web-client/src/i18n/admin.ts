/** Brings the texts in `en/admin.ts`; imported by what says them. */

import { admin } from "./en/admin.ts";
import { learn } from "./index.svelte.ts";

learn({ en: admin });
