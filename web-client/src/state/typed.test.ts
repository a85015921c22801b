import { expect, it } from "vitest";
import { type Typed, typedNext } from "./typed.ts";

function type(digits: readonly (readonly [number, number])[], n: number): number | null {
  let typed: Typed | null = null;
  for (const [digit, at] of digits) typed = typedNext(typed, digit, at, n);
  return typed?.number ?? null;
}

it("puts digits together that come soon after one another", () => {
  expect(
    type(
      [
        [1, 0],
        [2, 400],
      ],
      12,
    ),
  ).toBe(12);
  expect(
    type(
      [
        [1, 0],
        [2, 400],
      ],
      50,
    ),
  ).toBe(12);
  expect(
    type(
      [
        [5, 0],
        [0, 1200],
      ],
      50,
    ),
  ).toBe(50);
});

it("begins anew after a while, and where no pit has the number", () => {
  expect(
    type(
      [
        [1, 0],
        [2, 1300],
      ],
      12,
    ),
  ).toBe(2);
  expect(
    type(
      [
        [1, 0],
        [2, 100],
      ],
      8,
    ),
  ).toBe(2);
  expect(
    type(
      [
        [1, 0],
        [2, 100],
        [3, 200],
      ],
      50,
    ),
  ).toBe(3);
});

it("knows no pit of none", () => {
  expect(type([[0, 0]], 8)).toBeNull();
  expect(type([[9, 0]], 8)).toBeNull();
  expect(
    type(
      [
        [9, 0],
        [4, 100],
      ],
      8,
    ),
  ).toBe(4);
});
