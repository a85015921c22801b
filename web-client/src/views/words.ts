/** Things of the protocol in the reader's words. Views take their sentences from here and from `t`. */

import { nameOf, type Side } from "../board/ring.ts";
import { t } from "../i18n/index.svelte.ts";
import { digits } from "../i18n/time.ts";
import { partsOf } from "../state/moves.ts";
import type { GameChoice, Preview, Trace } from "../wire/generated/protocol.ts";

export function sideName(side: Side): string {
  return t(`side.${side}`);
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const MINUTE_MS = 60_000;
/** From here on seconds count for nobody. */
const LONG_MS = 2 * HOUR_MS;

/** Time as a clock, and in hours or days where it is long. */
export function timeOf(milliseconds: number): string {
  if (milliseconds < LONG_MS) return digits(milliseconds);
  if (milliseconds <= DAY_MS) {
    const minutes = Math.ceil(milliseconds / MINUTE_MS);
    return t("time.hours", { h: Math.floor(minutes / 60), m: minutes % 60 });
  }
  const hours = Math.ceil(milliseconds / HOUR_MS);
  return t("time.days", { d: Math.floor(hours / 24), h: hours % 24 });
}

export function gameName(game: GameChoice): string {
  return t("game.full", { game: t(`game.${game.preset}`), pits: game.pits });
}

/** "5", or "5 left right" for a move with chosen turns. */
export function pitOf(move: string): string {
  const { pit, directions } = partsOf(move);
  if (pit === null) return t("move.special");
  if (directions === "") return String(pit);
  return t("move.turned", { pit, directions: turnsOf(directions) });
}

export function turnsOf(directions: string): string {
  return [...directions].map((turn) => t(turn === "L" ? "move.direction.L" : "move.direction.R")).join(", ");
}

export function moveTitle(move: string): string {
  return partsOf(move).pit === null ? t("move.special") : t("move.pit", { pit: pitOf(move) });
}

/** What a move does, in half a sentence: "3 laps, takes 5, ends in N2". */
export function outcomeOf(preview: Preview | null, n: number): string {
  if (!preview) return t("move.passes");
  const parts = [t("move.laps", { n: preview.laps })];
  if (preview.captured > 0) parts.push(t("move.takes", { n: preview.captured }));
  if (preview.end === "uur") parts.push(t("move.uurs"));
  else if (preview.made_bulls > 0) parts.push(t("move.bulls", { n: preview.made_bulls }));
  else if (preview.captured === 0) parts.push(t("move.nothing"));
  parts.push(t("move.ends", { pit: nameOf(preview.last, n) }));
  return parts.join(", ");
}

export function outcomeOfTrace(trace: Trace, n: number): string {
  const last = trace.laps.at(-1);
  if (trace.endless) return t("move.passes");
  if (!last || trace.end === null) return t("move.special");
  return outcomeOf(
    {
      captured: trace.captured,
      made_bulls: trace.made_bulls.length,
      laps: trace.laps.length,
      last: last[3],
      end: trace.end,
    },
    n,
  );
}
