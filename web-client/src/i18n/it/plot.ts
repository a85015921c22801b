/** The texts of `en/plot.ts` in Italian. */

import type { plot as en } from "../en/plot.ts";
import type { Italian } from "../translate.ts";

export const plot = {
  "plot.title": "L'andamento della partita",
  "plot.pool": "Quota del piatto",
  "plot.secured": "Semi al sicuro",
  "plot.secured.how": "Presi, o in tori propri: nessuno può più prenderli.",
  "plot.more": "{n}: più di metà",
  "plot.line": "{name} {value}",
  "plot.plies": "mosse",
  "plot.bets": "scommesse",
  "plot.at.start": "Prima della prima mossa: Sud {south}, Nord {north} al sicuro.",
  "plot.at": "Mossa {ply}, {side}, {move}: Sud {south}, Nord {north} al sicuro.",
  "plot.at.tries": {
    one: "{n} prova è stata ritirata.",
    many: "{n} prove sono state ritirate.",
    other: "{n} prove sono state ritirate.",
  },
  "plot.read": "Leggi il grafico mossa per mossa",
  "plot.keys": "Le frecce vanno da mossa a mossa.",
  "plot.tries": {
    one: "{n} prova ritirata prima della mossa {ply}",
    many: "{n} prove ritirate prima della mossa {ply}",
    other: "{n} prove ritirate prima della mossa {ply}",
  },
  "plot.summary.lead": {
    one: "{side} è avanti nei semi al sicuro, {more} a {less}, dopo {n} mossa.",
    many: "{side} è avanti nei semi al sicuro, {more} a {less}, dopo {n} mosse.",
    other: "{side} è avanti nei semi al sicuro, {more} a {less}, dopo {n} mosse.",
  },
  "plot.summary.even": {
    one: "Le due parti hanno {more} semi al sicuro dopo {n} mossa.",
    many: "Le due parti hanno {more} semi al sicuro dopo {n} mosse.",
    other: "Le due parti hanno {more} semi al sicuro dopo {n} mosse.",
  },
  "plot.summary.split": "Alla chiusura delle scommesse: {split}.",
  "plot.summary.one": "{outcome} {percent}",
  "plot.end.won": "{side} ha vinto",
  "plot.end.draw": "Pareggio",
  "plot.end.void": "Non conta",
  "plot.percent": "{n} %",
  "plot.percent.below": "<1 %",
  "plot.data": "Mostra i dati",
  "plot.data.ply": "Mossa",
  "plot.data.who": "Parte",
  "plot.data.what": "Buca",
  "plot.data.tries": "Ritirate",
  "plot.data.south": "Sud al sicuro",
  "plot.data.north": "Nord al sicuro",
  "plot.data.pool": "Scommesse alla chiusura",
} as const satisfies Italian<typeof en>;
