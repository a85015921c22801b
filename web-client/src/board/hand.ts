/** The hand over the board: the seeds it carries and how many. It glides from pit to pit. */

import type { Paint } from "./defs.ts";
import type { Layout } from "./geometry.ts";
import type { Ring } from "./ring.ts";
import { spot } from "./scatter.ts";
import { drawSeed } from "./seeds.ts";
import { el, round, set, write } from "./svg.ts";

const CARRIED = 7;

export class Hand {
  readonly #group: SVGGElement;
  readonly #seeds: SVGElement[] = [];
  readonly #count: SVGTextElement;
  #x = 0;
  #y = 0;

  constructor(
    parent: SVGElement,
    private readonly layout: Layout,
    paint: Paint,
  ) {
    this.#group = el("g", { class: "hand", display: "none" }, parent);
    const shadow = layout.seed * 2.6;
    el(
      "ellipse",
      { class: "hand-shadow", cy: layout.seed * 2.4, rx: shadow, ry: shadow * 0.45 },
      this.#group,
    );
    for (let index = 0; index < CARRIED; index++) {
      const { x, y, turn, shade } = spot(211, index);
      const seed = drawSeed(this.#group, layout.seed * 1.06);
      const reach = layout.seed * 3;
      set(seed, {
        fill: paint.seeds[shade],
        transform: `translate(${round(x * reach)} ${round(y * reach)}) rotate(${turn})`,
      });
      this.#seeds.push(seed);
    }
    const plate = layout.countSize * 0.95;
    const tag = el(
      "g",
      { transform: `translate(0 ${round(-layout.seed * 3.4 - plate * 0.4)})` },
      this.#group,
    );
    el(
      "rect",
      {
        class: "hand-plate",
        x: -plate,
        y: -plate * 0.72,
        width: 2 * plate,
        height: plate * 1.44,
        rx: plate * 0.72,
      },
      tag,
    );
    this.#count = el("text", { class: "hand-count", "font-size": layout.countSize * 0.92 }, tag);
  }

  get at(): { x: number; y: number } {
    return { x: this.#x, y: this.#y };
  }

  /** Between two pits, `t` of the way. */
  carry(seeds: number, from: Ring, to: Ring, t: number): void {
    const a = this.layout.pits[from];
    const b = this.layout.pits[to];
    if (!a || !b) return;
    const lift = this.layout.pitch * 0.16;
    const far = Math.hypot(b.x - a.x, b.y - a.y);
    const arc = Math.min(far * 0.12, lift) * 4 * t * (1 - t);
    this.#x = a.x + (b.x - a.x) * t;
    this.#y = a.y + (b.y - a.y) * t - lift - arc;
    set(this.#group, {
      display: seeds > 0 ? undefined : "none",
      transform: `translate(${round(this.#x)} ${round(this.#y)})`,
    });
    for (const [index, seed] of this.#seeds.entries()) {
      set(seed, { display: index < seeds ? undefined : "none" });
    }
    write(this.#count, String(seeds));
  }

  hide(): void {
    set(this.#group, { display: "none" });
  }
}
