import { describe, expect, it } from "vitest";
import {
  at,
  back,
  forward,
  isAside,
  MOST_NODES,
  movesTo,
  nodeOf,
  planted,
  played,
  promoted,
  pruned,
  renamed,
  seedling,
  type Tree,
  textOf,
  toEnd,
  toStart,
  treeOf,
} from "./variations.ts";

function line(...moves: string[]): Tree {
  return moves.reduce(played, seedling());
}
function here(tree: Tree): string {
  return movesTo(tree, tree.at).join(" ");
}

describe("a tree of moves", () => {
  it("goes on where a move was played before, and begins a variation where it was not", () => {
    const tree = played(back(line("8", "4")), "3");
    expect(textOf(tree).text).toBe("8 4 (3)");
    expect(here(tree)).toBe("8 3");
    const again = played(back(tree), "4");
    expect(again.nodes).toHaveLength(tree.nodes.length);
    expect(here(again)).toBe("8 4");
  });

  it("steps forward to the child that was seen last", () => {
    const tree = played(back(line("8", "4", "1")), "2");
    expect(here(forward(back(tree)))).toBe("8 4 2");
    expect(here(toEnd(toStart(tree)))).toBe("8 4 2");
    expect(here(forward(tree))).toBe("8 4 2");
    expect(toStart(tree).at).toBe(0);
    expect(back(toStart(tree)).at).toBe(0);
  });

  it("leads back into a variation that was looked at by its node", () => {
    const tree = treeOf("8 4 (3 5) 2");
    const five = tree?.nodes.findIndex(({ move }) => move === "5") ?? -1;
    const there = at(tree ?? seedling(), five);
    expect(here(toEnd(toStart(there)))).toBe("8 3 5");
    expect(isAside(there, five)).toBe(true);
    expect(isAside(there, toEnd(tree ?? seedling()).at)).toBe(false);
  });

  it("puts in a line, and looks at its first move", () => {
    const tree = planted(line("8"), ["4", "3", "1"]);
    expect(here(tree)).toBe("8 4");
    expect(here(toEnd(tree))).toBe("8 4 3 1");
    expect(textOf(planted(back(tree), ["4", "3", "2"])).text).toBe("8 4 3 1 (2)");
  });

  it("takes a move away with what follows it, and steps out of it", () => {
    const tree = played(back(line("8", "4", "1")), "2");
    const cut = pruned(tree, tree.at);
    expect(here(cut)).toBe("8 4");
    expect(textOf(cut).text).toBe("8 4 1");
    expect(here(forward(cut))).toBe("8 4 1");
    expect(pruned(cut, 0)).toBe(cut);
  });

  it("makes a variation the main line, from its first move on", () => {
    const tree = played(toStart(played(back(line("8", "4")), "3")), "1");
    expect(textOf(tree).text).toBe("8 (1) 4 (3)");
    expect(textOf(promoted(tree, tree.at)).text).toBe("1 (8 4 (3))");
    const three = tree.nodes.findIndex(({ move }) => move === "3");
    expect(textOf(promoted(tree, three)).text).toBe("8 (1) 3 (4)");
  });

  it("takes over how the server writes a move", () => {
    const tree = line("8RR", "4");
    expect(textOf(renamed(tree, tree.at, ["8", "4"])).text).toBe("8 4");
    expect(renamed(tree, tree.at, ["8RR"])).toBe(tree);
  });

  it.each(["", "8", "8 4 (3 5) 2", "8 (7 5 (4 3)) (6) 1 2", "8 (1) (2) (3 1) 4", "3+4=1:1,2:1,8:3 8LR"])(
    "reads what it writes: %s",
    (text) => {
      const tree = treeOf(text);
      expect(tree && textOf(tree).text).toBe(text);
      // The order of the text is that of the nodes: an address counts on it.
      expect(tree && textOf(tree).order).toEqual(tree?.nodes.map((_, id) => id).slice(1));
    },
  );

  it("has an alternative to a variation's first move beside it", () => {
    const tree = treeOf("8 (7 (6) 5) 1");
    expect(tree && textOf(tree).text).toBe("8 (7 5) (6) 1");
  });

  it.each(["(8)", "8 (4", "8 4)", "8 ((4))"])("refuses brackets that do not fit: %s", (text) => {
    expect(treeOf(text)).toBeNull();
  });

  it("stays small", () => {
    const full = treeOf(Array.from({ length: MOST_NODES }, (_, ply) => String(ply)).join(" "));
    expect(full?.nodes).toHaveLength(MOST_NODES + 1);
    const more = played(toEnd(full ?? seedling()), "1");
    expect(more.nodes).toHaveLength(MOST_NODES + 1);
    expect(nodeOf(more, more.at).move).toBe(String(MOST_NODES - 1));
    expect(treeOf(Array.from({ length: MOST_NODES + 1 }, (_, ply) => String(ply)).join(" "))).toBeNull();
  });
});
