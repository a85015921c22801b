import { describe, expect, it } from "vitest";
import type { Offer } from "../wire/generated/protocol.ts";
import { EMPTY, type Model } from "./model.ts";
import { ballot, game, table, team } from "./samples.ts";
import { dutyOf, mayLay } from "./select.ts";

const offer = (move: string): Offer => ({
  pit: Number(move),
  move,
  preview: null,
  has_choice: false,
  choices: [],
});

function at(
  me: number,
  change: { deadline?: number | null; open?: typeof ballot | null; moves?: string[] },
): Model {
  const { deadline = 46_000, open = ballot, moves = ["1", "2"] } = change;
  const turn = game.turn && { ...game.turn, deadline };
  return {
    ...EMPTY,
    role: { member: me, seats: [me < 3 ? "south" : "north"], host: false },
    table: { ...table, game: { ...game, turn } },
    teams: { south: me < 3 ? { ...team, ballot: open } : null, north: null },
    legal: { game: 1, ply: 1, moves: moves.map(offer) },
  };
}

describe("what one may do now", () => {
  it("lets those on the roll vote, and whoever sat down later advise", () => {
    expect(dutyOf(at(2, {}), 0)).toMatchObject({ kind: "vote", mayLay: false });
    expect(dutyOf(at(2, { open: { ...ballot, roll: [1] } }), 0).kind).toBe("advise");
    expect(dutyOf(at(3, {}), 0)).toEqual({ kind: "watch", seated: true });
  });

  it("lets the hand lay in a turn without a ballot, though somebody has joined it since", () => {
    expect(dutyOf(at(1, { deadline: null, open: null }), 0).kind).toBe("alone");
    expect(dutyOf(at(2, { deadline: null, open: null }), 0).kind).toBe("wait");
  });

  it("waits for a ballot that is about to open", () => {
    expect(dutyOf(at(1, { open: null }), 0).kind).toBe("wait");
  });

  it("lets anybody of a team lay the only move", () => {
    for (const me of [1, 2]) {
      expect(dutyOf(at(me, { deadline: null, open: null, moves: ["4"] }), 0).kind).toBe("single");
    }
  });

  it("lets the hand lay after a ballot without votes, and when it is late anybody on the roll", () => {
    const fallen = { ...ballot, hand_until: 9000 };
    const may = (me: number, now: number, open = fallen) => mayLay(dutyOf(at(me, { open }), now));
    expect([may(1, 8999), may(2, 8999), may(2, 9000)]).toEqual([true, false, true]);
    expect(may(2, 9000, { ...fallen, roll: [1] })).toBe(false);
    // Nobody of the roll sits there any more.
    expect(may(2, 9000, { ...fallen, roll: [9] })).toBe(true);
  });
});
