/** The controls under the board: motion, sound, ways. Loaded with them. */

import type { Text } from "../translate.ts";

export const motion = {
  "motion.title": "Motion and sound of the board",
  "motion.lap": "Lap {lap} of {laps}",
  "motion.hold": "Hold",
  "motion.go": "Go on",
  "motion.step": "Next step",
  "motion.back": "Back a lap",
  "motion.rate": "Speed: {rate}",
  "motion.rate.half": "half",
  "motion.rate.usual": "usual",
  "motion.rate.double": "double",
  "motion.keys":
    "On the board: P holds and goes on, full stop shows the next step, comma goes back a lap, Escape skips.",
  "motion.sound": "Sound",
  "motion.sound.on": "Turn the sound on",
  "motion.sound.off": "Turn the sound off",
  "ways.title": "Ways of pit {pit}",
  "ways.plain": "straight on",
  "ways.takes": { one: "takes {n}", other: "takes {n}" },
  "ways.nothing": "takes nothing",
} as const satisfies Readonly<Record<string, Text>>;
