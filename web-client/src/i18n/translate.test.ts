import { expect, it } from "vitest";
import { digits } from "./time.ts";
import { Translator } from "./translate.ts";

const texts = { hello: "Hello {name}", seeds: { one: "{n} seed", other: "{n} seeds" } } as const;

it("fills in values and leaves unknown places visible", () => {
  const { say } = bound();
  expect(say("hello", { name: "Amina" })).toBe("Hello Amina");
  expect(say("hello")).toBe("Hello {name}");
});

it("chooses the plural form of the language", () => {
  const { say } = bound();
  expect(say("seeds", { n: 1 })).toBe("1 seed");
  expect(say("seeds", { n: 1200 })).toBe("1,200 seeds");
});

it("chooses among more than two forms, and lets the last of them stand in for what is not there", () => {
  const seeds = { one: "{n} nasiono", few: "{n} nasiona", many: "{n} nasion" };
  const polish = new Translator("pl", { seeds });
  expect([1, 2, 5, 22, 112].map((n) => polish.say("seeds", { n }))).toEqual([
    "1 nasiono",
    "2 nasiona",
    "5 nasion",
    "22 nasiona",
    "112 nasion",
  ]);
  expect(polish.say("seeds", { n: 1.5 })).toBe("1,5 nasion");
});

it("writes numbers as the language does, with as many digits as are asked for", () => {
  expect(new Translator("en", texts).number(1234.5, 2)).toBe("1,234.50");
  expect(new Translator("de", texts).number(1234.5, 2)).toBe("1.234,50");
  expect(new Translator("de", texts).number(12_345)).toBe("12.345");
});

it("shows clocks that reach zero only at zero", () => {
  expect([0, 1, 999, 1000, 59_001, 60_000, 3_723_000].map(digits)).toEqual([
    "0:00",
    "0:01",
    "0:01",
    "0:01",
    "1:00",
    "1:00",
    "1:02:03",
  ]);
});

function bound() {
  const translator = new Translator<keyof typeof texts>("en", texts);
  return { say: translator.say.bind(translator) };
}
