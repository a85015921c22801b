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
  "look.telling": "Opowiadanie o tym, co się dzieje",
  "look.telling.little": "Tylko kolejki, ruchy i to, co czeka na ciebie",
  "look.telling.usual": "Jak zwykle",
  "look.telling.all": "Wszystko, także każdy głos",
  "look.room": "Pokoje",
  "look.text": "Słowami, z wierszem na polecenia",
  "look.betting": "Zakłady tych, którzy patrzą",
  "look.betting.show": "Pokazuj je",
  "look.speed.20000": "20 sekund, powoli",
  "look.sound": "Dźwięk planszy",
  "look.sound.0": "Bez dźwięku",
  "look.sound.1": "Cicho",
  "look.sound.2": "Średnio",
  "look.sound.3": "Głośno",
} as const satisfies Polish<typeof en>;
