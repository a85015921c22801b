/** The texts of `en/closes.ts` in Swahili. */

import type { closes as en } from "../en/closes.ts";
import type { Swahili } from "../translate.ts";

export const closes = {
  "ballot.close.fallback":
    "Asipopiga kura mtu kwa wakati, {name} anaweza kuweka hatua yoyote, na baada ya muda yeyote wa timu.",
  "ballot.close.fallback.you":
    "Asipopiga kura mtu kwa wakati, wewe unaweza kuweka hatua yoyote, na baada ya muda yeyote wa timu.",
  "ballot.close.first":
    "Asipocheza mtu kwa wakati, kwanza {name} pekee anaweza kucheza, na baada ya muda yeyote wa timu.",
  "ballot.close.first.you":
    "Asipocheza mtu kwa wakati, kwanza wewe pekee unaweza kucheza, na baada ya muda yeyote wa timu.",
  "ballot.close.flag.lose": "Saa ikifika sifuri bila uamuzi, upande wako unashindwa.",
  "ballot.close.flag.pass_hand":
    "Saa ikifika sifuri bila uamuzi, mkono unapita kwa mwingine na muda kidogo wa ziada; mara ya pili mfululizo upande wako unashindwa.",
  "ballot.close.flag.random_legal": "Saa ikifika sifuri bila uamuzi, bahati nasibu inacheza hatua.",
  "ballot.close.quorum":
    "Kura zikiwa chini ya {n} muda ukiisha, {name} anaweza kuweka hatua yoyote, na baada ya muda yeyote wa timu.",
  "ballot.close.blocked": "Kila hatua mezani imezuiwa. Ikibaki hivyo, {name} anaweza kuweka hatua yoyote.",
  "ballot.close.first_round": "Asipopiga kura mtu kwa wakati, kura za kabla ya duru ya pili zinaamua.",
  "ballot.close.run_off":
    "Kwa kura zilivyo sasa, hatua zenye nguvu zaidi zinaingia duru ya pili muda ukiisha.",
  "ballot.close.tie.earliest":
    "Muda ukiisha kura zikiwa sawa, kura ya mkono inaamua, au sivyo hatua iliyotangulia kupata kura zake.",
  "ballot.close.tie.chance": "Muda ukiisha kura zikiwa sawa, kura ya mkono inaamua, au sivyo bahati nasibu.",
  "ballot.close.tried": "Muda ukiisha, hatua yenye kura nyingi zaidi inajaribiwa na inaweza kurudishwa.",
  "ballot.close.played": "Muda ukiisha, hatua yenye kura nyingi zaidi inachezwa.",
  "turn.closing": "Imeamuliwa, isipokuwa kura ibadilike.",
  "turn.closing.pit": "Shimo {pit} linashinda mwishoni, isipokuwa kura ibadilike.",
  "turn.last_try": "Hatua ijayo itakayowekwa inabaki mara moja.",
  "turn.tries": {
    one: "Hatua {n} imerudishwa katika zamu hii na haiwezi kuwekwa tena.",
    other: "Hatua {n} zimerudishwa katika zamu hii na haziwezi kuwekwa tena.",
  },
} as const satisfies Swahili<typeof en>;
