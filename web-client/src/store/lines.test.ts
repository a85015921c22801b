import { expect, it } from "vitest";
import type { AnalysisRequest, Position, AnalysisReply as Reply } from "../wire/generated/protocol.ts";
import { Lines } from "./lines.ts";

const game = { preset: "en-dodoi", pits: 8, seeds_per_pit: 4 } as const;
const position: Position = {
  pits: [],
  bulls: [],
  captured: { south: 0, north: 0 },
  turn: "south",
  first_turn: false,
  special_used: { south: false, north: false },
};
const trace = {} as Reply["told"][number]["trace"];

/** A server that plays every move but "99", and writes "8R" as "8". */
function answering() {
  const asked: AnalysisRequest[] = [];
  const lines = new Lines(async (request) => {
    asked.push(request);
    const written = request.moves.split(" ").filter((move) => move !== "");
    const bad = written.indexOf("99");
    const moves = (bad === -1 ? written : written.slice(0, bad)).map((move) => move.replace("R", ""));
    const told = moves.slice(moves.length - Math.min(request.tell, moves.length));
    const body: Reply = {
      start: position,
      moves,
      told: told.map((move, index) => ({
        move,
        after: { ...position, captured: { south: index, north: moves.length } },
        trace,
      })),
      fault: bad === -1 ? null : { ply: bad + 1, text: "99", why: { code: "game_over" } },
      position,
      text: "",
      legal: [],
      outcome: null,
      analysis: request.lines > 0 ? { depth: 3, work: 1, lines: [] } : null,
      barred: false,
    };
    return { ok: true, body };
  });
  return { asked, lines };
}

it("asks once for a line, and tells it from then on", async () => {
  const { asked, lines } = answering();
  const line = { game, from: null, moves: ["8", "4"] };
  expect(lines.position(line)).toBeNull();
  await Promise.all([lines.look(line), lines.look(line)]);
  await lines.look(line);
  expect(asked).toEqual([{ game, from: null, moves: "8 4", tell: 2, lines: 0 }]);
  expect(lines.reply(line)?.moves).toEqual(["8", "4"]);
  expect(lines.position(line)).not.toBeNull();
  expect(lines.position({ ...line, moves: [] })).toEqual(position);
});

it("asks for the stories that are not known", async () => {
  const { asked, lines } = answering();
  await lines.look({ game, from: null, moves: ["8", "4"] });
  await lines.look({ game, from: null, moves: ["8", "4", "2"] });
  expect(asked.at(-1)?.tell).toBe(1);
  expect(lines.story({ game, from: null, moves: ["8"] })?.move).toBe("8");
  // What may follow is another question.
  expect(lines.reply({ game, from: null, moves: ["8"] })).toBeNull();
});

it("keeps lines of another game, start or size apart", async () => {
  const { asked, lines } = answering();
  await lines.look({ game, from: null, moves: [] });
  await lines.look({ game, from: "x", moves: [] });
  await lines.look({ game: { ...game, pits: 6 }, from: null, moves: [] });
  expect(asked).toHaveLength(3);
});

it("knows a line by the names of the server as well", async () => {
  const { asked, lines } = answering();
  await lines.look({ game, from: null, moves: ["8R", "4"] });
  expect((await lines.look({ game, from: null, moves: ["8", "4"] })).ok).toBe(true);
  expect(lines.story({ game, from: null, moves: ["8"] })).not.toBeNull();
  expect(asked).toHaveLength(1);
});

it("keeps what comes before a move that cannot be played, and nothing of that move", async () => {
  const { asked, lines } = answering();
  const line = { game, from: null, moves: ["8", "99"] };
  await lines.look(line);
  expect(lines.reply(line)).toBeNull();
  expect(lines.story({ ...line, moves: ["8"] })).not.toBeNull();
  await lines.look(line);
  expect(asked).toHaveLength(2);
});

it("keeps what the engine found", async () => {
  const { lines } = answering();
  const line = { game, from: null, moves: ["8"] };
  await lines.look(line);
  expect(lines.found(line)).toBeNull();
  await lines.search(line, 3);
  expect(lines.found(line)).toEqual({ depth: 3, work: 1, lines: [] });
});
