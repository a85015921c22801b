/** Gathers what happens at a table for a moment and tells it in one breath: read aloud, or written in the log. */

import { live } from "../../../a11y/live.svelte.ts";
import { breathOf, type Line } from "../../../state/telling.ts";
import { preferences } from "../../../store/preferences.svelte.ts";
import type { Journal } from "./journal.svelte.ts";

/** What happens together is told together. */
const GATHER_MS = 150;
/** Breaths follow one another no faster, so that one is heard before the next begins; what needs somebody is not kept back. */
const PAUSE_MS = 1200;
/** Lines that wait at most: more are gone before anybody could hear them. */
const WAITING = 60;

export class Narrator {
  #waiting: readonly Line[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #soon = false;
  #spoke = 0;

  constructor(private readonly journal: Journal) {}

  add(lines: readonly Line[]): void {
    if (lines.length === 0) return;
    this.#waiting = [...this.#waiting, ...lines].slice(-WAITING);
    const soon = lines.some(({ urgent }) => urgent);
    if (this.#timer !== undefined && (this.#soon || !soon)) return;
    clearTimeout(this.#timer);
    this.#soon = soon;
    const rest = Math.max(0, this.#spoke + PAUSE_MS - Date.now());
    this.#timer = setTimeout(() => this.#breathe(), Math.max(GATHER_MS, soon ? 0 : rest));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #breathe(): void {
    this.stop();
    const breath = breathOf(this.#waiting, preferences.telling);
    this.#waiting = [];
    if (breath.length === 0) return;
    this.#spoke = Date.now();
    const texts = breath.map(({ text }) => ended(text));
    this.journal.tell("news", texts);
    // The log of the text mode is read aloud by itself.
    if (preferences.text) return;
    // One breath is told in one place: what interrupts would cut off what was to be told with it.
    const whole = texts.join(" ");
    if (breath.some(({ urgent }) => urgent)) live.interrupt(whole);
    else live.say(whole);
  }
}

/** A title becomes a sentence when others follow it. */
export function ended(text: string): string {
  return /[.!?…:"”]$/.test(text) ? text : `${text}.`;
}
