/** What is answered to who asks how things stand: everything that the drawn table shows, in words. */

import { facing, nameOf, ringOf, type Side } from "../../board/ring.ts";
import { t } from "../../i18n/index.svelte.ts";
import "../../i18n/help.ts";
import "../../i18n/moves.ts";
import "../../i18n/text.ts";
import { ON_MOVES, ON_PEOPLE, type Unclear, type Verb } from "../../state/commands.ts";
import { nameOfMember, shownPosition } from "../../state/select.ts";
import type { TableState } from "../table/table.svelte.ts";
import { markOf } from "../table/telling/status.ts";
import { moveTitle, outcomeOf, sideName } from "../words.ts";
import { type Reply, refused, told } from "./reply.ts";
import { word } from "./vocabulary.svelte.ts";

/** Moves that are told at once. */
const LAST = 6;

/** Groups in which help tells the orders. */
export const GROUPS: Readonly<
  Record<"moves" | "tried" | "asks" | "people" | "stand" | "told", readonly Verb[]>
> = {
  moves: [...ON_MOVES, "unvote"],
  tried: ["object", "approve", "undecided", "withdraw"],
  asks: ["ask", "claim", "resign", "yes", "no", "cancel"],
  people: [
    "say",
    "all",
    "stand",
    ...ON_PEOPLE,
    "sit",
    "leave",
    "ready",
    "unready",
    "start",
    "bot",
    "rematch",
  ],
  stand: ["bet", "unbet", "cheer", "advise", "listen"],
  told: [
    "status",
    "board",
    "pit",
    "time",
    "ballot",
    "moves",
    "last",
    "people",
    "heard",
    "asks",
    "bets",
    "repeat",
    "help",
    "clear",
    "drawn",
  ],
};
export const GROUP_NAMES = ["moves", "tried", "asks", "people", "stand", "told"] as const;

export function help(about: Verb | null): Reply {
  if (about) return told(t(`help.${about}`, { word: word(about) }));
  const lines = GROUP_NAMES.map(
    (group) => `${t(`help.group.${group}`)}: ${GROUPS[group].map((verb) => word(verb)).join(", ")}.`,
  );
  return told(t("text.help", { word: word("help"), vote: word("vote") }), ...lines);
}

/** One pit, the one that it faces, and what playing it would do. */
export function pit(table: TableState, number: number, wish: Side | null): Reply {
  const game = table.model.table?.game;
  const { n } = table;
  if (!game) return told(t("status.no_game"));
  if (number < 1 || number > n) return refused(t("text.no_pit", { n }));
  const side = wish ?? game.turn?.side ?? table.viewer;
  const ring = ringOf(side, number, n);
  const offer = side === game.turn?.side ? table.offers.find((one) => one.pit === number) : undefined;
  return told(
    t("text.pit", { pit: pitText(table, ring), facing: pitText(table, facing(ring, n)) }),
    offer ? t("text.look", { move: moveTitle(offer.move), outcome: outcomeOf(offer.preview, n) }) : "",
  );
}

function pitText(table: TableState, ring: number): string {
  const game = table.model.table?.game;
  if (!game) return "";
  const { pits, bulls } = shownPosition(game);
  const seeds = pits[ring] ?? 0;
  const name = nameOf(ring, table.n);
  const owner = bulls.find((bull) => bull.pit === ring)?.owner;
  const text = seeds === 0 ? t("board.pit.empty", { name }) : t("board.pit", { name, n: seeds });
  return owner ? `${text}, ${markOf(table, owner)}` : text;
}

/** The newest moves, the last one first. */
export function last(table: TableState): Reply {
  const game = table.model.table?.game;
  const plies = game?.plies ?? [];
  if (plies.length === 0) return told(t("moves.none"));
  const uurs = table.model.table?.settings.game.preset.startsWith("layli") ?? false;
  const lines = plies
    .map((ply, index) => ({ ...ply, number: index + 1 }))
    .slice(-LAST)
    .reverse()
    .map((ply) => {
      const parts = [moveTitle(ply.move)];
      parts.push(ply.captured > 0 ? t("move.takes", { n: ply.captured }) : t("move.nothing"));
      if (ply.bulls > 0) parts.push(uurs ? t("move.uurs") : t("move.bulls", { n: ply.bulls }));
      if (ply.withdrawn > 0) parts.push(t("moves.withdrawn", { n: ply.withdrawn }));
      return t("text.ply", {
        ply: ply.number,
        side: sideName(ply.side),
        name: nameOfMember(table.model, ply.by),
        what: parts.join(", "),
      });
    });
  return told(...lines);
}

/** What was not understood, and what to write instead. */
export function explain({ lacks, verb, said, near }: Unclear): Reply {
  const order = verb ? t(`help.${verb}`, { word: word(verb) }) : "";
  if (lacks === "verb") {
    const [first = said] = said.split(/\s+/);
    const all = t("text.unknown.help", { word: word("help") });
    return refused(
      near ? t("text.unknown.near", { said: first, near }) : t("text.unknown", { said: first }),
      all,
    );
  }
  const meant = near && said !== "" ? t("text.near", { near }) : "";
  return refused(t(`text.lacks.${lacks}`, { said }), meant, order);
}
