/** The texts of `en/keys.ts` in Italian. */

import type { keys as en } from "../en/keys.ts";
import type { Italian } from "../translate.ts";

export const keys = {
  "keys.title": "Tasti",
  "keys.lead":
    "Questi tasti valgono quando il fuoco è sul tavoliere; Tab porta lì e oltre. Mentre scrivi, le lettere sono solo lettere.",
  "keys.group.board": "Muoversi e decidere",
  "keys.group.told": "Per sentire",
  "keys.group.tried": "Quando una mossa è in prova",
  "keys.group.shown": "Quando una mossa viene mostrata",
  "keys.group.page": "Altrove sulla pagina",
  "keys.arrows": "da una buca all'altra, e a quella di fronte",
  "keys.ends": "alle estremità della fila",
  "keys.number": "alla buca con quel numero nella tua fila; due cifre subito una dopo l'altra sono un numero",
  "keys.enter": "sceglie la buca e mostra che cosa fa; premuto ancora gioca, o vota",
  "keys.tab": "da una buca scelta ai suoi modi di girare, e poi al consulto",
  "keys.escape": "non sceglie niente; nei modi di girare: torna alla buca",
  "keys.council": "al consulto accanto al tavoliere",
  "keys.mention": "nomina la buca nella riga dei discorsi",
  "keys.talk": "ai discorsi; Esc riporta indietro",
  "keys.ask": "che cosa puoi chiedere, e la resa",
  "keys.help": "questo elenco",
  "keys.status": "di chi è il turno, che cosa puoi fare, come sta la partita",
  "keys.time": "gli orologi",
  "keys.ballot": "la votazione: mosse, voti ed effetti",
  "keys.repeat": "ancora una volta l'ultima cosa detta",
  "keys.object": "ti opponi, o non più",
  "keys.approve": "lasci che valga, o torni in dubbio",
  "keys.withdraw": "ritira la tua mossa in prova",
  "keys.hold": "ferma la mossa, e la fa continuare",
  "keys.step": "il passo seguente",
  "keys.back": "indietro di un giro",
  "keys.skip": "alla fine della mossa",
  "keys.tabs": "da una scheda all'altra, alla prima e all'ultima",
  "keys.lines": "nei discorsi: da una riga all'altra, a un nome",
  "keys.close": "chiude una finestra; il fuoco torna dov'era",
  "keys.no_talk": "Qui non c'è nessun altro con cui parlare.",
  "keys.none": "Non è ancora stato detto niente.",
} as const satisfies Italian<typeof en>;
