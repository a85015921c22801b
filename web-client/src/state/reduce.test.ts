import { describe, expect, it } from "vitest";
import type { ClockView, Event, ServerFrame } from "../wire/generated/protocol.ts";
import { EMPTY, type Model } from "./model.ts";
import { reduce } from "./reduce.ts";
import { after, events, position, table, team, trace } from "./samples.ts";

/** Seated in South, with everything known up to number 10. */
const seated: Model = [
  {
    f: "welcome",
    proto: 0,
    build: "0.1.0",
    epoch: "e1",
    now: 1000,
    role: { member: 1, seats: ["south"], host: true },
    heads: { table: 10, south: 10, north: null, me: 10, stand: null },
    resumed: false,
  } satisfies ServerFrame,
  { f: "snap", s: "table", as_of: 10, view: table } satisfies ServerFrame,
  { f: "snap", s: "team", side: "south", as_of: 10, view: team } satisfies ServerFrame,
  { f: "snap", s: "me", as_of: 10, view: { member: 1, vote: null, reports: [] } } satisfies ServerFrame,
].reduce((model: Model, frame) => reduce(model, frame as ServerFrame).model, EMPTY);

function happen(model: Model, ...frames: ServerFrame[]): Model {
  return frames.reduce((now, frame) => {
    const { model: next, gap } = reduce(now, frame);
    expect(gap).toBe(false);
    return next;
  }, model);
}

const laid: Event = { k: "laid", d: { by: 1, move: "1", trace, after, until: 11_000, tries: 1 } };
const stood: Event = {
  k: "stood",
  d: {
    game: 1,
    ply: 1,
    side: "south",
    by: 1,
    move: "1",
    trace,
    after,
    tried: false,
    remaining_ms: { south: 590_000, north: 600_000 },
  },
};

const clockOf = (since: number): ClockView => ({
  remaining_ms: { south: 1, north: 2 },
  running: "south",
  since,
  periods: { south: 0, north: 0 },
});

describe("streams", () => {
  it("takes events in order and keeps their number", () => {
    const model = happen(seated, events("table", 11, { k: "said", d: { by: 5, text: "hello" } }));
    expect(model.heads.table).toBe(11);
    expect(model.table?.chat).toEqual([{ by: 5, at: 5000, text: "hello" }]);
  });

  it("ignores what it has seen already", () => {
    const frame = events(
      "table",
      10,
      { k: "said", d: { by: 5, text: "old" } },
      { k: "said", d: { by: 5, text: "new" } },
    );
    expect(happen(seated, frame).table?.chat.map((line) => line.text)).toEqual(["new"]);
  });

  it("reports a gap and changes nothing after it", () => {
    const { model, gap } = reduce(seated, events("table", 12, { k: "said", d: { by: 5, text: "lost" } }));
    expect(gap).toBe(true);
    expect(model.heads.table).toBe(10);
    expect(model.table?.chat).toEqual([]);
  });

  it("counts each stream for itself", () => {
    const model = happen(
      seated,
      events("south", 11, { k: "team_said", d: { side: "south", by: 2, text: "five?" } }),
      events("table", 11, { k: "said", d: { by: 3, text: "hurry" } }),
    );
    expect(model.teams.south?.chat).toHaveLength(1);
    expect(model.heads).toMatchObject({ table: 11, south: 11 });
  });

  it("passes over an event of a newer server without a gap", () => {
    const strange = { k: "danced", d: {} } as unknown as Event;
    const model = happen(seated, events("table", 11, strange), events("table", 12, laid));
    expect(model.heads.table).toBe(12);
    expect(model.table?.game?.turn?.tried?.by).toBe(1);
  });

  it("forgets a side's stream at the moment the seat is left", () => {
    const model = happen(seated, { f: "role", member: 1, seats: [], host: true });
    expect(model.teams.south).toBeNull();
    expect(model.heads.south).toBeNull();
    const later = happen(
      model,
      events("south", 11, { k: "team_said", d: { side: "south", by: 2, text: "secret" } }),
    );
    expect(later.teams.south).toBeNull();
  });

  it("keeps everything when the server resumes, and only what is on the screen when it does not", () => {
    const welcome = {
      f: "welcome",
      proto: 0,
      build: "0.1.0",
      now: 2000,
      role: { member: 1, seats: ["south"], host: true },
      heads: { table: 10, south: 10, north: null, me: 10, stand: null },
    } as const;
    const resumed = happen(seated, {
      ...welcome,
      role: { ...welcome.role, seats: ["south"] },
      epoch: "e1",
      resumed: true,
    });
    expect(resumed.table).toEqual(seated.table);
    const anew = happen(seated, {
      ...welcome,
      role: { ...welcome.role, seats: ["south"] },
      epoch: "e2",
      resumed: false,
    });
    expect(anew.table).toEqual(seated.table);
    expect(anew.heads).toEqual({ table: null, south: null, north: null, me: null, stand: null });
    const told = happen(anew, events("table", 11, laid));
    expect(told.table).toEqual(seated.table);
  });
});

describe("a turn", () => {
  it("shows a tried move with what it does, and takes the position from the event", () => {
    const model = happen(seated, events("table", 11, laid));
    expect(model.table?.game?.turn?.tried?.after).toEqual(after);
    expect(model.table?.game?.position).toEqual(position());
    expect(model.scene).toMatchObject({ id: 1, story: { kind: "move", trace }, after });
  });

  it("gives the position back when the move is withdrawn", () => {
    const model = happen(
      seated,
      events("table", 11, laid),
      events("south", 11, { k: "stance_taken", d: { side: "south", by: 2, stance: "object" } }),
      events("south", 12, { k: "stance_taken", d: { side: "south", by: 2, stance: "undecided" } }),
      events("table", 12, {
        k: "withdrawn",
        d: { why: "team", move: "1", deadline: 50_000, last_try: false, spent: ["1"] },
      }),
    );
    const turn = model.table?.game?.turn;
    expect(turn).toMatchObject({ tried: null, spent: ["1"], deadline: 50_000, tries: 1 });
    expect(model.teams.south?.stances).toEqual([]);
  });

  it("plays a move that stands, once: a tried one has been seen already", () => {
    const direct = happen(seated, events("table", 11, stood));
    expect(direct.table?.game).toMatchObject({ position: after, turn: null });
    expect(direct.table?.game?.plies).toEqual([
      {
        side: "south",
        move: "1",
        captured: 0,
        bulls: 0,
        by: 1,
        withdrawn: 0,
        secured: { south: 0, north: 0 },
      },
    ]);
    expect(direct.scene?.id).toBe(1);

    const tried = { ...stood, d: { ...stood.d, tried: true } } as Event;
    const shown = happen(seated, events("table", 11, laid), events("table", 12, tried));
    expect(shown.scene?.id).toBe(1);
    expect(shown.table?.game?.last).toEqual({ before: position(), trace });
  });

  it("stops the clocks when the room is held and starts them again", () => {
    const held = happen(
      seated,
      events("table", 11, { k: "held", d: { reason: "empty", remaining_ms: { south: 1, north: 2 } } }),
    );
    expect(held.table?.game?.clock).toEqual({
      remaining_ms: { south: 1, north: 2 },
      running: null,
      since: 0,
      periods: { south: 0, north: 0 },
    });
    expect(held.table?.holds).toEqual(["empty"]);
    const clock = clockOf(6000);
    const on = happen(
      held,
      events("table", 12, {
        k: "released",
        d: { reason: "empty", still: [], clock, deadline: 70_000, until: null },
      }),
    );
    expect(on.table?.holds).toEqual([]);
    expect(on.table?.game?.turn?.deadline).toBe(70_000);
  });

  it("ends a game with its result and waits for nobody's move", () => {
    const result = { reason: "resigned", winner: "north", score: { south: 0, north: 32 } } as const;
    const model = happen(
      seated,
      events("table", 11, { k: "game_ended", d: { game: 1, result, series: table.series } }),
    );
    expect(model.table?.game).toMatchObject({ result, turn: null });
    // South's clock ran from 1000 to 5000.
    expect(model.table?.game?.clock).toEqual({
      remaining_ms: { south: 596_000, north: 600_000 },
      running: null,
      since: 0,
      periods: { south: 0, north: 0 },
    });
  });

  const began = (number: number): Event => ({
    k: "game_began",
    d: { game: number, opening: position(), starter: "north", how: "alternated", race: null },
  });

  it("begins a game with nobody ready, with clocks that its first turn sets, and keeps the wishes", () => {
    const wishing = happen(
      seated,
      events("table", 11, { k: "starter_wished", d: { side: "south", by: 1, starter: "north" } }),
    );
    const model = happen(wishing, events("table", 12, began(2)));
    expect(model.table?.members.some((member) => member.ready)).toBe(false);
    expect(model.table?.game).toMatchObject({ game: 2, starter: "north", plies: [], turn: null });
    expect(model.table?.game?.clock.remaining_ms).toEqual({ south: 0, north: 0 });
    expect(model.table?.wishes).toEqual({ south: { by: 1, starter: "north" }, north: null });
  });

  it("knows the market on a game, where there is one", () => {
    const plain = began(1);
    const bet = { ...plain, d: { ...plain.d, market: 7 } } as Event;
    expect(happen(seated, events("table", 11, bet)).table?.game?.market).toBe(7);
    expect(happen(seated, events("table", 11, plain)).table?.game?.market ?? null).toBeNull();
  });

  it("shows an opening race from the rows before it", () => {
    const before = position([4, 4, 4, 4, 4, 4, 4, 4]);
    const opening = position([5, 5, 0, 6, 4, 4, 4, 4], "north");
    const race = { before, lifted: { south: 3, north: 7 }, drops: [], void: false };
    const model = happen(
      seated,
      events("table", 11, {
        k: "game_began",
        d: { game: 1, opening, starter: "north", how: "race", race },
      }),
    );
    expect(model.scene).toEqual({ id: 1, before, story: { kind: "race", race }, after: opening });
    expect(model.table?.game?.position).toEqual(opening);
  });

  it("counts the games of a new match from nothing", () => {
    const series = {
      games: 3,
      pins: { south: 2, north: 1 },
      seeds: { south: 50, north: 46 },
      over: { winner: "south" },
    } as const;
    const result = { reason: "resigned", winner: "south", score: { south: 32, north: 0 } } as const;
    const over = happen(
      seated,
      events("table", 11, { k: "game_ended", d: { game: 3, result, series: { ...series } } }),
    );
    expect(happen(over, events("table", 12, began(4))).table?.series.games).toBe(3);
    expect(happen(over, events("table", 12, began(1))).table?.series).toEqual({
      games: 0,
      pins: { south: 0, north: 0 },
      seeds: { south: 0, north: 0 },
      over: null,
    });
  });

  it("knows a turn without tries from its beginning", () => {
    const decision = { ...table.settings.decision, tries_max: 0 };
    const strict = { ...seated, table: { ...table, settings: { ...table.settings, decision } } };
    const clock = clockOf(5000);
    const turn: Event = {
      k: "turn_began",
      d: { game: 1, ply: 2, side: "south", hand: 1, deadline: null, clock },
    };
    expect(happen(strict, events("table", 11, turn)).table?.game?.turn?.last_try).toBe(true);
    expect(happen(seated, events("table", 11, turn)).table?.game?.turn?.last_try).toBe(false);
  });
});

describe("a ballot", () => {
  const vote = (by: number, move: string | null): Event => ({
    k: "voted",
    d: { side: "south", ballot: 7, by, move },
  });
  const options = (model: Model) =>
    model.teams.south?.ballot?.options.map(({ move, voters }) => [move, voters]);

  it("counts one vote a member and lets it move", () => {
    const model = happen(seated, events("south", 11, vote(1, "2"), vote(2, "3"), vote(2, "2")));
    expect(options(model)).toEqual([["2", [1, 2]]]);
  });

  it("keeps an option without votes only when it was proposed", () => {
    const model = happen(
      seated,
      events(
        "south",
        11,
        { k: "proposed", d: { side: "south", ballot: 7, by: 1, move: "4", note: "it feeds nobody" } },
        vote(1, "2"),
        vote(2, "4"),
        vote(2, null),
        vote(1, null),
      ),
    );
    expect(options(model)).toEqual([["4", []]]);
    expect(model.teams.south?.ballot?.options[0]?.note).toBe("it feeds nobody");
  });

  it("drops the votes of struck members", () => {
    const model = happen(
      seated,
      events("south", 11, vote(1, "2"), vote(2, "2"), {
        k: "roll_changed",
        d: { side: "south", ballot: 7, struck: [2], effective: 1, need: 1 },
      }),
    );
    expect(options(model)).toEqual([["2", [1]]]);
    expect(model.teams.south?.ballot).toMatchObject({ roll: [1], effective: 1, need: 1 });
  });

  it("lets only the listed moves into a run-off, with the words that came with them", () => {
    const model = happen(
      seated,
      events(
        "south",
        11,
        { k: "proposed", d: { side: "south", ballot: 7, by: 2, move: "3", note: "it feeds nobody" } },
        vote(1, "2"),
        { k: "ballot_closed", d: { side: "south", ballot: 7, result: { type: "run_off" }, tally: [] } },
      ),
      events("south", 14, {
        k: "ballot_opened",
        d: {
          side: "south",
          ballot: 8,
          kind: "run_off",
          roll: [1, 2],
          options: ["2", "3"],
          opened: 5000,
          earliest: 5000,
          deadline: 15_000,
          effective: 2,
          need: 1,
          visibility: "open",
          together: false,
        },
      }),
    );
    expect(options(model)).toEqual([
      ["2", []],
      ["3", []],
    ]);
    expect(model.teams.south?.ballot?.options_fixed).toBe(true);
    expect(model.teams.south?.ballot?.options[1]).toMatchObject({
      by: 2,
      note: "it feeds nobody",
      proposed: true,
    });
    // Nothing falls out of a run-off, voted for or not.
    const flipped = happen(model, events("south", 15, vote(1, "2"), vote(1, "3")));
    expect(options(flipped)).toEqual([
      ["2", []],
      ["3", [1]],
    ]);
  });

  it("takes the words of a proposal as they are given", () => {
    const words = (by: number, note: string | null): Event => ({
      k: "proposed",
      d: { side: "south", ballot: 7, by, move: "4", note },
    });
    const model = happen(seated, events("south", 11, vote(1, "4"), words(2, "because"), words(2, null)));
    expect(model.teams.south?.ballot?.options).toEqual([
      { move: "4", by: 2, note: null, proposed: true, voters: [1], votes: 1, blocks: [] },
    ]);
  });

  it("falls back to the hand when too few voted", () => {
    const model = happen(
      seated,
      events(
        "south",
        11,
        { k: "ballot_closed", d: { side: "south", ballot: 7, result: { type: "too_few" }, tally: [] } },
        { k: "fell_back", d: { side: "south", ballot: 7, hand_until: 60_000 } },
      ),
    );
    expect(model.teams.south?.ballot).toMatchObject({ hand_until: 60_000, deadline: 46_000 });
    const laid: Event = {
      k: "ballot_closed",
      d: { side: "south", ballot: 7, result: { type: "laid" }, tally: [] },
    };
    expect(happen(model, events("south", 13, laid)).teams.south?.ballot).toBeNull();
  });
});
