/** The route that plays a line on a board that nobody plays on. */

import { ask } from "./ask.ts";
import type { AnalysisReply, AnalysisRequest } from "./generated/protocol.ts";

export const analyse = (body: AnalysisRequest) => ask<AnalysisReply>("POST", "/api/analysis", body);
