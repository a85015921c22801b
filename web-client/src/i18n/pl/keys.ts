/** The texts of `en/keys.ts` in Polish. */

import type { keys as en } from "../en/keys.ts";
import type { Polish } from "../translate.ts";

export const keys = {
  "keys.title": "Klawisze",
  "keys.lead":
    "Te klawisze działają, gdy fokus jest na planszy; Tab tam prowadzi i dalej. Gdy piszesz, litery są tylko literami.",
  "keys.group.board": "Ruch po planszy i decyzje",
  "keys.group.told": "Żeby usłyszeć",
  "keys.group.tried": "Gdy ruch jest próbowany",
  "keys.group.shown": "Gdy ruch jest pokazywany",
  "keys.group.page": "Gdzie indziej na stronie",
  "keys.arrows": "od dołka do dołka i na drugą stronę",
  "keys.ends": "na końce rzędu",
  "keys.number": "do dołka o tym numerze w twoim rzędzie; dwie cyfry zaraz po sobie to jedna liczba",
  "keys.enter": "wybiera dołek i pokazuje, co zrobi; naciśnięty znów gra albo głosuje",
  "keys.tab": "od wybranego dołka do jego skrętów i dalej do narady",
  "keys.escape": "nic nie wybiera; przy skrętach dołka: wraca do niego",
  "keys.council": "do narady obok planszy",
  "keys.mention": "wpisuje dołek do wiersza rozmowy",
  "keys.talk": "do rozmowy; Escape prowadzi z powrotem",
  "keys.ask": "o co można prosić, i poddanie",
  "keys.help": "ta lista",
  "keys.status": "czyja kolejka, co możesz, jak stoi partia",
  "keys.time": "zegary",
  "keys.ballot": "głosowanie: ruchy, głosy i skutki",
  "keys.repeat": "jeszcze raz to, co było ostatnio",
  "keys.object": "zgłaszasz sprzeciw albo już nie",
  "keys.approve": "niech zostanie, albo znów nie wiesz",
  "keys.withdraw": "cofa twój próbowany ruch",
  "keys.hold": "wstrzymuje ruch i puszcza dalej",
  "keys.step": "następny krok",
  "keys.back": "siew wstecz",
  "keys.skip": "na koniec ruchu",
  "keys.tabs": "od karty do karty, do pierwszej i ostatniej",
  "keys.lines": "w rozmowie: od wiersza do wiersza, do imienia",
  "keys.close": "zamyka okno; fokus wraca tam, gdzie był",
  "keys.no_talk": "Nie ma tu nikogo do rozmowy.",
  "keys.none": "Jeszcze nic nie było mówione.",
} as const satisfies Polish<typeof en>;
