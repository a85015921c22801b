/** How any team decides, for who plays for the first time: `docs/players/how-a-team-decides.md` in short. */

import type { Text } from "../translate.ts";

export const guide = {
  "guide.title": "How a team decides",
  "guide.lead":
    "A whole team sits at one row and moves as one: somebody proposes, others vote, a move is tried before everybody, and it counts when it is let stand.",
  "guide.secret": "What a side plans",
  "guide.secret.said":
    "A side alone sees its votes, proposals and talk. Neither the other side nor who watches learns anything of them.",
  "guide.close": "When a ballot ends",
  "guide.close.said":
    "As soon as it is decided, or when time is up. A moment passes before it closes, so that a vote can still be changed.",
  "guide.tie": "A tie",
  "guide.tie.said":
    "Where three or more vote, the leaders may go into a run-off. If that ties too, the vote of the hand decides, and then what the room agreed: the earlier move, or the lot.",
  "guide.few": "Too few votes",
  "guide.few.said": "The hand may lay any move then, and after a while anyone of the side.",
  "guide.try": "Trying",
  "guide.try.said":
    "A move with less than half of the side behind it lies on the board for a few seconds. It stands unless half of the others object, or who laid it takes it back. The clock runs on meanwhile.",
  "guide.ask": "Asking",
  "guide.ask.said":
    "Ask or give up, beside the ballot, has the rest: a move back, a pause, a draw, another hand, giving up. It says who must agree.",
  "guide.away": "Who is away",
  "guide.away.said":
    "Votes that were cast still count, and silence holds nobody up. Come back by the same link in the same browser, and you sit where you sat.",
  "guide.bad": "Who misbehaves",
  "guide.bad.said":
    "The three dots beside a name hide what somebody says, tell the host, or ask your side to mute somebody or send somebody away.",
} as const satisfies Readonly<Record<string, Text>>;
