/** The texts of `en/analysis.ts` in Italian. */

import type { analysis as en } from "../en/analysis.ts";
import type { Italian } from "../translate.ts";

export const analysis = {
  "analysis.title": "Tavoliere d'analisi",
  "analysis.steps": "Tra le mosse",
  "analysis.begin": "All'inizio",
  "analysis.back": "Una mossa indietro",
  "analysis.forward": "Una mossa avanti",
  "analysis.end": "Alla fine",
  "analysis.turn": "Gira il tavoliere",
  "analysis.keys":
    "Le frecce a sinistra e a destra scorrono le mosse, Inizio e Fine portano al principio e alla fine; sul tavoliere insieme a Maiusc.",
  "analysis.setup": "Imposta",
  "analysis.setup.go": "Imposta il tavoliere",
  "analysis.game": "Gioco",
  "analysis.pits": "Buche per fila",
  "analysis.seeds": "Semi per buca",
  "analysis.from": "Posizione come testo",
  "analysis.from.hint":
    "Vuoto vale l'apertura. La fila di Sud, una barra, la fila di Nord, ciascuna dalla propria sinistra, con s o n dopo il numero di un toro; poi le catture di Sud e Nord, S o N per chi muove, e un trattino:",
  "analysis.moves.hint":
    "Numeri delle buche separati da uno spazio, altri tentativi tra parentesi dopo una mossa:",
  "analysis.start": "Inizio",
  "analysis.none": "Scegli una buca per vedere dove porta, poi sceglila di nuovo per giocarla.",
  "analysis.last": "Mossa {ply}, {side}, buca {pit}: {outcome}.",
  "analysis.move": "Mossa {ply}, buca {pit}",
  "analysis.variation": "Un altro tentativo per la mossa {ply}",
  "analysis.promote": "Rendila la linea principale",
  "analysis.prune": "Togli questa mossa",
  "analysis.fault": "La mossa {ply}, {move}, non si può giocare: la linea finisce prima. {why}",
  "analysis.fault.text": "Una mossa non si scrive così.",
  "analysis.unread": "Non tutto l'indirizzo si poteva leggere. Questo è il resto.",
  "analysis.wrong.position":
    "Questa posizione non si può leggere, o non esiste in questo gioco. Il server dice:",
  "analysis.wrong.moves": "Le parentesi tra le mosse non tornano, o le mosse sono troppe.",
  "analysis.engine": "Cosa giocherebbe il motore",
  "analysis.engine.on": "Mostra le sue linee migliori",
  "analysis.engine.looking": "Guardo avanti",
  "analysis.engine.depth": {
    one: "Guardata {n} mossa avanti. Scegli una linea per giocarla.",
    many: "Guardate {n} mosse avanti. Scegli una linea per giocarla.",
    other: "Guardate {n} mosse avanti. Scegli una linea per giocarla.",
  },
  "analysis.engine.over": "Qui non resta nulla da giocare.",
  "analysis.engine.barred":
    "Siedi in una partita classificata in corso: il motore tiene per sé le sue linee finché non finisce.",
  "analysis.engine.line": "Buche:",
  "analysis.share": "Conserva e condividi",
  "analysis.copy.link": "Copia il collegamento",
  "analysis.copied.link": "Collegamento copiato. Porta a questa posizione con tutte le mosse e i tentativi.",
  "analysis.copy.position": "Copia la posizione",
  "analysis.copied.position": "La posizione è copiata come testo.",
  "analysis.from_here": "Ricomincia da qui",
  "analysis.records": "Leggi la registrazione di una partita",
  "analysis.by_hand": "Copialo a mano:",
} as const satisfies Italian<typeof en>;
