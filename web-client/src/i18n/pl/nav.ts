/** The texts of `en/nav.ts` in Polish. */

import type { nav as en } from "../en/nav.ts";
import type { Polish } from "../translate.ts";

export const nav = {
  "nav.title": "Strony",
  "nav.learn": "Nauka",
  "nav.analysis": "Plansza do analizy",
} as const satisfies Polish<typeof en>;
