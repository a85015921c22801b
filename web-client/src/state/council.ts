/**
 * Questions about a ballot that views ask: what decides it, what happens at its close, who is silent, what is shown
 * first. The server alone counts and decides; this puts its numbers into the order in which people read them.
 */

import {
  type BallotView,
  LARGE_FROM,
  type MemberView,
  type OptionView,
  type Side,
  type TableView,
} from "../wire/generated/protocol.ts";
import type { Model } from "./model.ts";
import { memberOf } from "./select.ts";

/** Options shown at once; the rest is folded. */
export const SHOWN = 6;

/** The own vote, also where the side has not been told of it yet. */
export function ownVote(model: Model, side: Side, ballot: BallotView): string | null {
  const own = model.me?.vote;
  if (own && own.side === side && own.ballot === ballot.ballot) return own.move;
  const me = model.role.member;
  return ballot.options.find((option) => option.voters.some((voter) => voter === me))?.move ?? null;
}

/** The options as they are read: the strongest first, and what few are for folded away. */
export function inOrder(
  ballot: BallotView,
  own: string | null,
): { readonly first: readonly OptionView[]; readonly ideas: readonly OptionView[] } {
  const sorted = [...ballot.options].sort((a, b) => (b.votes ?? 0) - (a.votes ?? 0));
  const large = ballot.roll.length >= LARGE_FROM;
  const seconded = (option: OptionView) => !large || option.votes === null || option.votes > 1;
  const strongest = new Set(sorted.filter(seconded).slice(0, SHOWN));
  const isFirst = (option: OptionView) => strongest.has(option) || option.move === own;
  return { first: sorted.filter(isFirst), ideas: sorted.filter((option) => !isFirst(option)) };
}

/** Who may vote and has not; nobody where votes are not told by name. */
export function silent(model: Model, ballot: BallotView): readonly MemberView[] {
  if (ballot.visibility !== "open") return [];
  const voted = new Set(ballot.options.flatMap((option) => option.voters));
  return ballot.roll
    .filter((member) => !voted.has(member))
    .flatMap((member) => memberOf(model, member) ?? [])
    .filter((member) => member.presence !== "away");
}

/** What decides a ballot. */
export type Rule = "hand" | "most" | "need" | "first";

export function ruleOf(table: TableView, ballot: BallotView): Rule {
  if (ballot.kind === "run_off") return "most";
  switch (table.settings.decision.mode) {
    case "hand":
      return "hand";
    case "plurality":
      return "most";
    case "majority":
    case "consensus":
      return "need";
    case "anyone":
      return "first";
    default:
      return table.settings.decision.mode satisfies never;
  }
}

/** What comes at the close as things stand now, with nobody voting any more. */
export type Close =
  | "fallback"
  | "quorum"
  | "run_off"
  | "tie"
  | "tried"
  | "played"
  | "blocked"
  | "flag"
  | "first_round";

export function closeOf(table: TableView, ballot: BallotView): Close {
  const { decision } = table.settings;
  // A ballot that lasts as long as the clock leaves no time for anything after it.
  const left = timeAfter(table, ballot);
  const again = ballot.kind === "run_off";
  if (ballot.voted === 0 && again) return "first_round";
  if (ballot.voted === 0) return left > 0 ? "fallback" : "flag";
  if (left > 0 && !again && ballot.voted < Math.min(decision.quorum, ballot.effective)) return "quorum";
  const free = ballot.options.filter((option) => !isBlocked(option, ballot));
  if (free.length === 0) return left > 0 ? "blocked" : "flag";
  const counts = free.map((option) => option.votes ?? 0).sort((a, b) => b - a);
  const [most = 0, second = 0] = counts;
  const rule = ruleOf(table, ballot);
  const rivals = ballot.options.filter(({ votes }) => votes !== 0).length > 1;
  const mayRunOff = decision.runoff && !again && ballot.effective > 2 && rivals && left >= decision.runoff_ms;
  const stands = left === 0 || (table.game?.turn?.last_try ?? false);
  if (rule === "need" && most < ballot.need) return mayRunOff ? "run_off" : stands ? "played" : "tried";
  // Where counts are told after the close nobody can know of a tie.
  if (most > 0 && most === second && rule !== "need") return mayRunOff ? "run_off" : "tie";
  return stands || (rule !== "hand" && most >= ballot.need) ? "played" : "tried";
}

/** What the clock of the side to move has left when the ballot ends. */
function timeAfter(table: TableView, ballot: BallotView): number {
  const clock = table.game?.clock;
  const side = clock?.running ?? null;
  if (!clock || side === null || ballot.deadline === null) return Number.POSITIVE_INFINITY;
  const rule = table.settings.clock;
  const behind = rule.type === "byo_yomi" ? clock.periods[side] * rule.period_ms : 0;
  return Math.max(0, clock.since + clock.remaining_ms[side] + behind - ballot.deadline);
}

/** Votes that a blocked option needs: two thirds of the voices. */
export function votesAgainstBlock(ballot: BallotView): number {
  return Math.ceil((2 * ballot.effective) / 3);
}

export function isBlocked(option: OptionView, ballot: BallotView): boolean {
  return option.blocks.length > 0 && (option.votes ?? 0) < votesAgainstBlock(ballot);
}

/** How many trust a member with the hand or a place in the council. */
export function trustIn(model: Model, side: Side, member: number): readonly number[] {
  return (model.teams[side]?.trust ?? []).filter((row) => row.member === member).map((row) => row.by);
}
