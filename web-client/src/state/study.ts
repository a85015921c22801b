/** What is looked at on the analysis board, as an address: the game, where it begins, and the moves. Pure. */

import type { Preset } from "../wire/generated/protocol.ts";
import { at as lookedAt, nodeOf, seedling, type Tree, textOf, toEnd, treeOf } from "./variations.ts";

export interface Study {
  readonly preset: Preset;
  readonly pits: number;
  /** Seeds in a pit at the start; null where a pattern sets them. */
  readonly seeds: number | null;
  /** Where it begins, as text; null for the opening. */
  readonly from: string | null;
  readonly tree: Tree;
}

/** What an address asks for. What it does not say, or what cannot be read, is null. */
export interface Asked {
  readonly preset: string | null;
  readonly pits: number | null;
  readonly seeds: number | null;
  readonly from: string | null;
  /** Null when the moves cannot be read. */
  readonly tree: Tree | null;
}

/** `?game=en_dodoi&pits=8&moves=8+4(3)`: games are written with either dash. */
export function askedBy(query: string): Asked {
  const asked = new URLSearchParams(query);
  const tree = treeOf(asked.get("moves") ?? "");
  return {
    preset: asked.get("game")?.replaceAll("_", "-") ?? null,
    pits: whole(asked.get("pits")),
    seeds: whole(asked.get("seeds")),
    from: asked.get("from") || null,
    tree: tree && placed(tree, whole(asked.get("at"))),
  };
}

export function queryOf(study: Study): string {
  const { text, order } = textOf(study.tree);
  const parts = [`game=${study.preset.replaceAll("-", "_")}`, `pits=${study.pits}`];
  if (study.seeds !== null) parts.push(`seeds=${study.seeds}`);
  if (study.from !== null) parts.push(`from=${plain(study.from)}`);
  if (text !== "") parts.push(`moves=${plain(text)}`);
  if (text !== "" && study.tree.at !== endOfMain(study.tree))
    parts.push(`at=${order.indexOf(study.tree.at) + 1}`);
  return `?${parts.join("&")}`;
}

/** At the move of that number in the text; at the end of the main line where none is said. */
function placed(tree: Tree, number: number | null): Tree {
  return number === null ? toEnd(tree) : lookedAt(tree, number);
}

function endOfMain(tree: Tree): number {
  let node = 0;
  for (let next = nodeOf(tree, 0).children[0]; next !== undefined; next = nodeOf(tree, node).children[0])
    node = next;
  return node;
}

/** As few signs as an address allows: positions and moves stay readable in it. */
function plain(text: string): string {
  return encodeURIComponent(text)
    .replaceAll("%20", "+")
    .replaceAll("%2C", ",")
    .replaceAll("%2F", "/")
    .replaceAll("%3A", ":");
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : null;
}

/** The opening of a game, with nothing played. */
export function opening(preset: Preset, pits: number, seeds: number | null): Study {
  return { preset, pits, seeds, from: null, tree: seedling() };
}
