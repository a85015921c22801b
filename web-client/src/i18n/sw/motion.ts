/** The texts of `en/motion.ts` in Swahili. */

import type { motion as en } from "../en/motion.ts";
import type { Swahili } from "../translate.ts";

export const motion = {
  "tools.title": "Mwendo na sauti ya ubao",
  "tools.help": "Vitufe vya ubao",
  "tools.lap": "Mzunguko {lap} kati ya {laps}",
  "tools.hold": "Simamisha",
  "tools.go": "Endelea",
  "tools.step": "Hatua ndogo inayofuata",
  "tools.back": "Rudi mzunguko mmoja",
  "tools.rate": "Kasi: {rate}",
  "tools.rate.half": "nusu",
  "tools.rate.usual": "kawaida",
  "tools.rate.double": "maradufu",
  "tools.keys":
    "Juu ya ubao: P husimamisha na kuendeleza, nukta huonyesha hatua ndogo inayofuata, mkato hurudi mzunguko mmoja, Escape huruka.",
  "tools.sound": "Sauti",
  "tools.sound.on": "Washa sauti",
  "tools.sound.off": "Zima sauti",
  "ways.back": "Rudi mgeuko mmoja",
  "ways.takes": "inakula {n}",
  "ways.nothing": "haili kitu",
} as const satisfies Swahili<typeof en>;
