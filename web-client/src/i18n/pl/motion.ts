/** The texts of `en/motion.ts` in Polish. */

import type { motion as en } from "../en/motion.ts";
import type { Polish } from "../translate.ts";

export const motion = {
  "tools.title": "Ruch i dźwięk planszy",
  "tools.help": "Klawisze planszy",
  "tools.lap": "Siew {lap} z {laps}",
  "tools.hold": "Zatrzymaj",
  "tools.go": "Dalej",
  "tools.step": "Następny krok",
  "tools.back": "O siew wstecz",
  "tools.rate": "Tempo: {rate}",
  "tools.rate.half": "połowa",
  "tools.rate.usual": "zwykłe",
  "tools.rate.double": "podwójne",
  "tools.keys":
    "Na planszy: P zatrzymuje i puszcza dalej, kropka pokazuje następny krok, przecinek cofa o siew, Escape pomija.",
  "tools.sound": "Dźwięk",
  "tools.sound.on": "Włącz dźwięk",
  "tools.sound.off": "Wyłącz dźwięk",
  "ways.back": "O zwrot wstecz",
  "ways.takes": "zbija {n}",
  "ways.nothing": "nic nie zbija",
} as const satisfies Polish<typeof en>;
