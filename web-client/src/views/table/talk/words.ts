/** Pits in the words of whoever reads: in his team they are ours and theirs, elsewhere those of a side. */

import { numberOf, type Ring, sideOf } from "../../../board/ring.ts";
import { t } from "../../../i18n/index.svelte.ts";
import "../../../i18n/mention.ts";
import { sideName } from "../../words.ts";
import type { TableState } from "../table.svelte.ts";

/** "our 5", or "South 5" for who sits on no side, or on both. */
export function shortOf(table: TableState, pit: Ring): string {
  const { whose, n } = placeOf(table, pit);
  return whose === null
    ? t("mention.short.side", { side: sideName(sideOf(pit, table.n)), n })
    : t(`mention.short.${whose}`, { n });
}

/** "pit 5 of ours", "from pit 5 of ours to pit 3 of theirs": as it is read out. */
export function wordOf(table: TableState, pit: Ring, to: Ring | null): string {
  return to === null
    ? longOf(table, pit)
    : t("mention.long.way", { from: longOf(table, pit), to: longOf(table, to) });
}

function longOf(table: TableState, pit: Ring): string {
  const { whose, n } = placeOf(table, pit);
  return whose === null
    ? t("mention.long.side", { side: sideName(sideOf(pit, table.n)), n })
    : t(`mention.long.${whose}`, { n });
}

function placeOf(table: TableState, pit: Ring) {
  const [own, other] = table.model.role.seats;
  const side = sideOf(pit, table.n);
  const whose = own === undefined || other !== undefined ? null : side === own ? "ours" : "theirs";
  return { whose, n: numberOf(pit, table.n) } as const;
}
