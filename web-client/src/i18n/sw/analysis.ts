/** The texts of `en/analysis.ts` in Swahili. */

import type { analysis as en } from "../en/analysis.ts";
import type { Swahili } from "../translate.ts";

export const analysis = {
  "analysis.title": "Ubao wa uchambuzi",
  "analysis.steps": "Kupitia hatua",
  "analysis.begin": "Hadi mwanzo",
  "analysis.back": "Hatua moja nyuma",
  "analysis.forward": "Hatua moja mbele",
  "analysis.end": "Hadi mwisho",
  "analysis.turn": "Geuza ubao",
  "analysis.keys":
    "Vishale vya kushoto na kulia hupita hatua moja moja, Home na End huenda mwanzo na mwisho; ukiwa kwenye ubao, pamoja na Shift.",
  "analysis.setup": "Panga ubao",
  "analysis.setup.go": "Uupange",
  "analysis.game": "Mchezo",
  "analysis.pits": "Mashimo kwa safu",
  "analysis.seeds": "Kete kwa shimo",
  "analysis.from": "Hali ya ubao kama maandishi",
  "analysis.from.hint":
    "Iache tupu kwa mwanzo wa mchezo. Safu ya Kusini, mkwaju, safu ya Kaskazini, kila moja kuanzia kushoto kwake, na s au n baada ya namba ya fahali; kisha zilizoliwa na Kusini na Kaskazini, S au N kwa mwenye zamu, na kistari:",
  "analysis.moves.hint":
    "Namba za mashimo zikiwa na nafasi kati yake, majaribio mengine katika mabano baada ya hatua:",
  "analysis.start": "Mwanzo",
  "analysis.none": "Chagua shimo kuona linakoelekea, kisha lichague tena ili kulicheza.",
  "analysis.last": "Hatua {ply}, {side}, shimo {pit}: {outcome}.",
  "analysis.move": "Hatua {ply}, shimo {pit}",
  "analysis.variation": "Jaribio jingine la hatua {ply}",
  "analysis.promote": "Fanya huu mfuatano mkuu",
  "analysis.prune": "Ondoa hatua hii",
  "analysis.fault": "Hatua {ply}, {move}, haiwezi kuchezwa, kwa hiyo mfuatano unaishia kabla yake. {why}",
  "analysis.fault.text": "Hatua haiandikwi hivyo.",
  "analysis.unread": "Si anwani yote iliyoweza kusomwa. Hii ndiyo iliyosomeka.",
  "analysis.wrong.position": "Hali hii haisomeki, au haitokei katika mchezo huu. Seva inasema:",
  "analysis.wrong.moves": "Mabano kati ya hatua hayalingani, au hatua ni nyingi mno.",
  "analysis.engine": "Injini ingecheza nini",
  "analysis.engine.on": "Onyesha mifuatano yake bora",
  "analysis.engine.looking": "Inaangalia mbele",
  "analysis.engine.depth": {
    one: "Imeangalia hatua {n} mbele. Chagua mfuatano kuucheza.",
    other: "Imeangalia hatua {n} mbele. Chagua mfuatano kuucheza.",
  },
  "analysis.engine.over": "Hakuna kilichobaki cha kucheza hapa.",
  "analysis.engine.barred":
    "Unacheza katika mchezo wa viwango unaoendelea, kwa hiyo injini inaficha mifuatano yake hadi mchezo huo uishe.",
  "analysis.engine.line": "Mashimo:",
  "analysis.share": "Hifadhi na shiriki",
  "analysis.copy.link": "Nakili kiungo",
  "analysis.copied.link": "Kiungo kimenakiliwa. Kinaleta kwenye hali hii pamoja na hatua na majaribio yote.",
  "analysis.copy.position": "Nakili hali ya ubao",
  "analysis.copied.position": "Hali ya ubao imenakiliwa kama maandishi.",
  "analysis.from_here": "Anza upya kutoka hapa",
  "analysis.records": "Soma kumbukumbu ya mchezo",
  "analysis.by_hand": "Nakili kwa mkono:",
} as const satisfies Swahili<typeof en>;
