/** The texts of `en/field.ts` in Italian. */

import type { field as en } from "../en/field.ts";
import type { Italian } from "../translate.ts";

export const field = {
  "field.show": "Mostra",
  "field.hide": "Nascondi",
} as const satisfies Italian<typeof en>;
