import { describe, expect, it } from "vitest";
import type { BallotView, Decision, OptionView, TableView } from "../wire/generated/protocol.ts";
import { closeOf, inOrder, isBlocked, ownVote, ruleOf, silent, trustIn } from "./council.ts";
import { EMPTY, type Model } from "./model.ts";
import { ballot, game, table, team } from "./samples.ts";

const option = (move: string, votes: number | null, change: Partial<OptionView> = {}): OptionView => ({
  move,
  by: 1,
  note: null,
  proposed: false,
  voters: [],
  votes,
  blocks: [],
  ...change,
});

const of = (options: OptionView[], change: Partial<BallotView> = {}): BallotView => ({
  ...ballot,
  roll: [1, 2, 3, 4],
  effective: 4,
  need: 3,
  options,
  voted: options.reduce((sum, one) => sum + (one.votes ?? 0), 0),
  ...change,
});

const under = (decision: Partial<Decision>, last_try = false): TableView => ({
  ...table,
  settings: { ...table.settings, decision: { ...table.settings.decision, ...decision } },
  game: { ...game, turn: game.turn && { ...game.turn, last_try } },
});

describe("what happens at the close", () => {
  it("is a run-off where nothing has enough, once", () => {
    const split = [option("1", 2), option("2", 1)];
    expect(closeOf(under({ mode: "majority" }), of(split))).toBe("run_off");
    expect(closeOf(under({ mode: "consensus" }), of(split))).toBe("run_off");
    expect(closeOf(under({ mode: "majority", runoff: false }), of(split))).toBe("tried");
    expect(closeOf(under({ mode: "majority" }), of(split, { kind: "run_off" }))).toBe("tried");
    expect(closeOf(under({ mode: "majority" }), of(split, { effective: 2 }))).toBe("tried");
  });

  it("is the move with the most votes, tried below a majority, played with one", () => {
    expect(closeOf(under({ mode: "plurality" }), of([option("1", 2), option("2", 1)]))).toBe("tried");
    expect(closeOf(under({ mode: "plurality" }), of([option("1", 3)]))).toBe("played");
    expect(closeOf(under({ mode: "plurality" }, true), of([option("1", 1)]))).toBe("played");
    expect(closeOf(under({ mode: "hand" }), of([option("1", 4)]))).toBe("tried");
  });

  it("is a tie among two where there is no run-off", () => {
    const tied = [option("1", 1), option("2", 1)];
    expect(closeOf(under({ mode: "plurality" }), of(tied))).toBe("run_off");
    expect(closeOf(under({ mode: "plurality", runoff: false }), of(tied))).toBe("tie");
  });

  it("goes by the votes before the run-off where nobody votes in it", () => {
    const quiet = of([option("1", 0), option("2", 0)], { kind: "run_off" });
    expect(closeOf(under({ mode: "majority" }), quiet)).toBe("first_round");
    expect(closeOf(under({ quorum: 3 }), of([option("1", 1)], { kind: "run_off" }))).toBe("tried");
  });

  it("is no run-off where only one move has votes", () => {
    expect(closeOf(under({ mode: "majority" }), of([option("1", 2), option("2", 0)]))).toBe("tried");
  });

  it("is the flag's where the ballot lasts as long as the clock, unless somebody voted", () => {
    const at = (deadline: number, periods = 0, ...options: OptionView[]) => {
      const bank = under({ quorum: 3, runoff_ms: 10_000 });
      const rule = { type: "byo_yomi", ms: 60_000, periods: 3, period_ms: 5000, flag: "lose" } as const;
      const clock = {
        remaining_ms: { south: 8000, north: 8000 },
        running: "south",
        since: 2000,
        periods: { south: periods, north: 3 },
      } as const;
      const settings = periods > 0 ? { ...bank.settings, clock: rule } : bank.settings;
      return closeOf({ ...bank, settings, game: { ...game, clock } }, of(options, { deadline }));
    };
    expect(at(10_000)).toBe("flag");
    expect(at(9999)).toBe("fallback");
    expect(at(10_000, 1)).toBe("fallback");
    expect(at(15_000, 1)).toBe("flag");
    expect(at(9000, 0, option("1", 1))).toBe("quorum");
    expect(at(10_000, 0, option("1", 1))).toBe("played");
    const blocked = option("1", 1, { blocks: [{ by: 4, reason: "no" }] });
    expect(at(10_000, 0, blocked)).toBe("flag");
    // Too little is left for a run-off.
    const split = [option("1", 2), option("2", 1)];
    expect(at(9000, 0, ...split)).toBe("tried");
    expect(at(10_000, 0, ...split)).toBe("played");
  });

  it("falls back without votes, with too few, and when all is blocked", () => {
    expect(closeOf(under({}), of([option("1", 0)]))).toBe("fallback");
    expect(closeOf(under({ quorum: 3 }), of([option("1", 2)]))).toBe("quorum");
    const blocked = option("1", 2, { blocks: [{ by: 4, reason: "no" }] });
    expect(closeOf(under({ mode: "consensus" }), of([blocked]))).toBe("blocked");
    expect(isBlocked({ ...blocked, votes: 3 }, of([]))).toBe(false);
  });

  it("follows the mode, and the most votes in a run-off", () => {
    const modes = ["hand", "plurality", "majority", "consensus", "anyone"] as const;
    expect(modes.map((mode) => ruleOf(under({ mode }), of([])))).toEqual([
      "hand",
      "most",
      "need",
      "need",
      "first",
    ]);
    expect(ruleOf(under({ mode: "consensus" }), of([], { kind: "run_off" }))).toBe("most");
  });
});

describe("what is shown of a ballot", () => {
  const many = Array.from({ length: 9 }, (_, index) => option(String(index), index));

  it("is the six strongest and one's own, and the rest on demand", () => {
    const { first, ideas } = inOrder(of(many), "1");
    expect(first.map((one) => one.move)).toEqual(["8", "7", "6", "5", "4", "3", "1"]);
    expect(ideas.map((one) => one.move)).toEqual(["2", "0"]);
  });

  it("is in large sides only what somebody seconds", () => {
    const roll = Array.from({ length: 17 }, (_, index) => index + 1);
    const { first, ideas } = inOrder(of([option("1", 1), option("2", 2), option("3", 0)], { roll }), null);
    expect(first.map((one) => one.move)).toEqual(["2"]);
    expect(ideas.map((one) => one.move)).toEqual(["1", "3"]);
    expect(inOrder(of([option("1", null)], { roll }), null).first).toHaveLength(1);
  });

  const model: Model = {
    ...EMPTY,
    role: { member: 1, seats: ["south"], host: false },
    table,
    teams: { south: { ...team, trust: [{ by: 1, member: 2 }] }, north: null },
    me: { member: 1, vote: null, reports: [] },
  };

  it("has one's own vote before the side is told", () => {
    const told = of([option("1", 1, { voters: [1] })]);
    expect(ownVote(model, "south", told)).toBe("1");
    const vote = (move: string | null, id = 7): Model => ({
      ...model,
      me: { member: 1, vote: { side: "south", ballot: id, move }, reports: [] },
    });
    expect(ownVote(vote("2"), "south", told)).toBe("2");
    expect(ownVote(vote(null), "south", told)).toBeNull();
    expect(ownVote(vote("2", 6), "south", of([]))).toBeNull();
  });

  it("names who is silent where votes are open", () => {
    const open = of([option("1", 1, { voters: [1] })], { roll: [1, 2] });
    expect(silent(model, open).map((member) => member.name)).toEqual(["Ben"]);
    expect(silent(model, { ...open, visibility: "counts" })).toEqual([]);
    expect(trustIn(model, "south", 2)).toEqual([1]);
  });
});
