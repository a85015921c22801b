/** The texts of `en/keys.ts` in Swahili. */

import type { keys as en } from "../en/keys.ts";
import type { Swahili } from "../translate.ts";

export const keys = {
  "keys.title": "Vitufe",
  "keys.lead":
    "Vitufe hivi hufanya kazi umakini ukiwa kwenye ubao; Tab hupeleka huko na mbele. Unapoandika, herufi ni herufi tu.",
  "keys.group.board": "Kutembea na kuamua",
  "keys.group.told": "Kusikia",
  "keys.group.tried": "Hatua inapojaribiwa",
  "keys.group.shown": "Hatua inapoonyeshwa",
  "keys.group.page": "Kwingineko kwenye ukurasa",
  "keys.arrows": "kutoka shimo hadi shimo, na ng'ambo",
  "keys.ends": "kwenye ncha za safu",
  "keys.number": "kwenye shimo la nambari hiyo katika safu yako; tarakimu mbili mfululizo ni nambari moja",
  "keys.enter": "huchagua shimo na kuonyesha matokeo; ukibonyeza tena hucheza, au hupiga kura",
  "keys.tab": "kutoka shimo lililochaguliwa hadi njia za kugeuka, kisha barazani",
  "keys.escape": "huacha kuchagua; kwenye njia za shimo: hurudi kwake",
  "keys.council": "barazani kando ya ubao",
  "keys.mention": "hutaja shimo kwenye mstari wa mazungumzo",
  "keys.talk": "kwenye mazungumzo; Escape hurudisha",
  "keys.ask": "unayoweza kuomba, na kukubali kushindwa",
  "keys.help": "orodha hii",
  "keys.status": "zamu ya nani, unaweza kufanya nini, mchezo ukoje",
  "keys.time": "saa",
  "keys.ballot": "upigaji kura: hatua, kura na matokeo",
  "keys.repeat": "yaliyosemwa mwisho, tena",
  "keys.object": "unapinga, au huna pingamizi tena",
  "keys.approve": "unaiacha ibaki, au hujaamua tena",
  "keys.withdraw": "hurudisha hatua yako inayojaribiwa",
  "keys.hold": "husimamisha hatua, na kuiendeleza",
  "keys.step": "hatua inayofuata",
  "keys.back": "mzunguko mmoja nyuma",
  "keys.skip": "mwisho wa hatua",
  "keys.tabs": "kutoka kichupo hadi kichupo, cha kwanza na cha mwisho",
  "keys.lines": "kwenye mazungumzo: mstari hadi mstari, hadi jina",
  "keys.close": "hufunga dirisha; umakini hurudi ulipokuwa",
  "keys.no_talk": "Hakuna mwingine wa kuzungumza naye hapa.",
  "keys.none": "Hakuna lililosemwa bado.",
} as const satisfies Swahili<typeof en>;
