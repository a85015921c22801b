import { expect, it } from "vitest";
import { VERBS } from "../../state/commands.ts";
import { GROUPS } from "./answers.ts";

it("help names every order, and each once", () => {
  expect(Object.values(GROUPS).flat().toSorted()).toEqual([...VERBS].toSorted());
});
