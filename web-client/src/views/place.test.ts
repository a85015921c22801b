import { expect, it } from "vitest";
import { placeOf } from "./place.ts";

it.each([
  ["/account", { at: "account" }],
  ["/device", { at: "device" }],
  ["/leaderboard/", { at: "leaderboard" }],
  ["/betting", { at: "betting" }],
  ["/admin", { at: "admin" }],
  ["/analysis", { at: "analysis" }],
  ["/records", { at: "records" }],
  ["/r/abc9/story", { at: "story", room: "abc9" }],
  ["/r/abc9/story/", { at: "story", room: "abc9" }],
  ["/learn", { at: "learn", game: null }],
  ["/learn/en-dodoi", { at: "learn", game: "en-dodoi" }],
  ["/profile", { at: "profile", login: null }],
  ["/profile/amina.o_1-2", { at: "profile", login: "amina.o_1-2" }],
  ["/profile/Amina", { at: "profile", login: "amina" }],
])("%s leads somewhere", (path, place) => {
  expect(placeOf(path)).toEqual(place);
});

it.each([
  "/r",
  "/r/",
  "/r/UP",
  "/r/a/b",
  "/r/A/story",
  "/r/a/story/b",
  "/profile/ab",
  "/profile/a%20b",
  "/profile/a/b",
  "/account/x",
  "/analysis/x",
  "/learn/En%20Dodoi",
  "/learn/a/b",
  "/x",
])("%s leads nowhere", (path) => {
  expect(placeOf(path)).toEqual({ at: "nowhere" });
});
