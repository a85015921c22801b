import { describe, expect, it } from "vitest";
import type { MotionKind, MotionView, TableView } from "../wire/generated/protocol.ts";
import { asksOf, type Bar, candidates, claimFrom, motionOf, voiceIn, voicelessIn } from "./asks.ts";
import { EMPTY, type Model } from "./model.ts";
import { game, table, team } from "./samples.ts";

/** South, three people, one of them oneself; a move of South stands. */
function at(change: Partial<TableView> = {}, motions: MotionView[] = [], me = 1): Model {
  const members = table.members.map((member) =>
    member.id === 5 ? { ...member, seats: ["south" as const] } : member,
  );
  const plies = [
    {
      side: "south" as const,
      move: "1",
      captured: 0,
      bulls: 0,
      by: 1,
      withdrawn: 0,
      secured: { south: 0, north: 0 },
    },
  ];
  const turn = game.turn && { ...game.turn, ply: 2, side: "north" as const };
  return {
    ...EMPTY,
    role: { member: me, seats: ["south"], host: false },
    table: { ...table, members, game: { ...game, plies, turn }, ...change },
    teams: { south: { ...team, ballot: null, motions }, north: null },
  };
}

function bars(model: Model, now = 0): Partial<Record<MotionKind, Bar>> {
  const off = asksOf(model, now).flatMap(({ kind, bar }) => (bar === null ? [] : [[kind, bar] as const]));
  return Object.fromEntries(off);
}

const playing = (change: Partial<NonNullable<TableView["game"]>>) => ({
  game: { ...(at().table?.game ?? game), ...change },
});

const motion: MotionView = {
  motion: 1,
  by: 2,
  what: { type: "draw" },
  answer: false,
  roll: [1, 2],
  yes: [2],
  no: [],
  effective: 3,
  need: 2,
  until: null,
};

describe("what a side may ask", () => {
  it("is everything that makes sense, and a reason for the rest", () => {
    expect(bars(at())).toEqual({ claim: "not_absent", replace: "own_hand" });
    expect(bars(at({}, [], 2))).toEqual({ claim: "not_absent" });
  });

  it("is nothing for who watches, in practice, and when the game is over", () => {
    const watching = { ...at(), role: { member: 5, seats: [], host: false } };
    expect(asksOf(watching, 0)).toEqual([]);
    expect(asksOf(at({ settings: { ...table.settings, practice: true } }), 0)).toEqual([]);
    const result = { reason: "agreed", winner: null, score: { south: 16, north: 16 } } as const;
    expect(asksOf(at(playing({ result })), 0)).toEqual([]);
  });

  it("takes back the own last move only, before the other side lays, so often as agreed", () => {
    expect(bars(at(playing({ plies: [] }))).takeback).toBe("nothing_to_take_back");
    const turn = at().table?.game?.turn;
    if (!turn) throw new Error("no turn");
    expect(bars(at(playing({ turn: { ...turn, tries: 1 } }))).takeback).toBe("nothing_to_take_back");
    expect(bars(at(playing({ takebacks: { south: 2, north: 0 } }))).takeback).toBe("takebacks_spent");
    const decision = { ...table.settings.decision, takebacks_max: 0 };
    expect(bars(at({ settings: { ...table.settings, decision } })).takeback).toBe("off");
  });

  it("knows pauses, clocks, and what was asked already", () => {
    expect(bars(at({ holds: ["agreed"] }))).toMatchObject({ pause: "already_held" });
    expect(bars(at({ holds: ["agreed"] })).adjourn).toBeUndefined();
    expect(bars(at({ holds: ["adjourned"] }))).toMatchObject({
      pause: "already_held",
      adjourn: "already_held",
    });
    expect(bars(at({ holds: ["adjourned"], resume_at: 9 })).pause).toBeUndefined();
    expect(bars(at({ settings: { ...table.settings, clock: { type: "none" } } })).extend).toBe("no_clock");
    expect(bars(at({}, [motion])).draw).toBe("open");
    const offer = { side: "south", by: 1, what: { type: "draw" }, until: null } as const;
    expect(bars(at({ offers: [offer] })).draw).toBe("asked");
    const theirs = at({ offers: [{ ...offer, side: "north", by: 3 }] });
    expect(asksOf(theirs, 0).filter((ask) => ask.accepts)).toMatchObject([{ kind: "draw", bar: null }]);
    const three = [1, 2, 3].map((id) => ({ ...motion, motion: id, what: { type: "pause" as const } }));
    expect(bars(at({}, three)).draw).toBe("too_many");
    expect(bars(at({ holds: ["draining"] })).draw).toBe("draining");
  });

  it("does not call off a game with four moves", () => {
    const [ply] = at().table?.game?.plies ?? [];
    if (!ply) throw new Error("no ply");
    expect(bars(at(playing({ plies: [ply, ply, ply] }))).abort).toBeUndefined();
    expect(bars(at(playing({ plies: [ply, ply, ply, ply] }))).abort).toBe("too_late");
  });

  it("claims once the other side is wholly away for a minute, in slow rooms for three days", () => {
    const away = (since: number, presence: "away" | "grace" = "away") =>
      table.members.map((member) =>
        member.seats.includes("north")
          ? { ...member, presence, since: 7, missed_from: since + member.id }
          : member,
      );
    const model = at({ members: away(1000) });
    expect(claimFrom(model, "north", 0)).toBe(61_004);
    expect(bars(model, 61_003).claim).toBe("later");
    expect(bars(model, 61_004).claim).toBeUndefined();
    const held = at({ members: away(1000), holds: ["recovering"], held_from: 30_000 });
    expect(claimFrom(held, "north", 30_000)).toBe(61_004);
    expect(claimFrom(held, "north", 70_000)).toBe(101_004);
    expect(bars(held, 500_000).claim).toBe("later");
    expect(claimFrom(at({ members: away(1000, "grace") }), "north", 0)).toBeNull();
    const settings = { ...table.settings, clock: { type: "slow", ms: 86_400_000, flag: "lose" } as const };
    expect(claimFrom(at({ members: away(1000), settings }), "north", 0)).toBe(1004 + 3 * 86_400_000);
  });

  it("leaves small sides' members to the host", () => {
    const two = at({ members: table.members });
    expect(bars(two)).toMatchObject({ kick: "host_only", mute: "host_only" });
    expect(bars(at({ members: table.members.filter(({ id }) => id !== 2) }))).toMatchObject({
      kick: "alone",
      replace: "alone",
    });
  });
});

describe("a motion", () => {
  it("names what it is about", () => {
    const choice = { member: 2, draw: true };
    expect(motionOf(at(), "takeback", choice)).toEqual({ type: "takeback", ply: 1 });
    expect(motionOf(at(), "replace", choice)).toEqual({ type: "replace", from: 1, to: 2 });
    expect(motionOf(at(), "claim", choice)).toEqual({ type: "claim", draw: true });
    expect(motionOf(at(), "kick", { member: null, draw: false })).toBeNull();
    expect(candidates(at(), "replace")).toEqual([2, 5]);
    expect(candidates(at(), "kick")).toEqual([2, 5]);
    expect(candidates(at({}, [], 2), "kick")).toEqual([5]);
  });

  it("has one's voice, or a reason why not", () => {
    expect(voiceIn(at(), motion)).toBeNull();
    expect(voiceIn(at({}, [], 2), motion)).toBe(true);
    expect(voiceIn(at({}, [], 5), motion)).toBeUndefined();
    expect(voicelessIn(at({}, [], 5), motion)).toBe("late");
    const replace = { ...motion, what: { type: "replace", from: 5, to: null } as const };
    expect(voicelessIn(at({}, [], 5), replace)).toBe("hand");
    expect(voicelessIn(at({}, [], 5), { ...motion, what: { type: "kick", member: 5 } })).toBe("target");
  });
});
