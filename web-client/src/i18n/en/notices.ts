/** What a slow game tells somebody who is not there. Said by the service worker, which has all languages with it. */

import type { Text } from "../translate.ts";

export const notices = {
  "notice.turn": "It is your side's turn",
  "notice.turn.text": "{game}: your team waits for your move or your vote.",
  "notice.tried": "Your side tries a move",
  "notice.tried.text": "{game}: object while it can be taken back, or let it stand.",
  "notice.motion": "Your team asks you something",
  "notice.motion.text": "{game}: a question waits for your answer.",
  "notice.ended": "The game is over",
  "notice.ended.text": "{game}: see how it ended.",
  "notice.rematch": "Another game?",
  "notice.rematch.text": "{game}: somebody would like to play on.",
  "notice.other": "Something happened in Sindillo",
  "notice.other.text": "Open the page to see what.",
} as const satisfies Readonly<Record<string, Text>>;
