/** The texts of `en/chosen.ts` in Polish. */

import type { chosen as en } from "../en/chosen.ts";
import type { Polish } from "../translate.ts";

export const chosen = {
  "council.vote": "Głosuj na dołek {pit}",
  "council.vote.clear": "Cofnij głos",
  "council.lay": "Zagraj dołek {pit}",
  "council.play": "Zagraj dołek {pit}",
  "council.propose": "Zaproponuj z uzasadnieniem",
  "council.suggest": "Podsuń z uzasadnieniem",
  "council.note": "Dlaczego ten ruch?",
  "council.note.add": "Zaproponuj",
  "council.direction": "Zwroty",
  "council.direction.plain": "Prosto",
  "council.unselect": "Niczego nie wybieraj",
  "council.step": "Następny dołek",
  "council.step.back": "Poprzedni dołek",
  "council.spent": "Dołek {pit} cofnięto już w tej kolejce.",
} as const satisfies Polish<typeof en>;
