/** What a viewer may do about another member. It mirrors what the server will accept; the server alone decides. */

import type { MemberView } from "../wire/generated/protocol.ts";
import type { Model } from "./model.ts";
import { memberOf, teamOf } from "./select.ts";

/** People of a side without whom it does not judge its own members. */
export const JUDGES = 3;

export interface Ways {
  /** Hide what he says, for oneself. */
  readonly hide: boolean;
  /** Tell the host. */
  readonly report: boolean;
  /** Ask the own side to silence him or to send him away: may be asked, or not because it is too small. */
  readonly side: "ask" | "few" | null;
  /** What the host may do; null for everybody else. */
  readonly host: HostWays | null;
}

export interface HostWays {
  readonly mute: boolean;
  readonly unmute: boolean;
  readonly unseat: boolean;
  readonly ban: boolean;
  readonly lift: boolean;
  readonly pass: boolean;
}

const NONE: Ways = { hide: false, report: false, side: null, host: null };

export function waysWith(model: Model, id: number): Ways {
  const member = memberOf(model, id);
  if (!member || id === model.role.member || member.kind === "bot") return NONE;
  return {
    hide: true,
    report: !model.role.host && id !== model.table?.host && !member.banned,
    side: sideWays(model, member),
    host: model.role.host ? hostWays(member) : null,
  };
}

/** Whether there is anything to be done or seen about a member, so that a way to it is offered. */
export function hasWays(model: Model, id: number): boolean {
  return waysWith(model, id).hide;
}

function sideWays(model: Model, member: MemberView): "ask" | "few" | null {
  const side = model.role.seats.find((seat) => member.seats.includes(seat));
  // The host has shorter ways.
  if (!side || model.role.host || model.table?.settings.practice) return null;
  const judges = teamOf(model, side).filter(({ kind }) => kind === "person").length;
  return judges < JUDGES ? "few" : "ask";
}

function hostWays(member: MemberView): HostWays {
  const seated = member.seats.length > 0;
  return {
    mute: !member.muted && !member.banned,
    unmute: member.muted && !member.banned,
    unseat: seated,
    ban: !member.banned,
    lift: member.banned,
    pass: !member.banned,
  };
}

/** Known people without a seat: who is here, or was, and said something. The newest first. */
export function othersOf(model: Model): readonly MemberView[] {
  const others = model.table?.members.filter(({ kind, seats }) => kind === "person" && seats.length === 0);
  return (others ?? []).toReversed();
}
