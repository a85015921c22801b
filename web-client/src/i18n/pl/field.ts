/** The texts of `en/field.ts` in Polish. */

import type { field as en } from "../en/field.ts";
import type { Polish } from "../translate.ts";

export const field = {
  "field.show": "Pokaż",
  "field.hide": "Ukryj",
} as const satisfies Polish<typeof en>;
