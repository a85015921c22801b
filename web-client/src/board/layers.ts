/**
 * The sheets a board is drawn on, one above the other. What stands still while a move is shown lies on another sheet
 * than what moves, so that a frame paints little: pits and ground are not touched, a hand is only shifted.
 */

import type { Layout } from "./geometry.ts";
import { el, set } from "./svg.ts";

export class Layers {
  readonly root = document.createElement("div");
  /** Ground and pits: what has a name and takes the focus. */
  readonly grid = el(
    "svg",
    { class: "sheet grid", role: "grid", focusable: "false", tabindex: -1 },
    this.root,
  );
  /** Seeds that lie, their numbers, the heaps. */
  readonly lying = sheet(this.root, "lying");
  /** Marks, and seeds on their way. */
  readonly over = sheet(this.root, "over");
  readonly hands = document.createElement("div");

  constructor(host: HTMLElement) {
    this.root.className = "board";
    this.over.setAttribute("aria-hidden", "true");
    this.hands.className = "hands";
    this.hands.setAttribute("aria-hidden", "true");
    this.root.append(this.hands);
    host.append(this.root);
  }

  /** Empties all sheets and gives them their size. */
  clear(plan: Layout): void {
    for (const svg of [this.grid, this.lying, this.over]) {
      svg.replaceChildren();
      set(svg, { width: plan.width, height: plan.height, viewBox: `0 0 ${plan.width} ${plan.height}` });
    }
    this.hands.replaceChildren();
  }
}

function sheet(root: Element, name: string): SVGSVGElement {
  return el("svg", { class: `sheet ${name}`, focusable: "false" }, root);
}
