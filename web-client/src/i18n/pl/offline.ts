/** The texts of `en/offline.ts` in Polish. */

import type { offline as en } from "../en/offline.ts";
import type { Polish } from "../translate.ts";

export const offline = {
  "offline.title": "Brak połączenia",
  "offline.lead": "Serwer Sindillo jest nieosiągalny. Ta strona wróci sama, gdy tylko będzie można.",
  "offline.kept": "Co jest zachowane",
  "offline.kept.seat":
    "Twoje miejsce oraz to, na co oddano głos i co powiedziano: wszystko jest na serwerze.",
  "offline.kept.tabs":
    "Stoły otwarte w innych kartach zostają takie, jakie były ostatnio, i same ruszą dalej.",
  "offline.waits": "Co czeka",
  "offline.waits.moves": "Gra, ćwiczenie, lekcje i analiza: zasady zna serwer, więc każdy ruch go pyta.",
  "offline.waits.clock": "Zegary na ciebie nie czekają: w partii, która trwa, twój chodzi jak dotąd.",
  "offline.again": "Spróbuj jeszcze raz",
} as const satisfies Polish<typeof en>;
