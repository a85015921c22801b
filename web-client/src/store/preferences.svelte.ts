/** How this browser likes to see the page. Kept in local storage; a browser without it forgets. */

import { firstOf, isLanguage, LANGUAGES, type Language } from "../i18n/languages.ts";

export type Theme = "system" | "light" | "dark";
export const SPEEDS = [0, 2000, 4000, 8000] as const;
export type Speed = (typeof SPEEDS)[number];

class Preferences {
  theme = $state<Theme>(read("theme", ["system", "light", "dark"]) ?? "system");
  /** Longest animation of a move, in milliseconds. */
  speed = $state<Speed>(Number(read("speed", SPEEDS.map(String)) ?? 4000) as Speed);
  /** What the reader chose, or else reads first of what the page speaks. */
  language = $state<Language>(
    read("language", Object.keys(LANGUAGES).filter(isLanguage)) ?? firstOf(navigator.languages),
  );
  #still = $state(matchMedia("(prefers-reduced-motion: reduce)").matches);
  #dark = $state(matchMedia("(prefers-color-scheme: dark)").matches);

  start(): void {
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
      this.#dark = event.matches;
      this.#paint();
    });
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", (event) => {
      this.#still = event.matches;
    });
    this.#paint();
  }

  /** The cap that counts: none at all for those who asked their system for stillness. */
  get cap(): number {
    return this.#still ? 0 : this.speed;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    write("theme", theme);
    this.#paint();
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    write("speed", String(speed));
  }

  setLanguage(language: Language): void {
    this.language = language;
    write("language", language);
  }

  #paint(): void {
    const dark = this.theme === "dark" || (this.theme === "system" && this.#dark);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  }
}

function read<Value extends string>(name: string, allowed: readonly Value[]): Value | null {
  try {
    const value = localStorage.getItem(`sindillo.${name}`);
    return allowed.find((one) => one === value) ?? null;
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(`sindillo.${name}`, value);
  } catch {
    // Storage is off: the choice holds until the page is closed.
  }
}

export const preferences = new Preferences();
