import { describe, expect, it } from "vitest";
import "../../../i18n/testing.ts";
import { EMPTY, type Model } from "../../../state/model.ts";
import { ballot, game, position, settings, table, team } from "../../../state/samples.ts";
import { dutyOf } from "../../../state/select.ts";
import type { GameView, OptionView } from "../../../wire/generated/protocol.ts";
import type { TableState } from "../table.svelte.ts";
import { ballotOf, boardOf, rowOf, statusOf, timesOf } from "./status.ts";

/** What the sentences need of a table, seen by a member of South at a moment. */
function seen(change: Partial<GameView>, more: Partial<Model> = {}, now = 2000): TableState {
  const model: Model = {
    ...EMPTY,
    role: { member: 1, seats: ["south"], host: false },
    table: { ...table, game: { ...game, ...change } },
    teams: { south: { ...team, ballot }, north: null },
    ...more,
  };
  return {
    model,
    room: { now },
    n: (change.position ?? game.position).pits.length / 2,
    viewer: "south",
    duty: dutyOf(model, 0),
    previewOf: () => ({ captured: 2, made_bulls: 0, laps: 3, last: 5, end: "sleep" }),
  } as unknown as TableState;
}

function option(move: string, votes: number, voters: number[]): OptionView {
  return { move, by: 2, note: "it opens", proposed: true, voters, votes, blocks: [] };
}

describe("the position in words", () => {
  it("goes along each row from its own left, and tells empty pits together", () => {
    const after = { ...position([0, 0, 0, 5, 1, 0, 2, 0]), captured: { south: 3, north: 21 } };
    expect(boardOf(seen({ position: after }))).toEqual([
      "South: S1 to S3 empty, S4 5.",
      "North: N1 1, N2 empty, N3 2, N4 empty.",
      "Captured: South 3, North 21.",
    ]);
  });

  it("names bulls and uurs with their owner, also empty ones", () => {
    const owned = { ...position([0, 0, 6, 0]), bulls: [{ pit: 1, owner: "north" as const }] };
    expect(rowOf(seen({ position: owned }), "south")).toBe("South: S1 empty, S2 0, North's bull.");
    const layli = {
      ...table,
      settings: { ...settings, game: { ...settings.game, preset: "layli-goobalay" as const } },
    };
    const model = { table: { ...layli, game: { ...game, position: owned } } };
    expect(rowOf(seen({ position: owned }, model), "south")).toBe("South: S1 empty, S2 0, North's uur.");
  });
});

describe("how things stand", () => {
  it("says whose turn it is, what decides, what one may do, and the score", () => {
    const told = statusOf(seen({})).join(" ");
    expect(told).toMatch(/^Your team is to move .*You have not voted\./);
    expect(told).toContain("Captured: South 0, North 0.");
    expect(told).toContain("The hand of South: Amina.");
  });

  it("tells the clocks and what ends next", () => {
    expect(timesOf(seen({}))).toEqual(["South: 9:59.", "North: 10:00.", "For this decision: 0:44."]);
    const none = { table: { ...table, settings: { ...settings, clock: { type: "none" as const } } } };
    const still = { ...none.table, game: null };
    expect(timesOf(seen({}, { table: still }))).toEqual(["No clock is running."]);
  });

  it("tells each candidate with what it does, its votes, and who is for it", () => {
    const open = { ...ballot, options: [option("2", 1, [2]), option("3", 2, [1])], voted: 2 };
    const lines = ballotOf(seen({}, { teams: { south: { ...team, ballot: open }, north: null } }));
    const first = lines.find((line) => line.startsWith("Pit 3"));
    expect(first).toBe(
      "Pit 3; 3 laps, takes 2, ends in N2; 2 votes; your vote; For it: you; proposed by Ben; “it opens”.",
    );
    expect(lines.findIndex((line) => line.startsWith("Pit 3"))).toBeLessThan(
      lines.findIndex((line) => line.startsWith("Pit 2")),
    );
  });

  it("numbers the questions as they are answered", () => {
    const what = { type: "draw" } as const;
    const motion = {
      motion: 9,
      by: 2,
      what,
      answer: false,
      roll: [1, 2],
      yes: [2],
      no: [],
      effective: 2,
      need: 2,
      until: null,
    };
    const asked = { teams: { south: { ...team, ballot, motions: [motion] }, north: null } };
    expect(ballotOf(seen({}, asked)).at(-1)).toMatch(
      /^Question 1\. Ben asks your side: End it as a draw\? 1 for it, 0 against\. 2 of 2 must be for it\. Then the other side must agree\.$/,
    );
  });
});
