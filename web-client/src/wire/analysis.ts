/** The route that plays a line on a board that nobody plays on. */

import { ask } from "./ask.ts";
import type { AnalysisReply, AnalysisRequest } from "./generated/protocol.ts";
import { patiently } from "./patient.ts";

export const analyse = patiently((body: AnalysisRequest) =>
  ask<AnalysisReply>("POST", "/api/analysis", body),
);
