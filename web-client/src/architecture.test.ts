/** What this page does not do. Each rule is a sentence of ARCHITECTURE.md that a machine can check. */

import { describe, expect, it } from "vitest";

const sources = import.meta.glob<string>(
  ["./**/*.ts", "./**/*.svelte", "!./**/*.test.ts", "!./wire/generated/**"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);

/** Parts that must be testable without a browser. */
const PURE = [
  /^\.\/state\//,
  /^\.\/board\/(ring|geometry|timeline|walk|scatter|keys|trace|race|player|cues)\.ts$/,
  /^\.\/i18n\/t/,
];

function where(match: RegExp, among: (path: string) => boolean = () => true): string[] {
  return Object.entries(sources)
    .filter(([path, text]) => among(path) && match.test(withoutComments(text)))
    .map(([path]) => path);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*|<!--[\s\S]*?-->/g, "");
}

describe("the page", () => {
  it("has its sources", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(50);
  });

  it("keeps state and timelines away from the browser", () => {
    const pure = (path: string) => PURE.some((part) => part.test(path));
    const browser =
      /\b(document|window|navigator|localStorage|location|requestAnimationFrame|performance|setTimeout)\b/;
    expect(where(browser, pure)).toEqual([]);
    expect(where(/\b(Date\.now|Math\.random)\b/, pure)).toEqual([]);
  });

  it("reads raw JSON in one place", () => {
    expect(where(/JSON\.parse/)).toEqual(["./wire/decode.ts"]);
  });

  it("opens sockets and asks the server in `wire` alone", () => {
    // The worker stands between the page and the server, and is no part of it.
    const apart = (path: string) => !path.startsWith("./wire/") && !path.startsWith("./worker/");
    expect(where(/\bnew WebSocket\b|\bfetch\(/, apart)).toEqual([]);
  });

  it("lives under a strict security policy: no markup from text, no evaluation, no inline styles", () => {
    expect(where(/innerHTML|outerHTML|insertAdjacentHTML|\{@html|\beval\(|new Function\(/)).toEqual([]);
    expect(where(/<[^>]+\sstyle=/, (path) => path.endsWith(".svelte"))).toEqual([]);
  });

  it("says nothing that is not in the texts of a language", () => {
    const spoken = Object.entries(sources)
      .filter(([path]) => path.endsWith(".svelte"))
      .map(([path, text]) => [path, sentences(text)] as const)
      .filter(([, found]) => found.length > 0);
    expect(spoken).toEqual([]);
  });

  it("shows no part of itself before its words are there", () => {
    // Plain code says nothing; texts are what is waited for; the beginning only has it fetched.
    const apart = (path: string) => !/^\.\/(i18n\/|board\/|main\.ts)/.test(path);
    expect(where(/(?<!spoken\()\bimport\("(?!\.\.\/\.\.\/board\/)/, apart)).toEqual([]);
  });

  it("uses no `any` and exports nothing by default", () => {
    expect(where(/:\s*any\b|\bas any\b|<any>/)).toEqual([]);
    expect(where(/export default/)).toEqual([]);
  });
});

/** Words between the tags of a component, and in attributes that are read out. */
function sentences(component: string): string[] {
  const markup = withoutComments(component)
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
    .replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, "");
  const read = [...markup.matchAll(/\s(?:aria-label|title|alt|placeholder)="([^"]*)"/g)].map(
    ([, text = ""]) => text,
  );
  const shown = markup.split(/<[^>]*>/g);
  return [...shown, ...read].map((text) => text.trim()).filter((text) => /\p{L}{2,}/u.test(text));
}
