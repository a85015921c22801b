import { expect, it } from "vitest";
import { type Frames, Player, type Stage } from "./player.ts";
import type { Step, Timeline } from "./timeline.ts";

class WoundFrames implements Frames {
  time = 1000;
  #waiting: (() => void) | null = null;
  now() {
    return this.time;
  }
  request(callback: () => void) {
    this.#waiting = callback;
    return 1;
  }
  cancel() {
    this.#waiting = null;
  }
  get idle() {
    return this.#waiting === null;
  }
  pass(milliseconds: number) {
    this.time += milliseconds;
    const run = this.#waiting;
    this.#waiting = null;
    run?.();
  }
}

class Watcher implements Stage {
  readonly seen: Step[] = [];
  readonly glides: number[] = [];
  finished = 0;
  due(steps: readonly Step[]) {
    this.seen.push(...steps);
  }
  between(_last: Step, _following: Step, t: number) {
    this.glides.push(t);
  }
  done() {
    this.finished += 1;
  }
}

const plan: Timeline = {
  duration: 400,
  laps: 1,
  steps: [
    { kind: "lift", at: 0, lap: 1, pit: 0, seeds: 2 },
    { kind: "drop", at: 100, lap: 1, pit: 1, hand: 1 },
    { kind: "drop", at: 200, lap: 1, pit: 2, hand: 0 },
    { kind: "take", at: 300, pit: 9, seeds: 4 },
  ],
};

it("tells each step once, in order, when its time has come", () => {
  const frames = new WoundFrames();
  const watcher = new Watcher();
  new Player(plan, watcher, frames).play();
  expect(watcher.seen.map((step) => step.kind)).toEqual(["lift"]);
  frames.pass(50);
  expect(watcher.seen).toHaveLength(1);
  expect(watcher.glides.at(-1)).toBeCloseTo(0.5);
  frames.pass(160);
  expect(watcher.seen.map((step) => step.kind)).toEqual(["lift", "drop", "drop"]);
  frames.pass(500);
  expect(watcher.seen).toEqual(plan.steps);
  expect(watcher.finished).toBe(1);
  expect(frames.idle).toBe(true);
});

it("finishes at once when asked, with every step told", () => {
  const frames = new WoundFrames();
  const watcher = new Watcher();
  const player = new Player(plan, watcher, frames);
  player.play();
  frames.pass(110);
  player.finish();
  expect(watcher.seen).toEqual(plan.steps);
  expect(watcher.finished).toBe(1);
  expect(frames.idle).toBe(true);
});

it("stops without a word when the board is put away", () => {
  const frames = new WoundFrames();
  const watcher = new Watcher();
  const player = new Player(plan, watcher, frames);
  player.play();
  player.stop();
  frames.pass(1000);
  expect(watcher.finished).toBe(0);
  expect(watcher.seen).toHaveLength(1);
});
