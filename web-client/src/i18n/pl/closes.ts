/** The texts of `en/closes.ts` in Polish. */

import type { closes as en } from "../en/closes.ts";
import type { Polish } from "../translate.ts";

export const closes = {
  "ballot.close.fallback":
    "Jeśli nikt nie zagłosuje na czas, dowolny ruch może zagrać {name}, a po chwili każdy z drużyny.",
  "ballot.close.fallback.you":
    "Jeśli nikt nie zagłosuje na czas, możesz zagrać dowolny ruch, a po chwili każdy z drużyny.",
  "ballot.close.first":
    "Jeśli nikt nie zagra na czas, z początku zagrać może tylko {name}, a po chwili każdy z drużyny.",
  "ballot.close.first.you":
    "Jeśli nikt nie zagra na czas, z początku zagrać możesz tylko ty, a po chwili każdy z drużyny.",
  "ballot.close.flag.lose": "Jeśli do zera na zegarze nic nie zapadnie, twoja strona przegrywa.",
  "ballot.close.flag.pass_hand":
    "Jeśli do zera na zegarze nic nie zapadnie, ręka przechodzi dalej i dostaje trochę czasu; za drugim razem z rzędu twoja strona przegrywa.",
  "ballot.close.flag.random_legal": "Jeśli do zera na zegarze nic nie zapadnie, ruch zagra los.",
  "ballot.close.quorum":
    "Jeśli do końca czasu będzie mniej głosów niż {n}, dowolny ruch może zagrać {name}, a po chwili każdy z drużyny.",
  "ballot.close.blocked":
    "Każdy ruch na stole jest zablokowany. Jeśli tak zostanie, dowolny ruch może zagrać {name}.",
  "ballot.close.first_round": "Jeśli nikt nie zagłosuje na czas, rozstrzygną głosy sprzed dogrywki.",
  "ballot.close.run_off": "Przy obecnych głosach najmocniejsze ruchy przejdą na koniec do dogrywki.",
  "ballot.close.tie.earliest":
    "Jeśli na koniec głosów jest po równo, rozstrzyga głos ręki, a bez niego ruch, który miał swoje głosy wcześniej.",
  "ballot.close.tie.chance": "Jeśli na koniec głosów jest po równo, rozstrzyga głos ręki, a bez niego los.",
  "ballot.close.tried": "Na koniec ruch z największą liczbą głosów jest próbowany i można go cofnąć.",
  "ballot.close.played": "Na koniec ruch z największą liczbą głosów zostaje zagrany.",
  "turn.closing": "Rozstrzygnięte, chyba że któryś głos się zmieni.",
  "turn.closing.pit": "Na koniec wygra dołek {pit}, chyba że któryś głos się zmieni.",
  "turn.last_try": "Następny zagrany ruch zostaje od razu.",
  "turn.tries": {
    one: "W tej kolejce cofnięto {n} ruch i nie można go zagrać ponownie.",
    few: "W tej kolejce cofnięto {n} ruchy i nie można ich zagrać ponownie.",
    many: "W tej kolejce cofnięto {n} ruchów i nie można ich zagrać ponownie.",
  },
} as const satisfies Polish<typeof en>;
