/** The texts of `en.ts` in Polish. */

import type { en } from "./en.ts";
import type { Polish } from "./translate.ts";

export const pl = {
  // ---- everywhere
  "app.name": "Sindillo",
  "app.home": "Sindillo, do poczekalni",
  "app.skip": "Do treści",
  "app.text": "Tryb tekstowy: pokój słowami",
  "text.drawn": "Narysowana plansza",
  "app.close": "Zamknij",
  "app.messages": "Wiadomości",
  "app.cancel": "Anuluj",
  "app.you": "ty",
  "app.failed": "Serwer jest nieosiągalny. Sprawdź połączenie i spróbuj jeszcze raz.",
  "app.retry": "Spróbuj jeszcze raz",
  "app.nowhere.title": "Tu nic nie ma",
  "app.nowhere.text": "Pod tym adresem nie ma strony. Gry są w poczekalni.",
  "app.nowhere.go": "Do poczekalni",
  "time.days": "{d} d {h} godz.",
  "time.hours": "{h} godz. {m} min",
  "side.south": "Południe",
  "side.north": "Północ",
  "side.draw": "Remis",
  "side.south.letter": "S",
  "side.north.letter": "N",
  "side.yours": "twoja strona",
  "look.open": "Wygląd i ruch",

  // ---- games
  "game.enkeshui": "Enkeshui",
  "game.enkeshui-russ": "Enkeshui według Russa",
  "game.en-gehe": "En Gehé",
  "game.en-dodoi": "En Dodoi",
  "game.cross-endodoi": "Cross-Endodoi",
  "game.ndoto": "Ndoto",
  "game.layli-goobalay": "Layli Goobalay",
  "game.layli-marin": "Layli Goobalay według Marina",
  "game.layli-gabradarre": "Layli Goobalay Gabradarrego",
  "game.board": "2 × {pits}",
  "game.full": "{game}, 2 × {pits}",

  // ---- the reader
  "who.open": "Ty",
  "who.purse": { one: "{n} moneta", few: "{n} monety", many: "{n} monet" },

  // ---- opening a room
  "open.mode.hand": "Jedna ręka gra, reszta doradza",
  "open.mode.plurality": "Wygrywa najwięcej głosów",
  "open.mode.majority": "Zgodzić się musi ponad połowa",
  "open.mode.consensus": "Zgodzić się muszą prawie wszyscy",
  "open.mode.anyone": "Gra, kto pierwszy",

  // ---- the room
  "room.share": "Skopiuj link",
  "room.shared": "Link skopiowany. Kto go ma, może wejść.",
  "room.share.by_hand": "Skopiuj ten link, aby zaprosić innych:",
  "room.watching": { one: "{n} osoba patrzy", few: "{n} osoby patrzą", many: "{n} osób patrzy" },
  "room.practice": "Ćwiczenie",
  "room.entering": "Wchodzimy",
  "room.link.lost": "Połączenie zerwane. Twoje ostatnie polecenia czekają i wyjdą, gdy wróci.",
  "room.link.back": "Połączenie wróciło.",
  "room.link.trying": "Kolejna próba za {time}",
  "room.link.now": "Łączenie",
  "room.link.draining": "Serwer uruchamia się ponownie. Partia czeka i zaraz ruszy dalej.",
  "room.how": "Jak decyduje ten pokój",
  "room.slow": "Wolna gra",
  "room.reports": { one: "{n} zgłoszenie", few: "{n} zgłoszenia", many: "{n} zgłoszeń" },

  // ---- seats
  "seat.title": "Drużyny",
  "seat.empty": "Nikt tu jeszcze nie siedzi.",
  "seat.hand": "ma rękę",
  "seat.presence.online": "na miejscu",
  "seat.presence.grace": "połączenie właśnie zerwane",
  "seat.presence.away": "poza stołem",
  "seat.you": "ty",

  // ---- the board
  "board.name": "Plansza, {game}",
  "board.row": "Rząd strony {side}",
  "board.pit": { one: "{name}, {n} nasiono", few: "{name}, {n} nasiona", many: "{name}, {n} nasion" },
  "board.pit.empty": "{name}, pusty",
  "board.pit.bull": {
    one: "{name}, byk strony {side}, {n} nasiono",
    few: "{name}, byk strony {side}, {n} nasiona",
    many: "{name}, byk strony {side}, {n} nasion",
  },
  "board.pit.choice": "{pit}, można zagrać",
  "board.heap": {
    one: "{side} ma {n} zbite nasiono",
    few: "{side} ma {n} zbite nasiona",
    many: "{side} ma {n} zbitych nasion",
  },
  "board.skip": "Przejdź do końca",
  "board.keys":
    "Strzałki chodzą po planszy, liczba prowadzi do dołka, Enter go wybiera. Znak zapytania pokazuje wszystkie klawisze.",

  // ---- moves in words
  "move.pit": "Dołek {pit}",
  "move.turned": "{pit}, ze zwrotem {directions}",
  "move.special": "Ruch specjalny",
  "move.direction.L": "w lewo",
  "move.direction.R": "w prawo",
  "move.laps": { one: "{n} siew", few: "{n} siewy", many: "{n} siewów" },
  "move.takes": { one: "zbija {n}", few: "zbija {n}", many: "zbija {n}" },
  "move.bulls": { one: "tworzy byka", few: "tworzy {n} byki", many: "tworzy {n} byków" },
  "move.uurs": "tworzy dwa uury",
  "move.ends": "kończy w {pit}",
  "move.nothing": "nic nie zbija",
  "move.passes": "krąży bez końca: kolejka przepada",
  "moves.title": "Ruchy",

  // ---- the turn: who may do what, by when, and what if not
  "turn.yours": "Ruch twojej drużyny",
  "turn.yours.alone": "Twój ruch",
  "turn.theirs": "Gra {side}",
  "turn.alone": "Wybierz dołek w dolnym rzędzie, aby zobaczyć, dokąd prowadzi, a potem nim zagraj.",
  "turn.alone.upper": "Wybierz dołek w górnym rzędzie, aby zobaczyć, dokąd prowadzi, a potem nim zagraj.",
  "turn.single": "Jest tylko jeden ruch. Może go zagrać każda osoba z drużyny.",
  "turn.vote": "Wybierz dołek, aby zobaczyć, dokąd prowadzi, a potem na niego zagłosuj.",
  "turn.wait": "W tej kolejce ruch wykonuje {name}. Twoja strona głosuje od następnej.",
  "turn.spectator": "{side} decyduje we własnym gronie.",
  "turn.next": "{side} decyduje we własnym gronie. Potem kolej na twoją stronę.",
  "turn.spectator.hand": "Rękę strony {side} ma {name}.",
  "ballot.rule.hand": "Rękę ma {name} i wykonuje ruch; głosy są radą.",
  "ballot.rule.hand.you": "Ręka jest twoja: wykonujesz ruch, głosy są radą.",
  "turn.lay": "Wybierz dołek, aby zobaczyć, dokąd prowadzi, a potem nim zagraj.",
  "turn.anyone": "Wybierz dołek, aby zobaczyć, dokąd prowadzi, a potem nim zagraj.",
  "ballot.rule.need": {
    one: "{n} głos z {all} rozstrzyga.",
    few: "Potrzeba {n} głosów z {all}.",
    many: "Potrzeba {n} głosów z {all}.",
  },
  "ballot.rule.need.both": "Oboje musicie się zgodzić.",
  "ballot.rule.need.all": "Zgodzić się muszą wszyscy ({n}).",
  "ballot.rule.most": "Wygrywa ruch z największą liczbą głosów.",
  "ballot.rule.first": "Próbowany jest pierwszy ruch, który ktoś z was zagra.",
  "ballot.rule.run_off": "Dogrywka: zostały tylko te ruchy, wygrywa najwięcej głosów.",
  "ballot.you.none": "Twojego głosu jeszcze nie ma.",
  "ballot.you.voted": "Twój głos: dołek {pit}.",
  "ballot.you.late":
    "To głosowanie zaczęło się, zanim zajęto twoje miejsce: możesz podsuwać ruchy, a głosujesz od następnego.",
  "ballot.you.council": "Za twoją stronę głosuje rada: możesz podsuwać ruchy i rozmawiać.",
  "turn.fallback.you":
    "Na czas nie zapadła decyzja. Masz rękę: zagraj teraz. Gdy czas minie, może to zrobić każdy z drużyny.",
  "turn.fallback.other":
    "Na czas nie zapadła decyzja. Ruch może teraz zagrać {name}, a gdy czas minie, każdy z drużyny.",
  "turn.fallback.anyone": "Na czas nie zapadła decyzja. Ruch może teraz zagrać każdy z drużyny.",
  "turn.undone": "{side} cofa ruch {ply}, dołek {pit}, i decyduje od nowa.",
  "turn.race": "Koniec wyścigu: {side} pierwsza śpi i zaczyna.",
  "turn.race.void": "Wyścig nie miał końca, więc los wybrał: zaczyna {side}.",
  "turn.left": "jeszcze {time}",
  "turn.closes": "koniec za {time}",

  // ---- the council
  "council.title": "Narada",

  // ---- what a side asks of itself and of the other one
  "ask.open": "Zapytaj lub poddaj",

  // ---- chat
  "chat.title": "Rozmowa",
  "chat.unread": "nowe: {n}",

  // ---- those who watch
  "strip.cheers": { one: "{n} okrzyk", few: "{n} okrzyki", many: "{n} okrzyków" },

  // ---- the end
  "end.pins": "Kołki",

  // ---- clocks
  "clock.left": "{side}: {time}",
  "clock.periods": "i {n} × {time}",
  "board.lap": "siew {n}",
} as const satisfies Polish<typeof en>;
