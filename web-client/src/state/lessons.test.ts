import { describe, expect, it } from "vitest";
import { LESSONS } from "../views/learn/lessons.ts";
import type { AnalysedMove, Trace } from "../wire/generated/protocol.ts";
import { type Goal, nameOf, reaches } from "./lessons.ts";

const quiet: Trace = {
  side: "south",
  start: 0,
  laps: [[0, 2, 1, 2]],
  end: "sleep",
  taken: [],
  captured: 0,
  crossing: null,
  made_bulls: [],
  privilege: false,
  endless: false,
  passes_over: [],
  skips_origin: false,
  lifted: [],
  laid: [],
};

function played(change: Partial<Trace> = {}, move = "1"): AnalysedMove {
  const after = {
    pits: new Array<number>(12).fill(1),
    bulls: [],
    captured: { south: 0, north: 0 },
    turn: "north" as const,
    first_turn: false,
    special_used: { south: false, north: false },
  };
  return { move, after, trace: { ...quiet, ...change } };
}

/** A goal, a move that reaches it, and moves that do not. */
const CASES: readonly [Goal, AnalysedMove, readonly AnalysedMove[]][] = [
  [{ what: "sown" }, played(), [played({ laps: [], end: null, endless: true })]],
  [
    { what: "laps", n: 2 },
    played({
      laps: [
        [0, 2, 1, 2],
        [2, 3, 1, 5],
      ],
    }),
    [played()],
  ],
  [
    { what: "captured", n: 5 },
    played({ end: "capture", captured: 5 }),
    [played({ end: "capture", captured: 4 }), played()],
  ],
  [
    { what: "bulls", n: 2 },
    played({ end: "bull", made_bulls: [3, 2] }),
    [played({ end: "bull", made_bulls: [3] }), played({ end: "uur", made_bulls: [3, 2] })],
  ],
  [{ what: "uurs" }, played({ end: "uur" }), [played(), played({ end: "capture", captured: 4 })]],
  [
    { what: "home" },
    played(),
    [played({ laps: [[0, 7, 1, 7]] }), played({ end: "capture", captured: 2 }), played({ side: "north" })],
  ],
  [{ what: "in_bull" }, played({ end: "in_bull" }), [played(), played({ end: "bull" })]],
  [
    { what: "ways" },
    played({ privilege: true }, "8LR"),
    [played({ privilege: true }, "8"), played({}, "8L")],
  ],
  [{ what: "best", move: "4" }, played({}, "4"), [played({}, "5"), played({}, "4L")]],
];

describe("a step is done", () => {
  it.each(CASES)("by what the server says: %o", (goal, good, bad) => {
    expect(reaches(goal, good, false)).toBe(true);
    for (const move of bad) expect(reaches(goal, move, false)).toBe(false);
  });

  it("by the end of the game, where that is asked for", () => {
    expect(reaches({ what: "over" }, played(), true)).toBe(true);
    expect(reaches({ what: "over" }, played(), false)).toBe(false);
    expect(reaches({ what: "captured", n: 1 }, played(), true)).toBe(false);
  });
});

it("tells every step from every other", () => {
  const steps = Object.values(LESSONS).flatMap(({ steps, puzzles }) => [...steps, ...puzzles]);
  expect(new Set(steps.map(nameOf)).size).toBe(steps.length);
});
