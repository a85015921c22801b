/** The page's language. Everything the page says goes through `t`. */

import { en } from "./en.ts";
import { type Texts, Translator, type Values } from "./translate.ts";

export type Key = keyof typeof en;

/** Languages the page speaks. A new one is a file beside `en.ts` with the same keys. */
const languages: Readonly<Record<string, Texts<Key>>> = { en };

let current = $state.raw(new Translator<Key>("en", en));

export function speak(wanted: readonly string[]): void {
  for (const tag of wanted) {
    const language = tag.split("-")[0] ?? "";
    const texts = languages[language];
    if (!texts) continue;
    current = new Translator<Key>(language, texts);
    break;
  }
  document.documentElement.lang = current.language;
}

export function t(key: Key, values?: Values): string {
  return current.say(key, values);
}

export function list(items: readonly string[]): string {
  return current.list(items);
}
