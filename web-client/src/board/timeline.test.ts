import { describe, expect, it } from "vitest";
import moves from "./moves.fixture.json";
import { type Step, timeline } from "./timeline.ts";
import type { Trace } from "./trace.ts";
import { advance, beginWalk, type Walk } from "./walk.ts";

interface Told {
  readonly name: string;
  readonly n: number;
  readonly trace: Trace;
  readonly before: Standing;
  readonly after: Standing;
}

interface Standing {
  readonly pits: readonly number[];
  readonly captured: Readonly<Record<"south" | "north", number>>;
}

/** Real moves with the positions before and after, worked out by the rules engine. */
const told = moves as unknown as readonly Told[];
const CAPS = [2000, 4000, 8000];

const NOTHING: Trace = {
  side: "south",
  laps: [],
  taken: [],
  crossing: null,
  made_bulls: [],
  passes_over: [],
  skips_origin: false,
  lifted: [],
  laid: [],
};

function total(walk: Walk): number {
  return (
    walk.pits.reduce((sum, seeds) => sum + seeds, 0) +
    walk.hands.south +
    walk.hands.north +
    walk.captured.south +
    walk.captured.north
  );
}

function longRelay(laps: number): Trace {
  const n = 50;
  const path = Array.from({ length: laps }, (_, lap) => {
    const from = (lap * 9) % (2 * n);
    return [from, 9, 1, (from + 9) % (2 * n)] as const;
  });
  return { ...NOTHING, laps: path };
}

describe("walking the steps of a real move", () => {
  it.each(told.map((move) => [move.name, move] as const))(
    "%s ends at the position the engine gave",
    (_, move) => {
      const walk = beginWalk(move.before.pits, move.before.captured, new Map());
      const seeds = total(walk);
      for (const step of timeline(move.trace, move.n, 8000).steps) {
        advance(walk, step);
        expect(total(walk)).toBe(seeds);
        expect(Math.min(...walk.pits, walk.hands.south, walk.hands.north)).toBeGreaterThanOrEqual(0);
      }
      expect(walk.pits).toEqual(move.after.pits);
      expect(walk.captured).toEqual(move.after.captured);
      expect([...walk.bulls.keys()]).toEqual([...move.trace.made_bulls]);
    },
  );

  it("drops each lap's last seed where the trace says", () => {
    for (const move of told) {
      const drops = timeline(move.trace, move.n, 8000).steps.filter((step) => step.kind === "drop");
      for (const [index, lap] of move.trace.laps.entries()) {
        const ofLap = drops.filter((step) => step.lap === index + 1);
        expect(ofLap.at(-1)?.pit, move.name).toBe(lap[3]);
        expect(ofLap, move.name).toHaveLength(lap[1]);
      }
    }
  });
});

it("shows a special move as two pits lifted and laid anew", () => {
  const special: Trace = {
    ...NOTHING,
    lifted: [
      [2, 3],
      [3, 2],
    ],
    laid: [
      [0, 1],
      [1, 1],
      [7, 3],
    ],
  };
  const walk = beginWalk([0, 0, 3, 2, 0, 0, 0, 0], { south: 0, north: 0 }, new Map());
  for (const step of timeline(special, 4, 4000).steps) advance(walk, step);
  expect(walk.pits).toEqual([1, 1, 0, 0, 0, 0, 0, 3]);
  expect(walk.hands).toEqual({ south: 0, north: 0 });
});

describe("the pace", () => {
  it("never lasts longer than the cap, however long the relay", () => {
    for (const cap of CAPS) {
      for (const laps of [1, 5, 40, 900]) {
        expect(timeline(longRelay(laps), 50, cap).duration).toBeLessThanOrEqual(cap + 0.001);
      }
      for (const move of told) {
        expect(timeline(move.trace, move.n, cap).duration, move.name).toBeLessThanOrEqual(cap + 0.001);
      }
    }
  });

  it("keeps the steps in order of time", () => {
    for (const cap of CAPS) {
      const { steps, duration } = timeline(longRelay(300), 50, cap);
      for (const [index, step] of steps.entries()) {
        expect(step.at).toBeGreaterThanOrEqual(steps[index - 1]?.at ?? 0);
      }
      expect(steps.at(-1)?.at).toBeLessThanOrEqual(duration);
    }
  });

  it("leaves a short move its natural pace", () => {
    const short = longRelay(1);
    expect(timeline(short, 50, 4000).duration).toBe(timeline(short, 50, 8000).duration);
  });

  it("takes twice as long at half the pace, and still no longer than the cap", () => {
    const short = longRelay(1);
    expect(timeline(short, 50, 20_000, 2).duration).toBe(2 * timeline(short, 50, 20_000).duration);
    expect(timeline(longRelay(300), 50, 20_000, 2).duration).toBeLessThanOrEqual(20_000.001);
  });

  it("begins and ends slowly and hurries in the middle", () => {
    const { steps } = timeline(longRelay(200), 50, 8000);
    const gap = (index: number) => (steps[index + 1]?.at ?? 0) - (steps[index]?.at ?? 0);
    const middle = Math.floor(steps.length / 2);
    expect(gap(1)).toBeGreaterThan(10 * gap(middle));
    expect(gap(steps.length - 3)).toBeGreaterThan(10 * gap(middle));
  });

  it("takes before it makes bulls, after the last seed has fallen", () => {
    const kinds = (step: Step) => step.kind;
    for (const move of told) {
      const order = timeline(move.trace, move.n, 8000).steps.map(kinds);
      const lastDrop = order.lastIndexOf("drop");
      expect(
        order.slice(0, lastDrop).every((kind) => kind === "lift" || kind === "drop"),
        move.name,
      ).toBe(true);
    }
  });
});
