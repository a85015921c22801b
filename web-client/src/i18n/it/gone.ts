/** The texts of `en/gone.ts` in Italian. */

import type { gone as en } from "../en/gone.ts";
import type { Italian } from "../translate.ts";

export const gone = {
  "room.gone.title": "In questa stanza non si può entrare",
  "room.gone.text": "Dietro questo link non c'è nessuna stanza. Forse è finita da tempo.",
  "room.banned.text":
    "Così ha deciso l'host della stanza, o la tua stessa parte. Solo l'host può farti rientrare. Tutte le altre stanze ti sono aperte.",
  "room.banned.title": "Ti hanno mandato via da questa stanza",
  "room.unauthorized.text":
    "Il server non conosce più questo browser. Ricarica la pagina per tornare come te.",
  "room.replaced.title": "Aperta in un'altra scheda",
  "room.replaced.text": "Questa stanza continua in una tua finestra più recente.",
  "room.replaced.take": "Gioca qui",
  "room.upgrade.title": "La pagina è vecchia",
  "room.upgrade.text": "Il server ha una versione più nuova. Ricarica la pagina.",
  "room.reload": "Ricarica",
} as const satisfies Italian<typeof en>;
