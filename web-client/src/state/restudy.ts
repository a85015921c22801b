/** The game of a story as a study for the analysis board: its line, with what was tried as variations. Pure. */

import { textOfPosition } from "./notation.ts";
import type { Tale } from "./story.ts";
import type { Study } from "./study.ts";
import { at, back, MOST_NODES, planted, played, seedling, type Tree } from "./variations.ts";

/** As long as a line may be that the analysis board is asked for. */
const LINE_MOVES = 800;

/** What is on the board at a point, to be looked at further; null before the first game. */
export function studyOf(tale: Tale, index: number): Study | null {
  const table = tale.modelAt(index).table;
  if (!table?.game) return null;
  const { preset, pits, seeds_per_pit: seeds } = table.settings.game;
  const tree = treeAt(tale, index);
  if (tree) return { preset, pits, seeds, from: textOfPosition(table.game.opening), tree };
  const shown = table.game.turn?.tried?.after ?? table.game.position;
  return { preset, pits, seeds, from: textOfPosition(shown), tree: seedling() };
}

/** The moves of the game, looked at where the point is; null when they are too many. */
function treeAt(tale: Tale, index: number): Tree | null {
  const chapter = tale.chapterAt(index);
  const line = chapter?.turns.flatMap(({ move, undone }) => (move && !undone ? [move.move] : [])) ?? [];
  if (!chapter || line.length > LINE_MOVES) return null;
  let tree = planted(seedling(), line);
  const end = line.reduce(played, at(tree, 0)).at;
  tree = at(tree, 0);
  let here = 0;
  for (let point = chapter.first; point <= chapter.last; point++) {
    let tried: number | null = null;
    for (const { event } of tale.points[point]?.told ?? []) {
      if (event.k === "laid") {
        const laid = played(tree, event.d.move);
        tried = laid.at;
        tree = back(laid);
      } else if (event.k === "stood") {
        tree = played(tree, event.d.move);
        tried = null;
      } else if (event.k === "withdrawn") tried = null;
      else if (event.k === "taken_back") while (plyOf(tree) >= event.d.ply) tree = back(tree);
    }
    if (tree.nodes.length > MOST_NODES) return null;
    if (point === index) here = tried ?? tree.at;
    else if (point < index) here = tree.at;
  }
  // Stepping on follows the game, whatever was tried last.
  return at(at(tree, end), here);
}

function plyOf(tree: Tree): number {
  let ply = 0;
  for (let node = tree.at; node !== 0; node = tree.nodes[node]?.parent ?? 0) ply += 1;
  return ply;
}
