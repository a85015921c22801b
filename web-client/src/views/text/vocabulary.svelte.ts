/** The words that the command line understands: those of the language that is spoken, and English. */

import "../../i18n/commands.ts";
import { commands as english } from "../../i18n/en/commands.ts";
import { language, t } from "../../i18n/index.svelte.ts";
import { NOUNS, VERBS } from "../../state/commands.ts";
import { shownWord, type Vocabulary } from "../../state/words.ts";

const LINKS = ["to", "for", "because"] as const;

/** The first one is that of the reader. */
export function vocabularies(): readonly Vocabulary[] {
  if (language() === "en") return [english];
  const own = [...VERBS, ...NOUNS, ...LINKS].map((key) => [`word.${key}`, t(`word.${key}`)] as const);
  return [Object.fromEntries(own), english];
}

/** A word as the reader would write it. */
export function word(key: (typeof VERBS)[number] | (typeof NOUNS)[number]): string {
  return shownWord(vocabularies(), key);
}
