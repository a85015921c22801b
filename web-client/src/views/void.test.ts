/** Bets that do not count, in words: m43 of the bets in `docs/defects.md`. */

import { describe, expect, it } from "vitest";
import type { BetRow, MarketView, VoidReason } from "../wire/generated/protocol.ts";
import protocol from "../wire/generated/protocol.ts?raw";
import { cameOf } from "./books.ts";
import { voidOf } from "./table/stand/words.ts";

/** Every reason that the protocol has, so that one that is new there has to be said here. */
const reasons = [...(/export type VoidReason = ([^;]+);/.exec(protocol)?.[1] ?? "").matchAll(/"(\w+)"/g)].map(
  ([, reason]) => reason as VoidReason,
);

type Mode = MarketView["mode"];

/** In one's own bets. */
function inOwnBets(why: VoidReason, mode: Mode, stake: number): string {
  const row: BetRow = {
    seq: 7,
    at: 1000,
    room: "0k3f",
    title: "Under the tree",
    game: 1,
    mode,
    scope: "server",
    stake: { outcome: "south", stake: String(stake), pays: null },
    result: why === "no_winner" ? "north" : null,
    void: why,
    paid: { stake: String(stake), back: String(stake) },
  };
  return cameOf(row).said;
}

describe.each([
  ["beside the board", voidOf],
  ["in one's own bets", inOwnBets],
])("m43: a bet that does not count, %s,", (_, said) => {
  it("has a sentence of its own for every reason, which names what came back", () => {
    expect(reasons.length).toBeGreaterThanOrEqual(12);
    for (const why of reasons) {
      const sentences = said(why, "pool", 137);
      expect(sentences, why).toMatch(/^[A-Z][^.]+\. .*\b137 coins\b[^.]*\.$/);
      expect(said(why, "pool", 1), why).toMatch(/\b1 coin\b/);
      expect(said(why, "pool", 9_007_199_254_740_991), why).toContain("9,007,199,254,740,991 coins");
    }
    expect(new Set(reasons.map((why) => said(why, "pool", 137))).size).toBe(reasons.length);
  });

  it("speaks of no coins where guesses are free", () => {
    for (const why of reasons) {
      expect(said(why, "picks", 1), why).toMatch(/^[A-Z].* point\.$/);
      expect(said(why, "picks", 1), why).not.toMatch(/coin|stake/);
    }
  });
});

it("m43: who had no stake is told of everybody's, if there were any", () => {
  for (const why of reasons) {
    const told = voidOf(why, "pool", null);
    if (why === "no_bets") expect(told).not.toMatch(/back/);
    else expect(told, why).toMatch(/All stakes went back\.$/);
  }
});
