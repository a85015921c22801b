/**
 * The seeds on the board while a move is shown: what each step moves where. Totals are kept at every step.
 * Pure; what stands at the end is replaced by the position the server sent.
 */

import type { Ring, Side } from "./ring.ts";
import type { Step } from "./timeline.ts";

export interface Walk {
  readonly pits: number[];
  readonly captured: Record<Side, number>;
  /** Seeds in the hand of each side. */
  readonly hands: Record<Side, number>;
  /** Pits that belong to a side, as far as the move has come. */
  readonly bulls: Map<Ring, Side>;
}

export function beginWalk(
  pits: readonly number[],
  captured: Readonly<Record<Side, number>>,
  bulls: ReadonlyMap<Ring, Side>,
): Walk {
  return { pits: [...pits], captured: { ...captured }, hands: { south: 0, north: 0 }, bulls: new Map(bulls) };
}

export function advance(walk: Walk, step: Step): void {
  const { side } = step;
  switch (step.kind) {
    case "lift":
      walk.hands[side] += step.seeds;
      add(walk, step.pit, -step.seeds);
      return;
    case "drop":
      walk.hands[side] -= 1;
      add(walk, step.pit, 1);
      return;
    case "lay":
      walk.hands[side] -= step.seeds;
      add(walk, step.pit, step.seeds);
      return;
    case "take":
      walk.captured[side] += step.seeds;
      add(walk, step.pit, -step.seeds);
      return;
    case "cross":
      add(walk, step.from, -1);
      add(walk, step.pit, 1);
      return;
    case "bull":
      walk.bulls.set(step.pit, side);
      return;
    default:
      step satisfies never;
  }
}

function add(walk: Walk, pit: Ring, seeds: number): void {
  walk.pits[pit] = (walk.pits[pit] ?? 0) + seeds;
}
