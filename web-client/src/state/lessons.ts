/**
 * Lessons and puzzles: positions, and what is to come of a move in them. Pure. Nothing is worked out here: whether a
 * step is done is read off what the server said of the move.
 */

import type { AnalysedMove, GameChoice } from "../wire/generated/protocol.ts";

/** What is to come of a move. */
export type Goal =
  | { readonly what: "sown" }
  /** So many laps or more. */
  | { readonly what: "laps"; readonly n: number }
  /** So many seeds or more. */
  | { readonly what: "captured"; readonly n: number }
  | { readonly what: "bulls"; readonly n: number }
  | { readonly what: "uurs" }
  /** It ends in an own empty pit and takes nothing. */
  | { readonly what: "home" }
  /** It ends in a pit that is somebody's for good. */
  | { readonly what: "in_bull" }
  /** A way was chosen for the later laps. */
  | { readonly what: "ways" }
  /** The game ends with it. */
  | { readonly what: "over" }
  | { readonly what: "best"; readonly move: string };

export interface Step {
  readonly game: GameChoice;
  /** The position, as text. */
  readonly from: string;
  readonly goal: Goal;
  /** A move that reaches the goal; it is what the diagrams show. */
  readonly move: string;
}

/** Tells a step from every other, and stays the same as long as it asks for the same of the same position. */
export function nameOf({ game, from, goal }: Step): string {
  return [game.preset, from, ...Object.values(goal)].join(" ");
}

/** Whether a move did what was to be done. `over`: whether the game is over after it. */
export function reaches(goal: Goal, { move, after, trace }: AnalysedMove, over: boolean): boolean {
  switch (goal.what) {
    case "sown":
      return trace.laps.length > 0;
    case "laps":
      return trace.laps.length >= goal.n;
    case "captured":
      return trace.captured >= goal.n;
    case "bulls":
      return trace.end === "bull" && trace.made_bulls.length >= goal.n;
    case "uurs":
      return trace.end === "uur";
    case "home": {
      const last = trace.laps.at(-1)?.[3] ?? -1;
      const south = last < after.pits.length / 2;
      return trace.end === "sleep" && south === (trace.side === "south");
    }
    case "in_bull":
      return trace.end === "in_bull";
    case "ways":
      return trace.privilege && /[LR]$/.test(move);
    case "over":
      return over;
    case "best":
      return move === goal.move;
  }
}
