import { describe, expect, it } from "vitest";
import { added, mentionText, type Piece, piecesOf, pitsIn, spelledOut } from "./mentions.ts";

const NORTH = { n: 8, speaker: "north", plies: 12 } as const;
const NOBODY = { n: 8, speaker: null, plies: 12 } as const;

function kinds(line: string, around: Parameters<typeof piecesOf>[1] = NORTH): string[] {
  return piecesOf(line, around).map((piece: Piece) =>
    piece.kind === "text"
      ? piece.text
      : piece.kind === "ply"
        ? `[ply ${piece.ply}]`
        : `[${piece.pit}${piece.ways}${piece.to === null ? "" : ` to ${piece.to}`}]`,
  );
}

describe("pits in a line", () => {
  it("are known by their names, wherever they stand", () => {
    expect(kinds("S5 takes more, N1 waits (S8).")).toEqual([
      "[4]",
      " takes more, ",
      "[8]",
      " waits (",
      "[7]",
      ").",
    ]);
  });

  it("are those of whoever speaks after a #", () => {
    expect(kinds("#5!")).toEqual(["[12]", "!"]);
    expect(kinds("#5!", { ...NORTH, speaker: "south" })).toEqual(["[4]", "!"]);
    expect(kinds("#5!", NOBODY)).toEqual(["#5!"]);
  });

  it("come with the ways they are sown", () => {
    expect(kinds("S3LR")).toEqual(["[2LR]"]);
  });

  it("lead to others with an arrow, in the same row without a letter", () => {
    expect(kinds("S5>N3 and #2>4")).toEqual(["[4 to 10]", " and ", "[9 to 11]"]);
  });

  it("are not beyond the rows, nor parts of words and numbers", () => {
    for (const line of ["S9", "S0", "N123", "US5", "S5a", "éS5", "S5é", "##5", "a#5", "S5>N9", "S5>N", "s5"])
      expect(kinds(line)).toEqual([line]);
  });

  it("are found up to fifty in a row", () => {
    expect(kinds("N50", { ...NORTH, n: 50 })).toEqual(["[99]"]);
  });

  it("are told without the words around them", () => {
    expect(pitsIn("S5 or N2, not @3", NORTH).map(({ pit }) => pit)).toEqual([4, 9]);
  });
});

describe("moves in a line", () => {
  it("are those that were played", () => {
    expect(kinds("as in @12, not @13 nor @0")).toEqual(["as in ", "[ply 12]", ", not @13 nor @0"]);
    expect(kinds("write to me@12")).toEqual(["write to me@12"]);
  });
});

describe("a line on its way", () => {
  it("names the pits of whoever speaks so that everybody reads the same", () => {
    expect(spelledOut("#5L then S2>#8, as in @4 #9", NORTH)).toBe("N5L then S2>N8, as in @4 #9");
    expect(spelledOut("nothing of the kind", NORTH)).toBe("nothing of the kind");
  });

  it("takes another pit at its end", () => {
    expect(added("", mentionText(4, null, 8))).toBe("S5 ");
    expect(added("not", mentionText(4, 10, 8))).toBe("not S5>N3 ");
    expect(added("S1 ", mentionText(8, null, 8))).toBe("S1 N1 ");
  });
});
