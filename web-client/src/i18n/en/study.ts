/** Boards that nobody plays on: for analysis and for learning. */

import type { Text } from "../translate.ts";

export const study = {
  "study.loading": "Setting up the board",
  "study.start": "At the start.",
  "study.played": "{side} plays pit {pit}: {outcome}.",
  "study.over.won": "The game is over: {side} has won",
  "study.over.draw": "The game is over: a draw",
  "study.worth.level": "Level",
  "study.worth.ahead": { one: "{side} {n} seed ahead", other: "{side} {n} seeds ahead" },
  "study.worth.wins": { one: "{side} wins by {n} seed", other: "{side} wins by {n} seeds" },
} as const satisfies Readonly<Record<string, Text>>;
