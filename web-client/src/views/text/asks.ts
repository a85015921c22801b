/** Written orders about questions: asking one's own side and the other one, answering, taking back, giving up. */

import { t } from "../../i18n/index.svelte.ts";
import "../../i18n/asks.ts";
import "../../i18n/text.ts";
import { type AskKind, asksOf, candidates, motionOf, voiceIn, voicelessIn } from "../../state/asks.ts";
import { nameOfMember } from "../../state/select.ts";
import type { Motion } from "../../wire/generated/protocol.ts";
import { barWords, questionOf } from "../table/motions.ts";
import type { TableState } from "../table/table.svelte.ts";
import { openMotions, questionsOf } from "../table/telling/status.ts";
import { oneOf } from "./people.ts";
import { type Reply, refused, sent, told } from "./reply.ts";
import { word } from "./vocabulary.svelte.ts";

export async function ask(
  table: TableState,
  kind: AskKind | "resume",
  who: string,
  draw: boolean,
): Promise<Reply> {
  if (kind === "resume") return open(table, { type: "resume" });
  const one = asksOf(table.model, table.room.now).find((ask) => ask.kind === kind);
  if (!one) return refused(t("text.asks.none"));
  if (one.bar !== null) return refused(barWords(one.bar, (one.from ?? 0) - table.room.now));
  let member: number | null = null;
  if (who !== "") {
    const ids = candidates(table.model, kind);
    const meant = oneOf(table, who, (id) => ids.includes(id));
    if (typeof meant !== "number") return meant;
    member = meant;
  }
  const what = motionOf(table.model, kind, { member, draw });
  if (!what) return refused(t("ask.whom.none"));
  if (kind !== "resign") return open(table, what);
  return {
    ...told(t("ask.sure"), t("text.sure", { word: word("yes") })),
    sure: () => open(table, what),
  };
}

function open(table: TableState, what: Motion): Promise<Reply> {
  const done = t("text.asked", { question: questionOf(table.model, what) });
  return sent(table, { k: "motion.open", d: { what } }, done);
}

/** Answers a question: the one of this number, or the oldest that one has not answered yet. */
export async function answer(table: TableState, yes: boolean, number: number | null): Promise<Reply> {
  const all = openMotions(table);
  const waiting = all.filter(({ motion }) => voiceIn(table.model, motion) === null);
  const chosen = number === null ? (waiting[0] ?? all[0]) : all[number - 1];
  if (!chosen) return refused(t("text.no_question"));
  const { motion } = chosen;
  if (voiceIn(table.model, motion) === undefined)
    return refused(t(`motion.voiceless.${voicelessIn(table.model, motion)}`));
  const question = questionOf(table.model, motion.what);
  const done = t(yes ? "text.answered.yes" : "text.answered.no", { question });
  return sent(table, { k: "motion.vote", d: { motion: motion.motion, yes } }, done);
}

/** Takes back what one has asked the other side. */
export async function cancel(table: TableState): Promise<Reply> {
  const { model } = table;
  const offers = model.table?.offers.filter(({ side }) => model.role.seats.includes(side)) ?? [];
  const own = offers.find(({ by }) => by === model.role.member);
  if (own) return sent(table, { k: "offer.cancel", d: { what: own.what.type } }, t("text.cancelled"));
  const [other] = offers;
  return refused(
    other ? t("motion.cancel.not", { name: nameOfMember(model, other.by) }) : t("text.no_offer"),
  );
}

/** What is asked now, and what could be. */
export function questions(table: TableState): Reply {
  const open = questionsOf(table);
  const asks = asksOf(table.model, table.room.now).map((ask) => {
    const title = t(`ask.${ask.kind}`);
    if (ask.bar === null) return t("text.asks.can", { title });
    return t("text.asks.cannot", { title, why: barWords(ask.bar, (ask.from ?? 0) - table.room.now) });
  });
  if (open.length + asks.length === 0) return told(t("text.asks.none"));
  return told(...open, ...asks);
}
