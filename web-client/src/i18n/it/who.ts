/** The texts of `en/who.ts` in Italian. */

import type { who as en } from "../en/who.ts";
import type { Italian } from "../translate.ts";

export const who = {
  "name.change": "Cambia nome",
  "name.title": "Come devono chiamarti gli altri?",
  "name.label": "Nome",
  "name.hint": "Da 2 a 24 lettere o cifre. Lo vedono tutti nella stanza.",
  "name.save": "Usa questo nome",
  "who.guest": "Giochi come ospite.",
  "who.account": "Il tuo account: {login}.",
  "who.account.key": "Sei nel tuo account.",
  "who.coins": {
    one: "{n} moneta per scommettere",
    many: "{n} di monete per scommettere",
    other: "{n} monete per scommettere",
  },
  "who.staked": {
    one: "{n} in più in scommesse aperte",
    many: "{n} in più in scommesse aperte",
    other: "{n} in più in scommesse aperte",
  },
  "who.link.join": "Crea un account o accedi",
  "who.link.account": "Il tuo account",
  "who.link.profile": "Il tuo profilo",
  "who.link.device": "App e avvisi",
  "who.link.learn": "Impara a giocare",
  "who.link.analysis": "Tavoliere d'analisi",
  "who.link.records": "Leggi una registrazione",
  "who.link.leaderboard": "Classifiche",
  "who.link.betting": "Scommesse",
  "who.link.admin": "Cura del server",
  "who.out": "Esci",
  "who.granted": {
    one: "{n} moneta è entrata nel tuo borsellino.",
    many: "{n} di monete sono entrate nel tuo borsellino.",
    other: "{n} monete sono entrate nel tuo borsellino.",
  },
} as const satisfies Italian<typeof en>;
