/** The texts of `en/study.ts` in Swahili. */

import type { study as en } from "../en/study.ts";
import type { Swahili } from "../translate.ts";

export const study = {
  "study.loading": "Ubao unaandaliwa",
  "study.start": "Mwanzoni.",
  "study.played": "{side} inacheza shimo {pit}: {outcome}.",
  "study.over.won": "Mchezo umekwisha: {side} imeshinda",
  "study.over.draw": "Mchezo umekwisha: sare",
  "study.worth.level": "Sawa",
  "study.worth.ahead": { one: "{side} mbele kwa kete {n}", other: "{side} mbele kwa kete {n}" },
  "study.worth.wins": { one: "{side} inashinda kwa kete {n}", other: "{side} inashinda kwa kete {n}" },
} as const satisfies Swahili<typeof en>;
