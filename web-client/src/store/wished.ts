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

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** How the page is to look. */
export function themeWished(): "light" | "dark" {
  const theme = read("theme", THEMES) ?? "system";
  if (theme !== "system") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Whether rooms are to be in words alone, without a drawing; `?text` in an address asks for it until the page is left. */
export function readsWords(): boolean {
  return read("text", ["on", "off"]) === "on" || new URLSearchParams(location.search).has("text");
}
