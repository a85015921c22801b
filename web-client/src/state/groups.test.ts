import { describe, expect, it } from "vitest";
import { nameOf } from "../board/ring.ts";
import { groupsOf } from "./groups.ts";

const names = (pits: readonly number[], n: number) => pits.map((pit) => nameOf(pit, n)).join(" ");

describe("a board in words", () => {
  it("has both rows of a short board whole, facing each other", () => {
    const [only, ...others] = groupsOf(8, "south", true);
    expect(others).toEqual([]);
    expect(names(only?.near ?? [], 8)).toBe("S1 S2 S3 S4 S5 S6 S7 S8");
    expect(names(only?.far ?? [], 8)).toBe("N8 N7 N6 N5 N4 N3 N2 N1");
  });

  it("has the own row below for North as well", () => {
    const [only] = groupsOf(6, "north", true);
    expect(names(only?.near ?? [], 6)).toBe("N1 N2 N3 N4 N5 N6");
    expect(names(only?.far ?? [], 6)).toBe("S6 S5 S4 S3 S2 S1");
  });

  it("goes by tens on a long board, and loses no pit", () => {
    const groups = groupsOf(50, "south", true);
    expect(groups.map(({ near }) => near.length)).toEqual([10, 10, 10, 10, 10]);
    expect(groups[1]?.name).toEqual({ near: { from: "S11", to: "S20" }, far: { from: "N40", to: "N31" } });
    const all = groups.flatMap(({ near, far }) => [...near, ...far]).sort((a, b) => a - b);
    expect(all).toEqual(Array.from({ length: 100 }, (_, pit) => pit));
  });

  it.each([5, 6, 7, 8, 9, 10, 12, 13, 24, 50])("has few pits side by side on a phone: 2x%i", (n) => {
    const groups = groupsOf(n, "south", false);
    expect(Math.max(...groups.map(({ near }) => near.length))).toBeLessThanOrEqual(7);
    expect(groups.flatMap(({ near }) => near).length).toBe(n);
  });
});
