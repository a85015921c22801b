/**
 * Plays a timeline on one clock. Knows no drawing: it says which steps are due and how far each hand is between
 * two pits. The clock and the frame source are given, so a test can wind them by hand.
 */

import { SIDES, type Side } from "./ring.ts";
import type { Step, Timeline } from "./timeline.ts";

export interface Stage {
  /** Steps that came due since the last frame, and the milliseconds until the next one. */
  due(steps: readonly Step[], lasts: number, now: number): void;
  /** Between two steps of one hand: how far from the last one to the next, 0..1. */
  between(last: Step, following: Step, t: number): void;
  done(): void;
}

export interface Frames {
  now(): number;
  request(callback: () => void): number;
  cancel(handle: number): void;
}

export class Player {
  #handle: number | null = null;
  #index = 0;
  #begun = 0;

  constructor(
    private readonly plan: Timeline,
    private readonly stage: Stage,
    private readonly frames: Frames,
  ) {}

  play(): void {
    this.#begun = this.frames.now();
    this.#frame();
  }

  /** All that is left happens at once. */
  finish(): void {
    if (this.#handle !== null) this.frames.cancel(this.#handle);
    this.#handle = null;
    this.#end();
  }

  /** Nothing more happens, and nobody is told. */
  stop(): void {
    if (this.#handle !== null) this.frames.cancel(this.#handle);
    this.#handle = null;
    this.#index = this.plan.steps.length;
  }

  #frame(): void {
    const now = this.frames.now();
    const at = now - this.#begun;
    const { steps, duration } = this.plan;
    const from = this.#index;
    while ((steps[this.#index]?.at ?? Number.POSITIVE_INFINITY) <= at) this.#index += 1;
    const last = steps[this.#index - 1];
    if (last && this.#index > from) {
      const lasts = (steps[this.#index]?.at ?? duration) - last.at;
      this.stage.due(steps.slice(from, this.#index), lasts, now);
    }
    if (at >= duration) {
      this.#handle = null;
      this.stage.done();
      return;
    }
    for (const side of SIDES) this.#glide(side, at);
    this.#handle = this.frames.request(() => this.#frame());
  }

  /** The hand of a side is on its way from its last step to its next, whatever the other one does. */
  #glide(side: Side, at: number): void {
    const { steps } = this.plan;
    let back = this.#index - 1;
    while (back >= 0 && steps[back]?.side !== side) back -= 1;
    let ahead = this.#index;
    while (ahead < steps.length && steps[ahead]?.side !== side) ahead += 1;
    const last = steps[back];
    const following = steps[ahead];
    if (last && following) {
      this.stage.between(last, following, (at - last.at) / Math.max(1, following.at - last.at));
    }
  }

  #end(): void {
    const rest = this.plan.steps.slice(this.#index);
    this.#index = this.plan.steps.length;
    if (rest.length > 0) this.stage.due(rest, 0, this.frames.now());
    this.stage.done();
  }
}
