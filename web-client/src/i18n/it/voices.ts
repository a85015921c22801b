/** The texts of `en/voices.ts` in Italian. */

import type { voices as en } from "../en/voices.ts";
import type { Italian } from "../translate.ts";

export const voices = {
  "cheer.title": "Incita",
  "cheer.for": "Incita {side}",
  "cheer.wait": "Di nuovo tra un momento.",
  "advice.title": "{side} ascolta la tribuna",
  "advice.one": "Un consiglio per mossa: una buca della sua fila, due parole, o entrambe.",
  "advice.pick": "Scegli una buca sul tavoliere",
  "advice.pick.again": "Buca {pit}: scegline un'altra",
  "advice.picking": "Scegli sul tavoliere una buca della fila di {side}.",
  "advice.unpick": "Nessuna buca",
  "advice.text": "Che cosa diresti a {side}?",
  "advice.give": "Consiglia {side}",
  "advice.given": "{side} ti ha ascoltato. Per la sua prossima mossa puoi consigliare di nuovo.",
  "advice.nothing": "Scegli una buca o scrivi qualcosa.",
  "ears.title": "Voci di fuori",
  "ears.open": "Ascolta chi guarda",
  "ears.hint":
    "Chi guarda può allora consigliare la tua parte, una volta per mossa. Lo legge solo la tua parte.",
  "ears.none": "Ancora nessun consiglio per questa mossa.",
  "ears.from": "Dalla tribuna: {name}",
  "ears.pit": "buca {pit}",
  "ears.mute": "Non ascoltare più {name}",
  "ears.mute.short": "Zittisci",
  "ears.unmute": "Ascolta di nuovo {name}",
  "ears.muted": "La tua parte non ascolta:",
  "start.in": "La partita comincia tra {time}",
  "start.now": "La partita comincia",
  "start.why.watch": "Tutti hanno dato il via. Le scommesse chiudono quando comincia.",
  "start.why.sit": "Tutti hanno dato il via. Chi guarda ha tempo fino ad allora per prendere posto.",
  "staked.title": "Hai una puntata su questo incontro",
  "staked.text":
    "Chi scommette su un incontro non lo gioca. Quando ti siedi la puntata torna nel borsellino; dopo non puoi più scommettere su questo incontro.",
  "staked.go": "Riprendi e unisciti",
  "staked.stay": "Tieni la puntata e guarda",
} as const satisfies Italian<typeof en>;
