/** The list of the moves. Loaded with it. */

import type { Text } from "../translate.ts";

export const moves = {
  "board.again": "Show the last move again",
  "board.again.race": "Show the race again",
  "moves.replay": "Replay from the beginning",
  "moves.none": "No move has been played yet.",
  "moves.withdrawn": { one: "{n} try taken back", other: "{n} tries taken back" },
  "moves.undone": "taken back",
  "moves.takebacks": "Moves taken back: South {south}, North {north}.",
} as const satisfies Readonly<Record<string, Text>>;
