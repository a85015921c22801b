/** Brings the texts in `en/account.ts`; imported by what says them. */

import { account } from "./en/account.ts";
import { learn } from "./index.svelte.ts";

learn({ en: account });
