import { describe, expect, it } from "vitest";
import { settings } from "../state/samples.ts";
import type { Clock, Decision, RoomSettings, Stand } from "../wire/generated/protocol.ts";
import { agreedOf, briefOf } from "./agreed.ts";
import { lasting } from "./lasting.ts";

function said(change: Partial<Decision>, clock: Clock = settings.clock): string {
  const room: RoomSettings = { ...settings, clock, decision: { ...settings.decision, ...change } };
  return agreedOf(room)
    .flatMap((part) => [part.about, ...part.said])
    .join(" ");
}

it.each([
  [45_000, "45 seconds"],
  [1000, "1 second"],
  [90_000, "1 minute 30 seconds"],
  [600_000, "10 minutes"],
  [43_200_000, "12 hours"],
  [172_800_000, "2 days"],
  [129_600_000, "1 day 12 hours"],
  [0, "0 seconds"],
])("says %i ms as %s", (milliseconds, words) => {
  expect(lasting(milliseconds)).toBe(words);
});

describe("what a room agreed", () => {
  it("is said in whole sentences, with nothing left to be filled in", () => {
    for (const mode of ["hand", "plurality", "majority", "consensus", "anyone"] as const)
      for (const hand of ["rotating", "fixed", "elected", "volunteer", "host"] as const)
        for (const visibility of ["open", "counts", "after_close"] as const) {
          const words = said({ mode, hand, visibility, block: true, council: 3 });
          expect(words).not.toMatch(/[{}]|undefined|NaN|\bhow\.|\bopen\.|\.\./);
        }
  });

  it("tells what becomes of a ballot without a decision", () => {
    expect(said({ mode: "majority", runoff: true })).toContain("into a run-off");
    expect(said({ mode: "consensus", runoff: false })).not.toContain("run-off");
    expect(said({ mode: "plurality", runoff: false })).not.toContain("run-off");
  });

  it("tells blocks only where a side needs nearly everybody", () => {
    expect(said({ mode: "consensus", block: true })).toMatch(/block/);
    expect(said({ mode: "majority", block: true })).not.toMatch(/block/);
  });

  it("tells what tries, takebacks and councils there are, and that there are none", () => {
    expect(said({ tries_max: 0 })).toContain("A move stands as soon as it is laid.");
    expect(said({ tries_max: 1 })).toContain("1 move may be taken back in a turn.");
    expect(said({ takebacks_max: 0 })).toContain("A move that stands is not taken back.");
    expect(said({ council: 5 })).toContain("the 5 whom it trusts most vote");
  });

  it("tells the time of every kind of clock, and what happens at its end", () => {
    expect(said({}, { type: "none" })).toContain("There is no clock.");
    expect(said({}, { type: "per_move", ms: 120_000, flag: "lose" })).toContain("2 minutes for each move.");
    const periods: Clock = {
      type: "byo_yomi",
      ms: 600_000,
      periods: 5,
      period_ms: 30_000,
      flag: "random_legal",
    };
    expect(said({}, periods)).toMatch(/10 minutes for the game, then 5 times 30 seconds.*drawn by lot/);
    const slow = said({ vote_ms: 43_200_000 }, { type: "slow", ms: 172_800_000, flag: "pass_hand" });
    expect(slow).toMatch(/^A slow game/);
    expect(slow).toContain("2 days for each move.");
    expect(slow).toContain("A ballot lasts 12 hours at most");
  });

  it("tells what those may do who watch, and how far behind they are", () => {
    const stand = (change: Partial<Stand>, more: Partial<RoomSettings> = {}) =>
      agreedOf({ ...settings, ...more, stand: { ...settings.stand, ...change } })
        .flatMap((part) => [part.about, ...part.said])
        .join(" ");
    expect(stand({})).toContain("They see the game as it is played.");
    expect(stand({ delay_ms: 30_000 })).toContain("They are 30 seconds behind.");
    expect(stand({ delay_plies: 1 })).toContain("They are 1 move behind as long as a game goes on.");
    expect(stand({ delay_ms: 60_000, delay_plies: 2 })).toContain(
      "They are 1 minute behind, and as long as a game goes on at least 2 moves.",
    );
    expect(stand({ betting: "pool" })).toContain("bet play money on who wins");
    expect(stand({ betting: "picks" })).toContain("guess who wins, for nothing");
    expect(stand({ betting: "off" })).toContain("There are no bets.");
    expect(stand({ cheers: false, advice: false })).toContain("They can neither cheer nor advise.");
    expect(stand({ advice: false })).toContain("They may cheer.");
    expect(stand({ advice: false })).not.toContain("advice");
    expect(stand({})).not.toContain("count for the ratings");
    expect(stand({}, { rated: true })).toContain("Its games count for the ratings");
    expect(stand({}, { practice: true })).not.toContain("Those who watch");
  });

  it("fits into a line where it is folded away", () => {
    expect(briefOf(settings)).toBe(
      "10 minutes for the whole game, and 5 seconds more for each move · hand: it goes round, turn by turn · one game",
    );
  });
});
