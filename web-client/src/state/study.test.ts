import { describe, expect, it } from "vitest";
import { askedBy, opening, queryOf, type Study } from "./study.ts";
import { at, back, movesTo, played, seedling, textOf } from "./variations.ts";

const dodoi = opening("en-dodoi", 8, 4);

function comesBack(study: Study): void {
  const asked = askedBy(queryOf(study));
  expect(asked.preset).toBe(study.preset);
  expect(asked.pits).toBe(study.pits);
  expect(asked.seeds).toBe(study.seeds);
  expect(asked.from).toBe(study.from);
  if (!asked.tree) throw new Error("the moves cannot be read");
  expect(textOf(asked.tree).text).toBe(textOf(study.tree).text);
  expect(movesTo(asked.tree, asked.tree.at)).toEqual(movesTo(study.tree, study.tree.at));
}

describe("the address of a study", () => {
  it("is short and can be read", () => {
    const tree = ["8", "4"].reduce(played, seedling());
    expect(queryOf({ ...dodoi, tree })).toBe("?game=en_dodoi&pits=8&seeds=4&moves=8+4");
    const aside = played(back(tree), "3");
    expect(queryOf({ ...dodoi, tree: aside })).toBe("?game=en_dodoi&pits=8&seeds=4&moves=8+4+(3)&at=3");
    const from = "0,7/8,0 7:8 S -";
    expect(queryOf({ ...opening("enkeshui", 8, null), from })).toBe(
      "?game=enkeshui&pits=8&from=0,7/8,0+7:8+S+-",
    );
  });

  it("leads back to the same", () => {
    const tree = ["8", "4", "3+4=1:1,2:1,8:3", "8LR"].reduce(played, seedling());
    comesBack(dodoi);
    comesBack({ ...dodoi, tree });
    comesBack({ ...dodoi, tree: at(tree, 0) });
    comesBack({ ...dodoi, tree: played(at(tree, 2), "7") });
    comesBack({ ...dodoi, tree: at(played(at(tree, 2), "7"), 1), from: "1,0/0,4s 2:3 N s" });
  });

  it("says nothing that it does not know", () => {
    expect(askedBy("")).toEqual({ preset: null, pits: null, seeds: null, from: null, tree: seedling() });
    const odd = askedBy("?game=chess&pits=many&seeds=-1&from=&moves=8+(4&at=x");
    expect(odd).toEqual({ preset: "chess", pits: null, seeds: null, from: null, tree: null });
    expect(askedBy("?moves=8+4&at=99").tree?.at).toBe(0);
    expect(askedBy("?game=en-dodoi").preset).toBe("en-dodoi");
  });
});
