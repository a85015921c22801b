/** A field for a secret. Loaded with what has one. */

import type { Text } from "../translate.ts";

export const field = {
  "field.show": "Show",
  "field.hide": "Hide",
} as const satisfies Readonly<Record<string, Text>>;
