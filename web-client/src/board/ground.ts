/** The ground the pits are dug into: one patch a band, with marks where a folded board goes on. */

import type { Layout } from "./geometry.ts";
import { numberOf } from "./ring.ts";
import { ground, specks } from "./shapes.ts";
import { el } from "./svg.ts";

export function drawGround(parent: SVGElement, layout: Layout): void {
  for (const band of layout.bands) {
    const radius = Math.min(band.height / 2.6, layout.pitch * 0.62);
    el("path", { class: "ground-edge", d: ground({ ...band, y: band.y + 3 }, radius) }, parent);
    el("path", { class: "ground", d: ground(band, radius) }, parent);
    el("path", { class: "specks", d: specks(band) }, parent);
    const middle = band.y + band.height / 2;
    el(
      "path",
      { class: "furrow", d: `M${band.x + radius * 0.5} ${middle}H${band.x + band.width - radius * 0.5}` },
      parent,
    );
  }
  for (const mark of layout.continuations) {
    const offset = layout.pitch * 0.62;
    goesOn(parent, mark.x, mark.y - offset, mark.edge, String(numberOf(mark.far, layout.n)));
    goesOn(parent, mark.x, mark.y + offset, mark.edge, String(numberOf(mark.near, layout.n)));
  }
}

/** A small arrow outwards and the number of the pit that comes next. */
function goesOn(parent: SVGElement, x: number, y: number, edge: "left" | "right", pit: string): void {
  const way = edge === "left" ? -1 : 1;
  el("path", { class: "goes-on", d: `M${x - way * 2} ${y - 9}l${way * 4} 4l${-way * 4} 4` }, parent);
  el("text", { class: "goes-on-pit", x, y: y + 9 }, parent).textContent = pit;
}
