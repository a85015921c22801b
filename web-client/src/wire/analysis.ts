/** The route that plays a line on a board that nobody plays on. */

import { ask } from "./ask.ts";
import type { AnalysisReply, AnalysisRequest, Reason, Side } from "./generated/protocol.ts";

/** How a game ends by its rules. */
export interface Ending {
  readonly reason: Reason;
  readonly winner: Side | "draw";
  readonly score: Readonly<Record<Side, number>>;
}

/** The generated type has the name of another `Outcome` here, that of the bets. */
export type Reply = Omit<AnalysisReply, "outcome"> & { readonly outcome: Ending | null };

export const analyse = (body: AnalysisRequest) => ask<Reply>("POST", "/api/analysis", body);
