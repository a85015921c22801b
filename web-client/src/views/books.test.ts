import { describe, expect, it } from "vitest";
import type { AuditKind, BetRow, VoidReason } from "../wire/generated/protocol.ts";
import { auditOf, cameOf, coins, netOf, ratingOf, signed, stakeOf } from "./books.ts";

const bet: BetRow = {
  seq: 7,
  at: 1000,
  room: "0k3f",
  title: "Under the tree",
  game: 1,
  mode: "pool",
  scope: "server",
  stake: { outcome: "south", stake: "50", pays: null },
  result: null,
  void: null,
  paid: null,
};

it("says coins to the last one", () => {
  expect(coins("1")).toBe("1 coin");
  expect(coins("1240")).toBe("1,240 coins");
  expect(coins("9007199254740991")).toBe("9,007,199,254,740,991 coins");
});

it("says whether coins were won or lost", () => {
  expect([87, -50, 0].map(signed)).toEqual(["+87", "−50", "±0"]);
  const row = { rank: 1, name: "amina", markets: 3, hits: 1, points: 0, own: false };
  expect(netOf({ ...row, net: "120", lost: true })).toBe(-120);
  expect(netOf({ ...row, net: "120", lost: false })).toBe(120);
});

it("says a rating with the range in which the strength lies", () => {
  expect(ratingOf({ rating: 1540, uncertainty: 60, games: 4 })).toBe("1540 ± 120");
});

describe("a bet", () => {
  it("is open until something came", () => {
    expect(cameOf(bet)).toEqual({ net: null, said: "open" });
    expect(stakeOf(bet)).toBe("50 on South");
  });

  it("is right or wrong, with what it brought", () => {
    const right = { ...bet, result: "south", paid: { stake: "50", back: "137" } } as const;
    expect(cameOf(right)).toEqual({ net: 87, said: "right" });
    const wrong = { ...bet, result: "draw", paid: { stake: "50", back: "0" } } as const;
    expect(cameOf(wrong)).toEqual({ net: -50, said: "wrong" });
  });

  it("that went back is neither, and says why", () => {
    const reasons: readonly VoidReason[] = [
      "no_bets",
      "one_sided",
      "no_winner",
      "too_short",
      "match_aborted",
      "agreed_abort",
      "host",
      "moderator",
      "abandoned",
      "unrecoverable",
      "stale",
      "turned_off",
    ];
    const said = reasons.map((why) => {
      const came = cameOf({ ...bet, void: why, result: "north", paid: { stake: "50", back: "50" } });
      expect(came.net).toBe(0);
      return came.said;
    });
    expect(new Set(said).size).toBe(reasons.length);
    for (const sentence of said) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  it("that is a free guess moves no coins", () => {
    const guess = { ...bet, mode: "picks", stake: { outcome: "draw", stake: "1", pays: null } } as const;
    expect(stakeOf(guess)).toBe("Guess: Draw");
    expect(cameOf({ ...guess, result: "draw", paid: { stake: "1", back: "1" } })).toEqual({
      net: null,
      said: "right",
    });
  });
});

it("tells what an administrator did, whatever it was", () => {
  const row = {
    at: 1,
    market: 12,
    account: 34,
    amount: "100",
    taken: false,
    reason: "Cut off by a power failure",
  };
  const kinds: readonly AuditKind[] = ["pause", "resume", "void", "adjust", "ban", "unban"];
  const said = kinds.map((what) => auditOf({ ...row, what }));
  expect(said.join(" ")).not.toMatch(/[{}]|betting\./);
  expect(said[3]).toBe("Gave account 34 100 coins");
  expect(auditOf({ ...row, what: "adjust", taken: true })).toBe("Took 100 coins from account 34");
});
