/**
 * Seeds as things. One element a seed; it lies at its own spot, flies when it is moved slowly enough to follow,
 * and goes back to a pool when it leaves the board. Everything moves by `transform` only.
 */

import type { Paint } from "./defs.ts";
import type { Layout } from "./geometry.ts";
import type { Ring } from "./ring.ts";
import { DRAWN, spot } from "./scatter.ts";
import { el, round } from "./svg.ts";

interface Point {
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
  readonly gone: boolean;
}

export class Seeds {
  readonly #lying: SVGElement[][];
  readonly #pool: SVGElement[] = [];
  #flights: Flight[] = [];

  constructor(
    private readonly parent: SVGElement,
    private readonly layout: Layout,
    private readonly paint: Paint,
  ) {
    this.#lying = layout.pits.map(() => []);
  }

  /** Makes the pit show `seeds`; new ones come flying from `from` if there is time for it. */
  put(pit: Ring, seeds: number, flight?: { from: Point; now: number; lasts: number }): void {
    const lying = this.#lying[pit];
    if (!lying) return;
    const wanted = Math.min(seeds, DRAWN);
    while (lying.length > wanted) this.#release(lying.pop());
    while (lying.length < wanted) {
      const index = lying.length;
      const seed = this.#take(spot(pit, index).shade);
      lying.push(seed);
      const { x, y, turn } = this.#place(pit, index);
      if (flight && flight.lasts > 30) {
        const { from, now, lasts } = flight;
        this.#fly({ seed, from, to: { x, y }, turn, begins: now, lasts, arc: 0, gone: false });
      } else move(seed, x, y, turn);
    }
  }

  /** The pit's seeds leave for a side's heap. */
  carryOff(pit: Ring, to: Point, now: number, lasts: number): void {
    const lying = this.#lying[pit] ?? [];
    for (const [index, seed] of lying.entries()) {
      const { x, y, turn } = this.#place(pit, index);
      const target = { x: to.x + (index % 5) * 4 - 8, y: to.y };
      const begins = now + index * 18;
      this.#fly({ seed, from: { x, y }, to: target, turn, begins, lasts, arc: 26, gone: true });
    }
    lying.length = 0;
  }

  /** Moves what is in the air. Says whether anything still is. */
  frame(now: number): boolean {
    if (this.#flights.length === 0) return false;
    const still: Flight[] = [];
    for (const flight of this.#flights) {
      const t = Math.min(1, Math.max(0, (now - flight.begins) / flight.lasts));
      const ease = 1 - (1 - t) ** 2;
      const x = flight.from.x + (flight.to.x - flight.from.x) * ease;
      const y = flight.from.y + (flight.to.y - flight.from.y) * ease - flight.arc * 4 * t * (1 - t);
      move(flight.seed, x, y, flight.turn);
      if (t < 1) still.push(flight);
      else if (flight.gone) this.#release(flight.seed);
    }
    this.#flights = still;
    return still.length > 0;
  }

  /** Everything in the air comes down at once. */
  settle(): void {
    this.frame(Number.POSITIVE_INFINITY);
  }

  #place(pit: Ring, index: number): Point & { turn: number } {
    const place = this.layout.pits[pit];
    const { x, y, turn } = spot(pit, index);
    if (!place) return { x: 0, y: 0, turn };
    return { x: place.x + x * place.rx * 0.95, y: place.y + y * place.ry * 0.95, turn };
  }

  #fly(flight: Flight): void {
    move(flight.seed, flight.from.x, flight.from.y, flight.turn);
    this.#flights.push(flight);
  }

  #take(shade: 0 | 1 | 2): SVGElement {
    const seed = this.#pool.pop() ?? drawSeed(this.parent, this.layout.seed);
    seed.setAttribute("fill", this.paint.seeds[shade]);
    seed.removeAttribute("display");
    this.parent.append(seed);
    return seed;
  }

  #release(seed: SVGElement | undefined): void {
    if (!seed) return;
    this.#flights = this.#flights.filter((flight) => flight.seed !== seed);
    seed.setAttribute("display", "none");
    this.#pool.push(seed);
  }
}

export function drawSeed(parent: SVGElement, size: number): SVGEllipseElement {
  return el("ellipse", { class: "seed", rx: size, ry: size * 0.85 }, parent);
}

function move(seed: SVGElement, x: number, y: number, turn: number): void {
  seed.setAttribute("transform", `translate(${round(x)} ${round(y)}) rotate(${turn})`);
}
