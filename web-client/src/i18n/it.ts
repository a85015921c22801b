/** The texts of `en.ts` in Italian. */

import type { en } from "./en.ts";
import type { Italian } from "./translate.ts";

export const it = {
  // ---- everywhere
  "app.name": "Sindillo",
  "app.home": "Sindillo, all'ingresso",
  "app.skip": "Al contenuto",
  "app.text": "Modo testo: la stanza in parole",
  "text.drawn": "Tavoliere disegnato",
  "app.close": "Chiudi",
  "app.messages": "Messaggi",
  "app.cancel": "Annulla",
  "app.you": "tu",
  "app.failed": "La pagina non ha raggiunto il server. Controlla la connessione e riprova.",
  "app.retry": "Riprova",
  "app.nowhere.title": "Qui non c'è niente",
  "app.nowhere.text": "Questo indirizzo non porta a nessuna pagina. I giochi sono all'ingresso.",
  "app.nowhere.go": "All'ingresso",
  "time.days": "{d} g {h} h",
  "time.hours": "{h} h {m} min",
  "side.south": "Sud",
  "side.north": "Nord",
  "side.draw": "Pareggio",
  "side.south.letter": "S",
  "side.north.letter": "N",
  "side.yours": "la tua parte",
  "look.open": "Aspetto e movimento",

  // ---- games
  "game.enkeshui": "Enkeshui",
  "game.enkeshui-russ": "Enkeshui secondo Russ",
  "game.en-gehe": "En Gehé",
  "game.en-dodoi": "En Dodoi",
  "game.cross-endodoi": "Cross-Endodoi",
  "game.ndoto": "Ndoto",
  "game.layli-goobalay": "Layli Goobalay",
  "game.layli-marin": "Layli Goobalay secondo Marin",
  "game.layli-gabradarre": "Layli Goobalay di Gabradarre",
  "game.board": "2 × {pits}",
  "game.full": "{game}, 2 × {pits}",

  // ---- the reader
  "who.open": "Tu",
  "who.purse": { one: "{n} moneta", many: "{n} di monete", other: "{n} monete" },

  // ---- opening a room
  "open.mode.hand": "Una mano gioca, gli altri consigliano",
  "open.mode.plurality": "Vince chi ha più voti",
  "open.mode.majority": "Deve volerlo più di metà",
  "open.mode.consensus": "Devono volerlo quasi tutti",
  "open.mode.anyone": "Gioca chi arriva prima",

  // ---- the room
  "room.share": "Copia il link",
  "room.shared": "Il link è copiato. Chi ce l'ha può entrare.",
  "room.share.by_hand": "Copia questo link per invitare altri:",
  "room.watching": {
    one: "{n} persona guarda",
    many: "{n} di persone guardano",
    other: "{n} persone guardano",
  },
  "room.practice": "Prova libera",
  "room.entering": "Si entra",
  "room.link.lost": "La connessione è caduta. I tuoi ultimi ordini restano qui e partono quando torna.",
  "room.link.back": "Connessione tornata.",
  "room.link.trying": "Nuovo tentativo tra {time}",
  "room.link.now": "Connessione in corso",
  "room.link.draining": "Il server si sta riavviando. La partita è ferma e riprende tra un momento.",
  "room.how": "Come decide questa stanza",
  "room.slow": "Partita lenta",
  "room.reports": { one: "{n} segnalazione", many: "{n} segnalazioni", other: "{n} segnalazioni" },

  // ---- seats
  "seat.title": "Squadre",
  "seat.empty": "Ancora nessuno qui.",
  "seat.hand": "ha la mano",
  "seat.presence.online": "qui",
  "seat.presence.grace": "appena senza connessione",
  "seat.presence.away": "via",
  "seat.you": "tu",

  // ---- the board
  "board.name": "Tavoliere, {game}",
  "board.row": "Fila di {side}",
  "board.pit": { one: "{name}, {n} seme", many: "{name}, {n} semi", other: "{name}, {n} semi" },
  "board.pit.empty": "{name}, vuota",
  "board.pit.bull": {
    one: "{name}, toro di {side}, {n} seme",
    many: "{name}, toro di {side}, {n} semi",
    other: "{name}, toro di {side}, {n} semi",
  },
  "board.pit.choice": "{pit}, si può giocare",
  "board.heap": {
    one: "{side} ha catturato {n} seme",
    many: "{side} ha catturato {n} semi",
    other: "{side} ha catturato {n} semi",
  },
  "board.skip": "Salta alla fine",
  "board.keys":
    "Le frecce si muovono sul tavoliere, un numero porta a quella buca, Invio la sceglie. Il punto interrogativo mostra tutti i tasti.",

  // ---- moves in words
  "move.pit": "Buca {pit}",
  "move.turned": "{pit}, girando {directions}",
  "move.special": "Mossa speciale",
  "move.direction.L": "a sinistra",
  "move.direction.R": "a destra",
  "move.laps": { one: "{n} giro", many: "{n} giri", other: "{n} giri" },
  "move.takes": { one: "prende {n}", many: "prende {n}", other: "prende {n}" },
  "move.bulls": { one: "fa un toro", many: "fa {n} tori", other: "fa {n} tori" },
  "move.uurs": "fa due uur",
  "move.ends": "finisce in {pit}",
  "move.nothing": "non prende niente",
  "move.passes": "gira senza fine: il turno è perso",
  "moves.title": "Mosse",

  // ---- the turn: who may do what, by when, and what if not
  "turn.yours": "Muove la tua squadra",
  "turn.yours.alone": "Tocca a te",
  "turn.theirs": "Muove {side}",
  "turn.alone": "Scegli una buca della fila in basso per vedere dove porta, poi giocala.",
  "turn.alone.upper": "Scegli una buca della fila in alto per vedere dove porta, poi giocala.",
  "turn.single": "C'è una sola mossa. Può giocarla chiunque della squadra.",
  "turn.vote": "Scegli una buca per vedere dove porta, poi vota per lei.",
  "turn.wait": "In questo turno la mossa è di {name}. La tua parte vota dal prossimo.",
  "turn.spectator": "{side} decide tra sé.",
  "turn.next": "{side} decide tra sé. Poi tocca alla tua parte.",
  "turn.spectator.hand": "La mano di {side} è di {name}.",
  "ballot.rule.hand": "{name} ha la mano e fa la mossa; i voti sono consigli.",
  "ballot.rule.hand.you": "La mano è tua: fai tu la mossa, i voti sono consigli.",
  "turn.lay": "Scegli una buca per vedere dove porta, poi falla provare.",
  "turn.anyone": "Scegli una buca per vedere dove porta, poi giocala.",
  "ballot.rule.need": {
    one: "Ne basta {n} su {all}.",
    many: "Devono volerlo in {n} su {all}.",
    other: "Devono volerlo in {n} su {all}.",
  },
  "ballot.rule.need.both": "Dovete volerlo entrambi.",
  "ballot.rule.need.all": "Dovete volerlo tutti e {n}.",
  "ballot.rule.most": "Vince la mossa con più voti.",
  "ballot.rule.first": "Si prova la prima mossa che uno di voi gioca.",
  "ballot.rule.run_off": "Ballottaggio: restano solo queste mosse e vince chi ha più voti.",
  "ballot.you.none": "Non hai ancora votato.",
  "ballot.you.voted": "Hai votato per la buca {pit}.",
  "ballot.you.late": "Hai preso posto a votazione aperta: puoi suggerire mosse e voti dalla prossima.",
  "ballot.you.council": "Per la tua parte vota il consiglio: puoi suggerire mosse e parlare.",
  "turn.fallback.you":
    "Nessuna mossa è stata decisa in tempo. Hai la mano: falla tu ora. A tempo scaduto può farlo chiunque della squadra.",
  "turn.fallback.other":
    "Nessuna mossa è stata decisa in tempo. Ora può farla {name} e, a tempo scaduto, chiunque della squadra.",
  "turn.fallback.anyone": "Nessuna mossa è stata decisa in tempo. Ora può farla chiunque della squadra.",
  "turn.undone": "{side} riprende la mossa {ply}, buca {pit}, e decide da capo.",
  "turn.race": "La corsa è finita: {side} ha dormito per prima e comincia.",
  "turn.race.void": "La corsa non aveva fine, quindi la sorte fa cominciare {side}.",
  "turn.left": "ancora {time}",
  "turn.closes": "chiude tra {time}",

  // ---- the council
  "council.title": "Consulto",

  // ---- what a side asks of itself and of the other one
  "ask.open": "Chiedi o arrenditi",

  // ---- chat
  "chat.title": "Parole",
  "chat.unread": "{n} nuove",

  // ---- those who watch
  "strip.cheers": { one: "{n} incitamento", many: "{n} incitamenti", other: "{n} incitamenti" },

  // ---- the end
  "end.pins": "Spilli",

  // ---- clocks
  "clock.left": "{side}: {time}",
  "clock.periods": "e {n} × {time}",
  "board.lap": "giro {n}",
} as const satisfies Italian<typeof en>;
