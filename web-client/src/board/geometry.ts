/**
 * Where everything on the board lies, from two by two to two by fifty, at any width.
 *
 * The viewer's own row is the near (lower) one. A board too long for the width is folded into bands: each band
 * holds a stretch of both rows, so a pit always lies above the pit it faces. Pure arithmetic: no DOM in here.
 */

import { facing, type Ring, ringOf, type Side } from "./ring.ts";

export interface Space {
  readonly n: number;
  /** Whose row is the near one. Watchers look from South's side. */
  readonly viewer: Side;
  /** CSS pixels the board may use. */
  readonly width: number;
  /** What the board should not grow beyond when it has the choice; a long board may need more. */
  readonly height: number;
}

export interface PitPlace {
  readonly ring: Ring;
  readonly row: "near" | "far";
  readonly column: number;
  readonly band: number;
  /** Centre of the hole. */
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
  /** Middle of the number of seeds, on the outer side of the pit. */
  readonly countY: number;
  /** Middle of the pit's own number, outside the ground; null where there is no room for it. */
  readonly numberY: number | null;
  /** What a finger can hit: the whole cell. */
  readonly cell: Box;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Band extends Box {
  readonly index: number;
  /** First column and the column after the last. */
  readonly start: number;
  readonly end: number;
  /** Whether the rows go on beyond this edge, in the band before or after. */
  readonly openLeft: boolean;
  readonly openRight: boolean;
}

/** A place where the rows go on in another band. */
export interface Continuation {
  readonly band: number;
  readonly edge: "left" | "right";
  readonly x: number;
  readonly y: number;
  /** The pits one would come to next, in the near and the far row. */
  readonly near: Ring;
  readonly far: Ring;
}

export interface Layout {
  readonly n: number;
  readonly viewer: Side;
  readonly width: number;
  readonly height: number;
  readonly pitch: number;
  readonly seed: number;
  readonly countSize: number;
  readonly bands: readonly Band[];
  /** By ring index. */
  readonly pits: readonly PitPlace[];
  readonly continuations: readonly Continuation[];
  /** Where a side's captured seeds lie. */
  readonly heaps: Readonly<Record<Side, Box>>;
}

const PHONE = 600;
const EDGE = { phone: 6, wide: 18 } as const;
/** Room beside an open edge for the mark that says where the row goes on. */
const OPEN_EDGE = { phone: 15, wide: 26 } as const;
/** Longest row that is kept whole, and the least room a pit gets in it. */
const WHOLE = { phone: { pits: 12, pitch: 29 }, wide: { pits: 16, pitch: 52 } } as const;
/** Least room for a pit in a folded board. */
const FOLDED = { phone: 33, wide: 54 } as const;
const WIDEST_PITCH = 136;
/** Half of the 44 pixels a fingertip needs. */
const TOUCH = 22;
/** Below this the pits' own numbers are left out. */
const NUMBERED_PITCH = 40;

/** A window in which the panel has its place beside the board; style sheets say the same. */
export const WIDE = "(min-width: 60.01rem)";

/** CSS pixels from top to bottom that a board should fill at most in a window, beside which a wide page has its panel. */
export function heightFor(wide: boolean, windowHeight: number): number {
  return wide ? Math.max(360, windowHeight - 232) : Math.max(250, windowHeight * 0.5);
}

/** How many columns each band holds: as even as can be, the longer ones first. */
export function foldColumns(n: number, width: number): readonly number[] {
  const size = width < PHONE ? "phone" : "wide";
  const whole = WHOLE[size];
  const usable = width - 2 * EDGE[size];
  if (n <= whole.pits && usable / n >= whole.pitch) return [n];
  const room = width - 2 * OPEN_EDGE[size];
  const most = Math.max(2, Math.floor(room / FOLDED[size]));
  const bands = Math.ceil(n / most);
  const base = Math.floor(n / bands);
  const longer = n % bands;
  return Array.from({ length: bands }, (_, band) => (band < longer ? base + 1 : base));
}

interface Measures {
  readonly edge: number;
  readonly pitch: number;
  readonly rx: number;
  readonly ry: number;
  readonly count: number;
  readonly countSize: number;
  readonly furrow: number;
  readonly rowHeight: number;
  readonly bandHeight: number;
  readonly bandGap: number;
  readonly heap: number;
  readonly heapGap: number;
  /** Height of the line of pit numbers outside each edge of the ground; 0 without them. */
  readonly numbers: number;
}

export function layout(space: Space): Layout {
  const columns = foldColumns(space.n, space.width);
  const m = measure(space, columns);
  const widest = Math.max(...columns) * m.pitch;
  const left = (space.width - widest) / 2;
  const top = m.heap + m.heapGap + m.numbers;

  const bands: Band[] = [];
  let start = 0;
  for (const [index, count] of columns.entries()) {
    bands.push({
      index,
      start,
      end: start + count,
      x: left - m.edge,
      y: top + index * (m.bandHeight + m.bandGap),
      width: count * m.pitch + 2 * m.edge,
      height: m.bandHeight,
      openLeft: index > 0,
      openRight: index < columns.length - 1,
    });
    start += count;
  }

  const bottom = top + columns.length * (m.bandHeight + m.bandGap) - m.bandGap + m.numbers + m.heapGap;
  const heap = (y: number): Box => ({ x: left - m.edge, y, width: widest + 2 * m.edge, height: m.heap });
  const near = heap(bottom);
  const far = heap(0);
  return {
    n: space.n,
    viewer: space.viewer,
    width: space.width,
    height: bottom + m.heap,
    pitch: m.pitch,
    seed: Math.max(3, Math.min(m.rx * 0.25, 10.5)),
    countSize: m.countSize,
    bands,
    pits: placePits(space, bands, left, m),
    continuations: placeContinuations(space, bands, m),
    heaps: space.viewer === "south" ? { south: near, north: far } : { south: far, north: near },
  };
}

function measure(space: Space, columns: readonly number[]): Measures {
  const size = space.width < PHONE ? "phone" : "wide";
  const edge = columns.length > 1 ? OPEN_EDGE[size] : EDGE[size];
  const byWidth = (space.width - 2 * edge) / Math.max(...columns);
  const heap = size === "phone" ? 40 : 52;
  const heapGap = size === "phone" ? 6 : 10;
  const bandGapAlone = size === "phone" ? 8 : 14;
  // Both rows with their numbers take about 2.52 pitches of height.
  const free = space.height - 2 * (heap + heapGap) - bandGapAlone * (columns.length - 1);
  const byHeight = free / columns.length / 2.52;
  const least = size === "phone" ? Math.min(byWidth, 44) : Math.min(byWidth, FOLDED.wide);
  const pitch = Math.min(byWidth, WIDEST_PITCH, Math.max(byHeight, least));
  const rx = pitch * 0.435;
  const ry = Math.max(rx * 0.98, Math.min(TOUCH - 2, rx * 1.45));
  const countSize = Math.max(11.5, Math.min(pitch * 0.22, 20));
  const count = countSize * 1.5;
  const furrow = Math.max(7, pitch * 0.12);
  const rowHeight = 2 * ry + count;
  const rim = Math.max(4, pitch * 0.05);
  const bandHeight = 2 * rowHeight + furrow + 2 * rim;
  const numbers = pitch >= NUMBERED_PITCH ? 15 : 0;
  const bandGap = Math.max(bandGapAlone, numbers > 0 ? numbers * 2 + 8 : 0);
  return {
    edge,
    pitch,
    rx,
    ry,
    count,
    countSize,
    furrow,
    rowHeight,
    bandHeight,
    bandGap,
    heap,
    heapGap,
    numbers,
  };
}

function placePits(space: Space, bands: readonly Band[], left: number, m: Measures): readonly PitPlace[] {
  const pits: PitPlace[] = new Array(2 * space.n);
  for (const band of bands) {
    const middle = band.y + band.height / 2;
    for (let column = band.start; column < band.end; column++) {
      const x = left + (column - band.start + 0.5) * m.pitch;
      const near = ringOf(space.viewer, column + 1, space.n);
      const far = facing(near, space.n);
      const offset = m.furrow / 2 + m.ry;
      const countOffset = offset + m.ry + m.count / 2;
      const common = { column, band: band.index, x, rx: m.rx, ry: m.ry };
      const cell = { x: x - m.pitch / 2, width: m.pitch, height: band.height / 2 };
      pits[near] = {
        ...common,
        ring: near,
        row: "near",
        y: middle + offset,
        countY: middle + countOffset,
        numberY: m.numbers > 0 ? band.y + band.height + m.numbers * 0.62 : null,
        cell: { ...cell, y: middle },
      };
      pits[far] = {
        ...common,
        ring: far,
        row: "far",
        y: middle - offset,
        countY: middle - countOffset,
        numberY: m.numbers > 0 ? band.y - m.numbers * 0.5 : null,
        cell: { ...cell, y: band.y },
      };
    }
  }
  return pits;
}

function placeContinuations(space: Space, bands: readonly Band[], m: Measures): readonly Continuation[] {
  const marks: Continuation[] = [];
  for (const band of bands) {
    const y = band.y + band.height / 2;
    const beyond = (column: number) => {
      const near = ringOf(space.viewer, column + 1, space.n);
      return { near, far: facing(near, space.n) };
    };
    if (band.openLeft) {
      marks.push({ band: band.index, edge: "left", x: band.x + m.edge / 2, y, ...beyond(band.start - 1) });
    }
    if (band.openRight) {
      const x = band.x + band.width - m.edge / 2;
      marks.push({ band: band.index, edge: "right", x, y, ...beyond(band.end) });
    }
  }
  return marks;
}
