/** What is told of words is what the sources say, as `docs/rules.md` has them. */

import { expect, it } from "vitest";
import { WORDS, type Word } from "./customs.ts";

const [rules = ""] = Object.values(
  import.meta.glob<string>("../../../../docs/rules.md", { query: "?raw", import: "default", eager: true }),
);
/** Part 5.1, with one sign for the apostrophe. */
const told = rules
  .slice(rules.indexOf("### 5.1"), rules.indexOf("### 5.2"))
  .replaceAll("'", "’")
  .toLowerCase();
const words: readonly Word[] = WORDS;

it("finds every word, its plural and its other spellings in the list of the rules", () => {
  expect(told.length).toBeGreaterThan(500);
  const spellings = words.flatMap(({ word, plural, also }) => [
    word,
    ...(plural ? [plural] : []),
    ...(also ?? []),
  ]);
  expect(spellings.filter((spelling) => !told.includes(spelling.toLowerCase()))).toEqual([]);
});

it("says of each word where it is from", () => {
  expect(words.filter(({ source }) => source.trim() === "")).toEqual([]);
  expect(new Set(words.map(({ word }) => word)).size).toBe(words.length);
});
