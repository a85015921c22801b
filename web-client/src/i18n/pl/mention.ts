/** The texts of `en/mention.ts` in Polish. */

import type { mention as en } from "../en/mention.ts";
import type { Polish } from "../translate.ts";

export const mention = {
  "mention.short.ours": "nasz {n}",
  "mention.short.theirs": "ich {n}",
  "mention.short.side": "{side} {n}",
  "mention.long.ours": "nasz dołek {n}",
  "mention.long.theirs": "ich dołek {n}",
  "mention.long.side": "dołek {n} strony {side}",
  "mention.long.way": "strzałka: {from}, potem {to}",
  "mention.ply": "ruch {n}",
  "mention.ply.long": "ruch {n}, {side}: {what}",
  "mention.hint": "Napisz S5, by nazwać dołek, albo wskaż na planszy chorągiewką.",
  "mention.added": "W twojej wypowiedzi: {what}.",
  "mention.point": "Wskaż na planszy",
  "mention.point.tip":
    "To samo robi Shift z kliknięciem dołka i klawisz m na dołku, który jest zaznaczony. Prawym przyciskiem rysujesz strzałkę.",
  "mention.point.pit": "Dołek",
  "mention.point.arrow": "Strzałka",
  "mention.point.what": "Co wskazujesz?",
  "mention.point.how": "Wybieraj dołki na planszy: ich nazwy trafią do twojej wypowiedzi.",
  "mention.point.from": "Wybierz dołek, od którego zaczyna się strzałka.",
  "mention.point.to": "Teraz dołek, do którego prowadzi.",
  "mention.point.team": "Do końca tej kolejki twoja strona widzi na planszy to, co wskazujesz.",
  "mention.point.done": "Gotowe",
  "mention.ply.add": "Wspomnij ruch {n} w rozmowie",
} as const satisfies Polish<typeof en>;
