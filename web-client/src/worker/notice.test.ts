/** What the service worker says of a notice, and what it does with requests. */

import { expect, it } from "vitest";
import { LANGUAGES, type Language } from "../i18n/languages.ts";
import type { Notice } from "../wire/generated/protocol.ts";
import { wordsOf } from "./notice.ts";
import { handlingOf } from "./shelf.ts";

const message = { room: "0123456789abcdef", notice: "turn", game: "en-gehe", lang: "en", number: 7 };
const kinds: readonly Notice[] = ["turn", "tried", "motion", "ended", "rematch"];

it("says what for and which game, in the language that came with it", () => {
  const words = wordsOf(message, ["pl"]);
  expect(words.title).toBe("It is your side's turn");
  expect(words.body).toBe("En Gehé: your team waits for your move or your vote.");
  expect(words).toMatchObject({
    path: "/r/0123456789abcdef",
    tag: "0123456789abcdef",
    number: 7,
    lang: "en",
  });
  const said = new Set<string>();
  for (const lang of Object.keys(LANGUAGES) as Language[])
    for (const notice of kinds) said.add(wordsOf({ ...message, lang, notice }, []).title);
  expect(said.size).toBe(20);
});

it("tells of a message that it cannot read without leading anywhere", () => {
  for (const bad of [
    null,
    "turn",
    {},
    { ...message, room: "../../evil" },
    { ...message, room: 7 },
    { ...message, notice: "sold" },
    { ...message, game: "chess" },
    { ...message, game: "toString" },
    { ...message, lang: "xx" },
    { ...message, number: "7" },
  ])
    expect(wordsOf(bad, ["sw-KE"])).toMatchObject({ path: "/", lang: "sw", number: 0 });
});

it("keeps files by their names, asks for pages, and leaves the routes alone", () => {
  const origin = "https://play.example.org";
  const handling = (path: string, mode = "cors", method = "GET") =>
    handlingOf(method, mode, new URL(path, origin), origin);
  expect(handling("/", "navigate")).toBe("page");
  expect(handling("/r/0123456789abcdef", "navigate")).toBe("page");
  expect(handling("/assets/index-abc.js")).toBe("file");
  expect(handling("/offline.css")).toBe("shell");
  for (const path of ["/api/rooms", "/api", "/ws/0123456789abcdef", "/healthz", "/sw.js", "/index.html"])
    expect(handling(path)).toBe("none");
  for (const path of ["/api/me/export", "/api/oidc/start?return=/account"])
    expect(handling(path, "navigate")).toBe("none");
  expect(handling("/assets/index-abc.js", "cors", "POST")).toBe("none");
  expect(handling("https://evil.example/assets/x.js")).toBe("none");
});
