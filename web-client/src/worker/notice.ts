/** A notice in words. The message says where and what for; the words are said in the language that came with it. */

import { notices as en } from "../i18n/en/notices.ts";
import { en as enAll } from "../i18n/en.ts";
import { notices as it } from "../i18n/it/notices.ts";
import { it as itAll } from "../i18n/it.ts";
import { firstOf, isLanguage, type Language } from "../i18n/languages.ts";
import { notices as pl } from "../i18n/pl/notices.ts";
import { pl as plAll } from "../i18n/pl.ts";
import { notices as sw } from "../i18n/sw/notices.ts";
import { sw as swAll } from "../i18n/sw.ts";
import { type Texts, Translator } from "../i18n/translate.ts";
import type { Notice, Preset, PushMessage } from "../wire/generated/protocol.ts";

type Key = keyof typeof en | keyof typeof enAll;
const TEXTS: Readonly<Record<Language, Texts<Key>>> = {
  en: { ...enAll, ...en },
  pl: { ...plAll, ...pl },
  it: { ...itAll, ...it },
  sw: { ...swAll, ...sw },
};
const KINDS: readonly Notice[] = ["turn", "tried", "motion", "ended", "rematch"];
const ROOM = /^[a-z0-9]{16}$/;

export interface Words {
  readonly title: string;
  readonly body: string;
  readonly lang: Language;
  /** Where it leads. */
  readonly path: string;
  /** A newer notice with the same name takes its place. */
  readonly tag: string;
  readonly number: number;
}

/** What is shown of a message. One that cannot be read is told of without details: something has to be shown. */
export function wordsOf(data: unknown, wanted: readonly string[]): Words {
  const message = read(data);
  if (!message) {
    const lang = firstOf(wanted);
    const say = new Translator<Key>(lang, TEXTS[lang]);
    const body = say.say("notice.other.text");
    return { title: say.say("notice.other"), body, lang, path: "/", tag: "other", number: 0 };
  }
  const { room, notice, lang, number } = message;
  const say = new Translator<Key>(lang, TEXTS[lang]);
  const game = say.say(`game.${message.game}`);
  return {
    title: say.say(`notice.${notice}`),
    body: say.say(`notice.${notice}.text`, { game }),
    lang,
    path: `/r/${room}`,
    tag: room,
    number,
  };
}

function read(data: unknown): PushMessage | null {
  if (typeof data !== "object" || data === null) return null;
  const { room, notice, game, lang, number } = data as Readonly<Record<string, unknown>>;
  const kind = KINDS.find((one) => one === notice);
  const known = typeof game === "string" && Object.hasOwn(enAll, `game.${game}`);
  if (typeof room !== "string" || !ROOM.test(room) || !kind || !known) return null;
  if (typeof lang !== "string" || !isLanguage(lang) || typeof number !== "number") return null;
  return { room, notice: kind, game: game as Preset, lang, number };
}
