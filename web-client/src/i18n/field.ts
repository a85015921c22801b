/** Brings the texts in `en/field.ts`; imported by what says them. */

import { field } from "./en/field.ts";
import { learn } from "./index.svelte.ts";

learn({ en: field });
