/** The texts of `en/who.ts` in Polish. */

import type { who as en } from "../en/who.ts";
import type { Polish } from "../translate.ts";

export const who = {
  "name.change": "Zmień imię",
  "name.title": "Jak inni mają cię nazywać?",
  "name.label": "Imię",
  "name.hint": "Od 2 do 24 liter lub cyfr. Widzą je wszyscy w pokoju.",
  "name.save": "Użyj tego imienia",
  "who.guest": "Grasz jako gość.",
  "who.account": "Twoje konto: {login}.",
  "who.account.key": "Jesteś na swoim koncie.",
  "who.coins": {
    one: "{n} moneta do obstawiania",
    few: "{n} monety do obstawiania",
    many: "{n} monet do obstawiania",
  },
  "who.staked": {
    one: "jeszcze {n} w otwartych zakładach",
    few: "jeszcze {n} w otwartych zakładach",
    many: "jeszcze {n} w otwartych zakładach",
  },
  "who.link.join": "Załóż konto lub zaloguj się",
  "who.link.account": "Twoje konto",
  "who.link.profile": "Twój profil",
  "who.link.device": "Aplikacja i powiadomienia",
  "who.link.learn": "Naucz się grać",
  "who.link.analysis": "Plansza do analizy",
  "who.link.records": "Wczytaj zapis",
  "who.link.leaderboard": "Tabele",
  "who.link.betting": "Zakłady",
  "who.link.admin": "Opieka nad serwerem",
  "who.out": "Wyloguj się",
  "who.granted": {
    one: "Do twojego portfela trafiła {n} moneta.",
    few: "Do twojego portfela trafiły {n} monety.",
    many: "Do twojego portfela trafiło {n} monet.",
  },
} as const satisfies Polish<typeof en>;
