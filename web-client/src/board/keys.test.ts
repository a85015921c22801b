import { expect, it } from "vitest";
import { layout } from "./geometry.ts";
import { neighbour } from "./keys.ts";
import { nameOf } from "./ring.ts";

const board = layout({ n: 8, viewer: "south", width: 760, height: 500 });
const turned = layout({ n: 8, viewer: "north", width: 760, height: 500 });
const folded = layout({ n: 20, viewer: "south", width: 374, height: 500 });

function from(pit: number, key: string, on = board): string | null {
  const to = neighbour(on, pit, key);
  return to === null ? null : nameOf(to, on.n);
}

it("walks along the rows as they lie before the viewer", () => {
  expect(from(0, "ArrowRight")).toBe("S2");
  expect(from(15, "ArrowRight")).toBe("N7");
  expect(from(8, "ArrowRight", turned)).toBe("N2");
  expect(from(0, "ArrowLeft")).toBeNull();
});

it("crosses to the facing pit", () => {
  expect(from(0, "ArrowUp")).toBe("N8");
  expect(from(15, "ArrowDown")).toBe("S1");
  expect(from(0, "ArrowDown")).toBeNull();
  expect(from(0, "ArrowDown", turned)).toBe("N8");
});

it("jumps to the ends of a row and walks over folds", () => {
  expect(from(3, "Home")).toBe("S1");
  expect(from(3, "End")).toBe("S8");
  expect(from(12, "Home")).toBe("N8");
  expect(from(9, "ArrowRight", folded)).toBe("S11");
});

it("leaves other keys alone", () => {
  expect(from(3, "Tab")).toBeNull();
  expect(from(3, "a")).toBeNull();
});
