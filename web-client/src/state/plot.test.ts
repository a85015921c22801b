import { describe, expect, it } from "vitest";
import type { MarketStory, PlyRow } from "../wire/generated/protocol.ts";
import {
  leaderOf,
  plyAt,
  securedLine,
  securedOf,
  seedsOf,
  shareLines,
  sheetOf,
  spread,
  stepPath,
  ticksOf,
  triesOf,
  xAt,
  yAt,
} from "./plot.ts";
import { game, position } from "./samples.ts";

const WITH = { pool: true, over: false, labels: 100 };
const sheet = sheetOf(800, 12, WITH);

function row(south: number, north: number, withdrawn = 0): PlyRow {
  return { side: "south", move: "1", captured: 0, bulls: 0, by: 1, withdrawn, secured: { south, north } };
}

describe("the sheet", () => {
  it("begins with the strip of the betting where there is one", () => {
    expect(sheet.start).toBeGreaterThan(sheet.left + 40);
    expect(sheetOf(800, 12, { ...WITH, pool: false }).start).toBe(sheet.left);
    expect(sheet.end).toBe(700);
  });

  it("grows by steps while the game goes on, and fits it when it is over", () => {
    const last = (plies: number, over: boolean) => sheetOf(800, plies, { ...WITH, over }).last;
    expect([0, 1, 10, 11, 20, 21, 49, 1200].map((plies) => last(plies, false))).toEqual([
      10, 10, 10, 20, 20, 30, 50, 1200,
    ]);
    expect([0, 1, 12, 137].map((plies) => last(plies, true))).toEqual([1, 1, 12, 137]);
  });

  it("finds the ply under a place, and only one that was played", () => {
    for (const ply of [0, 1, 7, 12]) expect(plyAt(sheet, xAt(sheet, ply), 12)).toBe(ply);
    expect(plyAt(sheet, -50, 12)).toBe(0);
    expect(plyAt(sheet, 5000, 12)).toBe(12);
  });

  it("stays a sheet on the narrowest page", () => {
    const narrow = sheetOf(120, 30, WITH);
    expect(narrow.end).toBeGreaterThan(narrow.start);
  });

  it("writes few plies below it, the first one among them", () => {
    for (const plies of [1, 10, 30, 75, 137, 500]) {
      const ticks = ticksOf(sheetOf(800, plies, { ...WITH, over: true }));
      expect(ticks[0]).toBe(0);
      expect(ticks.length).toBeLessThanOrEqual(7);
      expect(ticks.length).toBeGreaterThan(1);
    }
  });
});

describe("lines", () => {
  it("run in steps: a value holds until the next one", () => {
    const points = [
      { x: 0, y: 9 },
      { x: 5, y: 4 },
      { x: 8, y: 4 },
    ];
    expect(stepPath(points)).toBe("M0 9H5V4H8");
    expect(stepPath([])).toBe("");
  });

  it("stand at the foot for nothing, and at the top for the most", () => {
    expect(yAt(0, 48, 10, 80)).toBe(90);
    expect(yAt(48, 48, 10, 80)).toBe(10);
    expect(yAt(3, 0, 10, 80)).toBe(90);
  });

  it("tell secured seeds from the opening on, with the last ply even where nothing changed", () => {
    const plies = [row(0, 0), row(4, 0), row(4, 0), row(4, 0)];
    const rows = securedOf({ ...game, plies });
    expect(rows.map(({ south }) => south)).toEqual([0, 0, 4, 4, 4]);
    const line = securedLine(sheet, rows, "south", 32, 0, 64);
    expect(line).toEqual([
      { x: xAt(sheet, 0), y: 64 },
      { x: xAt(sheet, 2), y: 56 },
      { x: xAt(sheet, 4), y: 56 },
    ]);
  });

  it("count bulls and spoils of the opening", () => {
    const opening = {
      ...position([4, 4, 4, 4, 4, 4, 4, 3]),
      captured: { south: 0, north: 1 },
      bulls: [{ pit: 7, owner: "north" as const }],
    };
    expect(securedOf({ ...game, opening })[0]).toEqual({ south: 0, north: 4 });
    expect(seedsOf(opening)).toEqual({ all: 32, more: 17 });
  });

  it("say who leads, if anybody does", () => {
    expect(leaderOf({ south: 3, north: 1 })).toBe("south");
    expect(leaderOf({ south: 1, north: 3 })).toBe("north");
    expect(leaderOf({ south: 2, north: 2 })).toBeNull();
  });

  it("mark plies with withdrawn tries", () => {
    expect(triesOf([row(0, 0), row(0, 0, 2), row(0, 0)])).toEqual([{ ply: 2, side: "south", n: 2 }]);
  });
});

describe("labels", () => {
  it("stay where they are when there is room", () => {
    expect(spread([10, 40, 70], 14, 0, 100)).toEqual([10, 40, 70]);
  });

  it("are moved apart, inside the panel, in their order", () => {
    for (const wanted of [
      [50, 50, 50],
      [0, 0, 2],
      [98, 100, 100],
      [50, 20, 48],
    ]) {
      const placed = spread(wanted, 14, 0, 100);
      const sorted = [...placed].sort((a, b) => a - b);
      for (const [at, y] of sorted.entries()) {
        if (at > 0) expect(y - (sorted[at - 1] ?? 0)).toBeGreaterThanOrEqual(14);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(100);
      }
    }
    expect(spread([50, 20, 48], 14, 0, 100)[1]).toBe(20);
  });
});

describe("shares of the pot", () => {
  const story = {
    view: {
      outcomes: ["south", "draw", "north"],
      pools: [
        { outcome: "south", coins: "150", bettors: 2, percent: 67, below_one: false, multiple: "150" },
        { outcome: "draw", coins: "0", bettors: 0, percent: 0, below_one: false, multiple: null },
        { outcome: "north", coins: "75", bettors: 1, percent: 33, below_one: false, multiple: "300" },
      ],
    },
    opened_at: 1000,
    locked_at: 5000,
    points: [
      { at: 1500, pools: ["0", "0", "0"] },
      { at: 2000, pools: ["150", "0", "0"] },
      { at: 4000, pools: ["150", "0", "75"] },
    ],
  } as unknown as MarketStory;

  it("run in steps through the betting, and flat from the start of the game", () => {
    const [south, draw, north] = shareLines(sheet, story, 12, 0, 90);
    expect(south?.points.map(({ y }) => y)).toEqual([0, 30, 30, 30]);
    expect(south?.points[0]?.x).toBe(sheet.left);
    expect(south?.points.at(-2)?.x).toBe(sheet.start);
    expect(south?.points.at(-1)?.x).toBe(xAt(sheet, 12));
    expect(draw?.points.every(({ y }) => y === 90)).toBe(true);
    expect(north).toMatchObject({ percent: 33, y: 60 });
  });

  it("are none as long as nothing may be told of them", () => {
    const sealed = { ...story, points: [], view: { ...story.view, pools: null } };
    expect(shareLines(sheet, sealed, 0, 0, 90)).toEqual([]);
  });

  it("lie on the ground where nobody has bet", () => {
    const none = { ...story, points: [] };
    expect(shareLines(sheet, none, 3, 0, 90).map(({ y }) => y)).toEqual([90, 90, 90]);
  });
});
