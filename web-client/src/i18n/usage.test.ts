/** Every text is said somewhere: a key that nothing asks for is weight, and a sentence nobody checks. */

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
import { motion } from "./en/motion.ts";
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

const parts = {
  en,
  account,
  admin,
  asks,
  books,
  council,
  field,
  guide,
  lobby,
  look,
  motion,
  moves,
  news,
  opening,
  people,
  plot,
  refusals,
  seats,
  stand,
  talk,
  voices,
  who,
};

const sources = import.meta.glob<string>(
  ["../**/*.svelte", "../**/*.ts", "!../**/*.test.ts", "!./en.ts", "!./en/*.ts"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);

it("uses every English text", () => {
  const all = Object.values(sources).join("\n");
  /** `side.${side}.letter` as a pattern of the keys it may become. */
  const patterns = [...all.matchAll(/`([a-z_.]+\$\{[^`]+)`/g)].map(([, template = ""]) => {
    const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(".", "\\."));
    return new RegExp(`^${parts.join("[a-z0-9_-]+")}$`);
  });
  const unused = Object.values(parts)
    .flatMap(Object.keys)
    .filter((key) => !all.includes(`"${key}"`) && !patterns.some((pattern) => pattern.test(key)));
  expect(unused).toEqual([]);
});

it("says each text in one place", () => {
  const keys = Object.values(parts).flatMap(Object.keys);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
