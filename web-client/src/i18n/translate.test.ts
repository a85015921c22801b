import { expect, it } from "vitest";
import { account } from "./en/account.ts";
import { admin } from "./en/admin.ts";
import { asks } from "./en/asks.ts";
import { books } from "./en/books.ts";
import { council } from "./en/council.ts";
import { field } from "./en/field.ts";
import { guide } from "./en/guide.ts";
import { lobby } from "./en/lobby.ts";
import { look } from "./en/look.ts";
import { moves } from "./en/moves.ts";
import { news } from "./en/news.ts";
import { opening } from "./en/opening.ts";
import { people } from "./en/people.ts";
import { plot } from "./en/plot.ts";
import { refusals } from "./en/refusals.ts";
import { seats } from "./en/seats.ts";
import { stand } from "./en/stand.ts";
import { talk } from "./en/talk.ts";
import { voices } from "./en/voices.ts";
import { who } from "./en/who.ts";
import { en } from "./en.ts";
import { digits } from "./time.ts";
import { type Text, Translator } from "./translate.ts";

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

it("writes numbers as the language does, with as many digits as are asked for", () => {
  expect(new Translator("en", texts).number(1234.5, 2)).toBe("1,234.50");
  expect(new Translator("de", texts).number(1234.5, 2)).toBe("1.234,50");
  expect(new Translator("de", texts).number(12_345)).toBe("12.345");
});

it("has no empty text and no doubled space in English", () => {
  for (const [key, text] of Object.entries<Text>({
    ...en,
    ...account,
    ...admin,
    ...books,
    ...field,
    ...look,
    ...moves,
    ...who,
    ...asks,
    ...council,
    ...guide,
    ...lobby,
    ...news,
    ...opening,
    ...people,
    ...plot,
    ...refusals,
    ...seats,
    ...stand,
    ...talk,
    ...voices,
  })) {
    for (const form of typeof text === "string" ? [text] : Object.values(text)) {
      expect(form.trim(), key).toBe(form);
      expect(form, key).not.toBe("");
      expect(form, key).not.toMatch(/ {2}/);
    }
  }
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
