/** The texts of `en/talk.ts` in Italian. */

import type { talk as en } from "../en/talk.ts";
import type { Italian } from "../translate.ts";

export const talk = {
  "chat.team": "Squadra",
  "chat.all": "Tutti",
  "chat.stand": "Tribuna",
  "chat.team.hint": "Lo legge solo la tua parte.",
  "chat.all.hint": "Lo leggono tutti nella stanza.",
  "chat.stand.hint": "Lo legge solo chi guarda.",
  "chat.label": "Di' qualcosa",
  "chat.send": "Di'",
  "chat.none": "Nessuno ha ancora detto niente.",
  "chat.hidden": "Nascondi quello che dicono: {names}.",
  "chat.hidden.show": "Mostralo di nuovo",
  "chat.outside": "voce di fuori",
  "chat.muted": "In questa stanza non hai la parola. Puoi leggere e giocare, ma non scrivere.",
} as const satisfies Italian<typeof en>;
