/** Clocks as the views have them. They run on paper: what is left is what was left at `since`, less the time since. */

import type { Clock, ClockView } from "../wire/generated/protocol.ts";

/** The clocks of a game before its first turn. */
export function fullClock(rule: Clock): ClockView {
  const ms = rule.type === "none" ? 0 : rule.ms;
  return { remaining_ms: { south: ms, north: ms }, running: null, since: 0 };
}

/** Since when clocks have stood still is nobody's business, and not every event tells it. */
export function quiet(clock: ClockView): ClockView {
  return clock.running === null ? { ...clock, since: 0 } : clock;
}

/** The clocks standing still from a moment on. */
export function stopped({ remaining_ms, running, since }: ClockView, at: number): ClockView {
  const left = { ...remaining_ms };
  if (running !== null) left[running] = Math.max(0, left[running] - Math.max(0, at - since));
  return { remaining_ms: left, running: null, since: 0 };
}
