/**
 * What is said about pits on top of them: where a move would go, what was played, and whatever else is given to be
 * drawn. Always a number or a shape, never colour alone. Decoration for the eye: the same is said in words beside.
 */

import type { Layout } from "./geometry.ts";
import type { Ring } from "./ring.ts";
import { dug } from "./shapes.ts";
import { clear, el, write } from "./svg.ts";
import type { Trace } from "./trace.ts";

/** The two sheets for marks, under the seeds and over them, at one size. */
export interface Sheet {
  readonly under: SVGGElement;
  readonly over: SVGGElement;
  readonly layout: Layout;
  /** Whether a move is looked at, which is not to be hidden. */
  readonly previewing: boolean;
}

export interface Overlay {
  /** The move somebody points at. */
  readonly preview: Trace | null;
  /** The move last played or tried. */
  readonly last: { readonly trace: Trace; readonly tried: boolean } | null;
  /** Draws what is said about pits besides. */
  readonly said: ((on: Sheet) => void) | null;
}

export const NO_OVERLAY: Overlay = { preview: null, last: null, said: null };

const LAPS_NUMBERED = 9;

export class Marks {
  constructor(
    private readonly under: SVGGElement,
    private readonly over: SVGGElement,
    private readonly layout: Layout,
  ) {}

  show(overlay: Overlay): void {
    clear(this.under);
    clear(this.over);
    if (overlay.last && !overlay.preview)
      this.#move(overlay.last.trace, overlay.last.tried ? "tried" : "last");
    if (overlay.preview) this.#move(overlay.preview, "preview");
    const { under, over, layout } = this;
    overlay.said?.({ under, over, layout, previewing: overlay.preview !== null });
  }

  /** Pits whose number changed, for those who do not want to see things move. */
  changed(pits: Iterable<Ring>): void {
    for (const pit of pits) this.#ring(this.under, pit, "mark-changed", 1.12);
  }

  #move(trace: Trace, kind: "last" | "tried" | "preview"): void {
    const [first] = trace.laps;
    const final = trace.laps.at(-1);
    if (!first || !final) return;
    const group = el("g", { class: `move-marks is-${kind}` }, this.over);
    this.#ring(group, first[0], "mark-start", 1.12);
    this.#way(group, first[0], first[2]);
    for (const [index, lap] of trace.laps.slice(0, -1).entries()) {
      if (index < LAPS_NUMBERED) this.#lapEnd(group, lap[3], index + 1);
    }
    for (const [index, lap] of trace.laps.entries()) {
      const before = trace.laps[index - 1];
      if (before && before[2] !== lap[2]) this.#way(group, lap[0], lap[2]);
    }
    this.#chain(group, trace);
    this.#ring(group, final[3], "mark-end", 1.02);
    this.#target(group, final[3]);
    for (const [pit, seeds] of trace.taken) if (seeds > 0) this.#taken(group, pit, seeds);
    for (const pit of trace.made_bulls) this.#ring(group, pit, "mark-bull", 1.2);
  }

  /** A chevron at the start pit, towards where the sowing goes. */
  #way(group: SVGElement, pit: Ring, direction: number): void {
    const place = this.layout.pits[pit];
    if (!place) return;
    const rightwards = (place.row === "near") === direction > 0;
    const way = rightwards ? 1 : -1;
    const x = place.x + way * place.rx * 1.12;
    const s = Math.max(4, place.rx * 0.2);
    el(
      "path",
      { class: "mark-way", d: `M${x - (way * s) / 2} ${place.y - s}l${way * s} ${s}l${-way * s} ${s}` },
      group,
    );
  }

  /** What is taken after the facing pit, one pit after the other: a line through them. */
  #chain(group: SVGElement, trace: Trace): void {
    const places = trace.taken.flatMap(([pit, seeds]) => (seeds > 0 ? (this.layout.pits[pit] ?? []) : []));
    if (places.length < 2) return;
    const d = places.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
    el("path", { class: "chain", d }, group);
  }

  #lapEnd(group: SVGElement, pit: Ring, lap: number): void {
    const place = this.layout.pits[pit];
    if (!place) return;
    const r = Math.max(5.5, place.rx * 0.2);
    const y = place.row === "near" ? place.y + place.ry - r * 0.4 : place.y - place.ry + r * 0.4;
    el("circle", { class: "mark-lap", cx: place.x - place.rx * 0.5, cy: y, r }, group);
    const text = el(
      "text",
      { class: "mark-lap-number", x: place.x - place.rx * 0.5, y, "font-size": r * 1.4 },
      group,
    );
    write(text, String(lap));
  }

  #target(group: SVGElement, pit: Ring): void {
    const place = this.layout.pits[pit];
    if (!place) return;
    const { x, y, rx, ry } = place;
    const long = Math.max(4, rx * 0.18);
    const tick = (fromX: number, fromY: number, dx: number, dy: number) => `M${fromX} ${fromY}l${dx} ${dy}`;
    const d =
      tick(x, y - ry * 0.86, 0, long) +
      tick(x, y + ry * 0.86, 0, -long) +
      tick(x - rx * 0.86, y, long, 0) +
      tick(x + rx * 0.86, y, -long, 0);
    el("path", { class: "mark-target", d }, group);
  }

  #taken(group: SVGElement, pit: Ring, seeds: number): void {
    const place = this.layout.pits[pit];
    if (!place) return;
    const text = `−${seeds}`;
    badge(group, this.layout, place.x, place.y, text, "taken");
  }

  #ring(group: SVGElement, pit: Ring, name: string, swell: number): SVGPathElement | null {
    return ringAround(group, this.layout, pit, name, swell);
  }
}

/** A word or a number on a plate. */
export function badge(
  group: SVGElement,
  layout: Layout,
  x: number,
  y: number,
  text: string,
  kind: string,
): void {
  const size = Math.max(11, Math.min(layout.countSize * 0.92, 16));
  const width = size * (0.9 + text.length * 0.58);
  const height = size * 1.42;
  const plate = el("g", { class: `badge is-${kind}` }, group);
  el("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 }, plate);
  write(el("text", { x, y, "font-size": size }, plate), text);
}

/** An outline around a pit, as uneven as the pit. */
export function ringAround(
  group: SVGElement,
  layout: Layout,
  pit: Ring,
  name: string,
  swell: number,
): SVGPathElement | null {
  const place = layout.pits[pit];
  if (!place) return null;
  const { x, y, rx, ry } = place;
  return el("path", { class: name, d: dug(pit, x, y, rx * swell, ry * swell) }, group);
}
