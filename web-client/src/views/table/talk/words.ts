/** Pits in the words of whoever reads: in his team they are ours and theirs, elsewhere those of a side. */

import { numberOf, type Ring, sideOf } from "../../../board/ring.ts";
import { t } from "../../../i18n/index.svelte.ts";
import "../../../i18n/mention.ts";
import { piecesOf } from "../../../state/mentions.ts";
import type { Model } from "../../../state/model.ts";
import { aroundOf } from "../../../state/pointing.ts";
import { sideName, turnsOf } from "../../words.ts";
import type { TableState } from "../table.svelte.ts";

/** Who reads, and how long the rows are. */
type Reader = Pick<TableState, "model" | "n">;

/** "our 5", or "South 5" for who sits on no side, or on both. */
export function shortOf(table: Reader, pit: Ring): string {
  const { whose, n } = placeOf(table, pit);
  return whose === null
    ? t("mention.short.side", { side: sideName(sideOf(pit, table.n)), n })
    : t(`mention.short.${whose}`, { n });
}

/** "pit 5 of ours", "from pit 5 of ours to pit 3 of theirs": as it is read out. */
export function wordOf(table: Reader, pit: Ring, to: Ring | null): string {
  return to === null
    ? longOf(table, pit)
    : t("mention.long.way", { from: longOf(table, pit), to: longOf(table, to) });
}

/** A line as it is read out: with the names of pits in words. */
export function lineAloud(
  model: Model,
  { by, text }: { readonly by: number; readonly text: string },
): string {
  const around = aroundOf(model, { by });
  const reader = { model, n: around.n };
  return piecesOf(text, around)
    .map((piece) => {
      if (piece.kind === "text") return piece.text;
      if (piece.kind === "ply") return t("mention.ply", { n: piece.ply });
      const word = wordOf(reader, piece.pit, piece.to);
      return piece.ways === "" ? word : `${word}, ${turnsOf(piece.ways)}`;
    })
    .join("");
}

function longOf(table: Reader, pit: Ring): string {
  const { whose, n } = placeOf(table, pit);
  return whose === null
    ? t("mention.long.side", { side: sideName(sideOf(pit, table.n)), n })
    : t(`mention.long.${whose}`, { n });
}

function placeOf(table: Reader, pit: Ring) {
  const [own, other] = table.model.role.seats;
  const side = sideOf(pit, table.n);
  const whose = own === undefined || other !== undefined ? null : side === own ? "ours" : "theirs";
  return { whose, n: numberOf(pit, table.n) } as const;
}
