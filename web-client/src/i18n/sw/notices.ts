/** The texts of `en/notices.ts` in Swahili. */

import type { notices as en } from "../en/notices.ts";
import type { Swahili } from "../translate.ts";

export const notices = {
  "notice.turn": "Ni zamu ya upande wako",
  "notice.turn.text": "{game}: timu yako inasubiri hatua au kura yako.",
  "notice.tried": "Upande wako unajaribu hatua",
  "notice.tried.text": "{game}: pinga wakati bado inaweza kurudishwa, au iache ibaki.",
  "notice.motion": "Timu yako inakuuliza jambo",
  "notice.motion.text": "{game}: swali linasubiri jibu lako.",
  "notice.ended": "Mchezo umekwisha",
  "notice.ended.text": "{game}: tazama ulivyokwisha.",
  "notice.rematch": "Mchezo mwingine?",
  "notice.rematch.text": "{game}: mtu angependa kuendelea kucheza.",
  "notice.other": "Kuna jambo limetokea Sindillo",
  "notice.other.text": "Fungua ukurasa uone ni lipi.",
} as const satisfies Swahili<typeof en>;
