import { describe, expect, it } from "vitest";
import { type Box, foldColumns, type Layout, layout } from "./geometry.ts";
import { facing, nameOf, ringOf, SIDES } from "./ring.ts";

const SIZES = [2, 4, 6, 8, 10, 12, 16, 20, 40, 50];
const WIDTHS = [320, 374, 600, 760, 1040, 1400];

function everyLayout(visit: (board: Layout, label: string) => void) {
  for (const n of SIZES)
    for (const width of WIDTHS)
      for (const viewer of SIDES)
        visit(layout({ n, width, viewer, height: 620 }), `2x${n} at ${width} from ${viewer}`);
}

describe("the ring", () => {
  it("lets own pit k face the other side's pit n+1-k, both ways", () => {
    for (const n of SIZES) {
      for (let k = 1; k <= n; k++) {
        const own = ringOf("south", k, n);
        expect(facing(own, n)).toBe(ringOf("north", n + 1 - k, n));
        expect(facing(facing(own, n), n)).toBe(own);
      }
    }
  });

  it("names pits as notation does", () => {
    expect([0, 7, 8, 15].map((ring) => nameOf(ring, 8))).toEqual(["S1", "S8", "N1", "N8"]);
  });
});

describe("the layout", () => {
  it("places every pit once, above or below the pit it faces, in the same band", () => {
    everyLayout((board, label) => {
      expect(board.pits, label).toHaveLength(2 * board.n);
      for (const [ring, pit] of board.pits.entries()) {
        expect(pit.ring, label).toBe(ring);
        const opposite = board.pits[facing(ring, board.n)];
        expect(opposite?.x, label).toBe(pit.x);
        expect(opposite?.band, label).toBe(pit.band);
        expect(opposite?.row, label).not.toBe(pit.row);
      }
    });
  });

  it("puts the viewer's own row below, numbered from the left", () => {
    everyLayout((board, label) => {
      const own = board.pits.filter((pit) => pit.row === "near");
      const inOrder = [...own].sort((a, b) => a.band - b.band || a.x - b.x);
      expect(
        inOrder.map((pit) => pit.ring),
        label,
      ).toEqual(Array.from({ length: board.n }, (_, k) => ringOf(board.viewer, k + 1, board.n)));
      for (const pit of own) {
        expect(pit.y, label).toBeGreaterThan(board.pits[facing(pit.ring, board.n)]?.y ?? Infinity);
      }
    });
  });

  it("keeps everything inside its width and no two cells over each other", () => {
    everyLayout((board, label) => {
      for (const band of board.bands) {
        expect(band.x, label).toBeGreaterThanOrEqual(-0.01);
        expect(band.x + band.width, label).toBeLessThanOrEqual(board.width + 0.01);
      }
      const cells = board.pits.map((pit) => pit.cell);
      const apart = (a: Box, b: Box) =>
        a.x + a.width <= b.x + 0.01 ||
        b.x + b.width <= a.x + 0.01 ||
        a.y + a.height <= b.y + 0.01 ||
        b.y + b.height <= a.y + 0.01;
      const over = cells.flatMap((a, i) => cells.slice(i + 1).filter((b) => !apart(a, b)));
      expect(over, label).toEqual([]);
      for (const pit of board.pits) expect(2 * pit.rx, label).toBeLessThan(board.pitch);
    });
  });

  it("leaves a fingertip room for each pit", () => {
    everyLayout((board, label) => {
      for (const { cell } of board.pits) {
        expect(Math.min(cell.width, cell.height), label).toBeGreaterThanOrEqual(24);
        expect(Math.max(cell.width, cell.height), label).toBeGreaterThanOrEqual(44);
      }
    });
  });

  it("keeps rows whole up to 12 pits on a phone and 16 on a wide page", () => {
    expect(foldColumns(8, 374)).toEqual([8]);
    expect(foldColumns(12, 374)).toEqual([12]);
    expect(foldColumns(16, 1040)).toEqual([16]);
  });

  it("folds fifty pits evenly, on a wide page and on a phone", () => {
    expect(foldColumns(50, 1040)).toEqual([17, 17, 16]);
    expect(foldColumns(50, 374)).toEqual([10, 10, 10, 10, 10]);
    expect(foldColumns(50, 320)).toEqual([8, 7, 7, 7, 7, 7, 7]);
  });

  it("gives a finger 44 pixels of height everywhere, and of width up to 8 pits on a phone", () => {
    everyLayout((board, label) => {
      for (const pit of board.pits) expect(pit.cell.height, label).toBeGreaterThanOrEqual(44);
    });
    expect(layout({ n: 8, width: 374, viewer: "south", height: 500 }).pitch).toBeGreaterThanOrEqual(44);
  });

  it("marks where a folded row goes on, and with which pit", () => {
    const board = layout({ n: 20, width: 374, viewer: "south", height: 500 });
    expect(board.bands.map((band) => [band.start, band.end])).toEqual([
      [0, 10],
      [10, 20],
    ]);
    expect(
      board.continuations.map((mark) => [mark.band, mark.edge, nameOf(mark.near, 20), nameOf(mark.far, 20)]),
    ).toEqual([
      [0, "right", "S11", "N10"],
      [1, "left", "S10", "N11"],
    ]);
    expect(layout({ n: 8, width: 374, viewer: "north", height: 500 }).continuations).toEqual([]);
  });

  it("turns the board by half for a viewer of North, heaps included", () => {
    const south = layout({ n: 8, width: 760, viewer: "south", height: 500 });
    const north = layout({ n: 8, width: 760, viewer: "north", height: 500 });
    expect(north.pits[8]?.x).toBe(south.pits[0]?.x);
    expect(north.pits[8]?.y).toBe(south.pits[0]?.y);
    expect(north.heaps.north).toEqual(south.heaps.south);
    expect(north.heaps.south.y).toBeLessThan(north.heaps.north.y);
  });
});
