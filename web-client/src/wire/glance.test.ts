import { describe, expect, it } from "vitest";
import { decodeGlance } from "./decode.ts";
import type { Glance } from "./generated/protocol.ts";

const GLANCE: Glance = {
  viewer: "north",
  practice: false,
  position: {
    pits: [4, 4, 0, 0],
    bulls: [{ pit: 1, owner: "south" }],
    captured: { south: 0, north: 2 },
    turn: "south",
    first_turn: false,
    special_used: { south: false, north: false },
  },
};

describe("the board that came with the page", () => {
  it("is read as it was written", () => {
    expect(decodeGlance(JSON.stringify(GLANCE))).toEqual(GLANCE);
  });

  it("is none where nothing came, or nothing that can be drawn", () => {
    const { position } = GLANCE;
    for (const data of ["", "null", "[]", "{}", '"<b>"', "{", "1e999"])
      expect(decodeGlance(data), data).toBeNull();
    for (const broken of [
      { ...position, pits: null },
      { ...position, pits: {} },
      { ...position, pits: ["4", 4] },
      { ...position, pits: [4, 4, 4] },
      { ...position, pits: [-1, 4] },
      { ...position, pits: [] },
      { ...position, bulls: "none" },
      { ...position, captured: null },
    ])
      expect(
        decodeGlance(JSON.stringify({ ...GLANCE, position: broken })),
        JSON.stringify(broken),
      ).toBeNull();
  });
});
