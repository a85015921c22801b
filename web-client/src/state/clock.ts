/** Clocks as the views have them. They run on paper: what is left is what was left at `since`, less the time since. */

import type { BySide, ClockView } from "../wire/generated/protocol.ts";

/** The clocks of a game before its first turn, which tells them. */
export const UNSET: ClockView = {
  remaining_ms: { south: 0, north: 0 },
  running: null,
  since: 0,
  periods: { south: 0, north: 0 },
};

/** Since when clocks have stood still is nobody's business, and not every event tells it. */
export function quiet(clock: ClockView): ClockView {
  return clock.running === null ? { ...clock, since: 0 } : clock;
}

/** The clocks standing still with so much left. */
export function standing(clock: ClockView, remaining_ms: BySide<number>): ClockView {
  return { ...clock, remaining_ms, running: null, since: 0 };
}

/** The clocks standing still from a moment on. */
export function stopped(clock: ClockView, at: number): ClockView {
  const { running, since } = clock;
  const left = { ...clock.remaining_ms };
  if (running !== null) left[running] = Math.max(0, left[running] - Math.max(0, at - since));
  return standing(clock, left);
}
