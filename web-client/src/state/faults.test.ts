import { expect, it } from "vitest";
import { placeIn } from "./faults.ts";

const RECORD = '[Game "En Dodoi"]\r\n\r\n1. 5+3 7L {a 🐂 line} 9 2\n2. 4';

it("marks the word at the place, and selects it in the whole text", () => {
  const place = placeIn(RECORD, 3, 8);
  expect(place).toMatchObject({ line: 3, before: "1. 5+3 ", here: "7L", after: " {a 🐂 line} 9 2" });
  expect(RECORD.slice(place?.from, place?.to)).toBe("7L");
});

it("counts signs as people do", () => {
  const place = placeIn(RECORD, 3, 22);
  expect(place?.here).toBe("9");
  expect(RECORD.slice(place?.from, place?.to)).toBe("9");
});

it("marks the line where no sign is named, and nothing where there is no such line", () => {
  expect(placeIn(RECORD, 1, null)).toMatchObject({ before: "", here: '[Game "En Dodoi"]', after: "" });
  expect(placeIn(RECORD, 9, 1)).toBeNull();
  expect(placeIn(RECORD, 2, 5)).toMatchObject({ here: "", before: "" });
});

it("cuts what is far from the place", () => {
  const long = `${"x ".repeat(500)}here ${"y ".repeat(500)}`;
  const place = placeIn(long, 1, 1001);
  expect(place?.here).toBe("here");
  expect(place?.before.length).toBeLessThan(70);
  expect(long.slice(place?.from, place?.to)).toBe("here");
});
