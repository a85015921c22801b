import { expect, it } from "vitest";
import type { Offer, Preview } from "../wire/generated/protocol.ts";
import { forkOf } from "./ways.ts";

const takes = (captured: number): Preview => ({ captured, made_bulls: 0, laps: 3, last: 4, end: "sleep" });
const offer: Offer = {
  move: "6",
  pit: 6,
  preview: takes(0),
  has_choice: true,
  choices: [
    { move: "6L", preview: takes(1) },
    { move: "6LR", preview: takes(2) },
    { move: "6LRRL", preview: takes(3) },
  ],
};

it("begins with the plain way and the turns that lead somewhere else", () => {
  const { back, here, next } = forkOf(offer, "");
  expect(back).toBeNull();
  expect(here).toMatchObject({ move: "6", turns: "", ends: true, more: true });
  expect(next.map(({ move }) => move)).toEqual(["6L"]);
});

it("walks on turn by turn, and back", () => {
  const { back, here, next } = forkOf(offer, "L");
  expect(back).toBe("");
  expect(here.preview?.captured).toBe(1);
  expect(next.map(({ move, ends, more }) => [move, ends, more])).toEqual([["6LR", true, true]]);
});

it("passes through turns that change nothing by themselves, and does not offer them to be played", () => {
  const [through] = forkOf(offer, "LR").next;
  expect(through).toMatchObject({ move: "6LRR", ends: false, more: true });
  expect(through?.preview?.captured).toBe(2);
  expect(forkOf(offer, "LRR").next.map(({ move, ends, more }) => [move, ends, more])).toEqual([
    ["6LRRL", true, false],
  ]);
});

it("takes turns that lead nowhere as none", () => {
  expect(forkOf(offer, "RRR").here.move).toBe("6");
});
