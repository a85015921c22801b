import { describe, expect, it } from "vitest";
import { settings as live } from "../../../state/samples.ts";
import { BOUNDS, type Clock, type GameInfo, type RoomSettings } from "../../../wire/generated/protocol.ts";
import { clockOf, outOfBounds, paceOf, placeOf, problemOf, settled, withGame, withPace } from "./settle.ts";

const HOUR = 3_600_000;
const slow: RoomSettings = {
  ...live,
  clock: { type: "slow", ms: 48 * HOUR, flag: "pass_hand" },
  decision: { ...live.decision, vote_ms: 12 * HOUR, consent_ms: HOUR },
};
const game: GameInfo = { preset: "en-dodoi", sizes: [6, 8], seeds: [4], defaults: live, slow };

describe("the pace", () => {
  it("changes times and clock, and nothing that was chosen", () => {
    const chosen: RoomSettings = {
      ...live,
      team_max: 9,
      decision: { ...live.decision, mode: "consensus", tries_max: 1, block: true },
    };
    const changed = withPace(chosen, game, "slow");
    expect(paceOf(changed)).toBe("slow");
    expect(changed.decision).toEqual({ ...chosen.decision, vote_ms: 12 * HOUR, consent_ms: HOUR });
    expect(withPace(changed, game, "live")).toEqual(chosen);
  });

  it("stays when another game is chosen, and a name that was given stays too", () => {
    const other: GameInfo = {
      ...game,
      preset: "ndoto",
      defaults: { ...live, title: "Ndoto" },
      slow: { ...slow, title: "Ndoto" },
    };
    expect(withGame(slow, game, other)).toEqual(other.slow);
    expect(withGame({ ...slow, title: "By the well" }, game, other).title).toBe("By the well");
    const stand = { ...slow.stand, betting: "off", delay_plies: 3 } as const;
    expect(withGame({ ...slow, stand, rated: true }, game, other)).toMatchObject({ stand, rated: true });
  });
});

describe("what is sent", () => {
  it("leaves out what another choice made pointless", () => {
    const decision = { ...live.decision, block: true, council: 5 };
    expect(settled({ ...live, decision }).decision).toMatchObject({ block: false, council: 0 });
    const large = settled({ ...live, team_max: 17, decision: { ...decision, mode: "consensus" } });
    expect(large.decision).toMatchObject({ block: true, council: 5 });
  });

  it("has no advice where the games are rated", () => {
    expect(settled(live).stand.advice).toBe(true);
    expect(settled({ ...live, rated: true }).stand).toEqual({ ...live.stand, advice: false });
  });

  it.each<Clock["type"]>(["none", "per_move", "bank", "byo_yomi", "slow"])(
    "has a sound clock: %s",
    (type) => {
      const clock = clockOf(type, game, live.clock);
      expect(clock.type).toBe(type);
      expect(outOfBounds({ ...live, clock })).toEqual([]);
    },
  );
});

describe("what does not fit", () => {
  it("is found before the server is asked, with an empty field among it", () => {
    const wrong: RoomSettings = {
      ...live,
      team_max: 51,
      decision: { ...live.decision, tries_max: Number.NaN, takebacks_max: 1.5 },
      clock: { type: "byo_yomi", ms: 600_000, periods: 21, period_ms: 30_000, flag: "lose" },
    };
    const fields = outOfBounds(wrong).map((problem) => placeOf(problem, wrong.clock));
    expect(fields).toEqual([
      "team_max",
      "decision.tries_max",
      "decision.takebacks_max",
      "clock.byo_yomi.periods",
    ]);
  });

  it("finds its field though the server does not name the kind of the clock", () => {
    const problem = { type: "out_of_range", field: "clock.increment_ms", min: 0, max: 600_000 } as const;
    expect(placeOf(problem, live.clock)).toBe("clock.bank.increment_ms");
    const unknown = { ...problem, field: "decision.flips_max" };
    expect(placeOf(unknown, live.clock)).toBeNull();
    expect(problemOf(unknown, null, "live")).toBe("decision.flips_max must be between 0 and 600,000.");
    expect(placeOf({ ...problem, field: "series.wins" }, live.clock)).toBe("series");
    expect(placeOf({ type: "race_not_played" }, live.clock)).toBe("starter");
  });

  it("finds the stand", () => {
    const stand = { ...live.stand, delay_ms: 86_400_001, delay_plies: 21 };
    const fields = outOfBounds({ ...live, stand }).map((problem) => placeOf(problem, live.clock));
    expect(fields).toEqual(["stand.delay_ms", "stand.delay_plies"]);
    expect(placeOf({ type: "betting", most: "picks" }, live.clock)).toBe("stand.betting");
    expect(placeOf({ type: "rated" }, live.clock)).toBe("rated");
    const [min, max] = BOUNDS["stand.delay_ms"];
    const problem = { type: "out_of_range", field: "stand.delay_ms", min, max } as const;
    expect(problemOf(problem, "stand.delay_ms", "live")).toBe("A number between 0 and 86,400.");
  });

  it("is told in the unit of the field", () => {
    const [min, max] = BOUNDS["decision.vote_ms"];
    const problem = { type: "out_of_range", field: "decision.vote_ms", min, max } as const;
    expect(problemOf(problem, "decision.vote_ms", "live")).toBe("A number between 1 and 1,209,600.");
    expect(problemOf(problem, "decision.vote_ms", "slow")).toBe("A number between 1 and 336.");
  });
});
