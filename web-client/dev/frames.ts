/**
 * One long relay on the largest board, for `npm run frames`: 21 laps and 120 seeds sown among 400 on 2×50, as the
 * engine told it. `window.relay(cap)` plays it and resolves with the times between the frames, in milliseconds.
 */

import "../src/style/tokens.css";
import "../src/style/base.css";
import "../src/style/board.css";
import { Board, type BoardState, type Standing } from "../src/board/board.ts";
import * as kit from "../src/board/motion.ts";
import type { Trace } from "../src/board/trace.ts";
import relay from "./relay.json";

declare global {
  interface Window {
    relay: (cap: number) => Promise<readonly number[]>;
  }
}

const asked = new URLSearchParams(location.search);
document.documentElement.dataset.theme = asked.get("theme") ?? "light";
document.body.classList.add("frames");

const { n } = relay;
// The file was written by the engine: what is a list of four numbers in it is a lap.
const trace = relay.trace as unknown as Trace;
const standing = (from: { pits: number[]; captured: { south: number; north: number } }): Standing => ({
  ...from,
  bulls: new Map(),
});
const before = standing(relay.before);
const after: BoardState = {
  ...standing(relay.after),
  n,
  viewer: "south",
  choices: new Set(),
  chosen: null,
};

const host = document.createElement("div");
document.querySelector("#board")?.append(host);
const board = new Board(
  host,
  { ...after, ...before },
  {
    board: () => "Board",
    row: (side) => `${side} row`,
    side: (side) => side,
    sideLetter: (side) => side.slice(0, 1).toUpperCase(),
    pit: ({ name, seeds }) => `${name}, ${seeds} seeds`,
    heap: (side, captured) => `${side} ${captured}`,
    lap: (lap) => `lap ${lap}`,
  },
  { choose: () => undefined, point: () => undefined },
  innerHeight - 190,
);

window.relay = async (cap) => {
  board.set({ ...after, ...before });
  const times: number[] = [];
  let playing = true;
  const frame = (at: number) => {
    times.push(at);
    if (playing) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  await board.play(before, after, { plan: kit.timeline(trace, n, cap), kit });
  playing = false;
  return times.slice(1).map((at, index) => at - (times[index] ?? at));
};
