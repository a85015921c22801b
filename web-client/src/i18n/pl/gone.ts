/** The texts of `en/gone.ts` in Polish. */

import type { gone as en } from "../en/gone.ts";
import type { Polish } from "../translate.ts";

export const gone = {
  "room.gone.title": "Do tego pokoju nie można wejść",
  "room.gone.text": "Za tym linkiem nie ma pokoju. Może zamknięto go już dawno.",
  "room.banned.text":
    "Tak postanowił gospodarz pokoju albo twoja strona. Wpuścić cię z powrotem może tylko gospodarz. Wszystkie inne pokoje stoją otworem.",
  "room.banned.title": "Odesłano cię z tego pokoju",
  "room.unauthorized.text":
    "Serwer nie zna już tej przeglądarki. Wczytaj stronę jeszcze raz, aby wrócić jako ty.",
  "room.replaced.title": "Otwarte w innej karcie",
  "room.replaced.text": "Ten pokój jest otwarty w twoim nowszym oknie.",
  "room.replaced.take": "Graj tutaj",
  "room.upgrade.title": "Strona jest nieaktualna",
  "room.upgrade.text": "Serwer ma nowszą wersję. Wczytaj stronę jeszcze raz.",
  "room.reload": "Wczytaj ponownie",
} as const satisfies Polish<typeof en>;
