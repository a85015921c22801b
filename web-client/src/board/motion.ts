/** Everything that a board needs to show a move on its way, in one piece: it is loaded after the board stands. */

export { Moving } from "./moving.ts";
export { Player } from "./player.ts";
export { raceline } from "./race.ts";
export { timeline } from "./timeline.ts";
