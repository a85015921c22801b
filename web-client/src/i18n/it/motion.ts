/** The texts of `en/motion.ts` in Italian. */

import type { motion as en } from "../en/motion.ts";
import type { Italian } from "../translate.ts";

export const motion = {
  "tools.title": "Movimento e suono del tavoliere",
  "tools.help": "Tasti del tavoliere",
  "tools.lap": "Giro {lap} di {laps}",
  "tools.hold": "Ferma",
  "tools.go": "Continua",
  "tools.step": "Passo seguente",
  "tools.back": "Indietro di un giro",
  "tools.rate": "Velocità: {rate}",
  "tools.rate.half": "metà",
  "tools.rate.usual": "normale",
  "tools.rate.double": "doppia",
  "tools.keys":
    "Sul tavoliere: P ferma e riprende, il punto mostra il passo seguente, la virgola torna indietro di un giro, Esc salta.",
  "tools.sound": "Suono",
  "tools.sound.on": "Accendi il suono",
  "tools.sound.off": "Spegni il suono",
  "ways.back": "Indietro di una svolta",
  "ways.takes": "cattura {n}",
  "ways.nothing": "non cattura nulla",
} as const satisfies Italian<typeof en>;
