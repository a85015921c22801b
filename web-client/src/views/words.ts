/** Things of the protocol in the reader's words. Views take their sentences from here and from `t`. */

import { nameOf, type Side } from "../board/ring.ts";
import { t } from "../i18n/index.svelte.ts";
import { digits } from "../i18n/time.ts";
import { partsOf } from "../state/moves.ts";
import type {
  GameChoice,
  GameResult,
  Preview,
  Refusal,
  SettingsProblem,
  Trace,
} from "../wire/generated/protocol.ts";

export function sideName(side: Side): string {
  return t(`side.${side}`);
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Time as a clock, and in days and hours where it is long. */
export function timeOf(milliseconds: number): string {
  if (milliseconds < DAY_MS) return digits(milliseconds);
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
    case "bad_settings":
      return [t("refused.bad_settings"), ...refusal.problems.map(problemOf)].join(" ");
    default:
      return t(`refused.${refusal.code}`);
  }
}

export function problemOf(problem: SettingsProblem): string {
  switch (problem.type) {
    case "title":
    case "race_not_played":
    case "series":
      return t(`problem.${problem.type}`);
    case "pits":
    case "seeds":
      return t(`problem.${problem.type}`, { min: problem.min, max: problem.max });
    case "out_of_range":
      return t("problem.out_of_range", { field: problem.field, min: problem.min, max: problem.max });
    default:
      return problem satisfies never;
  }
}
