/** What a whole crowd learns at one moment it must not ask about at one moment. */

import type { Model } from "../../../state/model.ts";

/** Milliseconds of spread for each who watches: some hundred questions a second. */
const EACH_MS = 3;
const LONGEST_MS = 15_000;

/** How long this page waits before it asks, in milliseconds: by chance, longer among many. */
export function turnIn(model: Model): number {
  return Math.random() * Math.min(LONGEST_MS, model.watching * EACH_MS);
}
