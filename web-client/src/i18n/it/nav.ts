/** The texts of `en/nav.ts` in Italian. */

import type { nav as en } from "../en/nav.ts";
import type { Italian } from "../translate.ts";

export const nav = {
  "nav.title": "Pagine",
  "nav.learn": "Impara",
  "nav.analysis": "Tavoliere d'analisi",
} as const satisfies Italian<typeof en>;
