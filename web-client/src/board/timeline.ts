/**
 * A move as timed steps: lift, drop, take, make a bull. Pure, so that pace, order and sums can be tested.
 *
 * A relay may drop thousands of seeds. The whole never takes longer than the cap: it begins and ends at a pace
 * one can follow and hurries through the middle.
 */

import { next, type Ring, type Side } from "./ring.ts";
import type { Trace } from "./trace.ts";

/** When, and whose hand. */
interface Moment {
  readonly at: number;
  readonly side: Side;
}

export type Step = Moment &
  (
    | { readonly kind: "lift"; readonly lap: number; readonly pit: Ring; readonly seeds: number }
    | { readonly kind: "drop"; readonly lap: number; readonly pit: Ring }
    /** Seeds of a special move, laid at once. */
    | { readonly kind: "lay"; readonly pit: Ring; readonly seeds: number }
    | { readonly kind: "take"; readonly pit: Ring; readonly seeds: number }
    /** One seed walks over from the facing pit: how the uurs of Layli Goobalay are made. */
    | { readonly kind: "cross"; readonly from: Ring; readonly pit: Ring }
    | { readonly kind: "bull"; readonly pit: Ring }
  );

export interface Timeline {
  readonly steps: readonly Step[];
  /** Milliseconds from the first lift until all is at rest. */
  readonly duration: number;
}

/** Milliseconds a step lasts when nothing presses. */
const PACE = { lift: 260, drop: 150, lay: 300, take: 420, cross: 380, bull: 520 } as const;
/** Shares of the cap kept at that pace at the beginning and at the end. */
const BEGINNING = 0.3;
const ENDING = 0.35;

type Without<S, K extends string> = S extends unknown ? Omit<S, K> : never;
export type Untimed = Without<Step, "at">;

/** `cap` is the longest the whole may take, in milliseconds; `pace` 2 lets each step last twice as long. */
export function timeline(trace: Trace, n: number, cap: number, pace = 1): Timeline {
  const { side } = trace;
  return timed(
    [...stepsOf(trace, n)].map((step) => ({ ...step, side })),
    cap,
    pace,
  );
}

/** Gives each step its time. */
export function timed(walk: readonly Untimed[], cap: number, pace = 1): Timeline {
  const lasts = hurry(
    walk.map((step) => PACE[step.kind] * pace),
    cap,
  );
  const steps: Step[] = [];
  let at = 0;
  for (const [index, step] of walk.entries()) {
    steps.push({ ...step, at });
    at += lasts[index] ?? 0;
  }
  return { steps, duration: at };
}

function* stepsOf(trace: Trace, n: number): Generator<Without<Untimed, "side">> {
  const passed = new Set(trace.passes_over);
  for (const [index, [from, seeds, way]] of trace.laps.entries()) {
    const lap = index + 1;
    const direction = way < 0 ? -1 : 1;
    yield { kind: "lift", lap, pit: from, seeds };
    let pit = from;
    for (let hand = seeds; hand > 0; hand--) {
      do pit = next(pit, direction, n);
      while (passed.has(pit) || (trace.skips_origin && pit === from));
      yield { kind: "drop", lap, pit };
    }
  }
  for (const [pit, seeds] of trace.lifted) yield { kind: "lift", lap: 0, pit, seeds };
  for (const [pit, seeds] of trace.laid) yield { kind: "lay", pit, seeds };
  if (trace.crossing) yield { kind: "cross", from: trace.crossing[0], pit: trace.crossing[1] };
  for (const [pit, seeds] of trace.taken) yield { kind: "take", pit, seeds };
  for (const pit of trace.made_bulls) yield { kind: "bull", pit };
}

/** Squeezes the middle so that the sum stays below the cap. */
function hurry(natural: readonly number[], cap: number): readonly number[] {
  const total = sum(natural);
  if (total <= cap) return natural;
  const head = countWithin(natural, BEGINNING * cap);
  const tail = countWithin([...natural].reverse(), ENDING * cap);
  const end = natural.length - tail;
  const kept = sum(natural.slice(0, head)) + sum(natural.slice(end));
  const squeeze = (cap - kept) / sum(natural.slice(head, end));
  return natural.map((lasts, index) => (index < head || index >= end ? lasts : lasts * squeeze));
}

/** How many leading durations fit into the budget. */
function countWithin(durations: readonly number[], budget: number): number {
  let spent = 0;
  let count = 0;
  for (const lasts of durations) {
    spent += lasts;
    if (spent > budget) break;
    count += 1;
  }
  return count;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
