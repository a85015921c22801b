/** Written orders about people and seats: the hand, trust, sitting down, being ready, talking. */

import { SIDES, type Side } from "../../board/ring.ts";
import { list, t } from "../../i18n/index.svelte.ts";
import "../../i18n/seats.ts";
import "../../i18n/text.ts";
import type { Alone, OnPerson } from "../../state/commands.ts";
import { named } from "../../state/commands.ts";
import { hasWays } from "../../state/people.ts";
import { memberOf, phaseOf, teamOf } from "../../state/select.ts";
import { fold } from "../../state/words.ts";
import { hidden } from "../../store/hidden.svelte.ts";
import type { ChatLine, Hearers } from "../../wire/generated/protocol.ts";
import { marksOf } from "../table/people/standing.ts";
import type { TableState } from "../table/table.svelte.ts";
import { sideName } from "../words.ts";
import { type Reply, refused, sent, told } from "./reply.ts";
import { word } from "./vocabulary.svelte.ts";

/** Lines of talk that are told at once. */
const LINES = 8;

/** The one member who was meant, or why that is nobody. */
export function oneOf(table: TableState, who: string, fits: (id: number) => boolean): number | Reply {
  const members = (table.model.table?.members ?? []).filter(({ id }) => fits(id));
  const meant = named(who, members, fold);
  const [one, ...others] = meant;
  if (!one) {
    if (members.length === 0) return refused(t("text.nobody", { who }));
    return refused(t("text.nobody.but", { who, names: list(members.map(({ name }) => name)) }));
  }
  if (others.length > 0) return refused(t("text.several", { names: list(meant.map(({ name }) => name)) }));
  return one.id;
}

export async function onPerson(table: TableState, verb: OnPerson, who: string): Promise<Reply> {
  const { model } = table;
  const mine = (id: number) =>
    memberOf(model, id)?.seats.some((side) => model.role.seats.includes(side)) ?? false;
  const other = (id: number) => id !== model.role.member;
  const fits = {
    pass: (id: number) => mine(id) && other(id),
    trust: (id: number) => mine(id) && other(id),
    untrust: (id: number) => mine(id) && other(id),
    name: (id: number) => (memberOf(model, id)?.seats.length ?? 0) > 0,
    person: (id: number) => hasWays(model, id),
  }[verb];
  const id = oneOf(table, who, fits);
  if (typeof id !== "number") return id;
  const name = memberOf(model, id)?.name ?? who;
  switch (verb) {
    case "pass":
      return sent(table, { k: "hand.pass", d: { to: id } }, t("text.passed", { name }));
    case "name": {
      const side = memberOf(model, id)?.seats[0] ?? "south";
      return sent(table, { k: "hand.name", d: { side, to: id } }, t("text.passed", { name }));
    }
    case "trust":
    case "untrust": {
      const on = verb === "trust";
      const done = t(on ? "text.trusted" : "text.untrusted", { name });
      return sent(table, { k: "trust.set", d: { member: id, on } }, done);
    }
    case "person":
      table.person = id;
      return told(t("text.person", { name }));
    default:
      return verb satisfies never;
  }
}

export async function claimHand(table: TableState): Promise<Reply> {
  return sent(table, { k: "hand.claim", d: {} }, t("text.claimed"));
}

// ---- seats ---------------------------------------------------------------------------------------

export async function sit(table: TableState, side: Side | null): Promise<Reply> {
  return sent(table, { k: "seat.take", d: { side } }, t("text.sat", { ready: word("ready") }));
}

export async function start(table: TableState, starter: Side | null): Promise<Reply> {
  const done = starter ? t("text.starter", { side: sideName(starter) }) : t("text.starter.lot");
  return sent(table, { k: "starter.set", d: { starter } }, done);
}

export async function bot(table: TableState, side: Side): Promise<Reply> {
  return sent(table, { k: "bot.add", d: { side } }, t("text.bot", { side: sideName(side) }));
}

export async function seatOrder(
  table: TableState,
  verb: Extract<Alone, "leave" | "ready" | "unready" | "rematch">,
): Promise<Reply> {
  switch (verb) {
    case "ready":
    case "unready": {
      const on = verb === "ready";
      return sent(table, { k: "ready.set", d: { on } }, t(on ? "text.ready" : "text.unready"));
    }
    case "rematch":
      return sent(table, { k: "rematch.set", d: { on: true } }, t("text.rematch"));
    case "leave": {
      const leave = () => sent(table, { k: "seat.leave", d: {} }, t("text.left"));
      if (phaseOf(table.model) !== "playing" || table.model.role.seats.length === 0) return leave();
      return { ...told(t("text.leave.sure"), t("text.sure", { word: word("yes") })), sure: leave };
    }
    default:
      return verb satisfies never;
  }
}

/** Who sits where, and how they are. */
export function people(table: TableState): Reply {
  const { model, room } = table;
  const lines = SIDES.map((side) => {
    const team = teamOf(model, side).map((member) => {
      const marks = marksOf(model, member, room.now);
      return marks.length > 0
        ? t("text.person.marks", { name: member.name, marks: marks.join(", ") })
        : member.name;
    });
    if (team.length === 0) return `${sideName(side)}: ${t("seat.empty")}`;
    return `${sideName(side)}: ${team.join("; ")}.`;
  });
  const watching = model.watching > 0 ? `${t("room.watching", { n: model.watching })}.` : "";
  return told(...lines, watching);
}

// ---- talk ----------------------------------------------------------------------------------------

/** `to` is nobody in particular where the usual ones are meant: one's own side if there is more of it than oneself. */
export async function say(table: TableState, to: Hearers | null, text: string): Promise<Reply> {
  const { model } = table;
  const [side] = model.role.seats;
  const usual: Hearers = side && teamOf(model, side).length > 1 ? "team" : "all";
  const hearers = to ?? usual;
  return sent(table, { k: "chat.say", d: { to: hearers, text } }, t(`text.said.${hearers}`));
}

/** The newest lines of all that one may read. */
export function heard(table: TableState): Reply {
  const { model } = table;
  const hides = hidden.of(table.room.room);
  const from = (key: Hearers, lines: readonly ChatLine[] | undefined) =>
    (lines ?? []).map((line) => ({ ...line, key }));
  const lines = [
    ...SIDES.flatMap((side) => from("team", model.teams[side]?.chat)),
    ...from("all", model.table?.chat),
    ...from("stand", model.stand?.chat),
  ]
    .filter((line) => !hides.has(line.by))
    .sort((a, b) => a.at - b.at)
    .slice(-LINES);
  if (lines.length === 0) return told(t("text.heard.none"));
  return told(
    ...lines.map(({ by, name, text, key }) =>
      t(`text.heard.${key}`, { name: memberOf(model, by)?.name ?? name ?? "", text }),
    ),
  );
}
