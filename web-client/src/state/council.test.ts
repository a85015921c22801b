/** Votes told together, motions, offers, holds, the hand: what their events do to the views. */

import { describe, expect, it } from "vitest";
import type { BallotView, Event, ServerFrame } from "../wire/generated/protocol.ts";
import { EMPTY, type Model } from "./model.ts";
import { reduce } from "./reduce.ts";
import { after, ballot, events, game, position, table, team, trace } from "./samples.ts";

function seated(change: Partial<BallotView> = {}): Model {
  const frames: ServerFrame[] = [
    {
      f: "welcome",
      proto: 1,
      build: "0.1.0",
      epoch: "e1",
      now: 1000,
      role: { member: 1, seats: ["south"], host: true },
      heads: { table: 10, south: 10, north: null, me: 10, stand: null },
      resumed: false,
    },
    { f: "snap", s: "table", as_of: 10, view: table },
    {
      f: "snap",
      s: "team",
      side: "south",
      as_of: 10,
      view: { ...team, ballot: { ...ballot, roll: [1, 2, 5], ...change } },
    },
    { f: "snap", s: "me", as_of: 10, view: { member: 1, vote: null, reports: [] } },
  ];
  return happen(EMPTY, ...frames);
}

function happen(model: Model, ...frames: ServerFrame[]): Model {
  return frames.reduce((now, frame) => {
    const { model: next, gap } = reduce(now, frame);
    expect(gap).toBe(false);
    return next;
  }, model);
}

/** Events of one stream, one after the other, from number 11 on. */
const told = (model: Model, stream: "table" | "south" | "me", ...list: Event[]): Model =>
  happen(model, events(stream, (model.heads[stream] ?? 0) + 1, ...list));

const side = "south" as const;
const clock = { ...game.clock, since: 5000 };

describe("votes that are told together", () => {
  const rows = (votes: number | null): Event => ({
    k: "votes_told",
    d: {
      side,
      ballot: 7,
      votes: [],
      rows: [
        { move: "2", by: null, votes },
        { move: "4", by: 2, votes: votes === null ? null : 0 },
      ],
      voted: 3,
    },
  });
  const proposal: Event = { k: "proposed", d: { side, ballot: 7, by: 2, move: "4", note: "why not" } };

  it("gives all options with their counts, and keeps the words of those that were known", () => {
    const model = told(seated({ visibility: "counts", together: true }), "south", proposal, rows(3));
    expect(model.teams.south?.ballot?.options).toEqual([
      { move: "2", by: null, note: null, proposed: false, voters: [], votes: 3, blocks: [] },
      { move: "4", by: 2, note: "why not", proposed: true, voters: [], votes: 0, blocks: [] },
    ]);
    expect(model.teams.south?.ballot?.voted).toBe(3);
  });

  it("drops an option that is not told any more", () => {
    const none: Event = { k: "votes_told", d: { side, ballot: 7, votes: [], rows: [], voted: 0 } };
    const model = told(seated({ visibility: "counts", together: true }), "south", rows(1), none);
    expect(model.teams.south?.ballot?.options).toEqual([]);
  });

  it("moves the votes that changed by name where they are open", () => {
    const cast = (votes: { by: number; move: string | null }[], two: number, four: number): Event => ({
      k: "votes_told",
      d: {
        side,
        ballot: 7,
        votes,
        rows: [
          { move: "2", by: 1, votes: two },
          { move: "4", by: 2, votes: four },
        ],
        voted: two + four,
      },
    });
    const model = told(
      seated({ together: true }),
      "south",
      cast(
        [
          { by: 1, move: "2" },
          { by: 2, move: "2" },
        ],
        2,
        0,
      ),
      cast(
        [
          { by: 2, move: "4" },
          { by: 1, move: null },
        ],
        0,
        1,
      ),
    );
    const voters = model.teams.south?.ballot?.options.map((option) => [option.move, option.voters]);
    expect(voters).toEqual([
      ["2", []],
      ["4", [2]],
    ]);
  });

  it("says nothing of counts that are told after the close", () => {
    const model = told(seated({ visibility: "after_close", together: true }), "south", proposal, rows(null));
    expect(model.teams.south?.ballot?.options.map((option) => option.votes)).toEqual([null, null]);
    expect(model.teams.south?.ballot?.voted).toBe(3);
  });

  it("keeps the own vote for oneself", () => {
    const vote: Event = { k: "voted", d: { side, ballot: 7, by: 1, move: "2", quiet: true } };
    const model = told(seated({ visibility: "counts", together: true }), "me", vote);
    expect(model.me?.vote).toEqual({ side, ballot: 7, move: "2" });
    expect(model.teams.south?.ballot?.options).toEqual([]);
  });

  it("does not count for itself when somebody is struck", () => {
    const changed: Event = {
      k: "roll_changed",
      d: { side, ballot: 7, struck: [5], effective: 2, need: 2 },
    };
    const model = told(seated({ visibility: "counts", together: true }), "south", rows(3), changed);
    expect(model.teams.south?.ballot).toMatchObject({ roll: [1, 2], voted: 3, need: 2 });
    expect(model.teams.south?.ballot?.options[0]?.votes).toBe(3);
  });

  it("takes stances one by one or many at once", () => {
    const model = told(
      seated(),
      "south",
      { k: "stance_taken", d: { side, by: 2, stance: "object" } },
      {
        k: "stances_told",
        d: {
          side,
          stances: [
            { member: 2, stance: "undecided" },
            { member: 5, stance: "approve" },
          ],
        },
      },
    );
    expect(model.teams.south?.stances).toEqual([{ member: 5, stance: "approve" }]);
  });
});

describe("a block", () => {
  it("is kept with its reason, also in the run-off", () => {
    const model = told(
      seated(),
      "south",
      { k: "voted", d: { side, ballot: 7, by: 1, move: "2" } },
      { k: "blocked", d: { side, ballot: 7, by: 2, move: "2", reason: "it feeds them" } },
      {
        k: "ballot_opened",
        d: {
          side,
          ballot: 8,
          kind: "run_off",
          roll: [1, 2],
          options: ["2", "3"],
          opened: 5000,
          earliest: 5000,
          deadline: 15_000,
          effective: 2,
          need: 1,
          visibility: "counts",
          together: true,
        },
      },
    );
    expect(model.teams.south?.ballot).toMatchObject({ visibility: "counts", together: true, voted: 0 });
    expect(model.teams.south?.ballot?.options).toMatchObject([
      { move: "2", voters: [], votes: 0, blocks: [{ by: 2, reason: "it feeds them" }] },
      { move: "3", by: null, blocks: [] },
    ]);
  });
});

describe("a move without votes", () => {
  const left = (block: boolean) =>
    told(
      seated(),
      "south",
      { k: "voted", d: { side, ballot: 7, by: 1, move: "2" } },
      ...(block
        ? [{ k: "blocked" as const, d: { side, ballot: 7, by: 2, move: "2", reason: "it feeds them" } }]
        : []),
      { k: "voted", d: { side, ballot: 7, by: 1, move: "3" } },
    ).teams.south?.ballot;

  it("goes with its last vote", () => {
    expect(left(false)?.options).toMatchObject([{ move: "3", voters: [1] }]);
  });

  it("stays where it is blocked", () => {
    const blocks = [{ by: 2, reason: "it feeds them" }];
    expect(left(true)?.options).toMatchObject([
      { move: "2", voters: [], votes: 0, blocks },
      { move: "3", voters: [1], votes: 1 },
    ]);
    expect(left(true)?.voted).toBe(1);
  });
});

describe("a motion", () => {
  const opened = (answer: boolean): Event => ({
    k: "motion_opened",
    d: {
      side,
      motion: 3,
      by: answer ? 3 : 1,
      what: { type: "pause" },
      answer,
      roll: [1, 2, 5],
      effective: 3,
      need: 2,
      until: 35_000,
    },
  });
  const vote = (by: number, yes: boolean | null): Event => ({
    k: "motion_voted",
    d: { side, motion: 3, by, yes },
  });

  it("counts who moved it as being for it, and lets votes change", () => {
    const model = told(seated(), "south", opened(false), vote(2, true), vote(1, false), vote(2, null));
    expect(model.teams.south?.motions).toMatchObject([{ yes: [], no: [1], need: 2 }]);
  });

  it("has no votes of its own where the other side asks", () => {
    const model = told(seated(), "south", opened(true));
    expect(model.teams.south?.motions[0]).toMatchObject({ by: 3, answer: true, yes: [], no: [] });
  });

  it("forgets those who were struck, and goes when it ends", () => {
    const changed: Event = {
      k: "motion_roll_changed",
      d: { side, motion: 3, struck: [2], effective: 2, need: 2 },
    };
    const model = told(seated(), "south", opened(false), vote(2, true), changed);
    expect(model.teams.south?.motions).toMatchObject([{ roll: [1, 5], yes: [1], no: [], effective: 2 }]);
    const ended: Event = { k: "motion_ended", d: { side, motion: 3, end: "failed" } };
    expect(told(model, "south", ended).teams.south?.motions).toEqual([]);
  });

  it("lets everybody see what is asked of the other side until it is answered", () => {
    const offer = { side: "north", by: 3, what: { type: "draw" }, until: null } as const;
    const model = told(seated(), "table", { k: "offered", d: offer });
    expect(model.table?.offers).toEqual([offer]);
    const strange: Event = { k: "offer_ended", d: { side: "south", what: "draw", end: "passed" } };
    const answered: Event = { k: "offer_ended", d: { side: "north", what: "draw", end: "failed" } };
    expect(told(model, "table", strange).table?.offers).toHaveLength(1);
    expect(told(model, "table", strange, answered).table?.offers).toEqual([]);
  });
});

describe("a takeback", () => {
  const stood: Event = {
    k: "stood",
    d: {
      game: 1,
      ply: 1,
      side,
      by: 1,
      move: "1",
      trace,
      after,
      tried: false,
      remaining_ms: { south: 590_000, north: 600_000 },
    },
  };
  const taken: Event = {
    k: "taken_back",
    d: { game: 1, ply: 1, side, position: position(), clock: { ...clock, running: null } },
  };

  it("gives the position back, counts it, and says which move it was until the ply is played again", () => {
    const back = told(seated(), "table", stood, taken);
    expect(back.table?.game).toMatchObject({
      plies: [],
      position: position(),
      last: null,
      takebacks: { south: 1, north: 0 },
      clock: { running: null, since: 0 },
    });
    expect(back.undone).toMatchObject({ game: 1, ply: 1, row: { move: "1", by: 1, side } });
    const turn: Event = {
      k: "turn_began",
      d: { game: 1, ply: 1, side, hand: 1, deadline: null, clock },
    };
    expect(told(back, "table", turn).undone).not.toBeNull();
    expect(told(back, "table", turn, stood).undone).toBeNull();
  });
});

describe("the hand", () => {
  it("is chosen before a game, until who was chosen stands up", () => {
    const chosen: Event = { k: "hand_chosen", d: { side, to: 2, why: "claimed" } };
    const model = told(seated(), "table", chosen);
    expect(model.table?.chosen).toEqual({ south: 2, north: null });
    const left = told(model, "table", { k: "unseated", d: { member: 2, side } });
    expect(left.table?.chosen).toEqual({ south: null, north: null });
  });

  it("is trusted to somebody, or no longer", () => {
    const trust = (by: number, member: number, on: boolean): Event => ({
      k: "trusted",
      d: { side, by, member, on },
    });
    const model = told(seated(), "south", trust(1, 2, true), trust(2, 2, true), trust(1, 2, false));
    expect(model.teams.south?.trust).toEqual([{ by: 2, member: 2 }]);
  });

  it("is beside the council where one votes for all", () => {
    const model = told(seated(), "south", { k: "council_seated", d: { side, members: [2, 5, 1] } });
    expect(model.teams.south?.council).toEqual([2, 5, 1]);
  });
});

describe("clocks, presence and holds", () => {
  it("keeps the periods when clocks stop and start", () => {
    const periods = { south: 2, north: 3 };
    const model = told(
      seated(),
      "table",
      { k: "period_began", d: { side, clock: { ...clock, periods } } },
      { k: "held", d: { reason: "agreed", remaining_ms: { south: 7, north: 8 } } },
    );
    expect(model.table?.game?.clock).toEqual({
      remaining_ms: { south: 7, north: 8 },
      running: null,
      since: 0,
      periods,
    });
  });

  it("knows who gave time in this turn", () => {
    const given: Event = { k: "time_given", d: { by: "north", ms: 15_000, clock } };
    const model = told(seated(), "table", given);
    expect(model.table?.game?.turn?.given).toEqual({ south: false, north: true });
    expect(model.table?.game?.clock).toEqual(clock);
  });

  it("goes on at a time that is told, and forgets it once nothing holds the room", () => {
    const held: Event = { k: "held", d: { reason: "agreed", remaining_ms: { south: 7, north: 8 } } };
    const resume: Event = { k: "resume_set", d: { at: 9000 } };
    const model = told(seated(), "table", held, resume);
    expect(model.table).toMatchObject({ holds: ["agreed"], resume_at: 9000 });
    const released = (still: "empty"[]): Event => ({
      k: "released",
      d: { reason: "agreed", still, clock, deadline: 70_000, until: null },
    });
    expect(told(model, "table", released(["empty"])).table?.resume_at).toBe(9000);
    expect(told(model, "table", released([])).table).toMatchObject({ holds: [], resume_at: null });
  });

  it("knows since when somebody is away, and until when he may be back", () => {
    const model = told(seated(), "table", {
      k: "presence_changed",
      d: { member: 2, presence: "grace", until: 20_000 },
    });
    const ben = (now: Model) => now.table?.members.find((member) => member.id === 2);
    expect(ben(model)).toMatchObject({ presence: "grace", since: 5000, until: 20_000 });
    const away = told(model, "table", { k: "presence_changed", d: { member: 2, presence: "away" } });
    expect(ben(away)).toMatchObject({ presence: "away", until: null });
  });

  it("misses nobody in a hold", () => {
    const at = (t: number, n: number, event: Event): ServerFrame =>
      ({ ...events("table", n, event), t }) as ServerFrame;
    const leaves = (member: number): Event => ({ k: "presence_changed", d: { member, presence: "away" } });
    const still = { remaining_ms: { south: 7, north: 8 } };
    const released = (left: "empty"[]): Event => ({
      k: "released",
      d: { reason: "agreed", still: left, clock, deadline: 70_000, until: null },
    });
    const model = happen(
      seated(),
      at(1000, 11, leaves(2)),
      at(3000, 12, { k: "held", d: { reason: "agreed", ...still } }),
      at(4000, 13, { k: "held", d: { reason: "empty", ...still } }),
      at(5000, 14, leaves(3)),
      at(8000, 15, released(["empty"])),
    );
    const missed = (now: Model) => now.table?.members.slice(1, 4).map((member) => member.missed_from);
    expect(model.table?.held_from).toBe(3000);
    expect(missed(model)).toEqual([1000, 5000, null]);
    const on = happen(model, at(9000, 16, released([])));
    expect(on.table?.held_from).toBeNull();
    expect(missed(on)).toEqual([7000, 9000, null]);
    expect(
      missed(happen(on, at(9500, 17, { k: "presence_changed", d: { member: 2, presence: "online" } }))),
    ).toEqual([null, 9000, null]);
  });

  it("knows who may not write and who may not enter, and what was reported to oneself", () => {
    const model = told(
      seated(),
      "table",
      { k: "muted", d: { member: 5, on: true, why: "host" } },
      { k: "banned", d: { member: 5, on: true, why: "side" } },
    );
    expect(model.table?.members.at(-1)).toMatchObject({ muted: true, banned: true });
    const report: Event = { k: "reported", d: { host: 1, by: 2, about: 5, text: "shouts" } };
    const reports = told(seated(), "me", ...Array.from({ length: 51 }, () => report)).me?.reports;
    expect(reports).toHaveLength(50);
    expect(reports?.[0]).toEqual({ by: 2, about: 5, at: 5000, text: "shouts" });
  });

  it("keeps the seal of the lots and what it held", () => {
    const began: Event = {
      k: "game_began",
      d: { game: 2, opening: position(), starter: side, how: "toss", race: null, seal: "ab" },
    };
    const model = told(seated(), "table", began, { k: "unsealed", d: { game: 2, seed: "cd" } });
    expect(model.table?.game).toMatchObject({
      seal: "ab",
      unsealed: "cd",
      takebacks: { south: 0, north: 0 },
    });
  });
});
