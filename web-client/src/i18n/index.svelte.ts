/**
 * The page's language. Everything the page says goes through `t`. The texts of a part of the page come with that
 * part, in the language that is spoken and in no other; a change of language brings all that was brought so far.
 */

import type { account } from "./en/account.ts";
import type { admin } from "./en/admin.ts";
import type { analysis } from "./en/analysis.ts";
import type { asks } from "./en/asks.ts";
import type { books } from "./en/books.ts";
import type { chosen } from "./en/chosen.ts";
import type { closes } from "./en/closes.ts";
import type { commands } from "./en/commands.ts";
import type { council } from "./en/council.ts";
import type { device } from "./en/device.ts";
import type { field } from "./en/field.ts";
import type { gone } from "./en/gone.ts";
import type { guide } from "./en/guide.ts";
import type { help } from "./en/help.ts";
import type { keys } from "./en/keys.ts";
import type { lessons } from "./en/lessons.ts";
import type { lobby } from "./en/lobby.ts";
import type { look } from "./en/look.ts";
import type { mention } from "./en/mention.ts";
import type { motion } from "./en/motion.ts";
import type { moves } from "./en/moves.ts";
import type { nav } from "./en/nav.ts";
import type { news } from "./en/news.ts";
import type { opening } from "./en/opening.ts";
import type { people } from "./en/people.ts";
import type { plot } from "./en/plot.ts";
import type { records } from "./en/records.ts";
import type { refusals } from "./en/refusals.ts";
import type { seats } from "./en/seats.ts";
import type { stand } from "./en/stand.ts";
import type { story } from "./en/story.ts";
import type { study } from "./en/study.ts";
import type { talk } from "./en/talk.ts";
import type { telling } from "./en/telling.ts";
import type { text } from "./en/text.ts";
import type { voices } from "./en/voices.ts";
import type { who } from "./en/who.ts";
import type { en } from "./en.ts";
import { type Language, regionOf } from "./languages.ts";
import { type Texts, Translator, type Values } from "./translate.ts";

/** Texts of parts of the page that are loaded when they are needed, each with its file in `en/`. */
type Later =
  | keyof typeof account
  | keyof typeof admin
  | keyof typeof analysis
  | keyof typeof asks
  | keyof typeof books
  | keyof typeof chosen
  | keyof typeof closes
  | keyof typeof commands
  | keyof typeof council
  | keyof typeof device
  | keyof typeof field
  | keyof typeof gone
  | keyof typeof guide
  | keyof typeof help
  | keyof typeof keys
  | keyof typeof lessons
  | keyof typeof lobby
  | keyof typeof look
  | keyof typeof mention
  | keyof typeof motion
  | keyof typeof moves
  | keyof typeof nav
  | keyof typeof news
  | keyof typeof opening
  | keyof typeof people
  | keyof typeof plot
  | keyof typeof records
  | keyof typeof refusals
  | keyof typeof seats
  | keyof typeof stand
  | keyof typeof story
  | keyof typeof study
  | keyof typeof talk
  | keyof typeof telling
  | keyof typeof text
  | keyof typeof voices
  | keyof typeof who;
export type Key = keyof typeof en | Later;

/** Where a part's texts lie in each language: `./pl/lobby.ts` and what loads it. */
type Part = Readonly<Record<string, () => Promise<unknown>>>;

/** All parts that say something by now; the first one is said everywhere. */
const parts: Part[] = [import.meta.glob("./{en,pl,it,sw}.ts")];
const texts: Partial<Record<Language, Partial<Texts<Key>>>> = {};
/** What was asked for last: parts that come in the meantime come in it. */
let asked: Language = "en";
let current = $state.raw(new Translator<Key>("en", textsOf("en")));

/**
 * Goes over to a language at once, when all that has been said so far is there in it. Says no, and stays with the
 * language spoken before, when something of it could not be loaded or another one was asked for meanwhile.
 */
export async function speak(language: Language, wanted: readonly string[]): Promise<boolean> {
  const before = current.language as Language;
  asked = language;
  const whole = await bringAll(language);
  if (asked !== language) return false;
  if (!whole) {
    asked = before;
    await bringAll(before);
    return false;
  }
  current = new Translator<Key>(language, textsOf(language), regionOf(language, wanted));
  return true;
}

/** What is still on its way of what `learn` asked for. */
let coming: Promise<unknown> = Promise.resolve();

/** Brings the texts of a part in the language that is spoken. Called by that part as it is loaded. */
export function learn(part: Part): void {
  parts.push(part);
  const wanted = asked;
  // Better a part in English than none of it.
  const brought = bring(part, wanted).then((came) => came || bring(part, "en", wanted));
  coming = Promise.all([coming, brought]);
}

/**
 * A part of the page that is loaded when it is needed, once its words are there as well. Every `import()` of what
 * says something goes through this. (An `await` in the modules themselves would make the bundler cut them to pieces.)
 */
export async function spoken<Module>(loading: Promise<Module>): Promise<Module> {
  const module = await loading;
  await coming;
  return module;
}

export function t(key: Key, values?: Values): string {
  return current.say(key, values);
}

/** The language that is spoken. */
export function language(): Language {
  return current.language as Language;
}

/** The language that is spoken as it is written where the reader is: "en-GB" has other days than "en-US". */
export function locale(): string {
  return current.locale;
}

/** A number as the language writes it, with so many digits after the point. */
export function number(value: number, digits = 0): string {
  return current.number(value, digits);
}

export function list(items: readonly string[]): string {
  return current.list(items);
}

/** Also what was begun to be said while the rest was on its way. */
async function bringAll(language: Language): Promise<boolean> {
  let whole = true;
  for (let done = 0; done < parts.length; ) {
    const next = parts.slice(done);
    done = parts.length;
    const brought = await Promise.all(next.map((part) => bring(part, language)));
    whole &&= brought.every(Boolean);
  }
  return whole;
}

/** Whether it came. What was brought before is not fetched again: the browser keeps modules. */
async function bring(part: Part, language: Language, into = language): Promise<boolean> {
  const load = Object.entries(part).find(([path]) => path.startsWith(`./${language}`))?.[1];
  try {
    // A file of texts exports them and nothing else.
    Object.assign(textsOf(into), ...Object.values((await load?.()) ?? {}));
    return load !== undefined;
  } catch {
    return false;
  }
}

function textsOf(language: Language): Partial<Texts<Key>> {
  texts[language] ??= {};
  return texts[language];
}
