/** A move that is shown once. Each has a number of its own, larger than that of the one before. */

import type { Position, Trace } from "../../wire/generated/protocol.ts";

export interface Scene {
  readonly id: number;
  readonly before: Position;
  readonly trace: Trace;
  readonly after: Position;
}

let last = 0;

export function sceneOf(before: Position, trace: Trace, after: Position): Scene {
  last += 1;
  return { id: last, before, trace, after };
}
