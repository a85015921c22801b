/** Boards of all sizes in one page, to be looked at: `npm run dev`, then /dev/board.html?n=8&theme=dark */
import * as kit from "../src/board/motion.ts";
import "../src/style/tokens.css";
import "../src/style/base.css";
import "../src/style/board.css";
import { Board, type BoardState } from "../src/board/board.ts";
import { drawHeat } from "../src/board/heat.ts";
import { NO_OVERLAY } from "../src/board/marks.ts";
import type { Ring, Side } from "../src/board/ring.ts";
import { chance } from "../src/board/scatter.ts";
import type { Trace } from "../src/board/trace.ts";

const asked = new URLSearchParams(location.search);
const n = Number(asked.get("n") ?? 8);
const viewer: Side = asked.get("viewer") === "north" ? "north" : "south";
document.documentElement.dataset.theme = asked.get("theme") ?? "light";
document.body.style.background = "var(--stage)";

const host = document.createElement("div");
host.style.padding = "8px";
const inner = document.createElement("div");
host.append(inner);
document.querySelector("#boards")?.append(host);

const pits = Array.from({ length: 2 * n }, (_, pit) => {
  const roll = chance(pit, n);
  if (roll < 0.15) return 0;
  if (roll > 0.96) return 27;
  return Math.floor(roll * 13);
});
const bulls = new Map<Ring, Side>(
  n >= 4 && asked.has("bulls")
    ? [
        [2, "south"],
        [n + 1, "north"],
        [3, "north"],
      ]
    : [],
);
const state: BoardState = {
  n,
  viewer,
  pits,
  bulls,
  captured: { south: 23, north: 11 },
  choices: new Set(
    pits.flatMap((seeds, pit) =>
      pit < n === (viewer === "south") && seeds > 0 && !bulls.has(pit) ? [pit] : [],
    ),
  ),
  chosen: null,
};
const board = new Board(
  inner,
  state,
  {
    board: () => "Board",
    row: (side) => `${side} row`,
    side: (side) => (side === "south" ? "South" : "North"),
    sideLetter: (side) => (side === "south" ? "S" : "N"),
    pit: ({ name, seeds }) => `${name}, ${seeds} seeds`,
    heap: (side, captured) => `${side} ${captured}`,
    lap: (lap) => `lap ${lap}`,
  },
  { choose: () => board.skip(), point: () => undefined },
  Number(asked.get("height") ?? 560),
);
const trace: Trace = {
  side: "south",
  laps: [
    [0, 4, 1, 4],
    [4, 5, 1, 9],
    [9, 5, 1, 14],
  ],
  taken: [
    [1, 4],
    [14, 1],
  ],
  crossing: null,
  made_bulls: [],
  lifted: [],
  laid: [],
  passes_over: [],
  skips_origin: false,
};
const overlays = asked.get("overlay");
if (overlays === "votes") {
  board.overlay({
    ...NO_OVERLAY,
    said: (on) =>
      drawHeat(
        {
          spent: [5],
          undone: null,
          pointers: [
            { who: "AB", from: 2, to: null },
            { who: "C", from: 3, to: 10 },
            { who: "", from: 7, to: null },
          ],
          followed: { from: 11, to: null },
          votes: [
            { pit: 0, votes: 5, of: 5, mine: true, leading: true, ends: 9, takes: 5 },
            { pit: 4, votes: 2, of: 5, mine: false, leading: false, ends: 3, takes: 0 },
            { pit: 6, votes: 1, of: 5, mine: false, leading: false, ends: 3, takes: 0 },
          ],
        },
        on,
      ),
  });
}
if (overlays === "preview") board.overlay({ ...NO_OVERLAY, preview: trace });
if (overlays === "last") board.overlay({ ...NO_OVERLAY, last: { trace, tried: false } });
if (overlays === "play") {
  const before = { ...state, pits: state.pits.map((_, pit) => (pit === 0 ? 4 : 4)) };
  void board.play(before, state, { plan: kit.timeline(trace, state.n, 8000), kit });
}
