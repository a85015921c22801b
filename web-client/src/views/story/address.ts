/** The address of a moment in a story: which room, behind which event, and who looks from below. */

import type { Side } from "../../board/ring.ts";

export interface Asked {
  /** The number of an event; null for the beginning. */
  readonly n: number | null;
  readonly viewer: Side;
}

export function askedBy(query: string): Asked {
  const asked = new URLSearchParams(query);
  const at = asked.get("at") ?? "";
  return {
    n: /^\d{1,9}$/.test(at) ? Number(at) : null,
    viewer: asked.get("side") === "north" ? "north" : "south",
  };
}

export function addressOf(room: string, n: number, viewer: Side): string {
  return `/r/${room}/story?at=${n}${viewer === "north" ? "&side=north" : ""}`;
}
