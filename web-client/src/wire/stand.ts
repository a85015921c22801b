/** The HTTP routes that the stand of a room asks, one function each. */

import { ask } from "./ask.ts";
import type { BettingWish, MarketRow, MarketStory } from "./generated/protocol.ts";

export const stand = {
  /** Newest first. */
  markets: (room: string) => ask<readonly MarketRow[]>("GET", `/api/rooms/${room}/markets`),
  market: (room: string, market: number) => ask<MarketStory>("GET", `/api/rooms/${room}/markets/${market}`),
  wish: (body: Partial<BettingWish>) => ask<unknown>("PUT", "/api/me/betting", body),
};
