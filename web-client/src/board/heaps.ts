/** What each side has captured: its herd, in lots of five, and the number. */

import type { Paint } from "./defs.ts";
import type { Box, Layout } from "./geometry.ts";
import { SIDES, type Side } from "./ring.ts";
import { chance } from "./scatter.ts";
import { drawSeed, move } from "./seeds.ts";
import { el, set, write } from "./svg.ts";

const LOT = 5;
/** The five places of a lot, as on a die. */
const DIE = [
  [-0.7, -0.62],
  [0.7, -0.62],
  [0, 0],
  [-0.7, 0.62],
  [0.7, 0.62],
] as const;

export interface Heap {
  /** Says whether it is another number than before. */
  show(captured: number): boolean;
  name(word: string, label: string): void;
  /** Where captured seeds fly to. */
  readonly mouth: { readonly x: number; readonly y: number };
}

export function drawHeaps(parent: SVGElement, layout: Layout, paint: Paint): Readonly<Record<Side, Heap>> {
  const heap = (side: Side) => drawHeap(parent, layout.heaps[side], side, paint);
  const [south, north] = SIDES.map(heap) as [Heap, Heap];
  return { south, north };
}

function drawHeap(parent: SVGElement, box: Box, side: Side, paint: Paint): Heap {
  const middle = box.y + box.height / 2;
  const group = el("g", { class: "heap", role: "img" }, parent);
  const bar = box.height * 0.62;
  el(
    "rect",
    {
      class: "heap-bar",
      x: box.x,
      y: middle - bar / 2,
      width: 8,
      height: bar,
      rx: 2,
      fill: paint.side[side],
    },
    group,
  );
  const word = el("text", { class: "heap-word", x: box.x + 17, y: middle }, group);
  const number = el("text", { class: "heap-number", x: box.x + box.width - 4, y: middle }, group);
  const pile = el("g", {}, group);
  let last: number | null = null;

  const size = box.height < 46 ? 4 : 5.4;
  const lotWidth = size * 5.1;
  const from = box.x + 96;
  const until = box.x + box.width - 56;
  const lots = Math.max(1, Math.floor((until - from) / lotWidth));
  const seeds: SVGElement[] = [];

  return {
    mouth: { x: box.x + box.width - 60, y: middle },
    name(text, label) {
      write(word, text);
      set(group, { "aria-label": label });
    },
    show(captured) {
      if (captured === last) return false;
      last = captured;
      write(number, String(captured));
      const wanted = Math.min(captured, lots * LOT);
      while (seeds.length > wanted) seeds.pop()?.remove();
      while (seeds.length < wanted) {
        const index = seeds.length;
        const [dx, dy] = DIE[index % LOT] ?? [0, 0];
        // Lots fill from the number leftwards, so that the herd grows out of its count.
        const x = until - (Math.floor(index / LOT) + 0.5) * lotWidth + dx * size * 2.2;
        const y = middle + dy * size * 2.2;
        const shade = paint.seeds[Math.floor(chance(index, 5) * 3) as 0 | 1 | 2];
        const seed = drawSeed(pile, shade);
        move(seed, x, y, Math.round(chance(index, 6) * 180), size);
        seeds.push(seed);
      }
      return true;
    },
  };
}
