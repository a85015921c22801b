/** The texts of `en/offline.ts` in Italian. */

import type { offline as en } from "../en/offline.ts";
import type { Italian } from "../translate.ts";

export const offline = {
  "offline.title": "Nessuna connessione",
  "offline.lead": "Il server di Sindillo non è raggiungibile. Questa pagina torna da sola appena può.",
  "offline.kept": "Che cosa resta",
  "offline.kept.seat": "Il tuo posto, e quello che hai votato o detto: è tutto sul server.",
  "offline.kept.tabs": "I tavoli aperti in altre schede restano com'erano e riprendono da soli.",
  "offline.waits": "Che cosa aspetta",
  "offline.waits.moves":
    "Giocare, esercitarsi, le lezioni e l'analisi: le regole le conosce il server, e ogni mossa glielo chiede.",
  "offline.waits.clock": "Gli orologi non ti aspettano: in una partita in corso il tuo continua a scorrere.",
  "offline.again": "Riprova",
} as const satisfies Italian<typeof en>;
