/** The texts of `en/study.ts` in Italian. */

import type { study as en } from "../en/study.ts";
import type { Italian } from "../translate.ts";

export const study = {
  "study.loading": "Preparo il tavoliere",
  "study.start": "All'inizio.",
  "study.played": "{side} gioca la buca {pit}: {outcome}.",
  "study.over.won": "La partita è finita: vince {side}",
  "study.over.draw": "La partita è finita: patta",
  "study.worth.level": "Pari",
  "study.worth.ahead": {
    one: "{side} avanti di {n} seme",
    many: "{side} avanti di {n} semi",
    other: "{side} avanti di {n} semi",
  },
  "study.worth.wins": {
    one: "{side} vince di {n} seme",
    many: "{side} vince di {n} semi",
    other: "{side} vince di {n} semi",
  },
} as const satisfies Italian<typeof en>;
