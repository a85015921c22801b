import { expect, it } from "vitest";
import { roomOf } from "./act.svelte.ts";

it.each([
  ["0k3f", "0k3f"],
  [" https://play.example/r/0k3f ", "0k3f"],
  ["/r/0k3f/", "0k3f"],
  ["https://play.example/", null],
  ["https://play.example/account", null],
  ["", null],
])("%s is about the room %s", (text, room) => {
  expect(roomOf(text)).toBe(room);
});
