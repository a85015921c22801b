/** What is said around cheers and advice, and while a game is about to begin. Loaded with them. */

import type { Text } from "../translate.ts";

export const voices = {
  "cheer.title": "Cheer",
  "cheer.for": "Cheer for {side}",
  "cheer.wait": "In a moment again.",
  "advice.title": "{side} listens to the stand",
  "advice.one": "One piece of advice a move: a pit of its row, a few words, or both.",
  "advice.pick": "Choose a pit on the board",
  "advice.pick.again": "Pit {pit}: choose another",
  "advice.picking": "Choose a pit of {side}'s row on the board.",
  "advice.unpick": "No pit",
  "advice.text": "What would you tell {side}?",
  "advice.give": "Advise {side}",
  "advice.given": "{side} has heard you. For its next move you may advise again.",
  "advice.nothing": "Choose a pit or write something.",
  "ears.title": "Outside voices",
  "ears.open": "Listen to those who watch",
  "ears.hint": "Whoever watches may then advise your side, once a move. Only your side reads it.",
  "ears.none": "No advice for this move yet.",
  "ears.from": "From the stand: {name}",
  "ears.pit": "pit {pit}",
  "ears.mute": "Hear nothing more from {name}",
  "ears.mute.short": "Mute",
  "ears.unmute": "Hear {name} again",
  "ears.muted": "Your side hears nothing from:",
  "start.in": "The game begins in {time}",
  "start.now": "The game begins",
  "start.why.watch": "All are ready. Bets close when it begins.",
  "start.why.sit": "All are ready. Those who watch have until then to take their places.",
  "staked.title": "You have a stake in this match",
  "staked.text":
    "Whoever bets on a match does not play in it. Your stake goes back to your wallet when you sit down; after that you cannot bet on this match any more.",
  "staked.go": "Withdraw and join",
  "staked.stay": "Keep the stake and watch",
} as const satisfies Readonly<Record<string, Text>>;
