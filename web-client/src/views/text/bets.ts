/** Written orders of those who watch: bets, cheers and advice. Loaded when the first of them is written. */

import type { Side } from "../../board/ring.ts";
import { t } from "../../i18n/index.svelte.ts";
import "../../i18n/stand.ts";
import "../../i18n/text.ts";
import { bettingOf, rangeOf } from "../../state/stand.ts";
import { betting } from "../../store/betting.svelte.ts";
import type { MarketView, Outcome, TicketView } from "../../wire/generated/protocol.ts";
import { outcomeName, resultOf, splitOf, voidOf } from "../table/stand/words.ts";
import type { TableState } from "../table/table.svelte.ts";
import { sideName } from "../words.ts";
import { type Reply, refused, sent, told } from "./reply.ts";

export async function bet(table: TableState, outcome: Outcome, stake: number | null): Promise<Reply> {
  const shown = bettingOf(table.model, betting.hidden);
  if (shown.kind !== "open") return refused(marketOf(table));
  const { market, ticket } = shown;
  const picks = market.mode === "picks";
  if (!picks && stake === null) return refused(t("bet.stake.range", { ...rangeOf(market, ticket) }));
  const name = outcomeName(outcome);
  const done = picks
    ? t("bet.guessed", { outcome: name })
    : t("bet.placed", { n: stake ?? 0, outcome: name });
  const d = { market: market.market, outcome, stake: String(picks ? 1 : stake) };
  const reply = await sent(table, { k: "bet.set", d }, done);
  return reply.done ? told(...reply.lines, t("bet.placed.until")) : reply;
}

export async function unbet(table: TableState): Promise<Reply> {
  const shown = bettingOf(table.model, betting.hidden);
  const placed = shown.kind === "open" ? shown.ticket?.stake : null;
  if (shown.kind !== "open" || !placed) return refused(t("text.bet.none"));
  const { market, mode } = shown.market;
  const done = t(mode === "picks" ? "bet.withdrawn.guess" : "bet.withdrawn");
  return sent(table, { k: "bet.set", d: { market, outcome: placed.outcome, stake: "0" } }, done);
}

/** What is bet on, and what one has placed. */
export function bets(table: TableState): Reply {
  const shown = bettingOf(table.model, betting.hidden);
  if (shown.kind !== "open" && shown.kind !== "locked") return told(marketOf(table));
  return told(marketOf(table), ...moneyOf(shown.market, shown.ticket));
}

function moneyOf(market: MarketView, ticket: TicketView | null): readonly string[] {
  const picks = market.mode === "picks";
  const stake = ticket?.stake;
  const lines: string[] = [];
  if (!picks && market.bettors > 0)
    lines.push(
      `${t("bet.bettors", { n: market.bettors })}, ${t("bet.pot.coins", { n: Number(market.total) })}.`,
    );
  if (stake) {
    const outcome = outcomeName(stake.outcome);
    lines.push(picks ? t("bet.guessed", { outcome }) : t("bet.placed", { n: Number(stake.stake), outcome }));
  }
  if (!picks && ticket?.wallet != null) lines.push(`${t("bet.wallet", { n: Number(ticket.wallet) })}.`);
  return lines;
}

function marketOf(table: TableState): string {
  const shown = bettingOf(table.model, betting.hidden);
  switch (shown.kind) {
    case "open":
      return shown.market.state === "suspended" ? `${t("bet.suspended")}.` : t("bet.locks");
    case "locked":
      return shown.market.pools
        ? t("bet.locked.split", { split: splitOf(shown.market.pools) })
        : t("bet.locked");
    case "waiting":
      return t("bet.waiting");
    case "over":
      return endOf(shown.market, shown.ticket);
    case "none":
      return t("text.bet.not");
    default:
      return shown satisfies never;
  }
}

function endOf(market: MarketView, ticket: TicketView | null): string {
  const stake = ticket?.paid?.stake ?? ticket?.stake?.stake;
  if (market.void) return voidOf(market.void, market.mode, stake === undefined ? null : Number(stake));
  return market.result ? `${resultOf(market.result)}.` : t("text.bet.not");
}

export async function cheer(table: TableState, side: Side): Promise<Reply> {
  return sent(table, { k: "cheer", d: { side } }, t("text.cheered", { side: sideName(side) }));
}

export async function advise(
  table: TableState,
  side: Side,
  pit: number | null,
  text: string,
): Promise<Reply> {
  const done = t("text.advised", { side: sideName(side) });
  return sent(table, { k: "advice.give", d: { side, pit, text } }, done);
}

/** Opens or closes the ears of the own side. */
export async function listen(table: TableState, on: boolean): Promise<Reply> {
  return sent(table, { k: "ears.set", d: { on } }, t(on ? "text.listens" : "text.listens.not"));
}
