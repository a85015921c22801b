/** The texts of `en/analysis.ts` in Polish. */

import type { analysis as en } from "../en/analysis.ts";
import type { Polish } from "../translate.ts";

export const analysis = {
  "analysis.title": "Plansza do analizy",
  "analysis.steps": "Po ruchach",
  "analysis.begin": "Na początek",
  "analysis.back": "Ruch w tył",
  "analysis.forward": "Ruch w przód",
  "analysis.end": "Na koniec",
  "analysis.turn": "Obróć planszę",
  "analysis.keys":
    "Strzałki w lewo i w prawo prowadzą po ruchach, Home i End na początek i na koniec; na planszy razem z Shift.",
  "analysis.setup": "Ustaw",
  "analysis.setup.go": "Ustaw planszę",
  "analysis.game": "Gra",
  "analysis.pits": "Dołków w rzędzie",
  "analysis.seeds": "Nasion w dołku",
  "analysis.from": "Pozycja jako tekst",
  "analysis.from.hint":
    "Puste pole to pozycja początkowa. Rząd Południa, ukośnik, rząd Północy, każdy od własnej lewej, z s lub n po liczbie w byku; potem zdobycze Południa i Północy, S lub N dla strony na ruchu i myślnik:",
  "analysis.moves.hint": "Numery dołków oddzielone spacją, inne próby w nawiasach za ruchem:",
  "analysis.start": "Początek",
  "analysis.none": "Wybierz dołek, aby zobaczyć, dokąd prowadzi, a potem wybierz go raz jeszcze, aby zagrać.",
  "analysis.last": "Ruch {ply}, {side}, dołek {pit}: {outcome}.",
  "analysis.move": "Ruch {ply}, dołek {pit}",
  "analysis.variation": "Inna próba ruchu {ply}",
  "analysis.promote": "Uczyń to głównym wariantem",
  "analysis.prune": "Usuń ten ruch",
  "analysis.fault": "Ruchu {ply}, {move}, nie da się zagrać, więc wariant kończy się przed nim. {why}",
  "analysis.fault.text": "Ruchu tak się nie zapisuje.",
  "analysis.unread": "Nie całego adresu dało się odczytać. Oto reszta.",
  "analysis.wrong.position": "Tej pozycji nie da się odczytać albo nie występuje w tej grze. Serwer mówi:",
  "analysis.wrong.moves": "Nawiasy między ruchami się nie zgadzają albo ruchów jest za dużo.",
  "analysis.engine": "Co zagrałby silnik",
  "analysis.engine.on": "Pokaż jego najlepsze warianty",
  "analysis.engine.looking": "Patrzę naprzód",
  "analysis.engine.depth": {
    one: "Sprawdzono {n} ruch naprzód. Wybierz wariant, aby go zagrać.",
    few: "Sprawdzono {n} ruchy naprzód. Wybierz wariant, aby go zagrać.",
    many: "Sprawdzono {n} ruchów naprzód. Wybierz wariant, aby go zagrać.",
  },
  "analysis.engine.over": "Tu nie ma już nic do zagrania.",
  "analysis.engine.barred":
    "Siedzisz w trwającej grze rankingowej, więc silnik zachowuje swoje warianty do jej końca.",
  "analysis.engine.line": "Dołki:",
  "analysis.share": "Zachowaj i podziel się",
  "analysis.copy.link": "Kopiuj odnośnik",
  "analysis.copied.link": "Odnośnik skopiowany. Prowadzi do tej pozycji ze wszystkimi ruchami i próbami.",
  "analysis.copy.position": "Kopiuj pozycję",
  "analysis.copied.position": "Pozycja skopiowana jako tekst.",
  "analysis.from_here": "Zacznij od nowa stąd",
  "analysis.records": "Wczytaj zapis partii",
  "analysis.by_hand": "Skopiuj ręcznie:",
} as const satisfies Polish<typeof en>;
