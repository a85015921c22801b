/**
 * What a move leaves behind while it is shown: where each lap came down, what was taken and in which order. Gone when
 * the move is over; then `Marks` shows the whole of it.
 */

import type { Layout } from "./geometry.ts";
import { badge, ringAround } from "./marks.ts";
import type { Ring } from "./ring.ts";
import { clear, el } from "./svg.ts";

export class Trail {
  readonly #landed: SVGGElement;
  readonly #taken: SVGGElement;
  #chain: Ring[] = [];

  constructor(
    parent: SVGElement,
    private readonly layout: Layout,
  ) {
    this.#landed = el("g", { class: "trail" }, parent);
    this.#taken = el("g", { class: "trail" }, parent);
  }

  /** The last seed of a lap fell here. */
  landed(pit: Ring): void {
    clear(this.#landed);
    ringAround(this.#landed, this.layout, pit, "trail-landed", 1.14);
  }

  /** A pit was emptied into the heap; more than one of them are a chain. */
  taken(pit: Ring, seeds: number): void {
    const place = this.layout.pits[pit];
    const before = this.layout.pits[this.#chain.at(-1) ?? -1];
    if (!place) return;
    this.#chain.push(pit);
    if (before)
      el("path", { class: "chain", d: `M${before.x} ${before.y}L${place.x} ${place.y}` }, this.#taken);
    badge(this.#taken, this.layout, place.x, place.y, `−${seeds}`, "taken");
  }

  remove(): void {
    this.#landed.remove();
    this.#taken.remove();
  }
}
