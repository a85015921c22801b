/** How the page looks and moves. Loaded with that dialog. */

import type { Text } from "../translate.ts";

export const look = {
  "look.title": "Look and motion",
  "look.language": "Language",
  "look.language.failed": "{language} could not be loaded. Check the connection and try again.",
  "look.theme": "Colours",
  "look.theme.system": "As the system",
  "look.theme.light": "Day",
  "look.theme.dark": "Night",
  "look.speed": "A move takes at most",
  "look.speed.0": "No motion",
  "look.speed.2000": "2 seconds",
  "look.speed.4000": "4 seconds",
  "look.speed.8000": "8 seconds",
  "look.speed.20000": "20 seconds, slowly",
  "look.sound": "Sound of the board",
  "look.sound.0": "Off",
  "look.sound.1": "Soft",
  "look.sound.2": "Middle",
  "look.sound.3": "Loud",
  "look.telling": "Told by word of what happens",
  "look.telling.little": "Only turns, moves and what needs you",
  "look.telling.usual": "As usual",
  "look.telling.all": "Everything, also each vote",
  "look.room": "Rooms",
  "look.text": "In words, with a line to write orders on",
  "look.betting": "Bets of those who watch",
  "look.betting.show": "Show them",
} as const satisfies Readonly<Record<string, Text>>;
