/** Everything that a board needs to show a move on its way, in one piece: it is loaded after the board stands. */

import { type Race, raceline } from "./race.ts";
import { type Timeline, timeline } from "./timeline.ts";
import type { Trace } from "./trace.ts";

export { Moving } from "./moving.ts";
export { Player } from "./player.ts";
export { timeline } from "./timeline.ts";

/** What is shown: a move, or the race that decided who begins. */
export type Story =
  | { readonly kind: "move"; readonly trace: Trace }
  | { readonly kind: "race"; readonly race: Race };

/** How it is shown on a board of `n` pits a row, in `cap` milliseconds at most. */
export function planOf(story: Story, n: number, cap: number, pace: number): Timeline {
  // In a race there are two hands to follow at once: twice the time of a move.
  return story.kind === "move" ? timeline(story.trace, n, cap, pace) : raceline(story.race, 2 * cap, pace);
}
