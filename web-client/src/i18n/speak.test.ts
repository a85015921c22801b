/** How languages come and go. Parts are learnt here that no page has, so that it is known what was fetched. */

import { beforeEach, expect, it, vi } from "vitest";
import { firstOf, regionOf } from "./languages.ts";

type Saying = Readonly<Record<string, string>>;

/** What was fetched, in order. */
let fetched: string[] = [];
/** A page of its own for each test: what was learnt is kept as long as the page is open. */
let page: typeof import("./index.svelte.ts");
beforeEach(async () => {
  vi.resetModules();
  page = await import("./index.svelte.ts");
  await page.speak("en", ["en-GB"]);
  fetched = [];
});

/** A part that says this in the languages named, and fails in those that say nothing. */
function part(name: string, texts: Readonly<Record<string, Saying | null>>) {
  const load = (tongue: string, saying: Saying | null) => async () => {
    fetched.push(`${tongue} ${name}`);
    if (!saying) throw new TypeError("Failed to fetch dynamically imported module");
    return { [name]: saying };
  };
  return Object.fromEntries(
    Object.entries(texts).map(([tongue, saying]) => [`./${tongue}/${name}.ts`, load(tongue, saying)]),
  );
}

const here = () => page.spoken(Promise.resolve());

it("fetches a part in the language that is spoken, and in no other", async () => {
  await page.speak("pl", []);
  page.learn(
    part("yes", { en: { "motion.yes": "Yes" }, pl: { "motion.yes": "Tak" }, sw: { "motion.yes": "Ndiyo" } }),
  );
  await here();
  expect(page.t("motion.yes")).toBe("Tak");
  expect(fetched).toEqual(["pl yes"]);
});

it("goes over to another language with all that was learnt so far, at once", async () => {
  page.learn(part("no", { en: { "motion.no": "No" }, it: { "motion.no": "No, grazie" } }));
  await here();
  const before = page.speak("it", ["it-CH"]);
  expect([page.language(), page.t("motion.no")]).toEqual(["en", "No"]);
  expect(await before).toBe(true);
  expect([page.language(), page.locale(), page.t("motion.no"), page.t("side.south")]).toEqual([
    "it",
    "it-CH",
    "No, grazie",
    "Sud",
  ]);
});

it("waits for a part that begins to speak while the language changes", async () => {
  const change = page.speak("sw", []);
  page.learn(part("late", { en: { "who.open": "You" }, sw: { "who.open": "Wewe" } }));
  expect(await change).toBe(true);
  expect(page.t("who.open")).toBe("Wewe");
});

it("speaks English where a part does not come in the language that is spoken", async () => {
  await page.speak("pl", []);
  page.learn(part("half", { en: { "field.show": "Show" }, pl: null }));
  await here();
  expect([page.language(), page.t("field.show"), page.t("side.south")]).toEqual(["pl", "Show", "Południe"]);
});

it("stays with the former language, and with all it says, when something of the new one does not come", async () => {
  page.learn(part("lost", { en: { "field.hide": "Hide" }, pl: { "field.hide": "Ukryj" }, sw: null }));
  await here();
  await page.speak("pl", []);
  const change = page.speak("sw", []);
  page.learn(
    part("since", { en: { "ask.go": "Ask" }, pl: { "ask.go": "Zapytaj" }, sw: { "ask.go": "Uliza" } }),
  );
  expect(await change).toBe(false);
  expect([page.language(), page.t("field.hide"), page.t("ask.go")]).toEqual(["pl", "Ukryj", "Zapytaj"]);
});

it("does what was asked for last", async () => {
  const both = await Promise.all([page.speak("pl", []), page.speak("it", [])]);
  expect(both).toEqual([false, true]);
  expect(page.language()).toBe("it");
});

it("chooses what the reader reads first among the languages of the page", () => {
  expect(firstOf(["de-AT", "sw-KE", "en-GB"])).toBe("sw");
  expect(firstOf(["PL"])).toBe("pl");
  expect(firstOf(["de", "constructor"])).toBe("en");
  expect(firstOf([])).toBe("en");
  expect(regionOf("en", ["sw-KE", "en-GB", "en-US"])).toBe("en-GB");
  expect(regionOf("pl", ["en-GB"])).toBe("pl");
});
