/** How this browser likes to see the page. Kept in local storage; a browser without it forgets. */

import type { Language } from "../i18n/languages.ts";
import type { Telling } from "../state/telling.ts";
import { languageWished, read, readsWords, THEMES, type Theme } from "./wished.ts";

export type { Theme } from "./wished.ts";
export const SPEEDS = [0, 2000, 4000, 8000, 20_000] as const;
export type Speed = (typeof SPEEDS)[number];
/** From silence to loud. */
export const VOLUMES = [0, 1, 2, 3] as const;
export type Volume = (typeof VOLUMES)[number];
/** What the switch at the board turns on, for those who never chose. */
const USUAL_VOLUME: Volume = 2;

class Preferences {
  theme = $state<Theme>(read("theme", THEMES) ?? "system");
  /** Longest animation of a move, in milliseconds. */
  speed = $state<Speed>(Number(read("speed", SPEEDS.map(String)) ?? 4000) as Speed);
  language = $state<Language>(languageWished());
  /** Silent until somebody turns it on: a page that begins to sound by itself is closed. */
  volume = $state<Volume>(Number(read("volume", VOLUMES.map(String)) ?? 0) as Volume);
  /** Rooms in words alone, without a drawing. */
  text = $state(readsWords());
  /** How much of what happens is told to those who listen or read. */
  telling = $state<Telling>(read("telling", ["little", "usual", "all"]) ?? "usual");
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

  /** How much longer than usual each step lasts, where the cap leaves room. */
  get pace(): number {
    return this.speed === 20_000 ? 2 : 1;
  }

  setVolume(volume: Volume): void {
    this.volume = volume;
    write("volume", String(volume));
  }

  toggleSound(): void {
    this.setVolume(this.volume === 0 ? USUAL_VOLUME : 0);
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

  setText(on: boolean): void {
    this.text = on;
    write("text", on ? "on" : "off");
    // The address asks for it no longer, or the next look at it would.
    if (!on && location.search !== "") history.replaceState(history.state, "", location.pathname);
  }

  setTelling(telling: Telling): void {
    this.telling = telling;
    write("telling", telling);
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

function write(name: string, value: string): void {
  try {
    localStorage.setItem(`sindillo.${name}`, value);
  } catch {
    // Storage is off: the choice holds until the page is closed.
  }
}

export const preferences = new Preferences();
