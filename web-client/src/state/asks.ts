/**
 * What a side may ask of itself, of the other side and of the room, and why it may not now. It mirrors the server's
 * bars so that the page offers nothing in vain and says its reasons before anybody asks; the server alone decides.
 */

import { other, type Side } from "../board/ring.ts";
import {
  MOTIONS_OPEN,
  type Motion,
  type MotionBar,
  type MotionKind,
  type MotionView,
  type OfferView,
  type TableView,
} from "../wire/generated/protocol.ts";
import type { Model } from "./model.ts";
import { memberOf, phaseOf, teamOf } from "./select.ts";

/** Reasons of the server, and those that a viewer can see for himself. */
export type Bar =
  | MotionBar
  /** The room does not have it. */
  | "off"
  /** It is before the side already. */
  | "open"
  /** The other side is asked already. */
  | "asked"
  | "too_many"
  | "draining"
  /** Nobody else sits on the side. */
  | "alone"
  /** The hand passes it on itself. */
  | "own_hand"
  /** Whom both sides let go is not absent. */
  | "paused"
  /** The other side is away, but not for long enough; told with the time from which it may be claimed. */
  | "later";

/** What the menu has. Going on is asked where the pause is shown. */
export type AskKind = Exclude<MotionKind, "resume">;

export interface Ask {
  readonly kind: AskKind;
  readonly bar: Bar | null;
  /** From when on it is possible, for `later`. */
  readonly from: number | null;
  /** The other side asks for the same: asking is accepting. */
  readonly accepts: boolean;
}

/** Plies after which a game is not called off any more. */
const ABORT_PLIES = 3;
const ABSENT_MS = 60_000;
const ABSENT_SLOW_MS = 3 * 86_400_000;
/** Members of a side below which only the host sends somebody away. */
const KICK_FROM = 3;

/** In the order in which the menu has them: what the other side must agree to, then what the own side decides. */
const BOTH: readonly AskKind[] = ["takeback", "pause", "draw", "adjourn", "abort"];
const OWN: readonly AskKind[] = ["replace", "extend", "claim", "mute", "kick", "resign"];

export function needsBoth(kind: MotionKind): boolean {
  return BOTH.some((one) => one === kind);
}

/** Whether there is anything to ask here: a game is played by more than oneself, and one has a seat. */
export function asksAtAll(model: Model): boolean {
  return (
    phaseOf(model) === "playing" && model.role.seats.length === 1 && !(model.table?.settings.practice ?? true)
  );
}

/** `now` is the server's clock. */
export function asksOf(model: Model, now: number): readonly Ask[] {
  const table = model.table;
  const [side] = model.role.seats;
  if (!table || !side || !asksAtAll(model)) return [];
  return [...BOTH, ...OWN].map((kind) => {
    const from = kind === "claim" ? claimFrom(model, other(side), now) : null;
    return {
      kind,
      bar: barOf(model, table, side, kind, now),
      from,
      accepts: offerOf(table, other(side), kind) !== null,
    };
  });
}

function barOf(model: Model, table: TableView, side: Side, kind: AskKind, now: number): Bar | null {
  const open = model.teams[side]?.motions ?? [];
  const own = ownBar(model, table, side, kind, now);
  if (own !== null) return own;
  if (open.some((motion) => !motion.answer && motion.what.type === kind)) return "open";
  if (offerOf(table, side, kind)) return "asked";
  if (table.holds.includes("draining")) return "draining";
  if (open.filter((motion) => !motion.answer).length >= MOTIONS_OPEN) return "too_many";
  return null;
}

/** What stands against this kind alone. */
function ownBar(model: Model, table: TableView, side: Side, kind: AskKind, now: number): Bar | null {
  const game = table.game;
  const me = model.role.member;
  const team = teamOf(model, side);
  switch (kind) {
    case "takeback":
      return takebackBar(table, side);
    // What is about to go on may be stopped again, and a pause may become another day.
    case "pause":
      return isPaused(table) && table.resume_at === null ? "already_held" : null;
    case "adjourn":
      return table.holds.includes("adjourned") && table.resume_at === null ? "already_held" : null;
    case "draw":
    case "resign":
      return null;
    case "abort":
      return (game?.plies.length ?? 0) > ABORT_PLIES ? "too_late" : null;
    case "extend":
      if (table.settings.clock.type === "none") return "no_clock";
      return game?.turn?.given[side] ? "once_a_turn" : null;
    case "claim": {
      const from = claimFrom(model, other(side), now);
      if (from === null) return "not_absent";
      if (isPaused(table)) return "paused";
      return now < from ? "later" : null;
    }
    case "replace":
      if (team.length < 2) return "alone";
      return game?.hands[side] === me ? "own_hand" : null;
    case "kick":
    case "mute":
      if (team.length < 2) return "alone";
      return team.filter((member) => member.kind === "person").length < KICK_FROM ? "host_only" : null;
    default:
      return kind satisfies never;
  }
}

function takebackBar(table: TableView, side: Side): Bar | null {
  const game = table.game;
  const most = table.settings.decision.takebacks_max;
  if (most === 0) return "off";
  if (!game || game.plies.at(-1)?.side !== side || (game.turn?.tries ?? 0) > 0) return "nothing_to_take_back";
  return game.takebacks[side] >= most ? "takebacks_spent" : null;
}

export function isPaused(table: TableView): boolean {
  return table.holds.includes("agreed") || table.holds.includes("adjourned");
}

/**
 * From when on a side counts as absent; null while one of its people is here, or may be back any moment. What is held
 * counts for nobody, so in a hold that moment moves on with `now`.
 */
export function claimFrom(model: Model, side: Side, now: number): number | null {
  const people = teamOf(model, side).filter((member) => member.kind === "person");
  if (people.length === 0 || people.some((member) => member.presence !== "away")) return null;
  const wait = model.table?.settings.clock.type === "slow" ? ABSENT_SLOW_MS : ABSENT_MS;
  const missed = Math.max(...people.map(({ missed_from, since }) => missed_from ?? since));
  const held = now - Math.max(model.table?.held_from ?? now, missed);
  return missed + wait + Math.max(0, held);
}

/** What a side asks of the other one, of this kind. */
export function offerOf(table: TableView, side: Side, kind: MotionKind): OfferView | null {
  return table.offers.find((offer) => offer.side === side && offer.what.type === kind) ?? null;
}

/** The motion of a kind, as it stands now: what it is about is named, so that nobody asks for the wrong thing. */
export function motionOf(
  model: Model,
  kind: AskKind,
  choice: { readonly member: number | null; readonly draw: boolean },
): Motion | null {
  const game = model.table?.game;
  const [side] = model.role.seats;
  if (!game || !side) return null;
  switch (kind) {
    case "takeback":
      return { type: "takeback", ply: game.plies.length };
    case "replace": {
      const from = game.hands[side];
      return from === null ? null : { type: "replace", from, to: choice.member };
    }
    case "claim":
      return { type: "claim", draw: choice.draw };
    case "kick":
    case "mute":
      return choice.member === null ? null : { type: kind, member: choice.member };
    case "pause":
    case "resign":
    case "draw":
    case "abort":
    case "extend":
    case "adjourn":
      return { type: kind };
    default:
      return kind satisfies never;
  }
}

/** Whom a motion of this kind may be about. */
export function candidates(model: Model, kind: AskKind): readonly number[] {
  const [side] = model.role.seats;
  if (!side) return [];
  const hand = model.table?.game?.hands[side];
  const me = model.role.member;
  return teamOf(model, side)
    .filter((member) => (kind === "replace" ? member.id !== hand && !member.banned : member.id !== me))
    .filter((member) => kind === "replace" || (member.kind === "person" && member.id !== model.table?.host))
    .filter((member) => kind !== "mute" || !member.muted)
    .map((member) => member.id);
}

/** One's own voice in a motion; null when it is not given, undefined when one has none. */
export function voiceIn(model: Model, motion: MotionView): boolean | null | undefined {
  const me = model.role.member;
  if (me === null || !motion.roll.includes(me)) return undefined;
  if (motion.yes.includes(me)) return true;
  return motion.no.includes(me) ? false : null;
}

/** Why one has no voice in a motion. */
export type Voiceless = "hand" | "target" | "late";

export function voicelessIn(model: Model, motion: MotionView): Voiceless {
  const me = memberOf(model, model.role.member)?.id ?? null;
  const { what } = motion;
  if (what.type === "replace" && what.from === me) return "hand";
  if ((what.type === "kick" || what.type === "mute") && what.member === me) return "target";
  return "late";
}
