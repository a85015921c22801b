/** The texts of `en/voices.ts` in Polish. */

import type { voices as en } from "../en/voices.ts";
import type { Polish } from "../translate.ts";

export const voices = {
  "cheer.title": "Okrzyk",
  "cheer.for": "Kibicuj: {side}",
  "cheer.wait": "Za chwilę znów.",
  "advice.title": "{side} słucha trybuny",
  "advice.one": "Jedna rada na ruch: dołek z jej rzędu, parę słów albo jedno i drugie.",
  "advice.pick": "Wybierz dołek na planszy",
  "advice.pick.again": "Dołek {pit}: wybierz inny",
  "advice.picking": "Wybierz na planszy dołek z rzędu strony {side}.",
  "advice.unpick": "Bez dołka",
  "advice.text": "Co powiesz stronie {side}?",
  "advice.give": "Doradź stronie {side}",
  "advice.given": "{side} usłyszała. Przy jej następnym ruchu możesz doradzić znów.",
  "advice.nothing": "Wybierz dołek albo coś napisz.",
  "ears.title": "Głosy z zewnątrz",
  "ears.open": "Słuchaj tych, którzy patrzą",
  "ears.hint": "Kto patrzy, może wtedy doradzać twojej stronie, raz na ruch. Czyta to tylko twoja strona.",
  "ears.none": "Na ten ruch nie ma jeszcze rady.",
  "ears.from": "Z trybuny: {name}",
  "ears.pit": "dołek {pit}",
  "ears.mute": "Nie słuchaj już: {name}",
  "ears.mute.short": "Wycisz",
  "ears.unmute": "Słuchaj znów: {name}",
  "ears.muted": "Twoja strona nie słucha:",
  "start.in": "Partia zaczyna się za {time}",
  "start.now": "Partia się zaczyna",
  "start.why.watch": "Wszyscy są w gotowości. Zakłady zamkną się, gdy się zacznie.",
  "start.why.sit": "Wszyscy są w gotowości. Kto patrzy, może do tej chwili zająć miejsce.",
  "staked.title": "Masz stawkę w tym meczu",
  "staked.text":
    "Kto obstawia mecz, nie gra w nim. Gdy usiądziesz, stawka wróci do portfela; potem nie można już obstawiać tego meczu.",
  "staked.go": "Wycofaj i dołącz",
  "staked.stay": "Zostaw stawkę i patrz",
} as const satisfies Polish<typeof en>;
