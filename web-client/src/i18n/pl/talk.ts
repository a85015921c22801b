/** The texts of `en/talk.ts` in Polish. */

import type { talk as en } from "../en/talk.ts";
import type { Polish } from "../translate.ts";

export const talk = {
  "chat.team": "Drużyna",
  "chat.all": "Wszyscy",
  "chat.stand": "Trybuna",
  "chat.team.hint": "Czyta to tylko twoja strona.",
  "chat.all.hint": "Czyta to każdy w pokoju.",
  "chat.stand.hint": "Czytają to tylko ci, którzy patrzą.",
  "chat.label": "Powiedz coś",
  "chat.send": "Powiedz",
  "chat.none": "Nikt jeszcze nic nie powiedział.",
  "chat.hidden": "Nie widzisz wypowiedzi: {names}.",
  "chat.hidden.show": "Pokaż je znów",
  "chat.outside": "głos z zewnątrz",
  "chat.muted": "W tym pokoju nie możesz pisać: wyciszono cię. Możesz czytać i grać.",
} as const satisfies Polish<typeof en>;
