/** The texts of `en/mention.ts` in Swahili. */

import type { mention as en } from "../en/mention.ts";
import type { Swahili } from "../translate.ts";

export const mention = {
  "mention.short.ours": "letu {n}",
  "mention.short.theirs": "lao {n}",
  "mention.short.side": "{side} {n}",
  "mention.long.ours": "shimo letu la {n}",
  "mention.long.theirs": "shimo lao la {n}",
  "mention.long.side": "shimo la {n} la {side}",
  "mention.long.way": "kutoka {from} hadi {to}",
  "mention.ply": "hatua ya {n}",
  "mention.ply.long": "hatua ya {n}, {side}: {what}",
  "mention.hint": "Andika S5 kutaja shimo, au onyesha ubaoni kwa bendera.",
  "mention.added": "Katika maneno yako: {what}.",
  "mention.point": "Onyesha ubaoni",
  "mention.point.tip":
    "Shift na kubofya shimo hufanya vivyo hivyo, na pia kitufe cha m kwenye shimo lililolengwa. Kwa kitufe cha kulia chora mshale.",
  "mention.point.pit": "Shimo",
  "mention.point.arrow": "Mshale",
  "mention.point.what": "Unaonyesha nini?",
  "mention.point.how": "Chagua mashimo ubaoni: majina yake huingia katika maneno yako.",
  "mention.point.from": "Chagua shimo ambapo mshale unaanzia.",
  "mention.point.to": "Sasa shimo ambapo unaelekea.",
  "mention.point.team": "Hadi zamu hii iishe, upande wako huona ubaoni unachoonyesha.",
  "mention.point.done": "Tayari",
  "mention.ply.add": "Taja hatua ya {n} katika mazungumzo",
} as const satisfies Swahili<typeof en>;
