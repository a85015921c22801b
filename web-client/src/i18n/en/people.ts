/** What is said about people and to the host. Loaded with those dialogs. */

import type { Text } from "../translate.ts";

export const people = {
  "person.side": "Sits with {side}",
} as const satisfies Readonly<Record<string, Text>>;
