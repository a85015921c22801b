/** The texts of `en/moves.ts` in Italian. */

import type { moves as en } from "../en/moves.ts";
import type { Italian } from "../translate.ts";

export const moves = {
  "board.again": "Mostra di nuovo l'ultima mossa",
  "board.again.race": "Mostra di nuovo la corsa",
  "moves.replay": "Rivedi dall'inizio",
  "moves.none": "Non è stata ancora giocata nessuna mossa.",
  "moves.withdrawn": { one: "{n} prova ritirata", many: "{n} prove ritirate", other: "{n} prove ritirate" },
  "moves.undone": "ripresa",
  "moves.takebacks": "Mosse riprese: Sud {south}, Nord {north}.",
} as const satisfies Italian<typeof en>;
