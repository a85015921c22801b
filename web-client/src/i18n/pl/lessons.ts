/** The texts of `en/lessons.ts` in Polish. */

import type { lessons as en } from "../en/lessons.ts";
import type { Polish } from "../translate.ts";

export const lessons = {
  "learn.title": "Naucz się grać",
  "learn.lead":
    "Sześć gier na jednym rodzaju planszy: do każdej lekcja, zasady z obrazkami i zagadki. I skąd się wzięły.",
  "learn.games": "Gry",
  "learn.game": "Jak się gra w {game}",
  "learn.back": "Wszystkie gry",
  "learn.lesson": "Lekcja",
  "learn.lesson.lead":
    "Grasz Południem, dolnym rzędem. Wybierz dołek, aby zobaczyć, dokąd prowadzi, i zagraj.",
  "learn.steps": "Kroki",
  "learn.step": "Krok {n} z {all}",
  "learn.done": "zrobione",
  "learn.good": "O to chodziło.",
  "learn.other": "To był inny ruch. Zobacz, co z niego wyszło, i spróbuj jeszcze raz.",
  "learn.next": "Następny krok",
  "learn.again": "Spróbuj ponownie",
  "learn.repeat": "Jeszcze raz",
  "learn.further": "Graj stąd dalej na planszy do analizy",
  "learn.progress": "Zrobione kroki: {n} z {all}",
  "learn.all_done": "Wszystkie kroki zrobione.",
  "learn.rules": "Zasady",
  "learn.rules.lead":
    "Każdy obrazek to pozycja i ruch. Znaki pokazują, gdzie się zaczyna, gdzie kończy się każdy siew i co zbija.",
  "learn.diagram.show": "Pokaż ruch",
  "learn.diagram.back": "Wróć przed ruch",
  "learn.puzzles": "Zagadki",
  "learn.puzzles.lead":
    "Znalezione przez przeszukiwanie: w każdej pozycji jeden ruch jest wyraźnie lepszy od innych, i nie zawsze ten, który zbija najwięcej.",
  "learn.puzzle": "Zagadka {n}",
  "learn.puzzle.text": "Ruch ma Południe. Pomyśl, co odpowie Północ.",
  "learn.sources": "Skąd pochodzą zasady",
  "learn.sources.lead":
    "Gdzie źródła się różnią albo milczą, ten serwer dokonał wyboru, opisanego w docs/rules.md projektu.",
  "learn.task.sown": "Zagraj dowolnym dołkiem.",
  "learn.task.laps": {
    one: "Znajdź ruch o co najmniej {n} siewie.",
    few: "Znajdź ruch o co najmniej {n} siewach.",
    many: "Znajdź ruch o co najmniej {n} siewach.",
  },
  "learn.task.captured": {
    one: "Zbij {n} nasiono w jednym ruchu.",
    few: "Zbij {n} nasiona w jednym ruchu.",
    many: "Zbij {n} nasion w jednym ruchu.",
  },
  "learn.task.bulls": {
    one: "Zrób byka.",
    few: "Zrób {n} byki w jednym ruchu.",
    many: "Zrób {n} byków w jednym ruchu.",
  },
  "learn.task.uurs": "Zrób dwa uury.",
  "learn.task.home": "Zakończ w pustym dołku własnego rzędu i nic nie zbijaj.",
  "learn.task.in_bull": "Zakończ w dołku, który jest już czyjś na stałe.",
  "learn.task.ways": "Wybierz dołek 8, potem kierunek, i zagraj.",
  "learn.task.over": "Zakończ grę tym ruchem.",
  "learn.task.best": "Znajdź najlepszy ruch.",
  "learn.topic.sow": "Sianie",
  "learn.rule.sow":
    "Podnieś wszystkie nasiona z własnego dołka i wkładaj po jednym do następnych: w prawo wzdłuż swojego rzędu, potem z powrotem wzdłuż drugiego.",
  "learn.topic.relay": "Sztafeta",
  "learn.rule.relay":
    "Gdy ostatnie nasiono wpada do niepustego dołka, podnosi się całą jego zawartość i sieje dalej, w obu rzędach. Każde takie sianie to siew; kolejka trwa, aż siew skończy się w pustym dołku.",
  "learn.topic.capture": "Bicie",
  "learn.rule.capture":
    "Gdy ostatnie nasiono wpada do pustego dołka w twoim rzędzie, a dołek naprzeciw jest pełny, zbijasz nasiona z naprzeciwka, a także to, które je zdobyło.",
  "learn.topic.stay": "Nic naprzeciw",
  "learn.rule.stay":
    "Gdy dołek naprzeciw jest pusty, nic się nie zbija: nasiono zostaje, a ruch się kończy. Tak samo, gdy ruch kończy się w pustym dołku drugiego rzędu.",
  "learn.topic.end": "Koniec",
  "learn.rule.end":
    "Gra kończy się, gdy strona na ruchu nie może zagrać. Co zostało na planszy, przypada drugiej stronie. Wygrywa więcej nasion.",
  "learn.topic.odd": "Nieparzyste i parzyste",
  "learn.rule.odd":
    "Nieparzystą liczbę nasion sieje się zgodnie z zegarem, w lewo wzdłuż swojego rzędu; parzystą przeciwnie. Sztafeta i bicie są jak w En Dodoi.",
  "learn.topic.anew": "Za każdym razem od nowa",
  "learn.rule.anew":
    "O kierunku każdego siewu rozstrzyga się od nowa, a ostatnie nasiono, które wpadło, też się liczy. Jeden ruch może więc iść w obie strony.",
  "learn.topic.single": "Jedno nasiono",
  "learn.rule.single":
    "Pojedyncze nasiono może ruszyć tylko wtedy, gdy następny dołek jest pusty. Zbija się same nasiona z naprzeciwka: to, które je zdobyło, zostaje.",
  "learn.topic.more_than_half": "Więcej niż połowa",
  "learn.rule.more_than_half":
    "Kto zbił więcej niż połowę wszystkich nasion, wygrywa od razu. Grę kończy też strona, która nie może ruszyć; wtedy każda zachowuje swój rząd.",
  "learn.topic.uurs": "Uury",
  "learn.rule.uurs":
    "Gdy kończysz w pustym własnym dołku, a naprzeciw są dokładnie trzy nasiona, jedno z nich przechodzi na drugą stronę. W obu dołkach są teraz po dwa i są to twoje uury, brzemienne dołki: na stałe twoje, nigdy nie podnoszone, rosnące z każdym nasionem.",
  "learn.topic.four": "Każda inna liczba",
  "learn.rule.four":
    "Gdy naprzeciw pustego dołka jest jedno, dwa albo więcej niż trzy nasiona, zbija się je razem z tym, które je zdobyło.",
  "learn.topic.in_uur": "Koniec w uurze",
  "learn.rule.in_uur":
    "Sianie, które kończy się w uurze którejkolwiek strony, jest zakończone: nasiono w nim zostaje i nic się nie zbija.",
  "learn.topic.chain": "Bicie i łańcuch",
  "learn.rule.chain":
    "Zbija się nasiona z naprzeciwka i to, które je zdobyło. Jeśli następne własne dołki też są puste, a naprzeciw każdego jest pełny, zbija się i te nasiona.",
  "learn.topic.first_lap": "Zbija tylko pierwszy siew",
  "learn.rule.first_lap":
    "Zbijać może tylko pierwszy siew kolejki. Jeśli przechodzi w sztafetę, żaden następny nic nie zbija. Źródła nie są zgodne: w Enkeshui według Russa może każdy.",
  "learn.topic.bull": "Byk",
  "learn.rule.bull":
    "Gdy ostatnie nasiono siewu daje w dołku cztery, w którymkolwiek rzędzie, staje się on bykiem gracza, a ruch się kończy. Byka nikt już nie podniesie; rośnie z każdym nasionem, które wpadnie.",
  "learn.topic.two_bulls": "Dwa byki",
  "learn.rule.two_bulls":
    "Gdy dwa ostatnie nasiona siewu wpadają do dołków z dwoma i trzema, w dowolnej kolejności, oba stają się bykami.",
  "learn.topic.in_bull": "Koniec w byku",
  "learn.rule.in_bull":
    "Sianie, które kończy się w byku, jest zakończone: nasiono w nim zostaje. Byka naprzeciw ostatniego nasiona nie można zbić.",
  "learn.topic.ways": "Wybór kierunku",
  "learn.rule.ways":
    "Siew, który kładzie nasiono w każdym dołku drugiego rzędu, daje graczowi prawo wyboru: kierunek każdego następnego siewu tej kolejki, w prawo lub w lewo.",
  "learn.topic.only_bulls": "Koniec gry",
  "learn.rule.only_bulls":
    "Gra kończy się, gdy strona na ruchu nie ma nasion poza bykami. Druga strona bierze to, co leży w jej rzędzie, a nasiona każdego byka przypadają jego właścicielowi.",
  "learn.board.en-dodoi":
    "Dwa rzędy od sześciu do dwunastu dołków, zwykle osiem, w każdym od trzech do sześciu nasion, zwykle cztery. W lekcji rząd ma sześć dołków.",
  "learn.board.en-gehe":
    "Dwa rzędy po 40 do 50 dołków wykopanych w ziemi, w każdym cztery nasiona, a przy każdym rzędzie drużyna ośmiu osób, albo od sześciu do ośmiu. W lekcji rząd ma sześć dołków.",
  "learn.board.enkeshui":
    "Dwa rzędy po osiem, dziesięć lub dwanaście dołków i 48 nasion: przy ośmiu dołkach po cztery, a dwa skrajne są puste. Kto zaczyna, rozstrzyga wyścig: obie strony sieją naraz od prawego końca, a zaczyna ta, która pierwsza zaśnie.",
  "learn.board.cross-endodoi":
    "Dwa rzędy po sześć dołków, w każdym od trzech do sześciu nasion. Wymyślił ją William Daniel Troyka w 2002 roku.",
  "learn.board.ndoto":
    "Dwa rzędy po osiem dołków, w każdym po dwa nasiona. Sztafeta biegnie dalej z każdego pełnego dołka, jak w En Dodoi.",
  "learn.board.layli-goobalay":
    "Dwa rzędy po sześć dołków, w każdym cztery nasiona, z Somalii. Według Marina gra się na dwunastu dołkach i zgodnie z zegarem, a w Gabradarre z pięcioma nasionami w dołku.",
  "learn.customs": "Jak grają ci, którzy ją stworzyli",
  "learn.customs.lead":
    "Enkeshui, En Gehé i En Dodoi to gry Masajów. To, co się tu o nich mówi, jest w podanych źródłach.",
  "learn.custom.team":
    "Strona to drużyna: do pięciu osób w Enkeshui, gdzie można dołączać i odchodzić w trakcie gry, a od sześciu do ośmiu w En Gehé, gdzie gra jeden członek, a na każdy ruch zgadza się drużyna.",
  "learn.custom.try":
    "Ruch można wypróbować: wszyscy widzą jego przebieg, a ostateczny staje się, gdy się go zostawi. Pokoje tutaj działają tak samo.",
  "learn.custom.watch":
    "Ci, którzy patrzą, rozmawiają, doradzają i zakładają się o wynik. Szybkość jest zaletą.",
  "learn.custom.herds":
    "Obrazy pochodzą z pasterstwa, nie z rolnictwa: nasiona to krowy, dołki to zagrody. Czterdzieści osiem jest liczbą szczęśliwą, a dołków w rzędzie jest parzyście, bo liczby parzyste są żeńskie.",
  "learn.custom.who":
    "En Gehé opisuje się jako grę mężczyzn i wojowników, En Dodoi jako grę chłopców i pasterzy, a kobiet nie dopuszczano. To historia; tutaj gra każdy.",
  "learn.custom.legend":
    "Według legendy grę wymyślił Sindillo, syn Maitoumbego, pierwszego człowieka. Od niego ten serwer ma imię.",
  "learn.custom.second_hand":
    "Większość z tego zapisali przyjezdni, a najstarsze źródła znamy z cudzych słów. Kto wie lepiej, niech napisze do projektu.",
  "learn.words": "Słowa",
  "learn.words.lead":
    "Słowa maa i somalijskie, z liczbą mnogą i innymi pisowniami, jeśli podają je źródła. Pisownia maa pochodzi przeważnie z 1904 roku i nie jest jedyna.",
  "learn.word.plural": "liczba mnoga:",
  "learn.word.also": "pisane też:",
  "learn.word.game": "gra",
  "learn.word.inventor": "w legendzie ten, kto stworzył grę; od niego ten serwer ma nazwę",
  "learn.word.first_man": "w legendzie pierwszy człowiek, ojciec Sindilla",
  "learn.word.section": "jeden z odłamów Masajów",
  "learn.word.pit": "dołek",
  "learn.word.row": "rząd, strona",
  "learn.word.seed": "kamień, nasiono",
  "learn.word.pin": "kościana szpilka licząca wygrane gry albo punkty",
  "learn.word.nuts": "Caesalpinia bonduc, której szare orzechy służą za nasiona",
  "learn.word.cow": "nasiono",
  "learn.word.boma": "dołek: zagroda dla bydła",
  "learn.word.bull": "dołek zdobyty na stałe",
  "learn.word.eat": "zbijać",
  "learn.word.sleep": "skończyć w pustym dołku",
  "learn.word.uur": "somalijskie: brzemienny dołek",
  "learn.word.abar": "somalijskie, głód: ruch, który nic nie zbija",
  "learn.word.salo": "somalijskie: kulka suchego wielbłądziego łajna, która służy za nasiono",
} as const satisfies Polish<typeof en>;
