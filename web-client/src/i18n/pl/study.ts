/** The texts of `en/study.ts` in Polish. */

import type { study as en } from "../en/study.ts";
import type { Polish } from "../translate.ts";

export const study = {
  "study.loading": "Rozkładam planszę",
  "study.start": "Na początku.",
  "study.played": "{side} gra z dołka {pit}: {outcome}.",
  "study.over.won": "Koniec gry: wygrywa {side}",
  "study.over.draw": "Koniec gry: remis",
  "study.worth.level": "Równo",
  "study.worth.ahead": {
    one: "{side}: o {n} nasiono więcej",
    few: "{side}: o {n} nasiona więcej",
    many: "{side}: o {n} nasion więcej",
  },
  "study.worth.wins": {
    one: "{side} wygrywa o {n} nasiono",
    few: "{side} wygrywa o {n} nasiona",
    many: "{side} wygrywa o {n} nasion",
  },
} as const satisfies Polish<typeof en>;
