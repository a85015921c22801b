/** One board as it is drawn at one size: what stands where, put on the sheets. Made anew when the space changes. */

import { definePaint, type Paint } from "./defs.ts";
import type { Layout } from "./geometry.ts";
import { drawGround } from "./ground.ts";
import { drawHeaps, type Heap } from "./heaps.ts";
import type { Layers } from "./layers.ts";
import { Marks } from "./marks.ts";
import { drawBull, drawPits, nameCell, type PitCell, showCount } from "./pits.ts";
import { nameOf, type Ring, SIDES, type Side } from "./ring.ts";
import { Seeds } from "./seeds.ts";
import { el, set } from "./svg.ts";

/** Seeds, bulls and captures at a moment. */
export interface Standing {
  readonly pits: readonly number[];
  readonly bulls: ReadonlyMap<Ring, Side>;
  readonly captured: Readonly<Record<Side, number>>;
}

/** Everything the board says, in the reader's language. */
export interface Words {
  board(): string;
  row(side: Side): string;
  side(side: Side): string;
  sideLetter(side: Side): string;
  pit(pit: { ring: Ring; name: string; seeds: number; owner: Side | null; choice: boolean }): string;
  heap(side: Side, captured: number): string;
  /** Beside the hand, very short: which lap it sows. */
  lap(lap: number): string;
}

export class Drawing {
  readonly seeds: Seeds;
  readonly marks: Marks;
  readonly cells: readonly PitCell[];
  readonly heaps: Readonly<Record<Side, Heap>>;
  readonly paint: Paint;

  constructor(
    readonly layers: Layers,
    readonly layout: Layout,
    private readonly words: Words,
  ) {
    const { n } = layout;
    layers.clear(layout);
    set(layers.grid, { "aria-label": words.board(), "aria-colcount": n, "aria-rowcount": 2 });
    const paint = definePaint(layers.grid);
    this.paint = paint;
    const layer = (sheet: SVGSVGElement, name: string) =>
      el("g", { class: name, "aria-hidden": "true" }, sheet);
    drawGround(layer(layers.grid, "ground-layer"), layout);
    const under = layer(layers.grid, "marks-under");
    const counts = el("g", { "aria-hidden": "true" });
    this.cells = drawPits(layers.grid, counts, layout, paint);
    layers.lying.append(counts);
    const air = layer(layers.over, "seeds");
    this.marks = new Marks(under, layer(layers.over, "marks-over"), layout);
    this.seeds = new Seeds(layer(layers.lying, "seeds"), air, layout, paint);
    this.heaps = drawHeaps(el("g", {}, layers.lying), layout, paint);
    for (const row of layers.grid.querySelectorAll<SVGGElement>("[role=row]")) {
      set(row, { "aria-label": words.row(row.dataset.side === "north" ? "north" : "south") });
    }
  }

  stand(standing: Standing): void {
    for (const [pit, seeds] of standing.pits.entries()) {
      this.seeds.put(pit, seeds);
      this.pit(pit, seeds, standing.bulls.get(pit));
    }
    for (const side of SIDES) this.heap(side, standing.captured[side]);
  }

  /** The number beside a pit, and whose bull it is. */
  pit(pit: Ring, seeds: number, owner: Side | undefined): void {
    const cell = this.cells[pit];
    if (!cell) return;
    showCount(cell, seeds);
    drawBull(cell, owner, owner ? this.words.sideLetter(owner) : "", this.paint);
  }

  heap(side: Side, captured: number): void {
    const heap = this.heaps[side];
    if (heap.show(captured)) heap.name(this.words.side(side), this.words.heap(side, captured));
  }

  /** What is read out of each pit, and which may be chosen. */
  name(
    { pits, bulls }: Pick<Standing, "pits" | "bulls">,
    choices: ReadonlySet<Ring>,
    chosen: Ring | null,
  ): void {
    for (const [ring, cell] of this.cells.entries()) {
      const choice = choices.has(ring);
      const name = nameOf(ring, this.layout.n);
      const pit = { ring, name, seeds: pits[ring] ?? 0, owner: bulls.get(ring) ?? null, choice };
      nameCell(cell, this.words.pit(pit), { choose: choice, chosen: chosen === ring });
    }
  }

  lap(lap: number): string {
    return this.words.lap(lap);
  }
}
