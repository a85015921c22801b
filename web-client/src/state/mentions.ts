/**
 * Pits and moves that people name in what they say. A line of the talk is plain text for the server, for records and
 * for everybody who reads it without this page; here it is taken apart to be shown. Names are those of the notation
 * (`docs/rules.md`, 0.1): `S5` and `N12` are pits, `S5L` is one with the ways it is sown, `S5>N3` leads from one
 * to another, and `@12` is the twelfth move of the game. `#5` is the fifth pit of whoever speaks.
 */

import { nameOf, type Ring, ringOf, type Side } from "../board/ring.ts";

export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | PitMention
  /** A move that was played, by its number from 1. */
  | { readonly kind: "ply"; readonly text: string; readonly ply: number };

export interface PitMention {
  readonly kind: "pit";
  /** As it was written. */
  readonly text: string;
  readonly pit: Ring;
  /** Ways in which it is sown, a letter each; empty where none are named. */
  readonly ways: string;
  /** Where an arrow leads. */
  readonly to: Ring | null;
}

/** What has to be known to understand a line. */
export interface Around {
  /** Pits in a row. */
  readonly n: number;
  /** Whose pits `#` names; null where somebody sits on no side, or on both. */
  readonly speaker: Side | null;
  /** Moves that were played. */
  readonly plies: number;
}

const MENTION = /([SN#])(\d{1,2})([LR]{0,8})(?:>([SN#]?)(\d{1,2}))?|@(\d{1,4})/g;
const PART_OF_A_WORD = /[\p{L}\p{M}\p{N}_#@>]/u;

export function piecesOf(line: string, around: Around): readonly Piece[] {
  const pieces: Piece[] = [];
  let told = 0;
  for (const match of line.matchAll(MENTION)) {
    const piece = isApart(line, match.index, match[0].length) ? mentionOf(match, around) : null;
    if (!piece) continue;
    if (match.index > told) pieces.push({ kind: "text", text: line.slice(told, match.index) });
    pieces.push(piece);
    told = match.index + match[0].length;
  }
  if (told < line.length) pieces.push({ kind: "text", text: line.slice(told) });
  return pieces;
}

/** The pits that a line names. */
export function pitsIn(line: string, around: Around): readonly PitMention[] {
  return piecesOf(line, around).flatMap((piece) => (piece.kind === "pit" ? [piece] : []));
}

/** The line with every `#5` under the name that means the same to all readers, also when people change sides. */
export function spelledOut(line: string, around: Around): string {
  return piecesOf(line, around)
    .map((piece) => {
      if (piece.kind !== "pit") return piece.text;
      return mentionText(piece.pit, piece.to, around.n, piece.ways);
    })
    .join("");
}

/** How a pit, or a way from one to another, is written into a line. */
export function mentionText(pit: Ring, to: Ring | null, n: number, ways = ""): string {
  return nameOf(pit, n) + ways + (to === null ? "" : `>${nameOf(to, n)}`);
}

/** The line with a mention added at its end, apart from what was written before. */
export function added(line: string, mention: string): string {
  return `${line === "" || line.endsWith(" ") ? line : `${line} `}${mention} `;
}

function isApart(line: string, at: number, length: number): boolean {
  const before = [...line.slice(0, at)].at(-1) ?? "";
  const [after = ""] = line.slice(at + length);
  return !PART_OF_A_WORD.test(before) && !PART_OF_A_WORD.test(after);
}

function mentionOf(match: RegExpExecArray, around: Around): Piece | null {
  const [text, row = "", number = "", ways = "", toRow, toNumber, played] = match;
  if (played !== undefined) {
    const ply = Number(played);
    return ply >= 1 && ply <= around.plies ? { kind: "ply", text, ply } : null;
  }
  const pit = pitOf(row, number, around);
  if (pit === null) return null;
  if (toNumber === undefined) return { kind: "pit", text, pit, ways, to: null };
  // Without a letter it is in the same row.
  const to = pitOf(toRow || row, toNumber, around);
  return to === null ? null : { kind: "pit", text, pit, ways, to };
}

function pitOf(row: string, number: string, { n, speaker }: Around): Ring | null {
  const side = row === "S" ? "south" : row === "N" ? "north" : speaker;
  const pit = Number(number);
  return side !== null && pit >= 1 && pit <= n ? ringOf(side, pit, n) : null;
}
