/**
 * The story of one move as the server tells it. The position after the move comes with the same event and is
 * never worked out here; walking the laps serves the animation only.
 */

import type { Ring, Side } from "./ring.ts";

/** From which pit, how many seeds, which way (1 counterclockwise, -1 clockwise), and where the last one fell. */
export type Lap = readonly [from: Ring, seeds: number, direction: number, last: Ring];

export interface Trace {
  readonly side: Side;
  readonly laps: readonly Lap[];
  /** In the order of the rules: the facing pit, the capturing seed, then the chain. */
  readonly taken: readonly (readonly [pit: Ring, seeds: number])[];
  /** One seed that walks over from the facing pit when two uurs are made. */
  readonly crossing: readonly [from: Ring, to: Ring] | null;
  readonly made_bulls: readonly Ring[];
  readonly passes_over: readonly Ring[];
  readonly skips_origin: boolean;
  /** A special move has no laps: these pits are emptied, and their seeds laid anew. */
  readonly lifted: readonly (readonly [pit: Ring, seeds: number])[];
  readonly laid: readonly (readonly [pit: Ring, seeds: number])[];
}
