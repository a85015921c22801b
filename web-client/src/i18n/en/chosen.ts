/** What can be done with a move that somebody has chosen. Loaded beside the table: nothing is chosen before. */

import type { Text } from "../translate.ts";

export const chosen = {
  "council.vote": "Vote for pit {pit}",
  "council.vote.clear": "Take the vote back",
  "council.lay": "Lay pit {pit}",
  "council.play": "Play pit {pit}",
  "council.propose": "Propose with a reason",
  "council.suggest": "Suggest with a reason",
  "council.note": "Why this move?",
  "council.note.add": "Propose",
  "council.direction": "Ways to turn",
  "council.direction.plain": "Straight on",
  "council.unselect": "Choose nothing",
  "council.step": "Next pit",
  "council.step.back": "Pit before",
  "council.spent": "Pit {pit} was taken back in this turn.",
} as const satisfies Readonly<Record<string, Text>>;
