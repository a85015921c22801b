/** The texts of `en/chosen.ts` in Swahili. */

import type { chosen as en } from "../en/chosen.ts";
import type { Swahili } from "../translate.ts";

export const chosen = {
  "council.vote": "Pigia kura shimo {pit}",
  "council.vote.clear": "Rudisha kura",
  "council.lay": "Weka shimo {pit}",
  "council.play": "Cheza shimo {pit}",
  "council.propose": "Toa hoja na sababu",
  "council.suggest": "Pendekeza na sababu",
  "council.note": "Kwa nini hatua hii?",
  "council.note.add": "Toa hoja",
  "council.direction": "Njia za kugeuka",
  "council.direction.plain": "Moja kwa moja",
  "council.unselect": "Usichague kitu",
  "council.step": "Shimo linalofuata",
  "council.step.back": "Shimo lililotangulia",
  "council.spent": "Shimo {pit} lilirudishwa katika zamu hii.",
} as const satisfies Swahili<typeof en>;
