/** The HTTP routes that the stand of a room asks, one function each. */

import { ask } from "./ask.ts";
import type { BettingWish, MarketStory } from "./generated/protocol.ts";

export const stand = {
  market: (room: string, market: number) => ask<MarketStory>("GET", `/api/rooms/${room}/markets/${market}`),
  wish: (body: Partial<BettingWish>) => ask<unknown>("PUT", "/api/me/betting", body),
};
