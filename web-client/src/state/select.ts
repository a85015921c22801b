/**
 * Questions about the model that views ask: who sits where, whose turn it is, what this viewer may do now.
 * It mirrors what the server will accept so that the page offers nothing in vain; the server alone decides.
 */

import { type Ring, ringOf, type Side } from "../board/ring.ts";
import type {
  BallotView,
  GameView,
  MemberView,
  Offer,
  Position,
  Stance,
  TeamView,
  TriedView,
  TurnView,
} from "../wire/generated/protocol.ts";
import type { Model } from "./model.ts";
import { partsOf } from "./moves.ts";

export type Phase = "loading" | "seating" | "playing" | "ended";

export function phaseOf(model: Model): Phase {
  if (!model.table) return "loading";
  const game = model.table.game;
  if (!game) return "seating";
  return game.result ? "ended" : "playing";
}

export function memberOf(model: Model, id: number | null): MemberView | null {
  return model.table?.members.find((member) => member.id === id) ?? null;
}

export function nameOfMember(model: Model, id: number | null): string {
  return memberOf(model, id)?.name ?? "";
}

export function teamOf(model: Model, side: Side): readonly MemberView[] {
  return model.table?.members.filter((member) => member.seats.includes(side)) ?? [];
}

/** Whose row is the near one. Watchers and those who hold both sides look from South's side. */
export function viewerOf(model: Model): Side {
  const { seats } = model.role;
  return seats.includes("north") && !seats.includes("south") ? "north" : "south";
}

/** What is on the board: the position, or the tried move on it. */
export function shownPosition(game: GameView): Position {
  return game.turn?.tried?.after ?? game.position;
}

/** What this viewer may do in this turn, and under which name the page knows it. */
export type Duty =
  | { readonly kind: "none" }
  /** Not seated with the side to move. */
  | { readonly kind: "watch"; readonly seated: boolean }
  /** The game is held. */
  | { readonly kind: "held" }
  /** Seated with the side to move, but nothing is open for this moment. */
  | { readonly kind: "wait" }
  /** Nobody to ask: choose and play. */
  | { readonly kind: "alone" }
  /** One legal move: anybody of the team may lay it. */
  | { readonly kind: "single" }
  | { readonly kind: "vote"; readonly ballot: BallotView; readonly mayLay: boolean }
  /** Sat down after the ballot opened. */
  | { readonly kind: "advise"; readonly ballot: BallotView }
  /** Too few voted: the hand lays, and once it is late anyone on the roll. */
  | {
      readonly kind: "fallback";
      readonly ballot: BallotView;
      readonly mayLay: boolean;
      readonly late: boolean;
    }
  | { readonly kind: "tried"; readonly tried: TriedView; readonly mine: boolean; readonly stance: Stance };

/** `now` is the server's clock. */
export function dutyOf(model: Model, now: number): Duty {
  const table = model.table;
  const game = table?.game;
  const turn = game?.turn;
  if (!table || !game || !turn || game.result) return { kind: "none" };
  const me = model.role.member;
  if (me === null || !model.role.seats.includes(turn.side)) {
    return { kind: "watch", seated: model.role.seats.length > 0 };
  }
  if (table.holds.length > 0) return { kind: "held" };
  const team = model.teams[turn.side];
  if (turn.tried)
    return { kind: "tried", tried: turn.tried, mine: turn.tried.by === me, stance: stanceOf(team, me) };
  const ballot = team?.ballot ?? null;
  const hand = game.hands[turn.side] === me;
  if (!ballot) return openTurn(model, turn, hand);
  if (ballot.hand_until !== null) {
    const late = now >= ballot.hand_until;
    const deserted = !ballot.roll.some((voter) => memberOf(model, voter)?.seats.includes(turn.side));
    const mayLay = hand || (late && (deserted || ballot.roll.includes(me)));
    return { kind: "fallback", ballot, mayLay, late };
  }
  if (!ballot.roll.includes(me)) return { kind: "advise", ballot };
  const { mode } = table.settings.decision;
  const lays = mode === "anyone" || (mode === "hand" && hand);
  return { kind: "vote", ballot, mayLay: lays && ballot.kind === "first" };
}

/** No ballot is open: one move is left, or the hand lays without one. Where one is to come, it is waited for. */
function openTurn(model: Model, turn: TurnView, hand: boolean): Duty {
  const alone = teamOf(model, turn.side).length === 1;
  const [only, ...others] = offersOf(model);
  if (only && others.length === 0 && !only.has_choice && !alone) return { kind: "single" };
  return hand && (alone || turn.deadline === null) ? { kind: "alone" } : { kind: "wait" };
}

function stanceOf(team: TeamView | null, me: number): Stance {
  return team?.stances.find((row) => row.member === me)?.stance ?? "undecided";
}

/** Whether the duty lets the viewer lay a move now. */
export function mayLay(duty: Duty): boolean {
  switch (duty.kind) {
    case "alone":
    case "single":
      return true;
    case "vote":
    case "fallback":
      return duty.mayLay;
    case "none":
    case "watch":
    case "held":
    case "wait":
    case "advise":
    case "tried":
      return false;
    default:
      return duty satisfies never;
  }
}

/** Legal moves of the turn on the board; none while they belong to another turn. */
export function offersOf(model: Model): readonly Offer[] {
  const game = model.table?.game;
  const { legal } = model;
  if (!game?.turn || !legal || legal.game !== game.game || legal.ply !== game.turn.ply) return [];
  return legal.moves;
}

/** Pits that the viewer may choose now. */
export function choicesOf(model: Model, duty: Duty): ReadonlySet<Ring> {
  const game = model.table?.game;
  const open = duty.kind === "vote" || duty.kind === "advise" || mayLay(duty);
  if (!game?.turn || !open) return new Set();
  const { side } = game.turn;
  const n = game.position.pits.length / 2;
  const ballot = "ballot" in duty ? duty.ballot : null;
  const only = ballot?.options_fixed
    ? new Set(ballot.options.map((option) => partsOf(option.move).pit))
    : null;
  const offered = offersOf(model).filter((offer) => !only || only.has(offer.pit));
  return new Set(offered.map((offer) => ringOf(side, offer.pit, n)));
}

/** The clock of a side at a moment of the server's clock, in milliseconds; null without a clock. */
export function clockOf(model: Model, side: Side, now: number): number | null {
  const table = model.table;
  if (!table?.game || table.settings.clock.type === "none") return null;
  const { remaining_ms, running, since } = table.game.clock;
  const gone = running === side ? Math.max(0, now - since) : 0;
  return Math.max(0, remaining_ms[side] - gone);
}

/** Periods of a byo-yomi that a side has left behind the time that runs; null with another clock. */
export function periodsOf(model: Model, side: Side): { readonly left: number; readonly ms: number } | null {
  const rule = model.table?.settings.clock;
  const clock = model.table?.game?.clock;
  if (rule?.type !== "byo_yomi" || !clock) return null;
  return { left: clock.periods[side], ms: rule.period_ms };
}

/** Seated members who keep the next game waiting. */
export function notReady(model: Model): readonly MemberView[] {
  return model.table?.members.filter((member) => member.seats.length > 0 && !member.ready) ?? [];
}
