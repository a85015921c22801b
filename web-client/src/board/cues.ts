/**
 * What is heard of a move, and when: a few cues out of its steps. A relay drops hundreds of seeds in a second; more
 * than some of them would be noise, so drops are thinned out and nothing else is. Pure: it knows no sound.
 */

import type { Ring } from "./ring.ts";
import type { Step } from "./timeline.ts";

export interface Cue {
  readonly kind: "lift" | "drop" | "take" | "bull" | "turn" | "end";
  /** Milliseconds from now. */
  readonly after: number;
  /** How much of it: seeds lifted or taken, or fallen at once. */
  readonly seeds: number;
  /** From -1, at the left edge of the board, to 1. */
  readonly place: number;
}

/** Two seeds that fall within this time are heard as one, in milliseconds. */
export const APART_MS = 45;
/** From one capture of a chain to the next. */
const CHAIN_MS = 120;
/** No more than these at once. */
export const AT_ONCE = 6;

export class Cues {
  #heard = Number.NEGATIVE_INFINITY;

  /** `place` tells where a pit is, from -1 to 1; `now` is in milliseconds. */
  of(steps: readonly Step[], now: number, place: (pit: Ring) => number): readonly Cue[] {
    const cues: Cue[] = [];
    let takes = 0;
    const drops = steps.filter(({ kind }) => kind === "drop" || kind === "lay");
    const fallen = drops.at(-1);
    if (fallen && now - this.#heard >= APART_MS) {
      this.#heard = now;
      cues.push({ kind: "drop", after: 0, seeds: drops.length, place: place(fallen.pit) });
    }
    // Of laps that are begun within one frame the last one is heard.
    const lifted = steps.findLast(({ kind }) => kind === "lift");
    if (lifted?.kind === "lift") {
      cues.push({ kind: "lift", after: 0, seeds: lifted.seeds, place: place(lifted.pit) });
    }
    for (const step of steps) {
      if (step.kind === "take") {
        const after = takes++ * CHAIN_MS;
        cues.push({ kind: "take", after, seeds: step.seeds, place: place(step.pit) });
      } else if (step.kind === "bull") {
        cues.push({ kind: "bull", after: takes * CHAIN_MS, seeds: 1, place: place(step.pit) });
      }
    }
    return cues.slice(0, AT_ONCE);
  }
}
