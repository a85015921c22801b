/** The ways to the other pages, in the bar. */

import type { Text } from "../translate.ts";

export const nav = {
  "nav.title": "Pages",
  "nav.learn": "Learn",
  "nav.analysis": "Analysis board",
} as const satisfies Readonly<Record<string, Text>>;
