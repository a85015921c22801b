/** The page's language. Everything the page says goes through `t`. */

import type { account } from "./en/account.ts";
import type { admin } from "./en/admin.ts";
import type { asks } from "./en/asks.ts";
import type { books } from "./en/books.ts";
import type { council } from "./en/council.ts";
import type { field } from "./en/field.ts";
import type { guide } from "./en/guide.ts";
import type { lobby } from "./en/lobby.ts";
import type { look } from "./en/look.ts";
import type { motion } from "./en/motion.ts";
import type { moves } from "./en/moves.ts";
import type { news } from "./en/news.ts";
import type { opening } from "./en/opening.ts";
import type { people } from "./en/people.ts";
import type { plot } from "./en/plot.ts";
import type { refusals } from "./en/refusals.ts";
import type { seats } from "./en/seats.ts";
import type { stand } from "./en/stand.ts";
import type { talk } from "./en/talk.ts";
import type { voices } from "./en/voices.ts";
import type { who } from "./en/who.ts";
import { en } from "./en.ts";
import { type Texts, Translator, type Values } from "./translate.ts";

/** Texts of parts of the page that are loaded when they are needed, each with its file in `en/`. */
type Later =
  | keyof typeof account
  | keyof typeof admin
  | keyof typeof asks
  | keyof typeof books
  | keyof typeof council
  | keyof typeof field
  | keyof typeof guide
  | keyof typeof lobby
  | keyof typeof look
  | keyof typeof motion
  | keyof typeof moves
  | keyof typeof news
  | keyof typeof opening
  | keyof typeof people
  | keyof typeof plot
  | keyof typeof refusals
  | keyof typeof seats
  | keyof typeof stand
  | keyof typeof talk
  | keyof typeof voices
  | keyof typeof who;
export type Key = keyof typeof en | Later;

/** Languages the page speaks. A new one is a file beside `en.ts` with the same keys, and one for each part. */
const languages: Readonly<Record<string, Partial<Texts<Key>>>> = { en: { ...en } };

/** As the reader's browser names the language, with its region: days are written after it. */
let region = "en";
let current = $state.raw(new Translator<Key>("en", languages.en ?? {}));

export function speak(wanted: readonly string[]): void {
  for (const tag of wanted) {
    const language = tag.split("-")[0] ?? "";
    const texts = languages[language];
    if (!texts) continue;
    current = new Translator<Key>(language, texts);
    region = tag;
    break;
  }
  document.documentElement.lang = current.language;
}

/** Texts of a part of the page that is loaded when it is needed. Called by that part before it says anything. */
export function learn<Part extends Key>(parts: Readonly<Record<string, Texts<Part>>>): void {
  for (const [language, texts] of Object.entries(parts)) Object.assign(languages[language] ?? {}, texts);
}

export function t(key: Key, values?: Values): string {
  return current.say(key, values);
}

/** The language that is spoken, for dates and the like. */
export function language(): string {
  return region;
}

/** A number as the language writes it, with so many digits after the point. */
export function number(value: number, digits = 0): string {
  return current.number(value, digits);
}

export function list(items: readonly string[]): string {
  return current.list(items);
}
