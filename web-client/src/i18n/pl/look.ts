/** The texts of `en/look.ts` in Polish. */

import type { look as en } from "../en/look.ts";
import type { Polish } from "../translate.ts";

export const look = {
  "look.title": "Wygląd i ruch",
  "look.language": "Język",
  "look.language.failed":
    "Nie udało się wczytać języka: {language}. Sprawdź połączenie i spróbuj jeszcze raz.",
  "look.theme": "Barwy",
  "look.theme.system": "Jak w systemie",
  "look.theme.light": "Dzień",
  "look.theme.dark": "Noc",
  "look.speed": "Ruch trwa najwyżej",
  "look.speed.0": "Bez animacji",
  "look.speed.2000": "2 sekundy",
  "look.speed.4000": "4 sekundy",
  "look.speed.8000": "8 sekund",
  "look.betting": "Zakłady tych, którzy patrzą",
  "look.betting.show": "Pokazuj je",
} as const satisfies Polish<typeof en>;
