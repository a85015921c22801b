/**
 * The plot of a game as shapes: where lines run and labels stand, along the plies. Amounts and shares come from the
 * server; here they become places on a sheet.
 */

import { SIDES, type Side } from "../board/ring.ts";
import type { GameView, MarketStory, Outcome, PlyRow, Position } from "../wire/generated/protocol.ts";
import { secure } from "./table.ts";

/** One sheet: how wide, where its plies begin and end, and which ply stands at its right edge. */
export interface Sheet {
  readonly width: number;
  /** Where the strip of the betting begins. */
  readonly left: number;
  /** Where ply 0 is. */
  readonly start: number;
  readonly end: number;
  readonly last: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Plies that a sheet holds; it grows by whole steps, so that lines do not move with every ply. */
const SPANS = [10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000];

/** `labels`: room at the right for what stands at the ends of lines. */
export function sheetOf(
  width: number,
  plies: number,
  { pool, over, labels }: { readonly pool: boolean; readonly over: boolean; readonly labels: number },
): Sheet {
  const left = 42;
  const start = pool ? left + Math.max(44, Math.round((width - left - labels) * 0.16)) : left;
  const span = SPANS.find((one) => one >= plies) ?? plies;
  const last = over ? Math.max(1, plies) : span;
  return { width, left, start, end: Math.max(start + 20, width - labels), last };
}

export function xAt(sheet: Sheet, ply: number): number {
  return round(sheet.start + ((sheet.end - sheet.start) * ply) / sheet.last);
}

/** The ply nearest to a place on the sheet, among those that were played. */
export function plyAt(sheet: Sheet, x: number, plies: number): number {
  const ply = Math.round(((x - sheet.start) / (sheet.end - sheet.start)) * sheet.last);
  return Math.max(0, Math.min(plies, ply));
}

/** Plies that are written below the sheet. */
export function ticksOf({ last }: Sheet): readonly number[] {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200].find((one) => last / one <= 6) ?? last;
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
}

/** Where a value stands between the foot of a panel and its top. */
export function yAt(value: number, most: number, top: number, height: number): number {
  return round(top + height - (most > 0 ? (height * value) / most : 0));
}

/** A line of steps: a value holds until the next one. */
export function stepPath(points: readonly Point[]): string {
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      if (!before) return `M${x} ${y}`;
      return before.y === y ? `H${x}` : `H${x}V${y}`;
    })
    .join("");
}

/** Heights of labels that would lie on each other, moved apart as little as possible. In the order given. */
export function spread(wanted: readonly number[], gap: number, top: number, foot: number): number[] {
  const order = wanted.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y || a.index - b.index);
  for (const [at, one] of order.entries()) {
    const above = order[at - 1];
    one.y = Math.max(one.y, above ? above.y + gap : top);
  }
  for (let at = order.length - 1; at >= 0; at--) {
    const one = order[at];
    const below = order[at + 1];
    if (one) one.y = Math.min(one.y, below ? below.y - gap : foot);
  }
  const places = new Array<number>(wanted.length).fill(0);
  for (const { y, index } of order) places[index] = round(y);
  return places;
}

// ---- secured seeds -----------------------------------------------------------------------------

/** Seeds of each side that nobody can take any more, before the first ply and after each. */
export function securedOf(game: GameView): readonly Readonly<Record<Side, number>>[] {
  const first = { south: secure(game.opening, "south"), north: secure(game.opening, "north") };
  return [first, ...game.plies.map(({ secured }) => secured)];
}

/** All seeds of the game, and how many are more than half of them. */
export function seedsOf({ pits, captured }: Position): { readonly all: number; readonly more: number } {
  const all = pits.reduce((sum, seeds) => sum + seeds, captured.south + captured.north);
  return { all, more: Math.floor(all / 2) + 1 };
}

/** The steps of one side over the sheet. What does not change needs no point of its own. */
export function securedLine(
  sheet: Sheet,
  rows: readonly Readonly<Record<Side, number>>[],
  side: Side,
  most: number,
  top: number,
  height: number,
): readonly Point[] {
  return rows.flatMap((row, ply) => {
    const same = rows[ply - 1]?.[side] === row[side];
    return same && ply < rows.length - 1
      ? []
      : [{ x: xAt(sheet, ply), y: yAt(row[side], most, top, height) }];
  });
}

/** Plies in which moves were tried and withdrawn. */
export function triesOf(
  plies: readonly PlyRow[],
): readonly { readonly ply: number; readonly side: Side; readonly n: number }[] {
  return plies.flatMap(({ side, withdrawn }, index) =>
    withdrawn > 0 ? [{ ply: index + 1, side, n: withdrawn }] : [],
  );
}

/** Which side has more seeds safe. */
export function leaderOf(row: Readonly<Record<Side, number>>): Side | null {
  return SIDES.find((side) => SIDES.every((one) => one === side || row[side] > row[one])) ?? null;
}

// ---- shares of the pot -------------------------------------------------------------------------

/** One outcome's share of the pot: in steps through the betting, then flat to the end. */
export interface ShareLine {
  readonly outcome: Outcome;
  readonly points: readonly Point[];
  readonly y: number;
  readonly percent: number;
  readonly belowOne: boolean;
}

/** Nothing before the lock: no split is told then. `upTo`: the ply to which the lines run. */
export function shareLines(
  sheet: Sheet,
  story: MarketStory,
  upTo: number,
  top: number,
  height: number,
): readonly ShareLine[] {
  const { pools, outcomes } = story.view;
  if (!pools) return [];
  const grown = story.points.flatMap(({ at, pools }) => {
    const sum = pools.reduce((all, coins) => all + Number(coins), 0);
    return sum > 0 ? [{ at, shares: pools.map((coins) => Number(coins) / sum) }] : [];
  });
  const from = grown[0]?.at ?? 0;
  const until = Math.max(story.locked_at ?? from, grown.at(-1)?.at ?? 0, from + 1);
  const x = (at: number) => round(sheet.left + ((sheet.start - sheet.left) * (at - from)) / (until - from));
  return outcomes.flatMap((outcome, index) => {
    const pool = pools.find((one) => one.outcome === outcome);
    if (!pool) return [];
    const y = yAt(grown.at(-1)?.shares[index] ?? 0, 1, top, height);
    const steps = grown.map(({ at, shares }) => ({ x: x(at), y: yAt(shares[index] ?? 0, 1, top, height) }));
    const points = [...steps, { x: sheet.start, y }, { x: xAt(sheet, upTo), y }];
    return [{ outcome, points, y, percent: pool.percent, belowOne: pool.below_one }];
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
