/** A move on its way over a drawing: what each step of a timeline does to what is seen. */

import type { Drawing, Standing } from "./drawing.ts";
import type { Frames, Progress, Stage } from "./player.ts";
import { type Ring, SIDES, type Side } from "./ring.ts";
import type { Step } from "./timeline.ts";
import { advance, beginWalk, type Walk } from "./walk.ts";

/** What happens faster than this is shown as done, not on its way. */
const SEEN_MS = 30;
/** The longest fall of one seed. */
const FALL_MS = 130;
const LIFT_MS = 190;
const CARRY_MS = 420;
/** A hand that has this long for its way starts and stops gently; in a hurry it just goes. */
const GENTLE_MS = 110;

export interface Watching {
  /** Steps as they are shown, and the milliseconds until the next: for those who hear. */
  heard(steps: readonly Step[], lasts: number): void;
  told(progress: Progress): void;
  done(): void;
}

export class Moving implements Stage {
  #walk: Walk;
  #flying: number | null = null;
  /** The lap each hand is in, and the pit of its last step. */
  readonly #laps: Record<Side, number> = { south: 0, north: 0 };

  constructor(
    private readonly before: Standing,
    /** The drawing of now: it is made anew when the window changes. */
    private readonly drawing: () => Drawing | null,
    private readonly watching: Watching,
    private readonly frames: Frames,
    /** For those who do not want to see things move: each step is shown as done. */
    private readonly still: boolean,
  ) {
    this.#walk = beginWalk(before.pits, before.captured, before.bulls);
  }

  /** What stands now. */
  get standing(): Walk {
    return this.#walk;
  }

  due(steps: readonly Step[], lasts: number, now: number): void {
    const drawing = this.drawing();
    const shown = this.still ? 0 : lasts;
    const touched = new Set<Ring>();
    const from: Partial<Record<Side, { x: number; y: number }>> = {};
    for (const side of SIDES) from[side] = drawing?.hands[side].at ?? { x: 0, y: 0 };
    const fallers = new Map<Ring, Side>();
    for (const step of steps) {
      advance(this.#walk, step);
      touched.add(step.pit);
      this.#mark(drawing, step, shown, now);
      if (step.kind === "drop" || step.kind === "lay") fallers.set(step.pit, step.side);
      if (step.kind === "cross") touched.add(step.from);
    }
    if (drawing) {
      for (const pit of touched) {
        const seeds = this.#walk.pits[pit] ?? 0;
        const side = fallers.get(pit);
        const hand = side && drawing.hands[side];
        // A seed falls from over the pit: the hand has come there with this step.
        const last = steps.findLast((step) => step.side === side);
        if (hand && last) hand.carry(last.pit, last.pit, 0);
        const flight = hand ? { from: hand.at, now, lasts: Math.min(shown * 0.8, FALL_MS) } : undefined;
        drawing.seeds.put(pit, seeds, flight);
        drawing.pit(pit, seeds, this.#walk.bulls.get(pit));
      }
      for (const side of SIDES) drawing.heap(side, this.#walk.captured[side]);
      this.#hold(drawing, steps);
    }
    this.#fly();
    this.watching.heard(steps, lasts);
  }

  between(last: Step, following: Step, t: number, lasts: number): void {
    if (this.still || this.#walk.hands[last.side] === 0) return;
    const gentle = Math.min(1, Math.max(0, (lasts - SEEN_MS) / GENTLE_MS));
    const eased = t + (t * t * (3 - 2 * t) - t) * gentle;
    const to = following.kind === "drop" || following.kind === "lay" ? following.pit : last.pit;
    this.drawing()?.hands[last.side].carry(last.pit, to, eased);
  }

  rewound(steps: readonly Step[]): void {
    const { before } = this;
    this.#walk = beginWalk(before.pits, before.captured, before.bulls);
    for (const side of SIDES) this.#laps[side] = 0;
    for (const step of steps) advance(this.#walk, step);
    for (const step of steps) if (step.kind === "lift") this.#laps[step.side] = step.lap;
    const drawing = this.drawing();
    if (!drawing) return;
    drawing.seeds.settle();
    drawing.trail.clear();
    for (const step of steps) if (step.kind === "take") drawing.trail.taken(step.pit, step.seeds);
    drawing.stand(this.#walk);
    drawing.hideHands();
    this.#hold(drawing, steps);
  }

  told(progress: Progress): void {
    this.watching.told(progress);
  }

  done(): void {
    this.watching.done();
  }

  /** Leaves the drawing as it is, with nothing in the air or in a hand. */
  stop(): void {
    const drawing = this.drawing();
    drawing?.hideHands();
    drawing?.trail.clear();
    drawing?.seeds.settle();
    if (this.#flying !== null) this.frames.cancel(this.#flying);
    this.#flying = null;
  }

  #mark(drawing: Drawing | null, step: Step, lasts: number, now: number): void {
    const { side, pit } = step;
    if (step.kind === "lift") {
      this.#laps[side] = step.lap;
      const hand = drawing?.hands[side];
      hand?.carry(pit, pit, 0);
      if (hand) drawing?.seeds.pickUp(pit, hand.at, now, Math.min(lasts * 0.8, LIFT_MS));
    }
    if (step.kind === "drop" && this.#walk.hands[side] === 0) drawing?.trail.landed(pit);
    if (step.kind === "take") {
      drawing?.trail.taken(pit, step.seeds);
      if (lasts > SEEN_MS)
        drawing?.seeds.carryOff(
          pit,
          drawing.heaps[side].mouth,
          now,
          Math.max(260, Math.min(lasts, CARRY_MS)),
        );
    }
  }

  /** Shows what is in the hands, each over the pit of its own last step. */
  #hold(drawing: Drawing, steps: readonly Step[]): void {
    for (const side of SIDES) {
      const last = steps.findLast((step) => step.side === side);
      if (!last) continue;
      const hand = drawing.hands[side];
      const lap = this.#laps[side];
      hand.carry(last.pit, last.pit, 0);
      hand.hold(this.#walk.hands[side], lap > 1 ? drawing.lap(lap) : null);
    }
  }

  /** Seeds in the air move on every frame until the last has come down. */
  #fly(): void {
    if (this.#flying !== null) return;
    const frame = () => {
      const still = this.drawing()?.seeds.frame(this.frames.now()) ?? false;
      this.#flying = still ? this.frames.request(frame) : null;
    };
    this.#flying = this.frames.request(frame);
  }
}
