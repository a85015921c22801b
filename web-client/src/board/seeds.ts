/**
 * Seeds as things. One element a seed; it lies at its own spot, flies when it is moved slowly enough to follow,
 * and goes back to a pool when it leaves the board. Where a seed lies is in its outline: an attribute `transform` on
 * each of four hundred would make the browser keep, and paint, four hundred pieces.
 */

import type { Paint } from "./defs.ts";
import type { Layout } from "./geometry.ts";
import type { Ring } from "./ring.ts";
import { DRAWN, spot } from "./scatter.ts";
import { nut } from "./shapes.ts";
import { el } from "./svg.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Flight {
  readonly seed: SVGElement;
  readonly from: Point;
  readonly to: Point;
  readonly turn: number;
  readonly begins: number;
  readonly lasts: number;
  /** How high the seed is thrown. */
  readonly arc: number;
  /** How it gets faster or slower on its way. */
  readonly ease: (t: number) => number;
  /** Where it lies afterwards; null for one that leaves the board. */
  readonly ends: SVGElement | null;
}

/** How long something takes at least to be shown on its way, in milliseconds. */
const SEEN = 30;
const falls = (t: number) => t * t;
const slows = (t: number) => 1 - (1 - t) ** 2;
const starts = (t: number) => t * t * (3 - 2 * t);

export class Seeds {
  readonly #lying: SVGElement[][];
  readonly #groups: readonly SVGGElement[];
  readonly #pool: SVGElement[] = [];
  #flights: Flight[] = [];

  constructor(
    parent: SVGElement,
    private readonly air: SVGElement,
    private readonly layout: Layout,
    private readonly paint: Paint,
  ) {
    this.#lying = layout.pits.map(() => []);
    this.#groups = layout.pits.map(() => el("g", {}, parent));
  }

  /** Makes the pit show `seeds`; new ones fall from `from` if there is time for it. */
  put(pit: Ring, seeds: number, flight?: { from: Point; now: number; lasts: number }): void {
    const lying = this.#lying[pit];
    const group = this.#groups[pit];
    if (!lying || !group) return;
    const wanted = Math.min(seeds, DRAWN);
    while (lying.length > wanted) this.#release(lying.pop());
    while (lying.length < wanted) {
      const index = lying.length;
      const seed = this.#take(spot(pit, index).shade);
      lying.push(seed);
      const { x, y, turn } = this.#place(pit, index);
      if (flight && flight.lasts > SEEN) {
        const { from, now, lasts } = flight;
        this.#fly({ seed, from, to: { x, y }, turn, begins: now, lasts, arc: 0, ease: falls, ends: group });
      } else {
        move(seed, x, y, turn, this.layout.seed);
        group.append(seed);
      }
    }
  }

  /** The pit's seeds are picked up: they gather in the hand, and are carried from there. */
  pickUp(pit: Ring, to: Point, now: number, lasts: number): void {
    if (lasts > SEEN) this.#leave(pit, () => to, now, lasts, { arc: 0, gap: 0, ease: slows });
  }

  /** The pit's seeds leave for a side's heap, one after the other. */
  carryOff(pit: Ring, to: Point, now: number, lasts: number): void {
    const target = (index: number) => ({ x: to.x + (index % 5) * 4 - 8, y: to.y });
    this.#leave(pit, target, now, lasts, { arc: 26, gap: 18, ease: starts });
  }

  /** Moves what is in the air. Says whether anything still is. */
  frame(now: number): boolean {
    if (this.#flights.length === 0) return false;
    const still: Flight[] = [];
    for (const flight of this.#flights) {
      const t = Math.min(1, Math.max(0, (now - flight.begins) / flight.lasts));
      const eased = flight.ease(t);
      const x = flight.from.x + (flight.to.x - flight.from.x) * eased;
      const y = flight.from.y + (flight.to.y - flight.from.y) * eased - flight.arc * 4 * t * (1 - t);
      move(flight.seed, x, y, flight.turn, this.layout.seed);
      if (t < 1) still.push(flight);
      else if (flight.ends) flight.ends.append(flight.seed);
      else this.#release(flight.seed);
    }
    this.#flights = still;
    return still.length > 0;
  }

  /** Everything in the air comes down at once. */
  settle(): void {
    this.frame(Number.POSITIVE_INFINITY);
  }

  #leave(
    pit: Ring,
    to: (index: number) => Point,
    now: number,
    lasts: number,
    how: { arc: number; gap: number; ease: (t: number) => number },
  ): void {
    const lying = this.#lying[pit] ?? [];
    for (const [index, seed] of lying.entries()) {
      const { x, y, turn } = this.#place(pit, index);
      const begins = now + index * how.gap;
      this.#flights = this.#flights.filter((flight) => flight.seed !== seed);
      this.#fly({ seed, from: { x, y }, to: to(index), turn, begins, lasts, ...how, ends: null });
    }
    lying.length = 0;
  }

  #place(pit: Ring, index: number): Point & { turn: number } {
    const place = this.layout.pits[pit];
    const { x, y, turn } = spot(pit, index);
    if (!place) return { x: 0, y: 0, turn };
    return { x: place.x + x * place.rx * 0.95, y: place.y + y * place.ry * 0.95, turn };
  }

  #fly(flight: Flight): void {
    move(flight.seed, flight.from.x, flight.from.y, flight.turn, this.layout.seed);
    this.air.append(flight.seed);
    this.#flights.push(flight);
  }

  #take(shade: 0 | 1 | 2): SVGElement {
    const seed = this.#pool.pop() ?? drawSeed(this.air, "");
    seed.setAttribute("fill", this.paint.seeds[shade]);
    return seed;
  }

  #release(seed: SVGElement | undefined): void {
    if (!seed) return;
    this.#flights = this.#flights.filter((flight) => flight.seed !== seed);
    seed.remove();
    this.#pool.push(seed);
  }
}

export function drawSeed(parent: SVGElement, fill: string): SVGPathElement {
  return el("path", { class: "seed", fill }, parent);
}

/** Puts a seed of a size somewhere, turned by degrees. */
export function move(seed: SVGElement, x: number, y: number, turn: number, size: number): void {
  seed.setAttribute("d", nut(x, y, size, size * 0.85, turn));
}
