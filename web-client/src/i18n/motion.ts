/** Brings the texts in `en/motion.ts`; imported by what says them. */

import { motion } from "./en/motion.ts";
import { learn } from "./index.svelte.ts";

learn({ en: motion });
