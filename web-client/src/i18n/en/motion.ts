/** The controls under the board: motion, sound, ways. Loaded with them. */

import type { Text } from "../translate.ts";

export const motion = {
  "tools.title": "Motion and sound of the board",
  "tools.help": "Keys of the board",
  "tools.lap": "Lap {lap} of {laps}",
  "tools.hold": "Hold",
  "tools.go": "Go on",
  "tools.step": "Next step",
  "tools.back": "Back a lap",
  "tools.rate": "Speed: {rate}",
  "tools.rate.half": "half",
  "tools.rate.usual": "usual",
  "tools.rate.double": "double",
  "tools.keys":
    "On the board: P holds and goes on, full stop shows the next step, comma goes back a lap, Escape skips.",
  "tools.sound": "Sound",
  "tools.sound.on": "Turn the sound on",
  "tools.sound.off": "Turn the sound off",
  "ways.back": "Back a turn",
  "ways.takes": "takes {n}",
  "ways.nothing": "takes nothing",
} as const satisfies Readonly<Record<string, Text>>;
