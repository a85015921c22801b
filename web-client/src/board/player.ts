/**
 * Plays a timeline on one clock, which can be held, wound step by step, and turned back by a lap. Knows no drawing: it
 * says which steps are due and how far each hand is between two pits. The clock and the frame source are given, so a
 * test can wind them by hand.
 */

import { SIDES, type Side } from "./ring.ts";
import type { Step, Timeline } from "./timeline.ts";

export interface Stage {
  /** Steps that came due since the last frame, and the milliseconds until the next one. */
  due(steps: readonly Step[], lasts: number, now: number): void;
  /** Between two steps of one hand: how far from the last one to the next, 0..1, and how long that takes in all. */
  between(last: Step, following: Step, t: number, lasts: number): void;
  /** Turned back: everything is as it was after these steps and no other. */
  rewound(steps: readonly Step[]): void;
  /** Where it is now, whenever that changed. */
  told(progress: Progress): void;
  done(): void;
}

export interface Progress {
  readonly paused: boolean;
  /** The lap that is sown; 0 before the first. */
  readonly lap: number;
  readonly laps: number;
}

export interface Frames {
  now(): number;
  request(callback: () => void): number;
  cancel(handle: number): void;
}

/** A single step is shown at a pace one can follow, also out of the hurried middle. */
const SINGLE_MS = 200;

export class Player {
  #handle: number | null = null;
  /** Steps that were told. */
  #index = 0;
  /** Milliseconds of the plan that have passed. */
  #at = 0;
  #clock = 0;
  #paused = false;
  #rate = 1;
  readonly #laps: number;
  #told: Progress | null = null;

  constructor(
    private readonly plan: Timeline,
    private readonly stage: Stage,
    private readonly frames: Frames,
  ) {
    this.#laps = plan.steps.reduce((most, step) => Math.max(most, lapOf(step)), 0);
  }

  play(): void {
    this.#clock = this.frames.now();
    this.#frame();
  }

  /** Begins with its first step and is held there. */
  playPaused(): void {
    this.#paused = true;
    this.#clock = this.frames.now();
    this.#one();
  }

  get paused(): boolean {
    return this.#paused;
  }

  pause(): void {
    if (this.#paused || this.#over) return;
    this.#paused = true;
    this.#rest();
    this.#tell();
  }

  resume(): void {
    if (!this.#paused || this.#over) return;
    this.#paused = false;
    this.#clock = this.frames.now();
    this.#frame();
  }

  /** How fast its clock goes: 1 as planned. */
  set rate(rate: number) {
    this.#rate = rate;
  }

  /** Holds it, and shows the next step; after the last one there is the end. */
  step(): void {
    if (this.#index >= this.plan.steps.length) {
      this.finish();
      return;
    }
    this.#paused = true;
    this.#rest();
    this.#one();
  }

  /** Holds it, and goes back to where this lap was about to begin, or the one before if it has hardly begun. */
  back(): void {
    if (this.#over) return;
    this.#paused = true;
    this.#rest();
    const { steps } = this.plan;
    let to = this.#index - 1;
    while (to > 0 && !(lapOf(steps[to]) > 0 && to < this.#index - 1)) to -= 1;
    this.#index = Math.max(0, to) + 1;
    this.#at = steps[this.#index - 1]?.at ?? 0;
    this.stage.rewound(steps.slice(0, this.#index));
    this.#tell();
  }

  /** All that is left happens at once. */
  finish(): void {
    if (this.#over) return;
    this.#rest();
    const rest = this.plan.steps.slice(this.#index);
    this.#index = this.plan.steps.length;
    if (rest.length > 0) this.stage.due(rest, 0, this.frames.now());
    this.#at = Number.POSITIVE_INFINITY;
    this.stage.done();
  }

  /** Nothing more happens, and nobody is told. */
  stop(): void {
    this.#rest();
    this.#at = Number.POSITIVE_INFINITY;
    this.#index = this.plan.steps.length;
  }

  get #over(): boolean {
    return this.#at === Number.POSITIVE_INFINITY;
  }

  #rest(): void {
    if (this.#handle !== null) this.frames.cancel(this.#handle);
    this.#handle = null;
  }

  /** One step, whenever it would have been. */
  #one(): void {
    const step = this.plan.steps[this.#index];
    if (!step) return;
    this.#index += 1;
    this.#at = step.at;
    this.stage.due([step], SINGLE_MS, this.frames.now());
    this.#tell();
  }

  #frame(): void {
    const now = this.frames.now();
    this.#at += (now - this.#clock) * this.#rate;
    this.#clock = now;
    const { steps, duration } = this.plan;
    const from = this.#index;
    while ((steps[this.#index]?.at ?? Number.POSITIVE_INFINITY) <= this.#at) this.#index += 1;
    const last = steps[this.#index - 1];
    if (last && this.#index > from) {
      const lasts = ((steps[this.#index]?.at ?? duration) - last.at) / this.#rate;
      this.stage.due(steps.slice(from, this.#index), lasts, now);
    }
    this.#tell();
    if (this.#at >= duration) {
      this.#handle = null;
      this.#at = Number.POSITIVE_INFINITY;
      this.stage.done();
      return;
    }
    for (const side of SIDES) this.#glide(side, this.#at);
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
      const lasts = Math.max(1, following.at - last.at);
      this.stage.between(last, following, (at - last.at) / lasts, lasts / this.#rate);
    }
  }

  #tell(): void {
    let index = this.#index - 1;
    while (index >= 0 && lapOf(this.plan.steps[index]) === 0) index -= 1;
    const progress = { paused: this.#paused, lap: lapOf(this.plan.steps[index]), laps: this.#laps };
    if (this.#told?.paused === progress.paused && this.#told.lap === progress.lap) return;
    this.#told = progress;
    this.stage.told(progress);
  }
}

/** The lap that a step begins; 0 for one that begins none. */
function lapOf(step: Step | undefined): number {
  return step?.kind === "lift" ? step.lap : 0;
}
