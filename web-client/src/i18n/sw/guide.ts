/** The texts of `en/guide.ts` in Swahili. */

import type { guide as en } from "../en/guide.ts";
import type { Swahili } from "../translate.ts";

export const guide = {
  "guide.title": "Timu huamuaje",
  "guide.lead":
    "Timu nzima huketi kwenye safu moja na kucheza kama mtu mmoja: mmoja hutoa hoja, wengine hupiga kura, hatua hujaribiwa mbele ya wote, na huhesabiwa ikiachwa ibaki.",
  "guide.secret": "Mpango wa upande",
  "guide.secret.said":
    "Upande pekee huona kura, hoja na mazungumzo yake. Si upande mwingine wala mtazamaji anayejua lolote.",
  "guide.close": "Upigaji kura unapoisha",
  "guide.close.said":
    "Mara inapoamuliwa, au muda ukiisha. Hupita muda kidogo kabla ya kufungwa, ili kura iweze kubadilishwa bado.",
  "guide.tie": "Kura sawa",
  "guide.tie.said":
    "Wapiga kura wakiwa watatu au zaidi, zinazoongoza zinaweza kuingia duru ya pili. Hiyo nayo ikiwa sawa, kura ya mkono inaamua, kisha kile chumba kilichokubali: hatua iliyotangulia, au bahati nasibu.",
  "guide.few": "Kura chache mno",
  "guide.few.said": "Hapo mkono unaweza kuweka hatua yoyote, na baada ya muda yeyote wa upande.",
  "guide.try": "Kujaribu",
  "guide.try.said":
    "Hatua isiyoungwa mkono na nusu ya upande hukaa ubaoni kwa sekunde chache. Inabaki isipokuwa nusu ya wengine wapinge, au aliyeiweka airudishe. Saa inaendelea wakati huo.",
  "guide.ask": "Kuuliza",
  "guide.ask.said":
    "“Uliza au kubali kushindwa”, kando ya kura, ina mengine: kurudisha hatua, mapumziko, sare, mkono mwingine, kukubali kushindwa. Inasema nani lazima akubali.",
  "guide.away": "Asiyekuwapo",
  "guide.away.said":
    "Kura zilizopigwa bado zinahesabiwa, na ukimya haumzuii mtu. Rudi kwa kiungo kilekile katika kivinjari kilekile, na utaketi ulipoketi.",
  "guide.bad": "Mwenye mwenendo mbaya",
  "guide.bad.said":
    "Nukta tatu kando ya jina huficha anachosema mtu, humwambia mwenyeji, au huuliza upande wako umnyamazishe mtu au umtoe.",
} as const satisfies Swahili<typeof en>;
