/** What happens when nobody acts, and what else is to be known of a turn. Loaded beside the table. */

import type { Text } from "../translate.ts";

export const closes = {
  "ballot.close.fallback":
    "If nobody votes in time, {name} may lay any move, and after a while anyone of the team.",
  "ballot.close.fallback.you":
    "If nobody votes in time, you may lay any move, and after a while anyone of the team.",
  "ballot.close.first":
    "If nobody plays in time, {name} alone may play at first, and after a while anyone of the team.",
  "ballot.close.first.you":
    "If nobody plays in time, you alone may play at first, and after a while anyone of the team.",
  "ballot.close.flag.lose": "If nothing is decided when the clock is at zero, your side loses.",
  "ballot.close.flag.pass_hand":
    "If nothing is decided when the clock is at zero, the hand passes on with a little more time; the second time in a row your side loses.",
  "ballot.close.flag.random_legal": "If nothing is decided when the clock is at zero, the lot plays a move.",
  "ballot.close.quorum":
    "With fewer than {n} votes when time is up, {name} may lay any move, and after a while anyone of the team.",
  "ballot.close.blocked": "Every move on the table is blocked. If that stays so, {name} may lay any move.",
  "ballot.close.first_round": "If nobody votes in time, the votes before the run-off decide.",
  "ballot.close.run_off": "As votes stand, the strongest moves go into a run-off when time is up.",
  "ballot.close.tie.earliest":
    "When time is up on a tie, the vote of the hand decides, or else the move that had its votes first.",
  "ballot.close.tie.chance": "When time is up on a tie, the vote of the hand decides, or else the lot.",
  "ballot.close.tried": "When time is up, the move with the most votes is tried and may be taken back.",
  "ballot.close.played": "When time is up, the move with the most votes is played.",
  "turn.closing": "Decided unless a vote changes.",
  "turn.closing.pit": "Pit {pit} wins at the close unless a vote changes.",
  "turn.last_try": "The next move that is laid stands at once.",
  "turn.tries": {
    one: "{n} move was taken back in this turn and cannot be laid again.",
    other: "{n} moves were taken back in this turn and cannot be laid again.",
  },
} as const satisfies Readonly<Record<string, Text>>;
