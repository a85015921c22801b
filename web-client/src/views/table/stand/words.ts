/** Bets in the reader's words. */

import { number, t } from "../../../i18n/index.svelte.ts";
import "../../../i18n/stand.ts";
import type { MarketView, Outcome, PoolView, VoidReason } from "../../../wire/generated/protocol.ts";

export function outcomeName(outcome: Outcome): string {
  return t(`side.${outcome}`);
}

export function percentOf({ percent, below_one }: Pick<PoolView, "percent" | "below_one">): string {
  return below_one ? t("bet.percent.below") : t("bet.percent", { n: percent });
}

/** "× 1.50": what a coin becomes. */
export function timesOf({ multiple }: PoolView): string {
  return multiple === null
    ? t("bet.multiple.none")
    : t("bet.multiple", { times: number(Number(multiple) / 100, 2) });
}

/** "South 67 %, Draw 0 %, North 33 %". */
export function splitOf(pools: readonly PoolView[]): string {
  return pools
    .map((pool) => t("bet.locked.one", { outcome: outcomeName(pool.outcome), percent: percentOf(pool) }))
    .join(", ");
}

export function resultOf(outcome: Outcome): string {
  return t(`bet.over.${outcome}`);
}

/** Why a market is void, and where the stake is: `stake` in coins, nothing for who had none. */
export function voidOf(why: VoidReason, mode: MarketView["mode"], stake: number | null): string {
  const reason = t(`bet.void.${why}`);
  if (mode === "picks") return `${reason} ${t("bet.void.guess")}`;
  if (stake !== null) return `${reason} ${t("bet.void.back", { n: stake })}`;
  // Where nobody had bet there is nothing that could have gone back.
  return why === "no_bets" ? reason : `${reason} ${t("bet.void.all")}`;
}
