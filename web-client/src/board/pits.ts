/**
 * The pits as cells of a grid: hole, number of seeds, name for screen readers, focus and touch.
 * Does not know what a pit is for: which pits may be chosen is given.
 */

import type { Paint } from "./defs.ts";
import type { Layout, PitPlace } from "./geometry.ts";
import { nameOf, numberOf, type Ring, type Side, sideOf } from "./ring.ts";
import { dug, horns } from "./shapes.ts";
import { el, set, write } from "./svg.ts";

export interface PitCell {
  readonly place: PitPlace;
  readonly cell: SVGGElement;
  /** The number of seeds. It changes while a move is shown, and lies on the sheet of the seeds. */
  readonly count: SVGTextElement;
  /** The ring of a bull, under the hole, and its head, over it. */
  readonly bull: SVGGElement;
  readonly head: SVGGElement;
}

/** Two rows of cells, the far one first, each from the viewer's left to right. */
export function drawPits(
  parent: SVGElement,
  counts: SVGElement,
  layout: Layout,
  paint: Paint,
): readonly PitCell[] {
  const cells: PitCell[] = new Array(layout.pits.length);
  for (const row of ["far", "near"] as const) {
    const places = layout.pits.filter((pit) => pit.row === row).sort((a, b) => a.column - b.column);
    const first = places[0];
    if (!first) continue;
    const group = el("g", { role: "row", "data-side": sideOf(first.ring, layout.n) }, parent);
    for (const place of places) cells[place.ring] = drawPit(group, counts, layout, place, paint);
  }
  return cells;
}

function drawPit(
  row: SVGElement,
  counts: SVGElement,
  layout: Layout,
  place: PitPlace,
  paint: Paint,
): PitCell {
  const { x, y, rx, ry, ring } = place;
  const cell = el(
    "g",
    { role: "gridcell", tabindex: -1, class: "pit", "data-pit": ring, "data-name": nameOf(ring, layout.n) },
    row,
  );
  const box = place.cell;
  el("rect", { class: "reach", x: box.x, y: box.y, width: box.width, height: box.height }, cell);
  el("path", { class: "rim", d: dug(ring, x, y, rx * 1.06, ry * 1.06) }, cell);
  const bull = el("g", { class: "bull" }, cell);
  el("path", { class: "hole", d: dug(ring, x, y, rx * 0.95, ry * 0.95), fill: paint.hole }, cell);
  el("path", { class: "lip", d: dug(ring, x, y, rx * 0.95, ry * 0.95) }, cell);
  el("path", { class: "focus", d: dug(ring, x, y, rx * 1.09, ry * 1.09) }, cell);
  const head = el("g", { class: "bull-head" }, cell);
  const count = el("text", { class: "count", x, y: place.countY, "font-size": layout.countSize }, counts);
  if (place.numberY !== null) {
    const number = el("text", { class: "pit-number", x, y: place.numberY, "aria-hidden": "true" }, cell);
    write(number, String(numberOf(ring, layout.n)));
  }
  return { place, cell, count, bull, head };
}

/** A pit that belongs to a side: a thick patterned ring, horns over it, the side's letter between the horns. */
export function drawBull(pit: PitCell, owner: Side | undefined, letter: string, paint: Paint): void {
  const { bull, head, place, cell } = pit;
  if (bull.dataset.owner === (owner ?? "")) return;
  bull.dataset.owner = owner ?? "";
  bull.replaceChildren();
  head.replaceChildren();
  cell.classList.toggle("is-bull", owner !== undefined);
  // The horns of a far bull stand where its number is: the number steps aside.
  const aside = owner !== undefined && place.row === "far" ? place.rx * (place.rx < 20 ? 0.72 : 0.92) : 0;
  set(pit.count, { x: place.x + aside });
  if (owner === undefined) return;
  const { ring, x, y, rx, ry } = place;
  el("path", { class: "bull-ring", d: dug(ring, x, y, rx * 1.15, ry * 1.12), fill: paint.side[owner] }, bull);
  const top = y - ry * 1.02;
  const size = Math.max(9, rx * 0.62);
  el("path", { class: "horns", d: horns(x, top, size) }, head);
  const plate = Math.max(6, rx * 0.24);
  el("circle", { class: `bull-plate paint-${owner}`, cx: x, cy: top, r: plate }, head);
  const text = el("text", { class: "bull-letter", x, y: top, "font-size": plate * 1.45 }, head);
  write(text, letter);
}

export function showCount(pit: PitCell, seeds: number): void {
  write(pit.count, String(seeds));
  pit.count.classList.toggle("is-empty", seeds === 0);
}

export function nameCell(pit: PitCell, name: string, may: { choose: boolean; chosen: boolean }): void {
  set(pit.cell, {
    "aria-label": name,
    "aria-selected": may.chosen ? "true" : "false",
    "aria-disabled": may.choose ? undefined : "true",
  });
  pit.cell.classList.toggle("may-choose", may.choose);
  pit.cell.classList.toggle("is-chosen", may.chosen);
}

export function pitUnder(target: EventTarget | null): Ring | null {
  if (!(target instanceof Element)) return null;
  const pit = target.closest("[data-pit]")?.getAttribute("data-pit");
  return pit === undefined || pit === null ? null : Number(pit);
}
