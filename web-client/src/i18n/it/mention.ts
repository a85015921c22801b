/** The texts of `en/mention.ts` in Italian. */

import type { mention as en } from "../en/mention.ts";
import type { Italian } from "../translate.ts";

export const mention = {
  "mention.short.ours": "nostra {n}",
  "mention.short.theirs": "loro {n}",
  "mention.short.side": "{side} {n}",
  "mention.long.ours": "la nostra buca {n}",
  "mention.long.theirs": "la loro buca {n}",
  "mention.long.side": "buca {n} di {side}",
  "mention.long.way": "freccia: {from}, poi {to}",
  "mention.ply": "mossa {n}",
  "mention.ply.long": "mossa {n}, {side}: {what}",
  "mention.hint": "Scrivi S5 per una buca, o indica sul tavoliere con la bandierina.",
  "mention.added": "Nella tua frase: {what}.",
  "mention.point": "Indica sul tavoliere",
  "mention.point.tip":
    "Lo stesso fanno Maiusc e un clic su una buca, e il tasto m sulla buca che ha il fuoco. Con il tasto destro disegni una freccia.",
  "mention.point.pit": "Buca",
  "mention.point.arrow": "Freccia",
  "mention.point.what": "Che cosa indichi?",
  "mention.point.how": "Scegli le buche sul tavoliere: i loro nomi entrano nella tua frase.",
  "mention.point.from": "Scegli la buca da cui parte la freccia.",
  "mention.point.to": "Ora la buca a cui porta.",
  "mention.point.team": "Fino alla fine di questo turno la tua parte vede sul tavoliere quello che indichi.",
  "mention.point.done": "Fatto",
  "mention.ply.add": "Nomina la mossa {n} nella conversazione",
} as const satisfies Italian<typeof en>;
