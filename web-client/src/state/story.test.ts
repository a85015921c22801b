/** Stories, over matches recorded from the real server and over a long one that is made up. */

import { describe, expect, it } from "vitest";
import type { Event, ServerFrame } from "../wire/generated/protocol.ts";
import { EMPTY, type Model } from "./model.ts";
import { reduce } from "./reduce.ts";
import { position, settings, trace } from "./samples.ts";
import { Tale } from "./story.ts";

const recordings = Object.entries(
  import.meta.glob<ServerFrame[]>("./recorded/*.json", { import: "default", eager: true }),
);

function recorded(name: string): ServerFrame[] {
  const found = recordings.find(([path]) => path.endsWith(`/${name}.json`));
  if (!found) throw new Error(`no recording ${name}`);
  return found[1];
}

/** Always the same order, far from any that is read in. */
function shuffled(length: number): number[] {
  const step = [7, 11, 13, 17].find((one) => length % one !== 0) ?? 1;
  return Array.from({ length }, (_, index) => (index * step) % length);
}

const OPENING: readonly Event[] = [
  { k: "joined", d: { member: 2, name: "Flint", kind: "person" } },
  { k: "seated", d: { member: 1, side: "south" } },
  { k: "seated", d: { member: 2, side: "north" } },
  { k: "said", d: { by: 2, text: "shall we?" } },
];
const clock = {
  remaining_ms: { south: 600_000, north: 600_000 },
  running: null,
  since: 0,
  periods: { south: 0, north: 0 },
};

/** A game of so many plies, each tried twice and withdrawn once. */
function long(plies: number): ServerFrame[] {
  const table = recorded("plurality-stand").find((frame) => frame.f === "snap" && frame.s === "table");
  if (table?.f !== "snap" || table.s !== "table") throw new Error("no table");
  const frames: ServerFrame[] = [
    { ...table, as_of: 1, view: { ...table.view, settings, members: table.view.members.slice(0, 1) } },
  ];
  let n = 2;
  const tell = (...e: Event[]) => {
    frames.push({ f: "events", s: "table", n, t: 1000 * n, e });
    n += e.length;
  };
  const side = (ply: number): "south" | "north" => (ply % 2 === 1 ? "south" : "north");
  const turn = (ply: number): Event => ({
    k: "turn_began",
    d: { game: 1, ply, side: side(ply), hand: 1, deadline: null, clock },
  });
  tell(...OPENING);
  tell(
    {
      k: "game_began",
      d: { game: 1, opening: position(), starter: "south", how: "toss", race: null },
    },
    turn(1),
  );
  for (let ply = 1; ply <= plies; ply++) {
    const after = position([ply, 4, 4, 4, 4, 4, 4, 4], side(ply + 1));
    const laid = { by: 1, move: "2", trace, after, until: 0 };
    tell({ k: "laid", d: { ...laid, tries: 1 } });
    tell({ k: "consent_counted", d: { objections: 1, approvals: 0, need: 1 } });
    tell({ k: "withdrawn", d: { why: "team", move: "2", deadline: null, last_try: false, spent: ["2"] } });
    tell({ k: "presence_changed", d: { member: 2, presence: "grace" } });
    tell({ k: "laid", d: { ...laid, move: "1", tries: 2 } });
    const stood = { game: 1, ply, side: side(ply), by: 1, move: "1", trace, after, tried: true };
    tell({ k: "stood", d: { ...stood, remaining_ms: clock.remaining_ms } }, turn(ply + 1));
  }
  return frames;
}

/** Folded from the beginning, up to and with a frame. */
function folded(frames: readonly ServerFrame[], upTo: number): Model {
  return frames.slice(0, upTo + 1).reduce((model, frame) => reduce(model, frame).model, EMPTY);
}

describe("a recorded story", () => {
  it.each(recordings)("%s stands at each point as if it had been folded from the beginning", (_, frames) => {
    const tale = Tale.of(frames);
    expect(tale.broken).toBe(false);
    expect(tale.points.length).toBeGreaterThan(0);
    for (const index of shuffled(tale.points.length)) {
      const point = tale.points[index];
      expect(tale.modelAt(index)).toEqual(folded(frames, point?.frame ?? -1));
    }
    expect(tale.end).toEqual(folded(frames, frames.length));
  });

  it.each(recordings)("%s is the same told in parts", (_, frames) => {
    const half = Math.floor(frames.length / 2);
    const parts = Tale.of(frames.slice(0, half)).with(frames.slice(half));
    const whole = Tale.of(frames);
    expect(parts.points).toEqual(whole.points);
    expect(parts.chapters).toEqual(whole.chapters);
    expect(parts.modelAt(parts.points.length - 1)).toEqual(whole.modelAt(whole.points.length - 1));
  });

  it.each(recordings)("%s has each point in one turn of one game", (_, frames) => {
    const { points, chapters } = Tale.of(frames);
    const spans = chapters.flatMap(({ turns }, chapter) =>
      turns.flatMap(({ first, last }, turn) =>
        Array.from({ length: last - first + 1 }, (_, index) => [first + index, chapter, turn]),
      ),
    );
    expect(spans).toEqual(points.map(({ chapter, turn }, index) => [index, chapter, turn]));
  });

  it("knows the games of a match and of the match after it", () => {
    const games = Tale.of(recorded("plurality-stand")).chapters;
    expect(games.map(({ match, game }) => [match, game])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
    ]);
    expect(games.map(({ result }) => result?.reason ?? null)).toEqual(["resigned", "resigned", null]);
    expect(games.map(({ turns }) => turns.map(({ about }) => about[0]).join(""))).toEqual([
      "bttttta",
      "btta",
      "bt",
    ]);
  });

  it("counts the tries of a turn, and keeps who played what", () => {
    const tale = Tale.of(recorded("plurality-stand"));
    const turns = tale.chapters[0]?.turns ?? [];
    const tried = turns.filter(({ withdrawn }) => withdrawn > 0);
    expect(tried.map(({ withdrawn }) => withdrawn)).toEqual([2]);
    for (const turn of turns.filter(({ stood }) => stood !== null)) {
      expect(turn.move?.ply).toBe(turn.ply);
      expect(turn.move?.side).toBe(turn.side);
      expect(tale.points[turn.stood ?? -1]?.marks).toContain("ply");
    }
  });

  it("keeps a move that was taken back, and says so", () => {
    const [game] = Tale.of(recorded("council-south")).chapters;
    const turns = game?.turns.filter(({ about }) => about === "turn") ?? [];
    expect(turns.map(({ ply, undone, move }) => [ply, undone, move !== null])).toEqual([
      [1, true, true],
      [2, false, false],
      [1, false, true],
      [2, false, false],
    ]);
  });

  it("keeps what was said before the first game", () => {
    const before = Tale.of(recorded("plurality-south")).chapters[0]?.turns[0]?.told ?? [];
    expect(before.map(({ event }) => event.k)).toContain("said");
  });

  it("shows an opening race as its first point", () => {
    const [first] = Tale.of(recorded("race-practice")).points;
    expect(first?.marks).toEqual(["began"]);
    expect(first?.moves).toBe(true);
  });

  it("ends before a number that is missing", () => {
    const frames = long(3);
    const lost = frames.findIndex((frame) => frame.f === "events" && frame.e[0]?.k === "stood");
    const tale = Tale.of(frames.toSpliced(lost, 1));
    expect(tale.broken).toBe(true);
    expect(tale.points.at(-1)?.frame).toBeLessThan(lost);
  });
});

describe("a story of three hundred plies", () => {
  const frames = long(300);

  it("is sought anywhere by folding a few frames", () => {
    let read = 0;
    const counted = new Proxy(frames, {
      get(target, key) {
        if (typeof key === "string" && /^\d+$/.test(key)) read += 1;
        return Reflect.get(target, key) as unknown;
      },
    });
    const tale = Tale.of(counted);
    for (const index of shuffled(tale.points.length)) {
      read = 0;
      expect(tale.modelAt(index).table?.game).toBeTruthy();
      expect(read).toBeLessThanOrEqual(32);
    }
  });

  it("finds the point that a link names, and the one before a number between two", () => {
    const tale = Tale.of(frames);
    for (const [index, { n }] of tale.points.entries()) expect(tale.pointAt(n)).toBe(index);
    // Somebody's line broke: nothing to look at, so the link shows what was before.
    const broke = tale.points.findIndex(({ marks }) => marks.includes("withdrawn"));
    const n = tale.points[broke]?.n ?? 0;
    expect(tale.pointAt(n + 1)).toBe(broke);
    expect(tale.pointAt(0)).toBe(0);
    expect(tale.pointAt(9_999_999)).toBe(tale.points.length - 1);
  });

  it("steps from move to move over the tries between them", () => {
    const tale = Tale.of(frames);
    let at = 0;
    for (let ply = 1; ply <= 300; ply++) {
      at = tale.plyFrom(at, 1);
      expect(tale.modelAt(at).table?.game?.plies.length).toBe(ply);
    }
    expect(tale.plyFrom(at, 1)).toBe(tale.points.length - 1);
    expect(tale.plyFrom(tale.plyFrom(at, -1), -1)).toBe(tale.chapters[0]?.turns[298]?.stood);
    expect(tale.plyFrom(2, -1)).toBe(0);
  });

  it("marks what was tried, withdrawn and played", () => {
    const { points } = Tale.of(frames);
    const count = (mark: string) => points.filter(({ marks }) => marks.some((one) => one === mark)).length;
    expect([count("try"), count("withdrawn"), count("ply"), count("began")]).toEqual([600, 300, 300, 1]);
  });
});
