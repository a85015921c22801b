import { describe, expect, it } from "vitest";
import "../../../i18n/testing.ts";
import { EMPTY, type Model } from "../../../state/model.ts";
import { after, ballot, game, table, team, trace } from "../../../state/samples.ts";
import { breathOf } from "../../../state/telling.ts";
import type { Event } from "../../../wire/generated/protocol.ts";
import { lineOf } from "./lines.ts";

/** Seated with South as its first member. */
const model: Model = {
  ...EMPTY,
  role: { member: 1, seats: ["south"], host: false },
  table: { ...table, game },
  teams: { south: { ...team, ballot }, north: null },
};
const watcher: Model = { ...model, role: { member: 5, seats: [], host: false } };
const alone: Model = { ...model, role: { member: 1, seats: ["south", "north"], host: true } };

function told(event: Event, to: Model = model) {
  return lineOf(to, { id: 1, stream: "table", event });
}

const clock = game.clock;
const turn = (side: "south" | "north"): Event => ({
  k: "turn_began",
  d: { game: 1, ply: 1, side, hand: 1, deadline: null, clock },
});
const laid: Event = { k: "laid", d: { by: 2, move: "3", trace, after, until: 0, tries: 1 } };
const stood = (tried: boolean): Event => ({
  k: "stood",
  d: {
    game: 1,
    ply: 1,
    side: "south",
    by: 2,
    move: "3",
    trace,
    after,
    tried,
    remaining_ms: { south: 0, north: 0 },
  },
});

describe("what a listener is told", () => {
  it("is called to the own turn, and told of the others'", () => {
    expect(told(turn("south"))).toMatchObject({ text: "Your team is to move", urgent: true, from: "little" });
    expect(told(turn("north"))).toMatchObject({ text: "North is to move", urgent: false });
    expect(told(turn("south"), watcher)).toMatchObject({ text: "South is to move", urgent: false });
    // Whoever holds both sides is told of each by its name, and not called.
    expect(told(turn("south"), alone)).toMatchObject({ text: "South is to move", urgent: false });
  });

  it("hears a sowing in one sentence: from where, laps, captures, and the end", () => {
    const line = told(stood(false));
    expect(line?.text).toMatch(/^South played pit 3: \d+ laps?, takes .*, ends in [SN]\d\.$/);
    expect(line).toMatchObject({ from: "little", urgent: false, topic: null });
  });

  it("is told of a tried move what it does and by when to object, and later only that it stands", () => {
    expect(told(laid)).toMatchObject({ urgent: true });
    expect(told(laid)?.text).toMatch(/^South tries pit 3: .*\. Object within 0:06, or it stands\.$/);
    expect(told(laid, watcher)?.text).not.toContain("Object");
    expect(told(laid, watcher)).toMatchObject({ urgent: false, from: "little" });
    expect(told(stood(true))?.text).toBe("South's move stands: pit 3.");
  });

  it("does not hear its own doings again", () => {
    const own = { ...laid.d, by: 1 };
    expect(told({ k: "laid", d: own })?.text).not.toContain("Object");
    expect(told({ k: "voted", d: { side: "south", ballot: 1, by: 1, move: "3" } })).toBeNull();
    expect(told({ k: "team_said", d: { side: "south", by: 1, text: "hm" } })).toBeNull();
    expect(told({ k: "stance_taken", d: { side: "south", by: 1, stance: "object" } })).toBeNull();
  });

  it("hears votes only where everything is wanted, and of each voter the last", () => {
    const vote = (move: string | null): Event => ({
      k: "voted",
      d: { side: "south", ballot: 1, by: 2, move },
    });
    const lines = [told(vote("2")), told(vote("3"))].flatMap((line) => line ?? []);
    expect(breathOf(lines, "usual")).toEqual([]);
    expect(breathOf(lines, "all").map(({ text }) => text)).toEqual(["Ben votes for pit 3."]);
  });

  it("hears objections by name, and that a ballot is about to close", () => {
    const object: Event = { k: "stance_taken", d: { side: "south", by: 2, stance: "object" } };
    expect(told(object)).toMatchObject({ text: "Ben objects.", from: "usual" });
    expect(told({ k: "closing_set", d: { side: "south", ballot: 1, until: 5 } })?.text).toBe(
      "The ballot is about to close.",
    );
    expect(told({ k: "closing_set", d: { side: "south", ballot: 1, until: null } })?.text).toBe(
      "The ballot stays open after all.",
    );
  });

  it("is called when the hand comes to it", () => {
    const passed = (to: number): Event => ({
      k: "hand_passed",
      d: { side: "south", to, why: "handed_over" },
    });
    expect(told(passed(1))).toMatchObject({ urgent: true });
    expect(told(passed(2))).toMatchObject({ urgent: false, text: "The hand passes to Ben." });
  });
});
