/** Days and moments as the reader's language writes them. */

import { locale } from "./index.svelte.ts";

/** "30 Nov 2026". */
export function dayOf(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(at);
}

/** "30 Nov 2026, 14:05". */
export function momentOf(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(at);
}
