/** What a member is in the room, in a few words each: for the lists and for the dialog about him. */

import { SIDES } from "../../../board/ring.ts";
import { t } from "../../../i18n/index.svelte.ts";
import "../../../i18n/seats.ts";
import type { Model } from "../../../state/model.ts";
import { phaseOf, teamOf } from "../../../state/select.ts";
import type { MemberView } from "../../../wire/generated/protocol.ts";
import { sideName, timeOf } from "../../words.ts";

/** Beside the name, where the side is plain to see. `now` is the server's clock. */
export function marksOf(model: Model, member: MemberView, now: number): string[] {
  const table = model.table;
  const phase = phaseOf(model);
  const holds = SIDES.some(
    (side) =>
      member.seats.includes(side) &&
      phase === "playing" &&
      table?.game?.hands[side] === member.id &&
      teamOf(model, side).length > 1,
  );
  const chosen = phase !== "playing" && SIDES.some((side) => table?.chosen[side] === member.id);
  const seated = member.seats.length > 0;
  return [
    member.id === model.role.member ? t("seat.you") : null,
    member.kind === "bot" ? t("seat.bot") : null,
    member.id === table?.host ? t("seat.host") : null,
    holds ? t("seat.hand") : null,
    chosen ? t("seat.hand.chosen") : null,
    phase === "seating" && seated ? t(member.ready ? "seat.ready" : "seat.not_ready") : null,
    member.seats.some((side) => model.teams[side]?.council.includes(member.id))
      ? t("hand.council.member")
      : null,
    seated ? presenceOf(member, now) : null,
    member.banned ? t("seat.banned") : member.muted ? t("seat.muted") : null,
  ].filter((word) => word !== null);
}

/** The same with where he sits. */
export function standingOf(model: Model, member: MemberView, now: number): string[] {
  const where = member.banned
    ? []
    : member.seats.length > 0
      ? member.seats.map((side) => t("person.side", { side: sideName(side) }))
      : [t("person.watches")];
  return [...where, ...marksOf(model, member, now)];
}

/** Since when somebody is not there, or until when he is waited for; nothing of who is there. */
function presenceOf({ presence, since, until }: MemberView, now: number): string | null {
  switch (presence) {
    case "online":
      return null;
    case "grace":
      return until === null
        ? t("seat.presence.grace")
        : t("seat.presence.grace.until", { time: timeOf(until - now) });
    case "away":
      return t("seat.presence.away.since", { time: timeOf(now - since) });
    default:
      return presence satisfies never;
  }
}
