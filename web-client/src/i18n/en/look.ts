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
  "look.betting": "Bets of those who watch",
  "look.betting.show": "Show them",
} as const satisfies Readonly<Record<string, Text>>;
