/** Written orders about moves: looking, playing, voting, proposing, blocking, and what is done about a tried one. */

import { t } from "../../i18n/index.svelte.ts";
import "../../i18n/text.ts";
import type { OnMove, Written } from "../../state/commands.ts";
import { partsOf } from "../../state/moves.ts";
import { mayLay } from "../../state/select.ts";
import type { BallotView, Offer, Stance } from "../../wire/generated/protocol.ts";
import type { TableState } from "../table/table.svelte.ts";
import { whatOf } from "../table/turn.ts";
import { moveTitle, outcomeOf, outcomeOfTrace, pitOf, sideName } from "../words.ts";
import { type Reply, refused, sent, told } from "./reply.ts";
import { word } from "./vocabulary.svelte.ts";

/** Ways of one pit that are told at once. */
const WAYS = 8;
/** Moves that are told at once. */
const MOVES = 20;

/** A pit alone looks and chooses; an empty line then does it. */
export async function choose(table: TableState, written: Written): Promise<Reply> {
  const move = moveOf(table, written);
  if (typeof move !== "string") return move;
  const looked = await look(table, move);
  if (!looked.done) return looked;
  if (table.previewOf(move) === undefined) return looked;
  table.choose(move);
  return told(...looked.lines, nextOf(table));
}

/** What was chosen is done. */
export async function again(table: TableState): Promise<Reply> {
  const move = table.chosen;
  if (move === null) return refused(t("text.nothing_chosen"));
  if (mayLay(table.duty)) return lay(table, move);
  return vote(table, move);
}

export async function onMove(
  table: TableState,
  verb: OnMove,
  written: Written | null,
  text: string,
): Promise<Reply> {
  const move = written ? moveOf(table, written) : table.chosen;
  if (move === null) return refused(t("text.which"));
  if (typeof move !== "string") return move;
  switch (verb) {
    case "look":
      return look(table, move);
    case "play":
      return lay(table, move);
    case "vote":
      return vote(table, move);
    case "propose":
      return propose(table, move, text);
    case "block":
      return block(table, move, text);
    default:
      return verb satisfies never;
  }
}

/** The written move, as far as there is a turn and the pit lies in the row that is to move. */
function moveOf(table: TableState, { move, side }: Written): string | Reply {
  const turn = table.model.table?.game?.turn;
  if (!turn) return refused(t("status.no_turn"));
  if (side !== null && side !== turn.side)
    return refused(t("text.other_row", { pit: pitOf(move), side: sideName(turn.side) }));
  return move;
}

async function look(table: TableState, move: string): Promise<Reply> {
  const preview = table.previewOf(move);
  const title = moveTitle(move);
  if (preview !== undefined)
    return told(
      t("text.look", { move: title, outcome: outcomeOf(preview, table.n) }),
      ...waysOf(table, move),
    );
  // The server knows moves that it did not list: with more turns than it tells, and special ones.
  const story = await table.room.story(move);
  if (story) return told(t("text.look", { move: title, outcome: outcomeOfTrace(story.trace, table.n) }));
  const pits = table.offers.map((offer) => String(offer.pit)).join(", ");
  return refused(
    pits === "" ? t("text.not_now", { move: title }) : t("text.not_now.but", { move: title, pits }),
  );
}

function waysOf(table: TableState, move: string): readonly string[] {
  const { pit, directions } = partsOf(move);
  const offer = table.offers.find((one) => one.pit === pit);
  if (!offer || directions !== "" || offer.choices.length === 0) return [];
  return [waysText(offer, table.n)];
}

function waysText({ choices }: Offer, n: number): string {
  const ways = choices
    .slice(0, WAYS)
    .map((choice) => t("text.way", { move: writtenOf(choice.move), outcome: outcomeOf(choice.preview, n) }));
  const more = choices.length - ways.length;
  const all = ways.join("; ");
  return more > 0 ? t("text.ways.more", { ways: all, n: more }) : t("text.ways", { ways: all });
}

/** A move as it can be written after an order: "5 left right". */
function writtenOf(move: string): string {
  const { pit, directions } = partsOf(move);
  if (pit === null) return move;
  return [pit, ...[...directions].map((turn) => word(turn === "L" ? "left" : "right"))].join(" ");
}

/** What an empty line would do with what is chosen. */
function nextOf({ duty }: TableState): string {
  if (mayLay(duty)) return t("text.next.play");
  return duty.kind === "vote" ? t("text.next.vote") : "";
}

async function lay(table: TableState, move: string): Promise<Reply> {
  const { duty } = table;
  if (duty.kind === "vote" && !duty.mayLay)
    return refused(t("text.votes_here", { order: `${word("vote")} ${writtenOf(move)}` }));
  const reply = await sent(table, { k: "move.lay", d: { move } }, t("text.laid", { pit: pitOf(move) }), true);
  if (reply.done) table.choose(null);
  return reply;
}

async function vote(table: TableState, move: string): Promise<Reply> {
  const { duty } = table;
  if (duty.kind === "alone" || duty.kind === "single")
    return refused(t("text.plays_here", { order: `${word("play")} ${writtenOf(move)}` }));
  const first = table.model.table?.settings.decision.mode === "anyone";
  if (duty.kind === "vote" && first && duty.ballot.kind === "first") return lay(table, move);
  const ballot = ballotIn(table);
  if (!ballot) return noBallot(table);
  const d = { ballot: ballot.ballot, move };
  const reply = await sent(table, { k: "vote.set", d }, t("text.voted", { pit: pitOf(move) }));
  if (reply.done) table.choose(null);
  return reply;
}

async function propose(table: TableState, move: string, note: string): Promise<Reply> {
  const ballot = ballotIn(table);
  if (!ballot) return noBallot(table);
  const d = { ballot: ballot.ballot, move, note };
  return sent(table, { k: "proposal.add", d }, t("text.proposed", { pit: pitOf(move) }));
}

async function block(table: TableState, move: string, reason: string): Promise<Reply> {
  const ballot = ballotIn(table);
  if (!ballot) return noBallot(table);
  const d = { ballot: ballot.ballot, move, reason };
  return sent(table, { k: "block.add", d }, t("text.blocked", { pit: pitOf(move) }));
}

export async function unvote(table: TableState): Promise<Reply> {
  const ballot = ballotIn(table);
  if (!ballot) return noBallot(table);
  return sent(table, { k: "vote.clear", d: { ballot: ballot.ballot } }, t("text.unvoted"));
}

function ballotIn({ duty }: TableState): BallotView | null {
  return "ballot" in duty ? duty.ballot : null;
}

function noBallot(table: TableState): Reply {
  return refused(t("status.no_ballot"), whatOf(table));
}

/** What one thinks of the move that is tried. */
export async function stance(table: TableState, wish: Stance): Promise<Reply> {
  const { duty } = table;
  if (!table.model.table?.game?.turn?.tried) return refused(t("text.no_tried"));
  if (wish === "undecided") {
    const was = duty.kind === "tried" ? duty.stance : "undecided";
    if (was === "undecided") return told(t("text.stance.undecided"));
    const command = was === "object" ? "object.set" : "approve.set";
    return sent(table, { k: command, d: { on: false } }, t("text.stance.undecided"), true);
  }
  const command = wish === "object" ? "object.set" : "approve.set";
  return sent(table, { k: command, d: { on: true } }, t(`text.stance.${wish}`), true);
}

export async function withdraw(table: TableState): Promise<Reply> {
  if (!table.model.table?.game?.turn?.tried) return refused(t("text.no_tried"));
  return sent(table, { k: "move.withdraw", d: {} }, t("text.withdrawn"), true);
}

/** All moves that may be played now, with what they do. */
export function legal(table: TableState): Reply {
  const { offers, n } = table;
  if (!table.model.table?.game?.turn) return told(t("status.no_turn"));
  if (offers.length === 0) return told(t("text.moves.untold"), whatOf(table));
  const lines = offers.slice(0, MOVES).map((offer) => {
    const outcome = outcomeOf(offer.preview, n);
    const one = t("text.look", { move: moveTitle(offer.move), outcome });
    return offer.choices.length > 0 ? `${one} ${t("text.moves.ways", { n: offer.choices.length })}` : one;
  });
  const more = offers.length - lines.length;
  return told(...lines, more > 0 ? t("text.moves.more", { n: more, word: word("look") }) : "");
}
