/** What is asked, in words. */

import { t } from "../../i18n/index.svelte.ts";
import "../../i18n/asks.ts";
import type { Bar } from "../../state/asks.ts";
import type { Model } from "../../state/model.ts";
import { nameOfMember } from "../../state/select.ts";
import type { Motion } from "../../wire/generated/protocol.ts";
import { timeOf } from "../words.ts";

/** "Take move 7 back?" */
export function questionOf(model: Model, what: Motion): string {
  switch (what.type) {
    case "takeback":
      return t("motion.takeback", { ply: what.ply });
    case "replace": {
      const from = nameOfMember(model, what.from);
      return what.to === null
        ? t("motion.replace.next", { from })
        : t("motion.replace", { from, to: nameOfMember(model, what.to) });
    }
    case "claim":
      return t(what.draw ? "motion.claim.draw" : "motion.claim");
    case "kick":
    case "mute":
      return t(`motion.${what.type}`, { name: nameOfMember(model, what.member) });
    case "pause":
    case "resume":
    case "resign":
    case "draw":
    case "abort":
    case "extend":
    case "adjourn":
      return t(`motion.${what.type}`);
    default:
      return what satisfies never;
  }
}

/** Why something may not be asked now. `left` is the time until it may, where time alone bars it. */
export function barWords(bar: Bar, left: number): string {
  return t(`barred.${bar}`, { time: timeOf(left) });
}
