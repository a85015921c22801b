/** The texts of `en/field.ts` in Swahili. */

import type { field as en } from "../en/field.ts";
import type { Swahili } from "../translate.ts";

export const field = {
  "field.show": "Onyesha",
  "field.hide": "Ficha",
} as const satisfies Swahili<typeof en>;
