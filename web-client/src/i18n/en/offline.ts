/** The page that is shown where the server cannot be reached. Kept in the browser with it, in all languages. */

import type { Text } from "../translate.ts";

export const offline = {
  "offline.title": "No connection",
  "offline.lead": "The server of Sindillo cannot be reached. This page comes back by itself once it can.",
  "offline.kept": "What is kept",
  "offline.kept.seat": "Your seat, and whatever you voted or said: all of it is with the server.",
  "offline.kept.tabs":
    "Tables that are open in other tabs stay as they were last told, and go on by themselves.",
  "offline.waits": "What waits",
  "offline.waits.moves":
    "Playing, practice, lessons and analysis: the server knows the rules, so every move asks it.",
  "offline.waits.clock": "Clocks do not wait for you: in a game that goes on, yours runs as before.",
  "offline.again": "Try again",
} as const satisfies Readonly<Record<string, Text>>;
