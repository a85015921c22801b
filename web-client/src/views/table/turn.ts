/** The turn in words: whose it is, what this viewer may do, what decides it, and which end comes first. */

import { t } from "../../i18n/index.svelte.ts";
import { ownVote, ruleOf } from "../../state/council.ts";
import { nameOfMember } from "../../state/select.ts";
import type { BallotView } from "../../wire/generated/protocol.ts";
import { pitOf, sideName } from "../words.ts";
import type { TableState } from "./table.svelte.ts";

/** The next end of something in the turn, by the server's clock. */
export interface End {
  readonly until: number;
  /** How long all of it lasts. */
  readonly whole: number;
  readonly closing: boolean;
}

/** Who holds the hand of the side to move, by name. */
export function handOf(table: TableState): string {
  const game = table.model.table?.game;
  return game?.turn ? nameOfMember(table.model, game.hands[game.turn.side]) : "";
}

/** Whether the hand is this viewer's. */
export function holdsHand(table: TableState): boolean {
  const game = table.model.table?.game;
  return !!game?.turn && game.hands[game.turn.side] === table.model.role.member;
}

export function titleOf({ model, duty }: TableState): string {
  const side = model.table?.game?.turn?.side;
  const { seats } = model.role;
  if (!side) return "";
  if (!seats.includes(side) || seats.length > 1) return t("turn.theirs", { side: sideName(side) });
  return t(duty.kind === "alone" ? "turn.yours.alone" : "turn.yours");
}

/** What this viewer may do now; nothing where the game is held. */
export function whatOf(table: TableState): string {
  const view = table.model.table;
  const turn = view?.game?.turn;
  const { duty } = table;
  const mode = view?.settings.decision.mode;
  if (view?.holds[0]) return "";
  switch (duty.kind) {
    case "alone":
      return t(turn?.side === table.viewer ? "turn.alone" : "turn.alone.upper");
    case "single":
      return t("turn.single");
    case "vote":
      if (duty.mayLay) return t(mode === "anyone" ? "turn.anyone" : "turn.lay");
      // Whoever has voted knows how.
      return turn && ownVote(table.model, turn.side, duty.ballot) !== null ? "" : t("turn.vote");
    case "fallback":
      if (duty.mayLay) return t(holdsHand(table) ? "turn.fallback.you" : "turn.fallback.anyone");
      return t("turn.fallback.other", { name: handOf(table) });
    case "watch": {
      const hand = handOf(table);
      if (!turn || turn.tried) return "";
      if (duty.seated) return t("turn.next", { side: sideName(turn.side) });
      return mode === "hand" && hand
        ? t("turn.spectator.hand", { name: hand, side: sideName(turn.side) })
        : t("turn.spectator", { side: sideName(turn.side) });
    }
    case "wait":
      return turn?.deadline === null ? t("turn.wait", { name: handOf(table) }) : "";
    case "advise":
    case "none":
    case "held":
    case "tried":
      return "";
    default:
      return duty satisfies never;
  }
}

/** What decides, and where one stands in it. */
export function rulingOf(table: TableState): string {
  const view = table.model.table;
  const turn = view?.game?.turn;
  const { duty } = table;
  if (!view || view.holds[0] || !turn || turn.tried) return "";
  if (duty.kind !== "vote" && duty.kind !== "advise") return "";
  const { ballot } = duty;
  const own = ownVote(table.model, turn.side, ballot);
  const council = table.model.teams[turn.side]?.council ?? [];
  const said = [decides(table, ballot)];
  if (duty.kind === "advise") said.push(t(council.length > 0 ? "ballot.you.council" : "ballot.you.late"));
  else if (own !== null) said.push(t("ballot.you.voted", { pit: pitOf(own) }));
  else if (view.settings.decision.mode !== "anyone") said.push(t("ballot.you.none"));
  return said.filter((one) => one !== "").join(" ");
}

function decides(table: TableState, ballot: BallotView): string {
  const view = table.model.table;
  const { need, effective } = ballot;
  if (ballot.kind === "run_off") return t("ballot.rule.run_off");
  switch (view ? ruleOf(view, ballot) : "most") {
    case "need":
      if (need < effective || need === 1) return t("ballot.rule.need", { n: need, all: effective });
      return need === 2 ? t("ballot.rule.need.both") : t("ballot.rule.need.all", { n: need });
    case "most":
      return t("ballot.rule.most");
    case "first":
      return t("ballot.rule.first");
    case "hand":
      return holdsHand(table) ? t("ballot.rule.hand.you") : t("ballot.rule.hand", { name: handOf(table) });
  }
}

/** The end that comes first, and the whole it is a part of; null where nothing ends by itself. */
export function endOf({ model, duty }: TableState): End | null {
  const view = model.table;
  const turn = view?.game?.turn;
  if (!view || view.holds[0] || !turn || turn.tried) return null;
  const { decision } = view.settings;
  const ballot = "ballot" in duty ? duty.ballot : null;
  if (ballot?.closing) return { until: ballot.closing, whole: decision.settle_ms, closing: true };
  if (ballot?.hand_until) {
    if (duty.kind === "fallback" && duty.late) return null;
    return { until: ballot.hand_until, whole: decision.fallback_ms, closing: false };
  }
  const until = ballot ? ballot.deadline : turn.deadline;
  if (until === null) return null;
  const whole = ballot?.kind === "run_off" ? decision.runoff_ms : decision.vote_ms;
  return { until, whole, closing: false };
}
