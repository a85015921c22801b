/**
 * Positions in which one move is clearly the best, found by search. A browser test asks the server whether its engine
 * still thinks so.
 */

import type { Step } from "../../state/lessons.ts";
import type { GameChoice } from "../../wire/generated/protocol.ts";
import type { Taught } from "./lessons.ts";

function puzzle(preset: Taught, pits: number, seeds_per_pit: number, from: string, move: string): Step {
  const game: GameChoice = { preset, pits, seeds_per_pit };
  return { game, from, move, goal: { what: "best", move } };
}

export const PUZZLES: Readonly<Record<Taught, readonly Step[]>> = {
  "en-dodoi": [
    puzzle("en-dodoi", 6, 4, "1,0,2,0,0,0/3,0,0,0,0,2 20:20 S -", "3"),
    puzzle("en-dodoi", 6, 4, "0,2,4,3,3,0/0,2,4,0,1,3 11:15 S -", "5"),
  ],
  "en-gehe": [
    puzzle("en-gehe", 6, 4, "4,0,1,0,2,0/1,0,0,0,3,0 20:17 S -", "3"),
    puzzle("en-gehe", 8, 4, "0,0,0,2,0,0,6,5/1,0,0,0,2,0,2,2 26:18 S -", "4"),
  ],
  enkeshui: [
    puzzle("enkeshui", 8, 4, "0,2,0,1,0,0,0,0/0,0,3,0,0,0,0,2 20:20 S -", "4"),
    puzzle("enkeshui", 8, 4, "0,2,6,6,1,0,0,3/3,0,2,1,8,1,0,0 12:3 S -", "3"),
  ],
  "cross-endodoi": [puzzle("cross-endodoi", 6, 4, "0,0,1,0,0,2/0,4,0,0,3,0 19:19 S -", "6")],
  ndoto: [puzzle("ndoto", 8, 2, "1,2,0,1,0,0,2,1/0,0,1,0,1,3,0,0 8:12 S -", "4")],
  "layli-goobalay": [
    puzzle("layli-goobalay", 6, 4, "2,1,2s,0,1,0/3,0,2s,0,4,0 16:17 S -", "5"),
    puzzle("layli-goobalay", 6, 4, "0,3,0,12,0,1/4,0,3,1,5,6 13:0 S -", "2"),
  ],
};
