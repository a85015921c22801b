/** The texts of `en/lobby.ts` in Italian. */

import type { lobby as en } from "../en/lobby.ts";
import type { Italian } from "../translate.ts";

export const lobby = {
  "time.d": { one: "{n} giorno", many: "{n} giorni", other: "{n} giorni" },
  "time.h": "{n} h",
  "game.enkeshui.about":
    "Il bestiame diventa tori che nessuno può sollevare. Una squadra prende ciò che sta di fronte a una buca vuota, e la fila che segue.",
  "game.enkeshui-russ.about":
    "Enkeshui come fu scritto nel 1984: catture a ogni giro, nessuna scelta di direzione.",
  "game.en-gehe.about":
    "Il gioco dei guerrieri: due file fino a cinquanta buche, otto per parte, ogni mossa concordata.",
  "game.en-dodoi.about":
    "Il gioco dei pastori, il più semplice per cominciare: semina, dalle buche piene vai avanti, da quelle vuote cattura.",
  "game.cross-endodoi.about":
    "Il numero dei semi dà la via: dispari in senso orario, pari antiorario, giro per giro.",
  "game.ndoto.about": "Piccole mandrie, due per buca. Un seme solo può entrare soltanto in una buca vuota.",
  "game.layli-goobalay.about":
    "Dalla Somalia: tre semi di fronte fanno due buche gravide che possono solo crescere.",
  "game.layli-marin.about":
    "Dodici buche per fila, seminate in senso orario, il primo turno dall'estremo destro.",
  "game.layli-gabradarre.about":
    "Cinque semi per buca; ciò che è stato catturato si distribuisce di nuovo per la partita dopo.",
  "lobby.games.learn": "Come si gioca",
  "lobby.title": "Mancala a squadre",
  "lobby.lead":
    "Un'intera squadra per ogni fila. Parlatene, votate, provate una mossa, ritiratela, lasciatela valere.",
  "lobby.practise": "Prova subito",
  "lobby.practise.hint": "Le due file sono tue. Niente da firmare, nessuno che aspetta.",
  "lobby.bot": "Gioca col bot",
  "lobby.open": "Apri una stanza",
  "lobby.rooms": "Stanze aperte",
  "lobby.rooms.none":
    "In questo momento non ci sono stanze pubbliche. Aprine una e dai il link, o fai pratica finché arrivano altri.",
  "lobby.rooms.open": "Apri la prima",
  "lobby.rooms.loading": "Cerco le stanze",
  "lobby.rooms.failed":
    "L'elenco delle stanze non si è caricato. La pagina lo chiede di nuovo ogni pochi secondi.",
  "lobby.room.sit": "Siediti",
  "lobby.room.sit.in": "Siediti in {room}",
  "lobby.room.seats": "{taken} posti su {all}",
  "lobby.room.watching": {
    one: "{n} persona guarda",
    many: "{n} di persone guardano",
    other: "{n} persone guardano",
  },
  "lobby.phase.seating": "si prende posto",
  "lobby.phase.playing": { one: "{n} mossa giocata", many: "{n} mosse giocate", other: "{n} mosse giocate" },
  "lobby.phase.ended": "partita finita",
  "lobby.games": "Sei giochi, un solo tipo di tavoliere",
  "lobby.games.lead": "Tutti si seminano su due file. Scegline uno per aprire una stanza.",
  "lobby.games.open": "Apri una stanza per {game}",
  "lobby.sample": "Un tavoliere di due file con otto buche ciascuna, quattro semi in ogni buca",
  "lobby.slow": "lenta",
  "lobby.rated": "classificata",
  "lobby.bets": "scommesse aperte",
  "lobby.mine": "Le tue partite",
  "lobby.mine.told": "Avvisami quando tocca a me",
  "lobby.mine.awaits": "aspetta te",
  "lobby.mine.turn": "muove {side}",
  "lobby.mine.yours": "muove la tua parte",
  "lobby.mine.side": "Siedi con {side}",
  "lobby.mine.left": "ancora {time}",
  "lobby.mine.over": "tempo scaduto",
  "lobby.mine.count": {
    one: "{n} partita ti aspetta",
    many: "{n} partite ti aspettano",
    other: "{n} partite ti aspettano",
  },
} as const satisfies Italian<typeof en>;
