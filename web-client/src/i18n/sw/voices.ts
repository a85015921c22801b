/** The texts of `en/voices.ts` in Swahili. */

import type { voices as en } from "../en/voices.ts";
import type { Swahili } from "../translate.ts";

export const voices = {
  "cheer.title": "Shangilia",
  "cheer.for": "Shangilia {side}",
  "cheer.wait": "Tena punde.",
  "advice.title": "{side} inasikiliza jukwaa",
  "advice.one": "Ushauri mmoja kwa hatua: shimo la safu yake, maneno machache, au vyote.",
  "advice.pick": "Chagua shimo ubaoni",
  "advice.pick.again": "Shimo {pit}: chagua jingine",
  "advice.picking": "Chagua ubaoni shimo la safu ya {side}.",
  "advice.unpick": "Bila shimo",
  "advice.text": "Ungeiambia {side} nini?",
  "advice.give": "Ishauri {side}",
  "advice.given": "{side} imekusikia. Kwa hatua yake ijayo unaweza kushauri tena.",
  "advice.nothing": "Chagua shimo au andika kitu.",
  "ears.title": "Sauti za nje",
  "ears.open": "Sikiliza watazamaji",
  "ears.hint": "Hapo mtazamaji anaweza kuushauri upande wako, mara moja kwa hatua. Upande wako pekee husoma.",
  "ears.none": "Hakuna ushauri kwa hatua hii bado.",
  "ears.from": "Kutoka jukwaani: {name}",
  "ears.pit": "shimo {pit}",
  "ears.mute": "Usimsikilize tena {name}",
  "ears.mute.short": "Nyamazisha",
  "ears.unmute": "Msikilize {name} tena",
  "ears.muted": "Upande wako haumsikilizi:",
  "start.in": "Mchezo unaanza baada ya {time}",
  "start.now": "Mchezo unaanza",
  "start.why.watch": "Wote wako tayari. Madau yatafungwa ukianza.",
  "start.why.sit": "Wote wako tayari. Watazamaji wana nafasi hadi hapo kuketi.",
  "staked.title": "Una dau katika mechi hii",
  "staked.text":
    "Anayewekea mechi dau haichezi. Dau lako litarudi katika pochi ukiketi; baada ya hapo huwezi tena kuiwekea mechi hii dau.",
  "staked.go": "Rudisha dau ujiunge",
  "staked.stay": "Baki na dau utazame",
} as const satisfies Swahili<typeof en>;
