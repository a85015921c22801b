/** The texts of `en/moves.ts` in Polish. */

import type { moves as en } from "../en/moves.ts";
import type { Polish } from "../translate.ts";

export const moves = {
  "board.again": "Pokaż ostatni ruch jeszcze raz",
  "board.again.race": "Pokaż wyścig jeszcze raz",
  "moves.replay": "Powtórka od początku",
  "moves.none": "Nie zagrano jeszcze żadnego ruchu.",
  "moves.withdrawn": { one: "cofnięto {n} próbę", few: "cofnięto {n} próby", many: "cofnięto {n} prób" },
  "moves.undone": "cofnięty",
  "moves.takebacks": "Cofnięte ruchy: Południe {south}, Północ {north}.",
} as const satisfies Polish<typeof en>;
