/** Gradients and side patterns of one board. Ids carry the board's own prefix: a page may show several boards. */

import { SIDES, type Side } from "./ring.ts";
import { el } from "./svg.ts";

export interface Paint {
  readonly hole: string;
  readonly seeds: readonly [string, string, string];
  readonly side: Readonly<Record<Side, string>>;
}

let boards = 0;

export function definePaint(svg: SVGSVGElement): Paint {
  const prefix = `board${++boards}`;
  const defs = el("defs", {}, svg);
  const url = (name: string) => `url(#${prefix}-${name})`;

  const hole = el("radialGradient", { id: `${prefix}-hole`, cx: 0.5, cy: 0.36, r: 0.66 }, defs);
  stop(hole, 0, "hole-deep");
  stop(hole, 0.62, "hole-mid");
  stop(hole, 1, "hole-edge");

  const shades = ["mid", "light", "warm"] as const;
  for (const shade of shades) {
    const nut = el("radialGradient", { id: `${prefix}-${shade}`, cx: 0.36, cy: 0.3, r: 0.78 }, defs);
    stop(nut, 0, "seed-shine");
    stop(nut, 0.45, `seed-${shade}`);
    stop(nut, 1, "seed-shadow");
  }

  for (const side of SIDES) {
    const size = side === "south" ? 6 : 7;
    const pattern = el(
      "pattern",
      {
        id: `${prefix}-${side}`,
        width: size,
        height: size,
        patternUnits: "userSpaceOnUse",
        patternTransform: side === "south" ? "rotate(45)" : undefined,
      },
      defs,
    );
    el("rect", { width: size, height: size, class: `paint-${side}` }, pattern);
    if (side === "south") el("rect", { width: 2, height: size, class: "paint-bead" }, pattern);
    else el("circle", { cx: 3.5, cy: 3.5, r: 1.5, class: "paint-bead" }, pattern);
  }

  return {
    hole: url("hole"),
    seeds: [url("mid"), url("light"), url("warm")],
    side: { south: url("south"), north: url("north") },
  };
}

function stop(gradient: Element, offset: number, name: string): void {
  el("stop", { offset, class: `stop-${name}` }, gradient);
}
