import { expect, it } from "vitest";
import "../../../i18n/testing.ts";
import { EMPTY, type Model } from "../../../state/model.ts";
import { table } from "../../../state/samples.ts";
import { lineAloud } from "./words.ts";

function readBy(seats: Model["role"]["seats"]): Model {
  return { ...EMPTY, table, role: { member: 9, seats, host: false } };
}

it("reads pits out as ours and theirs, or as those of a side to who sits on none", () => {
  const said = { by: 1, text: "#2 or N3>S1, not S9" };
  expect(lineAloud(readBy(["south"]), said)).toBe(
    "pit 2 of ours or from pit 3 of theirs to pit 1 of ours, not S9",
  );
  expect(lineAloud(readBy(["north"]), said)).toContain("pit 2 of theirs or from pit 3 of ours");
  expect(lineAloud(readBy([]), said)).toContain("pit 2 of South or from pit 3 of North to pit 1 of South");
});

it("reads ways and moves out, and leaves everything else as it was said", () => {
  const model = readBy(["south"]);
  expect(lineAloud(model, { by: 1, text: "S2LR" })).toBe("pit 2 of ours, left, right");
  expect(lineAloud(model, { by: 1, text: "good morning, @1 was fine" })).toBe("good morning, @1 was fine");
});
