/** The texts of `en/lobby.ts` in Polish. */

import type { lobby as en } from "../en/lobby.ts";
import type { Polish } from "../translate.ts";

export const lobby = {
  "time.d": { one: "{n} dzień", few: "{n} dni", many: "{n} dni" },
  "time.h": "{n} godz.",
  "game.enkeshui.about":
    "Bydło zmienia się w byki, których nikt nie może podnieść. Drużyna bierze to, co leży naprzeciw pustego dołka, i to, co za nim z rzędu.",
  "game.enkeshui-russ.about":
    "Enkeshui według zapisu z 1984 roku: bicie w każdym siewie, bez wyboru kierunku.",
  "game.en-gehe.about":
    "Gra wojowników: dwa rzędy do pięćdziesięciu dołków, po osiem osób, każdy ruch uzgodniony.",
  "game.en-dodoi.about":
    "Gra pasterzy, najprostsza na początek: siej, z pełnych dołków idź dalej, z pustych bij.",
  "game.cross-endodoi.about":
    "Liczba nasion wyznacza drogę: nieparzysta w prawo, jak zegar, parzysta w lewo, siew po siewie.",
  "game.ndoto.about": "Małe stada, po dwa w dołku. Pojedyncze nasiono wchodzi tylko do pustego dołka.",
  "game.layli-goobalay.about":
    "Z Somalii: trzy nasiona naprzeciw tworzą dwa brzemienne dołki, które tylko rosną.",
  "game.layli-marin.about":
    "Dwanaście dołków w rzędzie, siew zgodnie z zegarem, pierwsza kolejka od prawego końca.",
  "game.layli-gabradarre.about": "Pięć nasion w dołku; co zbito, rozkłada się od nowa na następną partię.",
  "lobby.games.learn": "Jak się gra",
  "lobby.title": "Drużynowa mankala",
  "lobby.lead":
    "Cała drużyna w każdym rzędzie. Naradzajcie się, głosujcie, próbujcie ruchu, cofajcie go, niech zostanie.",
  "lobby.practise": "Poćwicz od razu",
  "lobby.practise.hint": "Oba rzędy są twoje. Bez zapisów, nikt nie czeka.",
  "lobby.bot": "Zagraj z botem",
  "lobby.open": "Otwórz pokój",
  "lobby.rooms": "Pokoje do wejścia",
  "lobby.rooms.none":
    "W tej chwili żaden pokój publiczny nie jest otwarty. Otwórz własny i podaj link albo poćwicz, aż przyjdą inni.",
  "lobby.rooms.open": "Otwórz pierwszy",
  "lobby.rooms.loading": "Szukamy pokojów",
  "lobby.rooms.failed": "Lista pokojów się nie wczytała. Strona pyta o nią znowu co kilka sekund.",
  "lobby.room.sit": "Usiądź",
  "lobby.room.sit.in": "Usiądź w pokoju {room}",
  "lobby.room.seats": "zajęte miejsca: {taken} z {all}",
  "lobby.room.watching": { one: "{n} osoba patrzy", few: "{n} osoby patrzą", many: "{n} osób patrzy" },
  "lobby.phase.seating": "zajmowanie miejsc",
  "lobby.phase.playing": { one: "zagrano {n} ruch", few: "zagrano {n} ruchy", many: "zagrano {n} ruchów" },
  "lobby.phase.ended": "po partii",
  "lobby.games": "Sześć gier, jeden rodzaj planszy",
  "lobby.games.lead": "We wszystkich sieje się w dwóch rzędach. Wybierz jedną i otwórz z nią pokój.",
  "lobby.games.open": "Otwórz pokój: {game}",
  "lobby.sample": "Plansza z dwoma rzędami po osiem dołków, w każdym dołku cztery nasiona",
  "lobby.slow": "wolna",
  "lobby.rated": "rankingowa",
  "lobby.bets": "można obstawiać",
  "lobby.mine": "Twoje partie",
  "lobby.mine.told": "Powiadamiaj mnie o mojej kolei",
  "lobby.mine.awaits": "czeka na ciebie",
  "lobby.mine.turn": "gra {side}",
  "lobby.mine.yours": "ruch twojej strony",
  "lobby.mine.side": "Twoja strona: {side}",
  "lobby.mine.left": "jeszcze {time}",
  "lobby.mine.over": "czas minął",
  "lobby.mine.count": {
    one: "czeka na ciebie {n} partia",
    few: "czekają na ciebie {n} partie",
    many: "czeka na ciebie {n} partii",
  },
} as const satisfies Polish<typeof en>;
