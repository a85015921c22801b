/** All texts in all languages at once: for tests, which alone need more than one. */

import { isLanguage, type Language } from "./languages.ts";
import type { Text } from "./translate.ts";

export type Part = Readonly<Record<string, Text>>;

/** By language and part: "lobby", and "everywhere" for what no part has to itself. */
export const everything: ReadonlyMap<Language, ReadonlyMap<string, Part>> = collect(
  import.meta.glob<Readonly<Record<string, Part>>>(["./??.ts", "./??/*.ts"], { eager: true }),
);

function collect(files: Readonly<Record<string, Readonly<Record<string, Part>>>>) {
  const all = new Map<Language, Map<string, Part>>();
  for (const [path, file] of Object.entries(files)) {
    const [, language = "", part = "everywhere"] = /^\.\/(\w+)(?:\/(\w+))?\.ts$/.exec(path) ?? [];
    const texts = Object.values(file)[0];
    if (!isLanguage(language) || !texts) throw new Error(`${path} has no texts of a language`);
    all.set(language, (all.get(language) ?? new Map()).set(part, texts));
  }
  return all;
}
