/**
 * The seeds on the board while a move is shown: what each step moves where. Totals are kept at every step.
 * Pure; what stands at the end is replaced by the position the server sent.
 */

import type { Ring, Side } from "./ring.ts";
import type { Step } from "./timeline.ts";

export interface Walk {
  readonly mover: Side;
  readonly pits: number[];
  readonly captured: Record<Side, number>;
  /** Seeds in the hand, and the pit it is over. */
  hand: number;
  over: Ring;
  /** Pits that belong to a side, as far as the move has come. */
  readonly bulls: Map<Ring, Side>;
}

export function beginWalk(
  mover: Side,
  pits: readonly number[],
  captured: Readonly<Record<Side, number>>,
  bulls: ReadonlyMap<Ring, Side>,
): Walk {
  return { mover, pits: [...pits], captured: { ...captured }, hand: 0, over: 0, bulls: new Map(bulls) };
}

export function advance(walk: Walk, step: Step): void {
  switch (step.kind) {
    case "lift":
      walk.hand += step.seeds;
      walk.over = step.pit;
      add(walk, step.pit, -step.seeds);
      return;
    case "drop":
      walk.hand -= 1;
      walk.over = step.pit;
      add(walk, step.pit, 1);
      return;
    case "lay":
      walk.hand -= step.seeds;
      walk.over = step.pit;
      add(walk, step.pit, step.seeds);
      return;
    case "take":
      walk.captured[walk.mover] += step.seeds;
      add(walk, step.pit, -step.seeds);
      return;
    case "cross":
      add(walk, step.from, -1);
      add(walk, step.pit, 1);
      return;
    case "bull":
      walk.bulls.set(step.pit, walk.mover);
      return;
    default:
      step satisfies never;
  }
}

function add(walk: Walk, pit: Ring, seeds: number): void {
  walk.pits[pit] = (walk.pits[pit] ?? 0) + seeds;
}
