/** The opening race of Enkeshui as timed steps: two hands that sow at once, drop by drop as it was told. Pure. */

import { type Ring, SIDES, type Side } from "./ring.ts";
import { type Timeline, timed, type Untimed } from "./timeline.ts";

export interface Race {
  readonly before: { readonly pits: readonly number[] };
  /** The pits that are lifted before anybody drops. */
  readonly lifted: Readonly<Record<Side, Ring>>;
  readonly drops: readonly {
    readonly side: Side;
    readonly pit: Ring;
    /** Seeds lifted from there at once. */
    readonly lifted: number;
  }[];
}

/** `cap` is the longest the whole may take, in milliseconds. */
export function raceline(race: Race, cap: number, pace = 1): Timeline {
  return timed([...stepsOf(race)], cap, pace);
}

function* stepsOf({ before, lifted, drops }: Race): Generator<Untimed> {
  const laps = { south: 1, north: 1 };
  for (const side of SIDES) {
    const pit = lifted[side];
    yield { kind: "lift", side, lap: laps[side], pit, seeds: before.pits[pit] ?? 0 };
  }
  for (const { side, pit, lifted: seeds } of drops) {
    yield { kind: "drop", side, lap: laps[side], pit };
    if (seeds === 0) continue;
    laps[side] += 1;
    yield { kind: "lift", side, lap: laps[side], pit, seeds };
  }
}
