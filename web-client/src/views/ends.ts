/** Why a game ended, in plain words. */

import type { Side } from "../board/ring.ts";
import { t } from "../i18n/index.svelte.ts";
import "../i18n/news.ts";
import type { GameResult } from "../wire/generated/protocol.ts";
import { sideName } from "./words.ts";

/** `toMove` is the side whose turn it was when the game ended. */
export function reasonOf(result: GameResult, toMove: Side): string {
  const loser: Side = result.winner === "south" ? "north" : "south";
  switch (result.reason) {
    case "stuck":
      return t("end.reason.stuck", { side: sideName(toMove) });
    case "majority":
      return t("end.reason.majority", { side: sideName(result.winner ?? toMove) });
    case "resigned":
    case "flag":
    case "abandoned":
      return t(`end.reason.${result.reason}`, { side: sideName(loser) });
    case "all_endless":
    case "repetition":
    case "no_progress":
    case "endless":
    case "agreed":
    case "aborted":
    case "expired":
      return t(`end.reason.${result.reason}`);
    case "absent":
      return result.winner === null
        ? t("end.reason.absent.draw")
        : t("end.reason.absent", { side: sideName(loser) });
    default:
      return result.reason satisfies never;
  }
}
