/** Every text is said somewhere: a key that nothing asks for is weight, and a sentence nobody checks. */

import { expect, it } from "vitest";
import { everything } from "./samples.ts";

const keys = [...(everything.get("en")?.values() ?? [])].flatMap(Object.keys);

const sources = import.meta.glob<string>(
  ["../**/*.svelte", "../**/*.ts", "../worker/*.html", "!../**/*.test.ts", "!./??.ts", "!./??/*.ts"],
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
  const unused = keys.filter(
    (key) => !all.includes(`"${key}"`) && !patterns.some((pattern) => pattern.test(key)),
  );
  expect(keys.length).toBeGreaterThan(600);
  expect(unused).toEqual([]);
});

it("says each text in one place", () => {
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
