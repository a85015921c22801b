import { describe, expect, it } from "vitest";
import { EMPTY, type Model } from "./model.ts";
import { hasWays, othersOf, waysWith } from "./people.ts";
import { table } from "./samples.ts";

const AMINA = 1;
const BEN = 2;
const CHIKU = 3;
const ENZO = 5;

function seenBy(member: number, change: Partial<Model["table"] & object> = {}): Model {
  const seats = table.members.find(({ id }) => id === member)?.seats ?? [];
  return { ...EMPTY, table: { ...table, ...change }, role: { member, seats, host: member === table.host } };
}

function changed(id: number, change: Partial<(typeof table.members)[number]>): typeof table.members {
  return table.members.map((member) => (member.id === id ? { ...member, ...change } : member));
}

describe("what may be done about a member", () => {
  it("is nothing about oneself and about a bot", () => {
    expect(hasWays(seenBy(AMINA), AMINA)).toBe(false);
    expect(hasWays(seenBy(AMINA, { members: changed(BEN, { kind: "bot" }) }), BEN)).toBe(false);
    expect(hasWays(seenBy(AMINA), 99)).toBe(false);
  });

  it("is to hide and to report for everybody, but not the host to himself", () => {
    expect(waysWith(seenBy(ENZO), BEN)).toEqual({ hide: true, report: true, side: null, host: null });
    expect(waysWith(seenBy(ENZO), AMINA).report).toBe(false);
    expect(waysWith(seenBy(AMINA), BEN).report).toBe(false);
  });

  it("is a matter of the own side where it has three people", () => {
    expect(waysWith(seenBy(BEN), AMINA).side).toBe("few");
    const three = changed(ENZO, { seats: ["south"] });
    expect(waysWith(seenBy(BEN, { members: three }), ENZO).side).toBe("ask");
    expect(waysWith(seenBy(BEN, { members: three }), CHIKU).side).toBeNull();
    const bot = three.map((member) => (member.id === ENZO ? { ...member, kind: "bot" as const } : member));
    expect(waysWith(seenBy(BEN, { members: bot }), AMINA).side).toBe("few");
  });

  it("is more for the host: mute, take the seat, send away, make host", () => {
    expect(waysWith(seenBy(AMINA), BEN).host).toEqual({
      mute: true,
      unmute: false,
      unseat: true,
      ban: true,
      lift: false,
      pass: true,
    });
    expect(waysWith(seenBy(AMINA), ENZO).host?.unseat).toBe(false);
    expect(waysWith(seenBy(AMINA), BEN).side).toBeNull();
    expect(waysWith(seenBy(BEN), CHIKU).host).toBeNull();
  });

  it("is to lift what was set, and nothing more of somebody who is sent away", () => {
    const muted = waysWith(seenBy(AMINA, { members: changed(BEN, { muted: true }) }), BEN).host;
    expect(muted).toMatchObject({ mute: false, unmute: true });
    const banned = waysWith(seenBy(AMINA, { members: changed(ENZO, { banned: true }) }), ENZO).host;
    expect(banned).toEqual({
      mute: false,
      unmute: false,
      unseat: false,
      ban: false,
      lift: true,
      pass: false,
    });
  });
});

it("lists who has no seat, the newest first", () => {
  const members = [
    ...table.members,
    { ...table.members[4], id: 6, name: "Fatu" } as (typeof table.members)[0],
  ];
  expect(othersOf(seenBy(AMINA, { members })).map(({ name }) => name)).toEqual(["Fatu", "Enzo"]);
});
