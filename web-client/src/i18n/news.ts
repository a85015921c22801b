/** Brings the texts in `en/news.ts`; imported by what says them. */

import { news } from "./en/news.ts";
import { learn } from "./index.svelte.ts";

learn({ en: news });
