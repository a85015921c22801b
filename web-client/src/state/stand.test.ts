import { describe, expect, it } from "vitest";
import type { MarketView, TicketView } from "../wire/generated/protocol.ts";
import { EMPTY, type Model } from "./model.ts";
import { reduce } from "./reduce.ts";
import { events, game, table, team } from "./samples.ts";
import {
  adviceNow,
  barOfTicket,
  behindOf,
  bettingOf,
  chipsOf,
  coinsIn,
  isOfTable,
  mayAdvise,
  rangeOf,
  stepOf,
  wantedStory,
} from "./stand.ts";

const market: MarketView = {
  market: 3,
  game: 1,
  mode: "pool",
  scope: "room",
  state: "open",
  suspended: null,
  void: null,
  outcomes: ["south", "draw", "north"],
  min_stake: "10",
  max_stake: "200",
  total: "430",
  bettors: 7,
  contested: true,
  pools: null,
  result: null,
};
const ticket: TicketView = { market: 3, bar: null, wallet: "950", stake: null, paid: null };
const placed = { outcome: "south", stake: "50", pays: null } as const;
const watcher: Model = { ...EMPTY, role: { member: 5, seats: [], host: false }, table, market, ticket };

describe("what is shown of the bets", () => {
  it.each([
    ["open", "open"],
    ["suspended", "open"],
    ["locked", "locked"],
    ["settled", "over"],
    ["void", "over"],
  ] as const)("a market that is %s is shown as %s", (state, kind) => {
    expect(bettingOf({ ...watcher, market: { ...market, state } }, false).kind).toBe(kind);
  });

  it("is nothing for who sits, who practises, who hides it, and whom the server shows none", () => {
    const seated = { ...watcher, role: { member: 1, seats: ["south" as const], host: false } };
    const practice = { ...watcher, table: { ...table, settings: { ...table.settings, practice: true } } };
    const off = { ...watcher, ticket: { ...ticket, bar: { type: "betting_off" as const } } };
    for (const model of [seated, practice, off]) expect(bettingOf(model, false).kind).toBe("none");
    expect(bettingOf(watcher, true).kind).toBe("none");
  });

  it("is a promise while a side is empty, where the room takes bets at all", () => {
    const early = { ...watcher, market: null, ticket: null, table: { ...table, game: null } };
    expect(bettingOf(early, false).kind).toBe("waiting");
    const stand = { ...table.settings.stand, betting: "off" as const };
    const off = { ...early, table: { ...early.table, settings: { ...table.settings, stand } } };
    expect(bettingOf(off, false).kind).toBe("none");
    expect(bettingOf({ ...watcher, market: null }, false).kind).toBe("none");
  });

  it("does not show the ticket of another market", () => {
    const old = { ...watcher, ticket: { ...ticket, market: 2, stake: placed } };
    expect(bettingOf(old, false)).toMatchObject({ kind: "open", ticket: null });
  });
});

describe("the story of a market", () => {
  const result = { winner: "south" as const, reason: "resigned" as const, score: { south: 9, north: 3 } };
  const playing = { ...table, game: { ...game, market: 3 } };
  const over = { ...table, game: { ...game, market: 3, result } };
  const watcher: Model = {
    ...EMPTY,
    role: { member: 5, seats: [], host: false },
    table: playing,
    market,
    ticket,
  };

  it("may be read from the lock on by who watches", () => {
    expect(wantedStory(watcher, false)).toBeNull();
    const locked = { ...watcher, market: { ...market, state: "locked" as const } };
    expect(wantedStory(locked, false)).toEqual({ market: 3, key: "3/locked" });
    expect(wantedStory({ ...locked, market: { ...market, state: "settled" } }, false)?.key).toBe("3/over");
    expect(wantedStory(locked, true)).toBeNull();
  });

  it("stays that of its game once the next market has taken its place", () => {
    const next = { ...watcher, table: over, market: { ...market, market: 4, game: 2 } };
    expect(wantedStory(next, false)).toEqual({ market: 3, key: "3/over" });
  });

  it("is not that of another match, whose games have the same numbers", () => {
    const rematch: MarketView = { ...market, market: 4, game: 1 };
    for (const state of ["open", "suspended", "locked"] as const) {
      const next = { ...watcher, table: over, market: { ...rematch, state } };
      expect(wantedStory(next, false)).toEqual({ market: 3, key: "3/over" });
    }
    // It began, and was locked before.
    const table4 = { ...table, game: { ...game, market: 4 } };
    const begun = { ...watcher, table: table4, market: { ...rematch, state: "locked" as const } };
    expect(wantedStory(begun, false)).toEqual({ market: 4, key: "4/locked" });
    // A match without a market comes after one with it.
    const without = { ...watcher, table: { ...table, game: { ...game, result } } };
    expect(wantedStory({ ...without, market: { ...market, state: "settled" } }, false)).toBeNull();
    expect(wantedStory({ ...without, role: { member: 1, seats: ["south"], host: false } }, false)).toBeNull();
  });

  it("of an end is shown with its own game, or before the one that comes", () => {
    const at = (number: number | null) => isOfTable(market, { ...game, market: number });
    expect([at(3), at(2), at(4), at(null)]).toEqual([true, true, false, false]);
    expect(isOfTable(market, game)).toBe(false);
  });

  it("is there for who comes when all is over", () => {
    expect(wantedStory({ ...watcher, table: over, market: null }, false)).toEqual({
      market: 3,
      key: "3/over",
    });
  });

  it("is told to who sits when the game is over", () => {
    const role = { member: 1, seats: ["south" as const], host: false };
    const seated = { ...EMPTY, table, role };
    expect(wantedStory({ ...seated, table: playing }, false)).toBeNull();
    expect(wantedStory({ ...seated, table: over }, false)).toEqual({ market: 3, key: "3/over" });
    expect(wantedStory({ ...seated, table: over }, true)).toBeNull();
  });

  it("is none where the game had no market, and none for whom the server shows none", () => {
    const none = { ...table, game: { ...game, result } };
    expect(wantedStory({ ...watcher, market: null, table: none }, false)).toBeNull();
    const off = { ...watcher, table: over, ticket: { ...ticket, bar: { type: "betting_off" as const } } };
    expect(wantedStory(off, false)).toBeNull();
  });
});

describe("a stake", () => {
  it("reaches from the smallest to what the wallet and the own stake hold, and no further than the largest", () => {
    expect(rangeOf(market, ticket)).toEqual({ least: 10, most: 200 });
    expect(rangeOf(market, { ...ticket, wallet: "30" })).toEqual({ least: 10, most: 30 });
    expect(rangeOf(market, { ...ticket, wallet: "30", stake: placed })).toEqual({ least: 10, most: 80 });
    expect(rangeOf(market, null)).toEqual({ least: 10, most: 0 });
  });

  it("is offered in usual sizes and as the most there can be", () => {
    expect(chipsOf({ least: 10, most: 200 })).toEqual([10, 50, 100, 200]);
    expect(chipsOf({ least: 10, most: 50 })).toEqual([10, 50]);
    expect(chipsOf({ least: 20, most: 60 })).toEqual([50, 60]);
    expect(chipsOf({ least: 10, most: 7 })).toEqual([]);
  });

  it("is read from what was written, as far as that is a whole number", () => {
    expect(coinsIn("50")).toBe(50);
    expect(coinsIn(" 1 200 ")).toBe(1200);
    expect(coinsIn("1,200")).toBe(1200);
    for (const text of ["", "-5", "1e3", "ten", "٥٠", "9999999999999999"]) expect(coinsIn(text)).toBeNull();
  });

  it("is placed, changed, or already so", () => {
    expect(stepOf(null, "south", 50)).toBe("place");
    expect(stepOf(placed, "south", 50)).toBe("same");
    expect(stepOf(placed, "north", 50)).toBe("change");
    expect(stepOf(placed, "south", 60)).toBe("change");
  });

  it("is barred for reasons of the person; those of the market are read from the market", () => {
    const bar = (type: "market_suspended" | "is_participant" | "wallet_scope") =>
      barOfTicket({ ...ticket, bar: type === "market_suspended" ? { type, why: "roster" } : { type } });
    expect(bar("market_suspended")).toBeNull();
    expect(bar("is_participant")).toEqual({ type: "is_participant" });
    expect(bar("wallet_scope")).toEqual({ type: "wallet_scope" });
    expect(barOfTicket(null)).toBeNull();
  });
});

describe("the stand", () => {
  it("is behind the table by what the room says, but nobody who sits is", () => {
    expect(behindOf(watcher)).toBeNull();
    const stand = { ...table.settings.stand, delay_ms: 60_000 };
    const slow = { ...watcher, table: { ...table, settings: { ...table.settings, stand } } };
    expect(behindOf(slow)).toMatchObject({ delay_ms: 60_000, delay_plies: 0 });
    expect(behindOf({ ...slow, role: { member: 1, seats: ["south"], host: false } })).toBeNull();
  });

  it("counts cheers over frames", () => {
    const cheers = (south: number, north: number) => ({ f: "cheers" as const, cheers: { south, north } });
    const heard = [cheers(2, 0), cheers(1, 3)].reduce((model, frame) => reduce(model, frame).model, watcher);
    expect(heard.cheers).toEqual({ south: 3, north: 3 });
  });

  it("advises a side that listens, unless muted or seated", () => {
    const ears = { south: true, north: false };
    const listening = { ...watcher, table: { ...table, ears } };
    expect(mayAdvise(listening, "south")).toBe(true);
    expect(mayAdvise(listening, "north")).toBe(false);
    const members = table.members.map((member) => ({ ...member, muted: member.id === 5 }));
    expect(mayAdvise({ ...watcher, table: { ...table, ears, members } }, "south")).toBe(false);
    expect(mayAdvise({ ...listening, role: { member: 1, seats: ["south"], host: false } }, "south")).toBe(
      false,
    );
  });

  it("keeps advice apart by ply, newest first", () => {
    const seated: Model = {
      ...watcher,
      heads: { ...EMPTY.heads, south: 1 },
      role: { member: 1, seats: ["south"], host: false },
      teams: { south: team, north: null },
    };
    const advised = (ply: number, by: number, pit: number | null, text: string) =>
      ({ k: "advised", d: { side: "south", game: 1, ply, by, pit, text } }) as const;
    const { model } = reduce(
      seated,
      events("south", 2, advised(1, 5, 3, ""), advised(1, 6, null, "wait"), advised(2, 5, 1, "")),
    );
    expect(adviceNow(model, "south").map(({ by }) => by)).toEqual([6, 5]);
    expect(model.teams.south?.advice).toHaveLength(3);
  });
});
