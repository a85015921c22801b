import { describe, expect, it } from "vitest";
import recorded from "../state/recorded/race-practice.json";
import type { ServerFrame } from "../wire/generated/protocol.ts";
import { raceline } from "./race.ts";
import { advance, beginWalk } from "./walk.ts";

/** A race of the real server, and the position it led to. */
const { race, opening } = (() => {
  for (const frame of recorded as unknown as readonly ServerFrame[]) {
    if (frame.f !== "events") continue;
    for (const event of frame.e) {
      if (event.k === "game_began" && event.d.race) return { race: event.d.race, opening: event.d.opening };
    }
  }
  throw new Error("no race was recorded");
})();

describe("an opening race", () => {
  it("moves both hands at once, loses no seed, and ends where the server says", () => {
    const walk = beginWalk(race.before.pits, race.before.captured, new Map());
    const total = () => [...walk.pits, walk.hands.south, walk.hands.north].reduce((sum, n) => sum + n, 0);
    const seeds = total();
    let both = 0;
    for (const step of raceline(race, 8000).steps) {
      advance(walk, step);
      expect(total()).toBe(seeds);
      expect(Math.min(...walk.pits, walk.hands.south, walk.hands.north)).toBeGreaterThanOrEqual(0);
      if (walk.hands.south > 0 && walk.hands.north > 0) both += 1;
    }
    expect(both).toBeGreaterThan(5);
    expect(walk.hands).toEqual({ south: 0, north: 0 });
    expect(walk.pits).toEqual(opening.pits);
  });

  it("never lasts longer than the cap", () => {
    for (const cap of [1500, 4000, 16_000]) {
      expect(raceline(race, cap).duration).toBeLessThanOrEqual(cap + 0.001);
    }
    const long = { ...race, drops: Array.from({ length: 60 }, () => race.drops).flat() };
    expect(raceline(long, 4000).duration).toBeLessThanOrEqual(4000.001);
  });
});
