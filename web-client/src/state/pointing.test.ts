import { describe, expect, it } from "vitest";
import type { ChatLine, Preview } from "../wire/generated/protocol.ts";
import { heatOf, type Reading } from "./heat.ts";
import { EMPTY, type Model } from "./model.ts";
import { aroundOf, pointedOut, turnBegan } from "./pointing.ts";
import { reduce } from "./reduce.ts";
import { ballot, events, game, table, team } from "./samples.ts";

const said = (by: number, at: number, text: string): ChatLine => ({ by, at, text });

/** South's Amina in her turn, with this talk of her team. It began at 2000, before her eyes. */
function talking(...chat: ChatLine[]): Model {
  return {
    ...EMPTY,
    role: { member: 1, seats: ["south"], host: false },
    table,
    teams: { south: { ...team, chat }, north: null },
    turned: { game: 1, ply: 1, at: 2000 },
  };
}

const NOBODY: ReadonlySet<number> = new Set();

describe("what is pointed out", () => {
  it("is every pit and arrow that members name", () => {
    const model = talking(said(1, 2000, "S1 or S2>N4"), said(2, 3000, "#3!"));
    expect(pointedOut(model, NOBODY)).toEqual([
      { by: 1, from: 0, to: null },
      { by: 1, from: 1, to: 7 },
      { by: 2, from: 2, to: null },
    ]);
  });

  it("is the newest of each, and words alone change nothing", () => {
    const model = talking(
      said(1, 2000, "S1"),
      said(2, 2500, "S2"),
      said(1, 3000, "S3"),
      said(2, 4000, "yes"),
    );
    expect(pointedOut(model, NOBODY)).toEqual([
      { by: 2, from: 1, to: null },
      { by: 1, from: 2, to: null },
    ]);
  });

  it("is nothing of turns before this one", () => {
    expect(pointedOut(talking(said(1, 1999, "S1")), NOBODY)).toEqual([]);
  });

  it("is nothing of those whom the reader hides", () => {
    expect(pointedOut(talking(said(2, 3000, "S1")), new Set([2]))).toEqual([]);
  });

  it("is nothing for who watches, and when nobody is to move", () => {
    const model = talking(said(1, 3000, "S1"));
    expect(pointedOut({ ...model, role: { member: 5, seats: [], host: false } }, NOBODY)).toEqual([]);
    const over = { ...table, game: { ...game, turn: null } };
    expect(pointedOut({ ...model, table: over }, NOBODY)).toEqual([]);
  });
});

describe("when a turn began", () => {
  it("is what was seen", () => {
    const began = {
      k: "turn_began",
      d: { game: 1, ply: 1, side: "south", hand: 1, deadline: null, clock: game.clock },
    } as const;
    const { model } = reduce(
      { ...talking(), turned: null, heads: { ...EMPTY.heads, table: 4 } },
      events("table", 5, began),
    );
    expect(model.turned).toEqual({ game: 1, ply: 1, at: 5000 });
    expect(turnBegan(model)).toBe(5000);
  });

  it("is read off the ballot by whoever came later, or off the clock that runs", () => {
    const late = { ...talking(), turned: { game: 1, ply: 0, at: 10 } };
    expect(turnBegan({ ...late, teams: { south: { ...team, ballot }, north: null } })).toBe(1000);
    expect(turnBegan({ ...late, teams: { south: { ...team, ballot: null }, north: null } })).toBe(1000);
    const still = { ...table, game: { ...game, clock: { ...game.clock, running: null, since: 0 } } };
    expect(turnBegan({ ...late, table: still, teams: { south: null, north: null } })).toBeNull();
  });
});

describe("whose pits # names", () => {
  it("are those of the side that the speaker sits with, if there is one", () => {
    const speaker = (by: number) => aroundOf(talking(), { by }).speaker;
    expect([1, 3, 5, 99].map(speaker)).toEqual(["south", "north", null, null]);
  });
});

describe("heat on the pits", () => {
  const preview: Preview = { captured: 5, made_bulls: 0, laps: 2, last: 6, end: "sleep" };
  const reading: Reading = {
    previewOf: (move) => (move === "2" ? preview : undefined),
    hides: NOBODY,
    draft: "",
    around: { n: 4, speaker: "south", plies: 0 },
    followed: null,
  };
  const option = (move: string, votes: number | null, voters: number[] = []) => ({
    move,
    by: 1,
    proposed: false,
    note: null,
    votes,
    voters,
    blocks: [],
  });
  const voting = (mode: "plurality" | "majority", change: Partial<typeof ballot>): Model => ({
    ...talking(),
    table: { ...table, settings: { ...table.settings, decision: { ...table.settings.decision, mode } } },
    teams: { south: { ...team, ballot: { ...ballot, ...change } }, north: null },
  });

  it("closes a ring with the votes that decide", () => {
    const model = voting("majority", {
      effective: 5,
      need: 3,
      options: [option("2", 2, [1, 2]), option("4", 1, [3])],
    });
    expect(heatOf(model, reading).votes).toEqual([
      { pit: 1, votes: 2, of: 3, mine: true, leading: true, ends: 6, takes: 5 },
      { pit: 3, votes: 1, of: 3, mine: false, leading: false, ends: null, takes: 0 },
    ]);
  });

  it("takes all voices for the whole where the most votes win, and ways of one pit together", () => {
    const model = voting("plurality", {
      effective: 5,
      need: 3,
      options: [option("2L", 1), option("2", 2), option("3", null)],
    });
    expect(heatOf(model, reading).votes).toEqual([
      { pit: 1, votes: 3, of: 5, mine: false, leading: true, ends: 6, takes: 5 },
      { pit: 2, votes: 0, of: 5, mine: false, leading: false, ends: null, takes: 0 },
    ]);
  });

  it("shows flags of members with their letters, and what is being written without any", () => {
    const model = talking(said(2, 3000, "S1>N2"));
    expect(heatOf(model, { ...reading, draft: "perhaps N3" }).pointers).toEqual([
      { who: "B", from: 0, to: 5 },
      { who: "", from: 6, to: null },
    ]);
  });
});
