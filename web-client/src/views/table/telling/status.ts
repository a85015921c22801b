/** How things stand, in sentences: asked for with a key, or with an order of the text mode. */

import { other, SIDES, type Side } from "../../../board/ring.ts";
import { list, t } from "../../../i18n/index.svelte.ts";
import "../../../i18n/asks.ts";
import "../../../i18n/council.ts";
import "../../../i18n/news.ts";
import "../../../i18n/seats.ts";
import "../../../i18n/telling.ts";
import { needsBoth } from "../../../state/asks.ts";
import { inOrder, isBlocked, ownVote, ruleOf, silent } from "../../../state/council.ts";
import { clockOf, nameOfMember, periodsOf, shownPosition, teamOf } from "../../../state/select.ts";
import { behindOf } from "../../../state/stand.ts";
import type { BallotView, MotionView, OptionView, TriedView } from "../../../wire/generated/protocol.ts";
import { reasonOf } from "../../ends.ts";
import { outcomeOf, outcomeOfTrace, pitOf, sideName, timeOf } from "../../words.ts";
import { questionOf } from "../motions.ts";
import { rulesOf } from "../rules.ts";
import type { TableState } from "../table.svelte.ts";
import { endOf, rulingOf, titleOf, whatOf } from "../turn.ts";
import { waitOf } from "../waiting.ts";

type Lines = readonly string[];

/** Whose turn it is, what one may do, and how the game stands. */
export function statusOf(table: TableState): Lines {
  const { model } = table;
  const view = model.table;
  const game = view?.game;
  if (!view) return [];
  if (!game) return said([waitOf(model), ...timesOf(table)]);
  if (game.result) return [...endingOf(table), ...pinsOf(table)];
  const tried = game.turn?.tried;
  return said([
    behindOf(model) ? t("status.behind") : "",
    ...view.holds.map((hold) => t(`room.hold.${hold}`)),
    titleOf(table),
    ...(tried ? triedOf(table, tried) : [rulingOf(table), whatOf(table)]),
    scoreOf(table),
    ...pinsOf(table),
    ...handsOf(table),
    ...questionsOf(table).slice(0, 1),
  ]);
}

/** Clocks, and what ends next. */
export function timesOf(table: TableState): Lines {
  const { model, room } = table;
  const view = model.table;
  const game = view?.game;
  const end = endOf(table);
  const tried = game?.turn?.tried;
  const clocks = game?.result
    ? []
    : [table.viewer, other(table.viewer)].map((side) => clockText(table, side));
  return said([
    ...clocks,
    end
      ? t(end.closing ? "status.closes" : "status.left", { time: timeOf(Math.max(0, end.until - room.now)) })
      : "",
    tried && !view?.holds[0] ? standsOf(table, tried) : "",
    view?.start_at != null ? t("status.begins", { time: timeOf(view.start_at - room.now) }) : "",
    view?.resume_at != null ? t("hold.resume.in", { time: timeOf(view.resume_at - room.now) }) : "",
    clocks.every((text) => text === "") && !end && !tried && view?.start_at == null
      ? t("status.no_time")
      : "",
  ]);
}

function clockText({ model, room }: TableState, side: Side): string {
  const left = clockOf(model, side, room.now);
  if (left === null) return "";
  const periods = periodsOf(model, side);
  const clock = t("clock.left", { side: sideName(side), time: timeOf(left) });
  if (!periods || periods.left === 0) return `${clock}.`;
  return `${clock} ${t("clock.periods", { n: periods.left, time: timeOf(periods.ms) })}.`;
}

/** The ballot of one's side with its candidates, the tried move, and what is asked. */
export function ballotOf(table: TableState): Lines {
  const { model } = table;
  const turn = model.table?.game?.turn;
  if (!turn) return [t("status.no_turn"), ...questionsOf(table)];
  if (turn.tried) return [...triedOf(table, turn.tried), ...questionsOf(table)];
  const ballot = model.teams[turn.side]?.ballot ?? null;
  if (!ballot) return said([t("status.no_ballot"), whatOf(table), ...questionsOf(table)]);
  return said([
    rulingOf(table),
    `${t("council.roll", { voted: ballot.voted, all: ballot.effective })}.`,
    ...optionsOf(table, turn.side, ballot),
    silentOf(table, ballot),
    ...rulesOf(table),
    ...questionsOf(table),
  ]);
}

/** The candidates, each in one sentence, in the order in which they are shown. */
export function optionsOf(table: TableState, side: Side, ballot: BallotView): Lines {
  const own = ownVote(table.model, side, ballot);
  const { first, ideas } = inOrder(ballot, own);
  if (ballot.options.length === 0) return [t("council.options.none")];
  return [...first, ...ideas].map((option) => optionOf(table, ballot, option, option.move === own));
}

function optionOf(table: TableState, ballot: BallotView, option: OptionView, mine: boolean): string {
  const { model } = table;
  const preview = table.previewOf(option.move);
  const names = option.voters.map((voter) => nameOf(table, voter));
  const parts = [
    t("move.pit", { pit: pitOf(option.move) }),
    preview === undefined ? "" : outcomeOf(preview, table.n),
    countOf(table, ballot, option),
    mine ? t("status.mine") : "",
    names.length > 0 ? t("council.for", { names: list(names) }) : "",
    option.proposed && option.by !== null ? t("council.by", { name: nameOfMember(model, option.by) }) : "",
    option.note ? t("status.note", { note: option.note }) : "",
    ...option.blocks.map(
      (block) => `${t("council.blocked", { name: nameOfMember(model, block.by) })}: ${block.reason}`,
    ),
    isBlocked(option, ballot) ? t("status.blocked") : "",
  ];
  return `${said(parts).join("; ")}.`;
}

function countOf({ model }: TableState, ballot: BallotView, { votes }: OptionView): string {
  if (votes === null) return t("council.hidden");
  const needs = model.table && ruleOf(model.table, ballot) === "need";
  return needs ? t("council.need", { n: votes, need: ballot.need }) : t("council.votes", { n: votes });
}

function silentOf(table: TableState, ballot: BallotView): string {
  const names = silent(table.model, ballot).map((member) => nameOf(table, member.id));
  return names.length === 0 || ballot.hand_until !== null ? "" : t("council.silent", { names: list(names) });
}

/** A tried move: what it does, when it stands, who is against it. */
export function triedOf(table: TableState, tried: TriedView): Lines {
  const { model } = table;
  const side = model.table?.game?.turn?.side ?? "south";
  const against = (model.teams[side]?.stances ?? []).filter(({ stance }) => stance === "object");
  return said([
    tried.by === model.role.member
      ? `${t("tried.title.you", { pit: pitOf(tried.move) })}.`
      : `${t("tried.title", { name: nameOfMember(model, tried.by), pit: pitOf(tried.move) })}.`,
    t("tried.outcome", { outcome: outcomeOfTrace(tried.trace, table.n) }),
    standsOf(table, tried),
    t("tried.counts", { approvals: tried.approvals, objections: tried.objections }),
    against.length > 0
      ? t("tried.objects", { names: list(against.map(({ member }) => nameOf(table, member))) })
      : "",
  ]);
}

export function standsOf({ duty, room }: TableState, tried: TriedView): string {
  const time = timeOf(Math.max(0, tried.until - room.now));
  if (duty.kind !== "tried") return t("tried.stands.watch", { time });
  return tried.need === 1 ? t("tried.stands.one", { time }) : t("tried.stands", { time, n: tried.need });
}

/** What is asked: of one's own side first, then between the sides. The numbers are those of `yes 2`. */
export function questionsOf(table: TableState): Lines {
  const { model } = table;
  const own = openMotions(table).map(({ side, motion }, at) => {
    const who = motion.answer
      ? t("motion.from", { side: sideName(other(side)) })
      : motion.by === model.role.member
        ? t("motion.by.you")
        : t("motion.by", { name: nameOfMember(model, motion.by) });
    const { yes, no, need, effective } = motion;
    const count = t("motion.count", { yes: yes.length, no: no.length, n: need, all: effective });
    const both = needsBoth(motion.what.type) && !motion.answer ? t("motion.both") : "";
    const question = t("status.question", { n: at + 1, who, question: questionOf(model, motion.what) });
    return said([question, count, both]).join(" ");
  });
  const between = (model.table?.offers ?? [])
    .filter(
      (offer) =>
        !openMotions(table).some(({ motion }) => motion.answer && motion.what.type === offer.what.type),
    )
    .map((offer) =>
      t("news.offer", {
        side: sideName(offer.side),
        other: sideName(other(offer.side)),
        question: questionOf(model, offer.what),
      }),
    );
  return [...own, ...between];
}

/** What one's sides are asked now, oldest first. */
export function openMotions({ model }: TableState): readonly { side: Side; motion: MotionView }[] {
  return SIDES.flatMap((side) => (model.teams[side]?.motions ?? []).map((motion) => ({ side, motion })));
}

/** The position, row by row, each from its own left as its side counts. */
export function boardOf(table: TableState): Lines {
  const game = table.model.table?.game;
  if (!game) return [t("status.no_game")];
  return said([...[table.viewer, other(table.viewer)].map((side) => rowOf(table, side)), scoreOf(table)]);
}

/** "South: S1 4, S2 empty, S3 2, bull of North". Empty pits in a row are told together. */
export function rowOf(table: TableState, side: Side): string {
  const game = table.model.table?.game;
  if (!game) return t("status.no_game");
  const { pits, bulls } = shownPosition(game);
  const { n } = table;
  const first = side === "south" ? 0 : n;
  const letter = side === "south" ? "S" : "N";
  const parts: string[] = [];
  for (let at = 0; at < n; at++) {
    const owner = bulls.find(({ pit }) => pit === first + at)?.owner;
    const seeds = pits[first + at] ?? 0;
    let end = at;
    if (seeds === 0 && !owner) {
      const plain = (pit: number) =>
        pits[first + pit] === 0 && !bulls.some((bull) => bull.pit === first + pit);
      while (end + 1 < n && plain(end + 1)) end += 1;
      const name =
        end === at
          ? `${letter}${at + 1}`
          : t("status.span", { from: `${letter}${at + 1}`, to: `${letter}${end + 1}` });
      parts.push(t("status.pit.empty", { name }));
      at = end;
    } else if (owner)
      parts.push(
        t("status.pit.special", { name: `${letter}${at + 1}`, n: seeds, mark: markOf(table, owner) }),
      );
    else parts.push(t("status.pit", { name: `${letter}${at + 1}`, n: seeds }));
  }
  return t("status.row", { side: sideName(side), pits: parts.join(", ") });
}

/** What an owned pit is called in this game: a bull, or in Layli Goobalay a uur. */
export function markOf({ model }: TableState, owner: Side): string {
  const uurs = model.table?.settings.game.preset.startsWith("layli") ?? false;
  return t(uurs ? "status.uur" : "status.bull", { side: sideName(owner) });
}

export function scoreOf({ model }: TableState): string {
  const game = model.table?.game;
  return game ? t("status.score", shownPosition(game).captured) : "";
}

function pinsOf({ model }: TableState): Lines {
  const series = model.table?.series;
  if (!series || (series.pins.south === 0 && series.pins.north === 0)) return [];
  return [t("end.pins.count", series.pins)];
}

/** Who holds the hands, where there is more than one who could. */
function handsOf({ model }: TableState): Lines {
  const hands = model.table?.game?.hands;
  if (!hands || model.table?.settings.practice) return [];
  return SIDES.filter((side) => teamOf(model, side).length > 1 && hands[side] !== null).map((side) =>
    t("status.hand", { side: sideName(side), name: nameOfMember(model, hands[side]) }),
  );
}

export function endingOf({ model }: TableState): Lines {
  const game = model.table?.game;
  const result = game?.result;
  if (!game || !result) return [];
  const who = result.winner === null ? t("end.draw") : t("end.won", { side: sideName(result.winner) });
  return [`${who}. ${reasonOf(result, game.position.turn)} ${t("end.score.full", result.score)}.`];
}

function nameOf({ model }: TableState, member: number): string {
  return member === model.role.member ? t("app.you") : nameOfMember(model, member);
}

function said(lines: readonly string[]): Lines {
  return lines.filter((line) => line !== "");
}
