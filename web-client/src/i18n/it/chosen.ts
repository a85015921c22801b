/** The texts of `en/chosen.ts` in Italian. */

import type { chosen as en } from "../en/chosen.ts";
import type { Italian } from "../translate.ts";

export const chosen = {
  "council.vote": "Vota per la buca {pit}",
  "council.vote.clear": "Ritira il voto",
  "council.lay": "Fai la buca {pit}",
  "council.play": "Gioca la buca {pit}",
  "council.propose": "Proponi con un motivo",
  "council.suggest": "Suggerisci con un motivo",
  "council.note": "Perché questa mossa?",
  "council.note.add": "Proponi",
  "council.direction": "Modi di girare",
  "council.direction.plain": "Sempre dritto",
  "council.unselect": "Non scegliere niente",
  "council.step": "Buca successiva",
  "council.step.back": "Buca precedente",
  "council.spent": "La buca {pit} è già stata ritirata in questo turno.",
} as const satisfies Italian<typeof en>;
