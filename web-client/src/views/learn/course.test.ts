/** Somebody on the way through steps, at a server whose answers come when the test says. */

import { expect, it } from "vitest";
import type { Step } from "../../state/lessons.ts";
import { Lines } from "../../store/lines.ts";
import type { Outcome } from "../../wire/ask.ts";
import type { AnalysisReply, AnalysisRequest, Position } from "../../wire/generated/protocol.ts";
import { Course } from "./course.svelte.ts";

const game = { preset: "en-dodoi", pits: 2, seeds_per_pit: 2 } as const;
const STEPS: readonly Step[] = ["first", "second"].map((from) => ({
  game,
  from,
  move: "1",
  goal: { what: "captured", n: 2 },
}));

const position = (seeds: number): Position => ({
  pits: [seeds, 0, 0, 0],
  bulls: [],
  captured: { south: 0, north: 0 },
  turn: "south",
  first_turn: false,
  special_used: { south: false, north: false },
});

function reply({ from, moves }: AnalysisRequest): AnalysisReply {
  const start = position(from === "first" ? 1 : 2);
  const played = moves.split(" ").filter((move) => move !== "");
  return {
    start,
    moves: played,
    told: [],
    fault: null,
    position: start,
    text: "",
    legal: [{ move: "1", pit: 1, preview: null, has_choice: false, choices: [] }],
    outcome: null,
    analysis: null,
    barred: false,
  };
}

/** The server answers one question after the other, when it is told to. */
function slow() {
  const asked: AnalysisRequest[] = [];
  const open: (() => void)[] = [];
  const lines = new Lines((request) => {
    asked.push(request);
    return new Promise<Outcome<AnalysisReply>>((answer) => {
      open.push(() => answer({ ok: true, body: reply(request) }));
    });
  });
  const answers = async () => {
    open.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { asked, answers, course: new Course(STEPS, lines) };
}

it("lets nothing be chosen on the board of a step that is left", async () => {
  const { course, answers, asked } = slow();
  void course.begin(0);
  await answers();
  expect(course.choices.size).toBe(1);
  const [pit = 0] = course.choices;
  void course.begin(1);
  // The board of the first step still stands: a touch of it is none of the second.
  expect(course.shown).toEqual(position(1));
  expect(course.choices.size).toBe(0);
  course.touch(pit);
  course.touch(pit);
  expect(course.chosen).toBeNull();
  await answers();
  expect(course.shown).toEqual(position(2));
  expect(course.chosen).toBeNull();
  expect(asked.map(({ moves }) => moves)).toEqual(["", ""]);
  course.touch(pit);
  expect(course.chosen).toBe("1");
});
