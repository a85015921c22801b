/** A move on its way over a drawing: what each step of a timeline does to what is seen. */

import type { Drawing, Standing } from "./drawing.ts";
import { Hand } from "./hand.ts";
import type { Frames, Progress, Stage } from "./player.ts";
import { type Ring, SIDES, type Side } from "./ring.ts";
import type { Step } from "./timeline.ts";
import { Trail } from "./trail.ts";
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

/** What a move brings with it: two hands and a trail, on the drawing of now. */
interface Gear {
  readonly drawing: Drawing;
  readonly hands: Readonly<Record<Side, Hand>>;
  readonly trail: Trail;
}

export class Moving implements Stage {
  #walk: Walk;
  #gear: Gear | null = null;
  #flying: number | null = null;
  /** The lap each hand is in, and over which pit it did its last step. */
  readonly #laps: Record<Side, number> = { south: 0, north: 0 };
  readonly #over: Partial<Record<Side, Ring>> = {};

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
    const gear = this.#geared();
    const shown = this.still ? 0 : lasts;
    const touched = new Map<Ring, Side | null>();
    for (const step of steps) {
      advance(this.#walk, step);
      const falls = step.kind === "drop" || step.kind === "lay";
      touched.set(step.pit, falls ? step.side : (touched.get(step.pit) ?? null));
      if (step.kind === "cross") touched.set(step.from, null);
      this.#at(step);
      if (gear) this.#mark(gear, step, shown, now);
    }
    if (gear) {
      // A seed falls from over its pit: the hand has come there with this step.
      this.#hold(gear);
      for (const [pit, side] of touched) {
        const seeds = this.#walk.pits[pit] ?? 0;
        const fall = { now, lasts: Math.min(shown * 0.8, FALL_MS) };
        gear.drawing.seeds.put(pit, seeds, side ? { from: gear.hands[side].at, ...fall } : undefined);
        gear.drawing.pit(pit, seeds, this.#walk.bulls.get(pit));
      }
      for (const side of SIDES) gear.drawing.heap(side, this.#walk.captured[side]);
    }
    this.#fly();
    this.watching.heard(steps, lasts);
  }

  between(last: Step, following: Step, t: number, lasts: number): void {
    if (this.still || this.#walk.hands[last.side] === 0) return;
    const gentle = Math.min(1, Math.max(0, (lasts - SEEN_MS) / GENTLE_MS));
    const eased = t + (t * t * (3 - 2 * t) - t) * gentle;
    const to = following.kind === "drop" || following.kind === "lay" ? following.pit : last.pit;
    this.#geared()?.hands[last.side].carry(last.pit, to, eased);
  }

  rewound(steps: readonly Step[]): void {
    const { before } = this;
    this.#walk = beginWalk(before.pits, before.captured, before.bulls);
    for (const side of SIDES) this.#laps[side] = 0;
    for (const step of steps) {
      advance(this.#walk, step);
      this.#at(step);
    }
    this.drawing()?.seeds.settle();
    this.drawing()?.stand(this.#walk);
    this.#drop();
    const gear = this.#geared();
    if (!gear) return;
    for (const step of steps) if (step.kind === "take") gear.trail.taken(step.pit, step.seeds);
    this.#hold(gear);
  }

  told(progress: Progress): void {
    this.watching.told(progress);
  }

  done(): void {
    this.watching.done();
  }

  /** The drawing was made anew: what is held is held over it. */
  redrawn(): void {
    const gear = this.#geared();
    if (gear) this.#hold(gear);
  }

  /** Leaves the drawing as it is, with nothing in the air or in a hand. */
  stop(): void {
    this.#drop();
    this.drawing()?.seeds.settle();
    if (this.#flying !== null) this.frames.cancel(this.#flying);
    this.#flying = null;
  }

  /** The hands and the trail; made anew when the drawing is. */
  #geared(): Gear | null {
    const drawing = this.drawing();
    if (this.#gear && this.#gear.drawing === drawing) return this.#gear;
    this.#drop();
    if (!drawing) return null;
    const { layers, layout, paint } = drawing;
    const hand = () => new Hand(layers.hands, layout, paint);
    this.#gear = { drawing, hands: { south: hand(), north: hand() }, trail: new Trail(layers.over, layout) };
    return this.#gear;
  }

  #drop(): void {
    const gear = this.#gear;
    this.#gear = null;
    gear?.trail.remove();
    for (const side of SIDES) gear?.hands[side].remove();
  }

  #mark({ drawing, hands, trail }: Gear, step: Step, lasts: number, now: number): void {
    const { side, pit } = step;
    if (step.kind === "lift") {
      hands[side].carry(pit, pit, 0);
      drawing.seeds.pickUp(pit, hands[side].at, now, Math.min(lasts * 0.8, LIFT_MS));
    }
    if (step.kind === "drop" && this.#walk.hands[side] === 0) trail.landed(pit);
    if (step.kind === "take") {
      trail.taken(pit, step.seeds);
      const { mouth } = drawing.heaps[side];
      if (lasts > SEEN_MS) drawing.seeds.carryOff(pit, mouth, now, Math.max(260, Math.min(lasts, CARRY_MS)));
    }
  }

  #at({ side, pit, ...step }: Step): void {
    this.#over[side] = pit;
    if (step.kind === "lift") this.#laps[side] = step.lap;
  }

  /** Shows what is in the hands, each over the pit of its own last step. */
  #hold({ drawing, hands }: Gear): void {
    for (const side of SIDES) {
      const pit = this.#over[side];
      if (pit === undefined) continue;
      const lap = this.#laps[side];
      hands[side].carry(pit, pit, 0);
      hands[side].hold(this.#walk.hands[side], lap > 1 ? drawing.lap(lap) : null);
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
