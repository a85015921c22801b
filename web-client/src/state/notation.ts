/** Positions as text, as the server writes them (`docs/rules.md`, notation). Writing only: reading is the server's. */

import type { Position } from "../wire/generated/protocol.ts";

/** "0,7,0,1/8,0,1s,1 7:8 S -" */
export function textOfPosition({ pits, bulls, captured, turn, first_turn, special_used }: Position): string {
  const owners = new Map(bulls.map(({ pit, owner }) => [pit, owner.charAt(0)]));
  const written = pits.map((seeds, pit) => `${seeds}${owners.get(pit) ?? ""}`);
  const n = pits.length / 2;
  const rows = `${written.slice(0, n).join(",")}/${written.slice(n).join(",")}`;
  const marks = `${first_turn ? "f" : ""}${special_used.south ? "s" : ""}${special_used.north ? "n" : ""}`;
  const letter = turn === "south" ? "S" : "N";
  return `${rows} ${captured.south}:${captured.north} ${letter} ${marks || "-"}`;
}
