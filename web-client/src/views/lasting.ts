/** A length of time in words: "2 days", "1 minute 30 seconds". */

import { t } from "../i18n/index.svelte.ts";
import "../i18n/opening.ts";

const UNITS = [
  ["lasting.days", 86_400_000],
  ["lasting.hours", 3_600_000],
  ["lasting.minutes", 60_000],
  ["lasting.seconds", 1000],
] as const;

/** The two largest units that are in it, with what is left rounded to the smaller one. */
export function lasting(milliseconds: number): string {
  const first = UNITS.findIndex(([, ms]) => milliseconds >= ms);
  const at = first === -1 ? UNITS.length - 1 : first;
  const [large = UNITS[3], small] = UNITS.slice(at, at + 2);
  if (!small) return t(large[0], { n: Math.round(milliseconds / large[1]) });
  const all = Math.round(milliseconds / small[1]) * small[1];
  const whole = Math.floor(all / large[1]);
  const rest = Math.round((all - whole * large[1]) / small[1]);
  const parts = [t(large[0], { n: whole })];
  if (rest > 0) parts.push(t(small[0], { n: rest }));
  return parts.join(" ");
}
