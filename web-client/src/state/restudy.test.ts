import { describe, expect, it } from "vitest";
import type { ServerFrame } from "../wire/generated/protocol.ts";
import { textOfPosition } from "./notation.ts";
import { studyOf } from "./restudy.ts";
import { position } from "./samples.ts";
import { Tale } from "./story.ts";
import { movesTo, textOf } from "./variations.ts";

const recordings = import.meta.glob<ServerFrame[]>("./recorded/*.json", { import: "default", eager: true });

function tale(name: string): Tale {
  return Tale.of(recordings[`./recorded/${name}.json`] ?? []);
}

function pointWith(story: Tale, kind: string, nth = 0): number {
  const found = story.points.flatMap(({ told }, index) =>
    told.some(({ event }) => event.k === kind) ? [index] : [],
  );
  return found[nth] ?? -1;
}

describe("a position as text", () => {
  it("has rows, captures, who is to move and the marks", () => {
    expect(textOfPosition(position())).toBe("4,4,4,4/4,4,4,4 0:0 S -");
    const later = {
      ...position([0, 2, 2, 0, 3, 2], "north"),
      bulls: [
        { pit: 1, owner: "south" as const },
        { pit: 5, owner: "north" as const },
      ],
      captured: { south: 7, north: 8 },
      first_turn: true,
      special_used: { south: false, north: true },
    };
    expect(textOfPosition(later)).toBe("0,2s,2/0,3,2n 7:8 N fn");
  });
});

describe("a story taken to the analysis board", () => {
  it("has the line, and what was withdrawn as variations of the turn it was tried in", () => {
    const story = tale("plurality-stand");
    const study = studyOf(story, 0);
    const first = story.chapters[0];
    const line = first?.turns.flatMap(({ move, undone }) => (move && !undone ? move.move : [])) ?? [];
    const tree = study?.tree;
    expect(study?.from).toBe(textOfPosition(story.modelAt(0).table?.game?.opening ?? position()));
    expect(tree && textOf(tree).text.replace(/\([^)]*\) ?/g, "")).toBe(line.join(" "));
    const withdrawn = story.points.flatMap(({ told }) =>
      told.flatMap(({ event }) => (event.k === "withdrawn" ? event.d.move : [])),
    );
    expect(withdrawn.length).toBe(2);
    for (const move of withdrawn) expect(tree && textOf(tree).text).toContain(`(${move})`);
  });

  it("is looked at where the story stands, on a tried move as well", () => {
    const story = tale("plurality-stand");
    const tried = pointWith(story, "laid");
    const plies = story.modelAt(tried).table?.game?.plies ?? [];
    const at = (index: number) => {
      const study = studyOf(story, index);
      return study ? movesTo(study.tree, study.tree.at) : [];
    };
    const [{ event } = { event: null }] = story.points[tried]?.told ?? [];
    const move = event?.k === "laid" ? event.d.move : "";
    expect(at(tried)).toEqual([...plies.map((ply) => ply.move), move]);
    const withdrawn = pointWith(story, "withdrawn");
    expect(at(withdrawn)).toEqual(plies.map((ply) => ply.move));
    for (const [index] of story.points.entries()) {
      const game = story.modelAt(index).table?.game;
      const moves = [
        ...(game?.plies ?? []).map((ply) => ply.move),
        ...(game?.turn?.tried ? [game.turn.tried.move] : []),
      ];
      expect(at(index)).toEqual(moves);
    }
  });

  it("goes back where a move was taken back, and keeps that move as a variation", () => {
    const story = tale("council-south");
    for (const [index] of story.points.entries()) {
      const study = studyOf(story, index);
      const plies = story.modelAt(index).table?.game?.plies ?? [];
      expect(study && movesTo(study.tree, study.tree.at)).toEqual(plies.map((ply) => ply.move));
    }
    const study = studyOf(story, story.points.length - 1);
    expect(study?.tree.nodes.length).toBe(3);
  });
});
