import { describe, expect, it } from "vitest";
import type { ServerFrame } from "../wire/generated/protocol.ts";
import { withOwn } from "./own.ts";
import { Tale } from "./story.ts";

const recordings = import.meta.glob<ServerFrame[]>("./recorded/*.json", { import: "default", eager: true });

/** A recording as a record has it: what everybody was told, and the events of a side apart. */
function parts(name: string, side: "south" | "north") {
  const all = recordings[`./recorded/${name}.json`] ?? [];
  const opening = all.find((frame) => frame.f === "snap" && frame.s === "table");
  const told = all.filter((frame) => frame.f === "events" && frame.s === "table");
  const own = all.filter((frame) => frame.f === "events" && frame.s === side);
  return { frames: opening ? [opening, ...told] : [], own };
}

describe("what a side told among themselves", () => {
  it.each([
    ["plurality-south", "south"],
    ["council-south", "south"],
    ["council-north", "north"],
    ["majority-south", "south"],
  ] as const)("%s folds without a gap, whole and in order", (name, side) => {
    const { frames, own } = parts(name, side);
    const merged = withOwn(frames, own);
    const tale = Tale.of(merged);
    expect(tale.broken).toBe(false);
    expect(merged.filter((frame) => frame.f === "events" && frame.s === "table")).toEqual(frames.slice(1));
    const told = (list: readonly ServerFrame[]) =>
      list.flatMap((frame) => (frame.f === "events" && frame.s === side ? frame.e : []));
    expect(told(merged)).toEqual(told(own));
    const times = merged.flatMap((frame) => (frame.f === "events" ? frame.t : []));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it("opens each ballot in the turn it is for, and ends it before the move stands", () => {
    const { frames, own } = parts("plurality-south", "south");
    const tale = Tale.of(withOwn(frames, own));
    const turnOf = (kind: string) =>
      tale.points.flatMap((point, index) =>
        point.told.some(({ event }) => event.k === kind) ? [tale.turnAt(index)?.side] : [],
      );
    expect(turnOf("ballot_opened")).toEqual(turnOf("ballot_opened").map(() => "south"));
    expect(turnOf("voted")).toEqual(turnOf("voted").map(() => "south"));
    expect(turnOf("voted").length).toBeGreaterThan(5);
  });

  it("begins anew where its reader was away", () => {
    const { frames, own } = parts("plurality-south", "south");
    const tale = Tale.of(withOwn(frames, own.toSpliced(3, 1)));
    expect(tale.broken).toBe(false);
  });
});
