/** What this browser keeps of the reader's wishes; a browser without storage forgets. Needed before all else. */

import { firstOf, isLanguage, LANGUAGES, type Language } from "../i18n/languages.ts";

export function read<Value extends string>(name: string, allowed: readonly Value[]): Value | null {
  try {
    const value = localStorage.getItem(`sindillo.${name}`);
    return allowed.find((one) => one === value) ?? null;
  } catch {
    return null;
  }
}

/** What the reader chose, or else reads first of what the page speaks. */
export function languageWished(): Language {
  return read("language", Object.keys(LANGUAGES).filter(isLanguage)) ?? firstOf(navigator.languages);
}
