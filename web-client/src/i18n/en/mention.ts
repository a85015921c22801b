/** Pits and moves that are named in what is said. Loaded with the talk, the moves, or what is pointed at. */

import type { Text } from "../translate.ts";

export const mention = {
  "mention.short.ours": "our {n}",
  "mention.short.theirs": "their {n}",
  "mention.short.side": "{side} {n}",
  "mention.long.ours": "pit {n} of ours",
  "mention.long.theirs": "pit {n} of theirs",
  "mention.long.side": "pit {n} of {side}",
  "mention.long.way": "from {from} to {to}",
  "mention.ply": "move {n}",
  "mention.ply.long": "move {n}, {side}: {what}",
  "mention.hint": "Write S5 for a pit, or point at the board with the flag.",
  "mention.added": "In your line: {what}.",
  "mention.point": "Point at the board",
  "mention.point.tip":
    "Shift and a click on a pit do the same, and so does m on a pit that has the focus. With the right button, draw an arrow.",
  "mention.point.pit": "Pit",
  "mention.point.arrow": "Arrow",
  "mention.point.what": "What do you point out?",
  "mention.point.how": "Choose pits on the board: their names go into your line.",
  "mention.point.from": "Choose the pit where the arrow begins.",
  "mention.point.to": "Now the pit where it leads.",
  "mention.point.team": "Until this turn is over your side sees on the board what you point out.",
  "mention.point.done": "Done",
  "mention.ply.add": "Name move {n} in the talk",
} as const satisfies Readonly<Record<string, Text>>;
