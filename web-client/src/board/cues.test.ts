import { describe, expect, it } from "vitest";
import relay from "../../dev/relay.json";
import { APART_MS, AT_ONCE, type Cue, Cues } from "./cues.ts";
import type { Step } from "./timeline.ts";
import { timeline } from "./timeline.ts";
import type { Trace } from "./trace.ts";

const FRAME_MS = 1000 / 60;
const middle = () => 0;
const drop = (pit: number): Step => ({ kind: "drop", side: "south", at: 0, lap: 1, pit });
const take = (pit: number, seeds: number): Step => ({ kind: "take", side: "south", at: 0, pit, seeds });

/** What is heard of a move that is shown in frames. */
function heard(cap: number): readonly (Cue & { at: number })[] {
  const plan = timeline(relay.trace as unknown as Trace, relay.n, cap);
  const cues = new Cues();
  const all: (Cue & { at: number })[] = [];
  let told = 0;
  for (let now = 0; now <= plan.duration + FRAME_MS; now += FRAME_MS) {
    const due = plan.steps.slice(told).filter((step) => step.at <= now);
    told += due.length;
    all.push(...cues.of(due, now, middle).map((cue) => ({ ...cue, at: now + cue.after })));
  }
  expect(told).toBe(plan.steps.length);
  return all;
}

describe("the sound of a move", () => {
  it("hears each lift of a relay that can be followed, and every capture", () => {
    const all = heard(60_000);
    expect(all.filter(({ kind }) => kind === "lift")).toHaveLength(relay.trace.laps.length);
    expect(all.filter(({ kind }) => kind === "take").map(({ seeds }) => seeds)).toEqual(
      relay.trace.taken.map(([, seeds]) => seeds),
    );
    const dropped = relay.trace.laps.reduce((sum, [, seeds = 0]) => sum + seeds, 0);
    expect(all.filter(({ kind }) => kind === "drop")).toHaveLength(dropped);
  });

  it("never hears two drops closer than the ear can tell, however long the relay", () => {
    for (const cap of [500, 2000, 8000]) {
      const drops = heard(cap).filter(({ kind }) => kind === "drop");
      expect(drops.length).toBeGreaterThan(5);
      for (const [index, { at }] of drops.entries()) {
        expect(at - (drops[index - 1]?.at ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(APART_MS);
      }
    }
  });

  it("keeps the captures of a hurried relay", () => {
    expect(heard(500).filter(({ kind }) => kind === "take")).toHaveLength(relay.trace.taken.length);
  });
});

it("hears a chain one after the other, from where the pits are", () => {
  const cues = new Cues().of([take(1, 4), take(2, 3), take(3, 1)], 0, (pit) => pit / 10);
  expect(cues.map(({ after, place, seeds }) => [after, place, seeds])).toEqual([
    [0, 0.1, 4],
    [120, 0.2, 3],
    [240, 0.3, 1],
  ]);
});

it("is bounded, also when all that is left happens at once", () => {
  const many = Array.from({ length: 400 }, (_, pit) => [drop(pit), take(pit, 1)]).flat();
  expect(new Cues().of(many, 0, middle).length).toBeLessThanOrEqual(AT_ONCE);
});
