/** Coins, bets and ratings in the reader's words. */

import { t } from "../i18n/index.svelte.ts";
import "../i18n/books.ts";
import type { AuditRow, BetRow, RatingView, SeasonRow } from "../wire/generated/protocol.ts";

/** Amounts travel as digits and are at most 2^53 - 1, so that a number holds them. */
export function coins(amount: string): string {
  return t("books.coins", { n: Number(amount) });
}

/** "+87", "−50", "±0". */
export function signed(amount: number): string {
  if (amount === 0) return t("books.zero");
  return t(amount > 0 ? "books.plus" : "books.minus", { n: Math.abs(amount) });
}

export function netOf({ net, lost }: SeasonRow): number {
  return lost ? -Number(net) : Number(net);
}

/** "1540 ± 120": within it lies the strength with 19 chances in 20, which is two standard deviations. */
export function ratingOf({ rating, uncertainty }: RatingView): string {
  return t("profile.rating.value", { rating: String(rating), error: String(2 * uncertainty) });
}

/** What came of a bet: how much, and why where it is not plain. */
export interface Came {
  /** Coins won or lost; null while the bet is open, and for a free guess. */
  readonly net: number | null;
  readonly said: string;
}

export function cameOf({ paid, void: why, result, mode, stake }: BetRow): Came {
  const net = paid && mode !== "picks" ? Number(paid.back) - Number(paid.stake) : null;
  if (why !== null) return { net, said: `${t(`void.${why}`)} ${backOf(mode, paid)}` };
  if (result === null) return { net, said: t("profile.bets.open") };
  return { net, said: t(result === stake.outcome ? "profile.bets.right" : "profile.bets.wrong") };
}

/** Where the stake of a bet is that does not count. */
function backOf(mode: BetRow["mode"], paid: BetRow["paid"]): string {
  return mode === "picks" ? t("void.guess") : t("void.back", { n: Number(paid?.back ?? 0) });
}

export function stakeOf({ mode, stake }: BetRow): string {
  const outcome = t(`outcome.${stake.outcome}`);
  return mode === "picks"
    ? t("profile.bets.guess", { outcome })
    : t("profile.bets.on", { n: Number(stake.stake), outcome });
}

/** What those who look after the server did, in a sentence. */
export function auditOf({ what, market, account, amount, taken }: AuditRow): string {
  const numbers = {
    market: String(market ?? ""),
    account: String(account ?? ""),
    amount: coins(amount ?? "0"),
  };
  if (what === "adjust")
    return t(taken ? "betting.audit.adjust.taken" : "betting.audit.adjust.given", numbers);
  return t(`betting.audit.${what}`, numbers);
}
