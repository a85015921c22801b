/** The texts of `en/plot.ts` in Polish. */

import type { plot as en } from "../en/plot.ts";
import type { Polish } from "../translate.ts";

export const plot = {
  "plot.title": "Przebieg partii",
  "plot.pool": "Udział w puli",
  "plot.secured": "Pewne nasiona",
  "plot.secured.how": "Zbite albo we własnych bykach: nikt ich już nie odbierze.",
  "plot.more": "{n}: ponad połowa",
  "plot.line": "{name} {value}",
  "plot.plies": "ruchy",
  "plot.bets": "zakłady",
  "plot.at.start": "Przed pierwszym ruchem: Południe {south}, Północ {north} pewnych.",
  "plot.at": "Ruch {ply}, {side}, {move}: Południe {south}, Północ {north} pewnych.",
  "plot.at.tries": { one: "Cofnięto {n} próbę.", few: "Cofnięto {n} próby.", many: "Cofnięto {n} prób." },
  "plot.read": "Czytaj wykres ruch po ruchu",
  "plot.keys": "Strzałki prowadzą od ruchu do ruchu.",
  "plot.tries": {
    one: "{n} próba cofnięta przed ruchem {ply}",
    few: "{n} próby cofnięte przed ruchem {ply}",
    many: "{n} prób cofniętych przed ruchem {ply}",
  },
  "plot.summary.lead": {
    one: "{side} prowadzi w pewnych nasionach {more} do {less}, po {n} ruchu.",
    few: "{side} prowadzi w pewnych nasionach {more} do {less}, po {n} ruchach.",
    many: "{side} prowadzi w pewnych nasionach {more} do {less}, po {n} ruchach.",
  },
  "plot.summary.even": {
    one: "Pewnych nasion obie strony mają po {more}, po {n} ruchu.",
    few: "Pewnych nasion obie strony mają po {more}, po {n} ruchach.",
    many: "Pewnych nasion obie strony mają po {more}, po {n} ruchach.",
  },
  "plot.summary.split": "Przy zamknięciu zakładów: {split}.",
  "plot.summary.one": "{outcome} {percent}",
  "plot.end.won": "Wygrywa {side}",
  "plot.end.draw": "Remis",
  "plot.end.void": "Nie liczy się",
  "plot.percent": "{n} %",
  "plot.percent.below": "<1 %",
  "plot.data": "Pokaż dane",
  "plot.data.ply": "Ruch",
  "plot.data.who": "Strona",
  "plot.data.what": "Dołek",
  "plot.data.tries": "Cofnięte",
  "plot.data.south": "Południe: pewne",
  "plot.data.north": "Północ: pewne",
  "plot.data.pool": "Zakłady przy zamknięciu",
} as const satisfies Polish<typeof en>;
