/** The languages that the page speaks, and which one a reader is first spoken to in. */

/** Each by its own name for itself: whoever looks for a language may read no other. */
export const LANGUAGES = { en: "English", pl: "Polski", it: "Italiano", sw: "Kiswahili" } as const;
export type Language = keyof typeof LANGUAGES;

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(LANGUAGES, name);
}

/** The first of the wanted languages, as browsers name them ("pl-PL"), that the page speaks; else English. */
export function firstOf(wanted: readonly string[]): Language {
  return wanted.map(baseOf).find(isLanguage) ?? "en";
}

/** The language with the region in which the reader has it, if any: days are written after it. */
export function regionOf(language: Language, wanted: readonly string[]): string {
  return wanted.find((tag) => baseOf(tag) === language) ?? language;
}

function baseOf(tag: string): string {
  return tag.split("-")[0]?.toLowerCase() ?? "";
}
