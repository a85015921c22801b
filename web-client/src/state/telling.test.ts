import { describe, expect, it } from "vitest";
import { alarmBetween, breathOf, type Line } from "./telling.ts";

function line(text: string, change: Partial<Line> = {}): Line {
  return { text, from: "usual", topic: null, urgent: false, ...change };
}

const texts = (lines: readonly Line[]) => lines.map(({ text }) => text);

describe("a breath", () => {
  it("tells what is wanted, in its order", () => {
    const lines = [line("a"), line("b", { from: "all" }), line("c", { from: "little" })];
    expect(texts(breathOf(lines, "little"))).toEqual(["c"]);
    expect(texts(breathOf(lines, "usual"))).toEqual(["a", "c"]);
    expect(texts(breathOf(lines, "all"))).toEqual(["a", "b", "c"]);
  });

  it("tells only the newest about one thing", () => {
    const lines = [line("1 vote", { topic: "votes" }), line("x"), line("2 votes", { topic: "votes" })];
    expect(texts(breathOf(lines, "usual"))).toEqual(["x", "2 votes"]);
  });

  it("does not let something untold hide what is told", () => {
    const lines = [line("told", { topic: "t" }), line("untold", { topic: "t", from: "all" })];
    expect(texts(breathOf(lines, "usual"))).toEqual(["told"]);
  });

  it("leaves out what matters least, the oldest first", () => {
    const lines = [
      line("a1", { from: "all" }),
      line("u1"),
      line("a2", { from: "all" }),
      line("l1", { from: "little" }),
      line("u2"),
    ];
    expect(texts(breathOf(lines, "all", 4))).toEqual(["u1", "a2", "l1", "u2"]);
    expect(texts(breathOf(lines, "all", 2))).toEqual(["l1", "u2"]);
    expect(texts(breathOf(lines, "all", 1))).toEqual(["l1"]);
  });

  it("never leaves out what needs the listener", () => {
    const lines = Array.from({ length: 9 }, (_, at) => line(`${at}`, { urgent: at % 2 === 0, from: "all" }));
    expect(texts(breathOf(lines, "all", 3))).toEqual(["0", "2", "4", "6", "8"]);
  });
});

describe("the alarms of a clock", () => {
  it("are told once each as the time passes them", () => {
    const looks = [61_000, 60_000, 59_800, 31_000, 29_900, 12_000, 10_000, 9_000, 0];
    let before: number | null = null;
    const told = looks.flatMap((left) => {
      const alarm = alarmBetween(before, left);
      before = left;
      return alarm === null ? [] : [alarm];
    });
    expect(told).toEqual([60_000, 30_000, 10_000]);
  });

  it("are not told of a time that had passed before one looked", () => {
    expect(alarmBetween(null, 5_000)).toBeNull();
  });

  it("are told as one where one was away for a while", () => {
    expect(alarmBetween(90_000, 8_000)).toBe(10_000);
  });
});
