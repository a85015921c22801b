import { expect, it } from "vitest";
import { type Frames, Player, type Progress, type Stage } from "./player.ts";
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
  readonly progress: string[] = [];
  finished = 0;
  due(steps: readonly Step[]) {
    this.seen.push(...steps);
  }
  between(_last: Step, _following: Step, t: number) {
    this.glides.push(t);
  }
  rewound(steps: readonly Step[]) {
    this.seen.splice(0, this.seen.length, ...steps);
  }
  told({ paused, lap, laps }: Progress) {
    this.progress.push(`${lap}/${laps}${paused ? " held" : ""}`);
  }
  done() {
    this.finished += 1;
  }
}

const plan: Timeline = {
  duration: 400,
  steps: [
    { kind: "lift", side: "south", at: 0, lap: 1, pit: 0, seeds: 2 },
    { kind: "drop", side: "south", at: 100, lap: 1, pit: 1 },
    { kind: "drop", side: "south", at: 200, lap: 1, pit: 2 },
    { kind: "take", side: "south", at: 300, pit: 9, seeds: 4 },
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

it("lets each hand glide to its own next step, whatever the other does", () => {
  const frames = new WoundFrames();
  const glides: string[] = [];
  const stage: Stage = {
    due: () => undefined,
    between: (last, following, t) => glides.push(`${last.side} ${last.pit}-${following.pit} ${t}`),
    rewound: () => undefined,
    told: () => undefined,
    done: () => undefined,
  };
  const steps: readonly Step[] = [
    { kind: "lift", side: "south", at: 0, lap: 1, pit: 0, seeds: 2 },
    { kind: "lift", side: "north", at: 100, lap: 1, pit: 9, seeds: 2 },
    { kind: "drop", side: "north", at: 300, lap: 1, pit: 10 },
    { kind: "drop", side: "south", at: 400, lap: 1, pit: 1 },
  ];
  new Player({ duration: 500, steps }, stage, frames).play();
  frames.pass(200);
  expect(glides.splice(0)).toEqual(["south 0-1 0", "south 0-1 0.5", "north 9-10 0.5"]);
  frames.pass(150);
  expect(glides).toEqual(["south 0-1 0.875"]);
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

/** Two laps of two seeds, and a capture. */
const laps: Timeline = {
  duration: 800,
  steps: [
    { kind: "lift", side: "south", at: 0, lap: 1, pit: 0, seeds: 2 },
    { kind: "drop", side: "south", at: 100, lap: 1, pit: 1 },
    { kind: "drop", side: "south", at: 200, lap: 1, pit: 2 },
    { kind: "lift", side: "south", at: 300, lap: 2, pit: 2, seeds: 2 },
    { kind: "drop", side: "south", at: 400, lap: 2, pit: 3 },
    { kind: "drop", side: "south", at: 500, lap: 2, pit: 4 },
    { kind: "take", side: "south", at: 600, pit: 9, seeds: 4 },
  ],
};

function playing(plan = laps) {
  const frames = new WoundFrames();
  const watcher = new Watcher();
  const player = new Player(plan, watcher, frames);
  return { frames, watcher, player };
}

it("is held where it is, however long, and goes on from there", () => {
  const { frames, watcher, player } = playing();
  player.play();
  frames.pass(150);
  player.pause();
  expect(frames.idle).toBe(true);
  frames.time += 60_000;
  player.resume();
  expect(watcher.seen).toHaveLength(2);
  frames.pass(60);
  expect(watcher.seen).toHaveLength(3);
  expect(watcher.progress).toEqual(["1/2", "1/2 held", "1/2"]);
});

it("shows one step at a time, to the end", () => {
  const { frames, watcher, player } = playing();
  player.playPaused();
  for (const [index, step] of laps.steps.entries()) {
    expect(watcher.seen).toHaveLength(index + 1);
    expect(watcher.seen.at(-1)).toEqual(step);
    expect(frames.idle).toBe(true);
    player.step();
  }
  expect(watcher.finished).toBe(1);
  expect(watcher.progress).toEqual(["1/2 held", "2/2 held"]);
  player.step();
  expect(watcher.finished).toBe(1);
});

it("goes back lap by lap", () => {
  const { frames, watcher, player } = playing();
  player.play();
  frames.pass(510);
  expect(watcher.seen).toHaveLength(6);
  player.back();
  expect(watcher.seen).toEqual(laps.steps.slice(0, 4));
  player.back();
  expect(watcher.seen).toEqual(laps.steps.slice(0, 1));
  player.back();
  expect(watcher.seen).toEqual(laps.steps.slice(0, 1));
  player.resume();
  frames.pass(1000);
  expect(watcher.seen).toEqual(laps.steps);
  expect(watcher.finished).toBe(1);
});

it("goes at half the pace when it is asked to", () => {
  const { frames, watcher, player } = playing();
  player.rate = 0.5;
  player.play();
  frames.pass(390);
  expect(watcher.seen).toHaveLength(2);
  frames.pass(20);
  expect(watcher.seen).toHaveLength(3);
});

it("is not to be moved any more once it is over", () => {
  const { frames, watcher, player } = playing();
  player.play();
  player.finish();
  const told = watcher.progress.length;
  player.back();
  player.step();
  player.resume();
  player.finish();
  expect(frames.idle).toBe(true);
  expect(watcher.finished).toBe(1);
  expect(watcher.progress).toHaveLength(told);
});
