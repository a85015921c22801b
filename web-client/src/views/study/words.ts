/** Boards that nobody plays on, in the reader's words, and what the board is told of a position. */

import type { Standing, Words } from "../../board/board.ts";
import { t } from "../../i18n/index.svelte.ts";
import type { GameChoice, Position, Worth } from "../../wire/generated/protocol.ts";
import { gameName, sideName } from "../words.ts";

export function standingOf(position: Position): Standing {
  return {
    pits: position.pits,
    bulls: new Map(position.bulls.map(({ pit, owner }) => [pit, owner])),
    captured: position.captured,
  };
}

export function wordsOf(game: () => GameChoice): Words {
  return {
    board: () => t("board.name", { game: gameName(game()) }),
    lap: (n) => t("board.lap", { n }),
    row: (side) => t("board.row", { side: sideName(side) }),
    side: sideName,
    sideLetter: (side) => t(`side.${side}.letter`),
    heap: (side, captured) => t("board.heap", { side: sideName(side), n: captured }),
    pit({ name, seeds, owner, choice }) {
      const pit = pitWords(name, seeds, owner);
      return choice ? t("board.pit.choice", { pit }) : pit;
    },
  };
}

function pitWords(name: string, seeds: number, owner: Position["turn"] | null): string {
  if (owner) return t("board.pit.bull", { name, side: sideName(owner), n: seeds });
  return seeds === 0 ? t("board.pit.empty", { name }) : t("board.pit", { name, n: seeds });
}

/** What a position is worth: "South 4 seeds ahead". */
export function worthOf({ decided, seeds }: Worth, toMove: Position["turn"]): string {
  if (seeds === 0) return t("study.worth.level");
  const ahead = seeds > 0 === (toMove === "south") ? "south" : "north";
  const said = { side: sideName(ahead), n: Math.abs(seeds) };
  return decided ? t("study.worth.wins", said) : t("study.worth.ahead", said);
}
