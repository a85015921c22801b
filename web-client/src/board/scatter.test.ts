import { describe, expect, it } from "vitest";
import { DRAWN, FLOOR, spot } from "./scatter.ts";

describe("where seeds lie", () => {
  it("is the same every time", () => {
    expect(spot(5, 3)).toEqual(spot(5, 3));
    expect(spot(5, 3)).not.toEqual(spot(6, 3));
  });

  it("stays inside the pit", () => {
    for (let pit = 0; pit < 100; pit++)
      for (let index = 0; index < DRAWN; index++) {
        const { x, y } = spot(pit, index);
        expect(Math.hypot(x, y)).toBeLessThan(0.84);
      }
  });

  it("leaves seeds on the floor apart, so that they can be counted", () => {
    for (let pit = 0; pit < 100; pit++)
      for (let a = 0; a < FLOOR; a++)
        for (let b = a + 1; b < FLOOR; b++) {
          const p = spot(pit, a);
          const q = spot(pit, b);
          expect(Math.hypot(p.x - q.x, p.y - q.y)).toBeGreaterThan(0.25);
        }
  });
});
