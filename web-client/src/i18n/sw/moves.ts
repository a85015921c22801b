/** The texts of `en/moves.ts` in Swahili. */

import type { moves as en } from "../en/moves.ts";
import type { Swahili } from "../translate.ts";

export const moves = {
  "board.again": "Onyesha tena hatua ya mwisho",
  "board.again.race": "Onyesha tena mbio",
  "moves.replay": "Marudio tangu mwanzo",
  "moves.none": "Hakuna hatua iliyochezwa bado.",
  "moves.withdrawn": { one: "jaribio {n} limerudishwa", other: "majaribio {n} yamerudishwa" },
  "moves.undone": "imerudishwa",
  "moves.takebacks": "Hatua zilizorudishwa: Kusini {south}, Kaskazini {north}.",
} as const satisfies Swahili<typeof en>;
