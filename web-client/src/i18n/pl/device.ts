/** The texts of `en/device.ts` in Polish. */

import type { device as en } from "../en/device.ts";
import type { Polish } from "../translate.ts";

export const device = {
  "device.title": "Aplikacja i powiadomienia",
  "device.lead": "Jak Sindillo da ci znać, gdy żadna jego strona nie jest otwarta, i jak mieć je pod ręką.",
  "device.loading": "Sprawdzamy, co jest włączone",
  "device.notices": "Powiadomienia o wolnych partiach",
  "device.notices.lead":
    "W partiach z godzinami lub dniami na ruch ta przeglądarka może mówić, co cię ominęło. Dopóki tego nie włączysz, nie mówi nic.",
  "device.state.on": "Ta przeglądarka daje ci znać.",
  "device.state.off": "Ta przeglądarka nic ci nie mówi.",
  "device.on": "Włącz w tej przeglądarce",
  "device.off": "Wyłącz w tej przeglądarce",
  "device.on.done": "Od teraz ta przeglądarka daje ci znać.",
  "device.off.done": "Ta przeglądarka nic ci już nie powie.",
  "device.kinds": "Daj mi znać, gdy",
  "device.kind.turn": "moja strona ma ruch i czeka na mnie",
  "device.kind.tried": "moja strona próbuje ruchu, któremu mogę się sprzeciwić",
  "device.kind.motion": "pytanie mojej drużyny czeka na odpowiedź",
  "device.kind.ended": "partia się skończyła",
  "device.kind.rematch": "ktoś chce następnej partii",
  "device.once":
    "Każde z nich raz na kolej i nigdy, gdy masz otwarty ten pokój. Powiadomienie mówi, który to pokój i o co chodzi, nic z tego, co drużyna ma dla siebie, i może je przeczytać tylko twoja przeglądarka.",
  "device.others": "Inne przeglądarki, które dają ci znać",
  "device.others.since": "od {day}",
  "device.others.unknown": "Przeglądarka",
  "device.others.forget": "Wyłącz",
  "device.others.forget.which": "Wyłącz: {agent}, od {day}",
  "device.others.forgotten": "Tamta przeglądarka nic ci już nie powie.",
  "device.wrong.denied":
    "Przeglądarka nie pozwala tej stronie dawać ci znać. Zezwól na powiadomienia w jej ustawieniach i spróbuj jeszcze raz.",
  "device.wrong.unsupported": "Ta przeglądarka nie może dać ci znać, gdy strona jest zamknięta.",
  "device.wrong.home":
    "Na iPhonie lub iPadzie najpierw dodaj Sindillo do ekranu początkowego (niżej), otwórz je stamtąd i tam włącz powiadomienia.",
  "device.wrong.insecure": "Przeglądarki dają znać tylko o stronach z https, a ten serwer działa bez niego.",
  "device.wrong.service":
    "Usługa powiadomień twojej przeglądarki jest nieosiągalna albo jej nie ma. Spróbuj później lub w innej przeglądarce.",
  "device.wrong.host": "Prowadzący ten serwer wyłączył powiadomienia.",
  "device.app": "Sindillo jako aplikacja",
  "device.app.lead": "Uruchamia się jak każda aplikacja na twoim urządzeniu, we własnym oknie.",
  "device.app.install": "Zainstaluj",
  "device.app.installed": "Sindillo jest zainstalowane na tym urządzeniu.",
  "device.app.how":
    "Przeglądarki, które to potrafią, mają to w swoim menu jako „Zainstaluj” lub „Dodaj do ekranu głównego”.",
  "device.app.share":
    "Na iPhonie lub iPadzie: otwórz w przeglądarce menu „Udostępnij”, a potem „Do ekranu początkowego”.",
} as const satisfies Polish<typeof en>;
