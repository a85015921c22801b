/** Keys on the board: arrows move along a row and across to the facing pit, Home and End to the row's ends. */

import type { Layout } from "./geometry.ts";
import { facing, type Ring } from "./ring.ts";

/** Where the key leads from a pit; null when it is no key of the board or leads nowhere. */
export function neighbour(layout: Layout, from: Ring, key: string): Ring | null {
  const place = layout.pits[from];
  if (!place) return null;
  const along = (column: number) =>
    layout.pits.find((pit) => pit.row === place.row && pit.column === column)?.ring ?? null;
  switch (key) {
    case "ArrowLeft":
      return along(place.column - 1);
    case "ArrowRight":
      return along(place.column + 1);
    case "ArrowUp":
      return place.row === "near" ? facing(from, layout.n) : null;
    case "ArrowDown":
      return place.row === "far" ? facing(from, layout.n) : null;
    case "Home":
      return along(0);
    case "End":
      return along(layout.n - 1);
    default:
      return null;
  }
}
