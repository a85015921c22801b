/** What is said around the talk. Loaded with it. */

import type { Text } from "../translate.ts";

export const talk = {
  "chat.team": "Team",
  "chat.all": "All",
  "chat.stand": "Stand",
  "chat.team.hint": "Only your side reads this.",
  "chat.all.hint": "Everybody in the room reads this.",
  "chat.stand.hint": "Only those who watch read this.",
  "chat.label": "Say something",
  "chat.send": "Say",
  "chat.none": "Nobody has said anything yet.",
  "chat.hidden": "You hide what {names} says.",
  "chat.hidden.show": "Show it again",
  "chat.outside": "outside voice",
  "chat.muted": "You are muted in this room. You can read and play, but not write.",
} as const satisfies Readonly<Record<string, Text>>;
