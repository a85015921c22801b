/** The texts of `en/guide.ts` in Polish. */

import type { guide as en } from "../en/guide.ts";
import type { Polish } from "../translate.ts";

export const guide = {
  "guide.title": "Jak decyduje drużyna",
  "guide.lead":
    "Cała drużyna siedzi przy jednym rzędzie i gra jak jedno: ktoś proponuje, inni głosują, ruch jest próbowany na oczach wszystkich i liczy się, gdy pozwoli mu się zostać.",
  "guide.secret": "Co planuje strona",
  "guide.secret.said":
    "Swoje głosy, propozycje i rozmowy widzi tylko sama strona. Ani druga strona, ani ten, kto patrzy, niczego się o nich nie dowie.",
  "guide.close": "Kiedy kończy się głosowanie",
  "guide.close.said":
    "Gdy jest rozstrzygnięte albo gdy minie czas. Przed zamknięciem mija chwila, by można było jeszcze zmienić głos.",
  "guide.tie": "Po równo",
  "guide.tie.said":
    "Gdy głosują co najmniej trzy osoby, najmocniejsze ruchy mogą przejść do dogrywki. Jeśli i tam jest po równo, rozstrzyga głos ręki, a potem to, co uzgodniono w pokoju: wcześniejszy ruch albo los.",
  "guide.few": "Za mało głosów",
  "guide.few.said": "Wtedy dowolny ruch może zagrać ręka, a po chwili każdy po tej stronie.",
  "guide.try": "Próbowanie",
  "guide.try.said":
    "Ruch, za którym stoi mniej niż połowa strony, leży na planszy kilka sekund. Zostaje, chyba że sprzeciwi się połowa pozostałych albo cofnie go ten, kto go zagrał. Zegar tymczasem idzie dalej.",
  "guide.ask": "Pytania",
  "guide.ask.said":
    "„Zapytaj lub poddaj”, obok głosowania, ma całą resztę: cofnięcie ruchu, przerwę, remis, inną rękę, poddanie. Mówi też, kto musi się zgodzić.",
  "guide.away": "Kto zniknął",
  "guide.away.said":
    "Oddane głosy dalej się liczą, a milczenie nikogo nie zatrzymuje. Wróć tym samym linkiem w tej samej przeglądarce, a usiądziesz na swoim miejscu.",
  "guide.bad": "Kto się źle zachowuje",
  "guide.bad.said":
    "Trzy kropki obok imienia ukrywają wypowiedzi, zawiadamiają gospodarza albo pytają twoją stronę, czy kogoś wyciszyć lub odesłać.",
} as const satisfies Polish<typeof en>;
