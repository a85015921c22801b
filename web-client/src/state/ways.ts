/**
 * The ways of one pit as a tree, walked turn by turn: a relay may turn a dozen times, and a list of all ways would
 * bury the board. The server says which lists of turns lead somewhere else; nothing is worked out here.
 */

import type { Offer, Preview } from "../wire/generated/protocol.ts";
import { partsOf } from "./moves.ts";

export interface Way {
  readonly move: string;
  /** Its turns so far, a letter each. */
  readonly turns: string;
  /** What it does; where it leads to the same as the way before it, what that does. */
  readonly preview: Preview | null;
  /** Whether it can be chosen: otherwise it is only on the way to others. */
  readonly ends: boolean;
  /** Whether there is more to turn after it. */
  readonly more: boolean;
}

export interface Fork {
  /** Where one came from; null at the beginning. */
  readonly back: string | null;
  readonly here: Way;
  readonly next: readonly Way[];
}

/** Where one stands in the tree after these turns; turns that lead nowhere are as none. */
export function forkOf(offer: Offer, turns: string): Fork {
  const ways = new Map<string, Preview | null>([["", offer.preview]]);
  for (const { move, preview } of offer.choices) ways.set(partsOf(move).directions, preview);
  const leads = (to: string) => [...ways.keys()].some((way) => way.startsWith(to));
  const at = leads(turns) ? turns : "";
  const way = (to: string): Way => {
    let told = to;
    while (!ways.has(told)) told = told.slice(0, -1);
    return {
      move: `${offer.move}${to}`,
      turns: to,
      preview: ways.get(told) ?? null,
      ends: ways.has(to),
      more: leads(`${to}L`) || leads(`${to}R`),
    };
  };
  return {
    back: at === "" ? null : at.slice(0, -1),
    here: way(at),
    next: ["L", "R"]
      .map((turn) => at + turn)
      .filter(leads)
      .map(way),
  };
}
