/** Why something was refused, in plain words. Loaded with the first refusal, or by a dialog that may meet one. */

import { t } from "../i18n/index.svelte.ts";
import "../i18n/asks.ts";
import "../i18n/refusals.ts";
import type { BetBar, Refusal } from "../wire/generated/protocol.ts";
import { timeOf } from "./words.ts";

/** Why one may not bet, or not like this. */
export function barOf(bar: BetBar): string {
  switch (bar.type) {
    case "stake_out_of_range":
      return t("refused.bet.stake_out_of_range", { min: Number(bar.min), max: Number(bar.max) });
    case "insufficient_funds":
      return t("refused.bet.insufficient_funds", { free: Number(bar.free) });
    case "too_many_changes":
      return t("refused.bet.too_many_changes", { most: bar.most });
    default:
      return t(`refused.bet.${bar.type}`);
  }
}

export function refusalOf(refusal: Refusal): string {
  switch (refusal.code) {
    case "rate_limited":
      return t("refused.rate_limited", { time: timeOf(refusal.wait_ms) });
    case "cooldown":
      return t("refused.cooldown", { time: timeOf(refusal.wait_ms) });
    case "motion_barred":
      return t(`barred.${refusal.why}`);
    case "illegal_move":
      return t("refused.illegal_move", { why: t(`refused.illegal.${refusal.why}`) });
    case "name_refused":
      return t(`refused.name.${refusal.why}`);
    case "text_refused":
      return t(`refused.text.${refusal.why}`);
    case "bet_refused":
      return barOf(refusal.why);
    case "password_refused":
      return t("refused.password_refused", { min: refusal.min, max: refusal.max });
    case "push_refused":
      return t(`refused.push.${refusal.why}`);
    default:
      return t(`refused.${refusal.code}`);
  }
}
