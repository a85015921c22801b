/** No language lacks a text, a place in a text, or a form of it. What is wrong is named. */

import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "./languages.ts";
import { everything } from "./samples.ts";
import type { Text } from "./translate.ts";

const english = everything.get("en") ?? new Map();

/** Enough to meet every form that whole numbers have in these languages: Italian has one for whole millions. */
const NUMBERS = [...Array(201).keys(), 1000, 1001, 1_000_000, 2_000_000];

const NAMES = [
  "app.name",
  "game.cross-endodoi",
  "game.en-dodoi",
  "game.en-gehe",
  "game.enkeshui",
  "game.layli-goobalay",
  "game.ndoto",
];
/** Texts that are the same in another language: names, and words that both have. */
const ALIKE: Readonly<Record<Exclude<Language, "en">, readonly string[]>> = {
  pl: [...NAMES, "seat.bot"],
  it: [
    ...NAMES,
    "account.password",
    "account.ways.password",
    "bet.stake.most",
    "motion.no",
    "seat.bot",
    "seat.host",
    "time.hours",
  ],
  sw: NAMES,
};

it("has the languages that can be chosen, and no other", () => {
  expect([...everything.keys()].sort()).toEqual(Object.keys(LANGUAGES).sort());
});

describe.each([...everything])("%s", (language, parts) => {
  const texts = [...parts.values()].flatMap((part) => Object.entries<Text>(part));

  it("has the parts and the keys of English", () => {
    expect(lackOf(english, parts), "missing").toEqual([]);
    expect(lackOf(parts, english), "surplus").toEqual([]);
  });

  it("has the places of English in each form", () => {
    const wrong = texts.filter(([key, text]) => {
      const wanted = placesOf(formsOf(textOf(english, key)).join(" "));
      return formsOf(text).some((form) => !fits(placesOf(form), wanted, text));
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it("has each form that whole numbers have in the language, and no other", () => {
    const rules = new Intl.PluralRules(language);
    const wanted = [...new Set(NUMBERS.map((n) => rules.select(n)))].sort();
    const wrong = texts.filter(
      ([, text]) => typeof text !== "string" && Object.keys(text).sort().join() !== wanted.join(),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it("has forms wherever English has them, unless they are all alike", () => {
    const wrong = texts.filter(([key, text]) => {
      const model = textOf(english, key);
      return typeof text === "string" && typeof model !== "string" && !/\{n\}/.test(text);
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it("has no empty text, no space at an end, and none that is doubled", () => {
    const wrong = texts.filter(([, text]) =>
      formsOf(text).some((form) => form.trim() === "" || form.trim() !== form || / {2}/.test(form)),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it.skipIf(language === "en")("has no text that was left in English", () => {
    const left = texts
      .filter(([key, text]) => wordsIn(text) && alike(text, textOf(english, key)))
      .map(([key]) => key);
    expect(left.sort()).toEqual([...(language === "en" ? [] : ALIKE[language])].sort());
  });
});

function textOf(parts: ReadonlyMap<string, Readonly<Record<string, Text>>>, key: string): Text {
  for (const part of parts.values()) if (part[key] !== undefined) return part[key];
  return "";
}

function lackOf(
  wanted: ReadonlyMap<string, Readonly<Record<string, Text>>>,
  there: ReadonlyMap<string, Readonly<Record<string, Text>>>,
): string[] {
  return [...wanted].flatMap(([name, part]) =>
    Object.keys(part).flatMap((key) => (there.get(name)?.[key] === undefined ? `${name}: ${key}` : [])),
  );
}

function formsOf(text: Text): string[] {
  return typeof text === "string" ? [text] : Object.values(text);
}

function placesOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name))].sort();
}

/** A form may say its number in words: "makes a bull". */
function fits(places: readonly string[], wanted: readonly string[], text: Text): boolean {
  const free = typeof text === "string" ? [] : ["n"];
  return (
    wanted.every((name) => places.includes(name) || free.includes(name)) &&
    places.every((name) => wanted.includes(name))
  );
}

/** Whether there is a word in it that a language could have its own for. */
function wordsIn(text: Text): boolean {
  return /\p{L}{2,}/u.test(
    formsOf(text)
      .join(" ")
      .replace(/\{\w+\}/g, ""),
  );
}

function alike(text: Text, model: Text): boolean {
  return JSON.stringify(formsOf(text)) === JSON.stringify(formsOf(model));
}
