/**
 * The hand over the board: the seeds it carries, how many, and in which lap it is. It glides from pit to pit as an
 * element of its own, so that carrying costs the browser a shift and no painting.
 */

import type { Paint } from "./defs.ts";
import type { Layout } from "./geometry.ts";
import type { Ring } from "./ring.ts";
import { spot } from "./scatter.ts";
import { drawSeed, move } from "./seeds.ts";
import { el, write } from "./svg.ts";

const CARRIED = 7;

export class Hand {
  readonly #element = document.createElement("div");
  readonly #seeds: SVGElement[] = [];
  readonly #count: SVGTextElement;
  readonly #lap: SVGGElement;
  readonly #lapText: SVGTextElement;
  readonly #half: number;
  #shown = 0;
  #x = 0;
  #y = 0;

  constructor(
    parent: HTMLElement,
    private readonly layout: Layout,
    paint: Paint,
  ) {
    const { seed, countSize } = layout;
    const plate = countSize * 0.95;
    const tag = -seed * 3.4 - plate * 0.4;
    const half = Math.ceil(Math.max(seed * 4.4, plate * 3.4, plate - tag));
    this.#half = half;
    this.#element.className = "hand";
    this.#element.hidden = true;
    const svg = el("svg", {
      width: 2 * half,
      height: 2 * half,
      viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`,
    });
    this.#element.append(svg);
    parent.append(this.#element);

    const shadow = seed * 2.6;
    el("ellipse", { class: "hand-shadow", cy: seed * 2.4, rx: shadow, ry: shadow * 0.45 }, svg);
    for (let index = 0; index < CARRIED; index++) {
      const { x, y, turn, shade } = spot(211, index);
      const nut = drawSeed(svg, paint.seeds[shade]);
      move(nut, x * seed * 3, y * seed * 3, turn, seed * 1.06);
      this.#seeds.push(nut);
    }
    this.#count = plated(svg, "hand", 0, tag, 2 * plate, plate * 1.44, countSize * 0.92);
    this.#lap = el("g", { class: "hand-lap" }, svg);
    this.#lapText = plated(
      this.#lap,
      "lap",
      0,
      seed * 3.2 + plate * 0.4,
      3.6 * plate,
      plate * 1.2,
      countSize * 0.74,
    );
  }

  get at(): { x: number; y: number } {
    return { x: this.#x, y: this.#y };
  }

  /** What is in it, and which lap it sows; null where laps are not counted. */
  hold(seeds: number, lap: string | null): void {
    this.#element.hidden = seeds <= 0;
    if (seeds !== this.#shown) {
      this.#shown = seeds;
      for (const [index, seed] of this.#seeds.entries()) seed.classList.toggle("is-out", index >= seeds);
      write(this.#count, String(seeds));
    }
    this.#lap.classList.toggle("is-out", lap === null);
    if (lap !== null) write(this.#lapText, lap);
  }

  /** Between two pits, `t` of the way. */
  carry(from: Ring, to: Ring, t: number): void {
    const a = this.layout.pits[from];
    const b = this.layout.pits[to];
    if (!a || !b) return;
    const lift = this.layout.pitch * 0.16;
    const far = Math.hypot(b.x - a.x, b.y - a.y);
    const arc = Math.min(far * 0.12, lift) * 4 * t * (1 - t);
    this.#x = a.x + (b.x - a.x) * t;
    this.#y = a.y + (b.y - a.y) * t - lift - arc;
    const [left, top] = [this.#x - this.#half, this.#y - this.#half];
    this.#element.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
  }

  remove(): void {
    this.#element.remove();
  }
}

/** A number or a word on a rounded plate. */
function plated(
  parent: Element,
  name: string,
  x: number,
  y: number,
  width: number,
  height: number,
  size: number,
): SVGTextElement {
  const box = { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 };
  el("rect", { class: `${name}-plate`, ...box }, parent);
  return el("text", { class: `${name}-count`, x, y, "font-size": size }, parent);
}
