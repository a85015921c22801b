/** Which study an address or a form asks for, among the games that the server offers. */

import type { Asked, Study } from "../../state/study.ts";
import { seedling } from "../../state/variations.ts";
import type { GameInfo } from "../../wire/generated/protocol.ts";

/** The simplest game, where none is asked for. */
const FIRST = "en-dodoi";

export function studyFor(asked: Asked, games: readonly GameInfo[]): Study {
  const game =
    games.find(({ preset }) => preset === asked.preset) ?? games.find(({ preset }) => preset === FIRST);
  if (!game)
    return { preset: FIRST, pits: asked.pits ?? 8, seeds: asked.seeds, from: null, tree: seedling() };
  const usual = game.defaults.game;
  const seeds = game.seeds.find((one) => one === asked.seeds) ?? usual.seeds_per_pit;
  return {
    preset: game.preset,
    pits: game.sizes.find((size) => size === asked.pits) ?? usual.pits,
    seeds: game.seeds.length > 0 ? seeds : null,
    from: asked.from,
    tree: asked.tree ?? seedling(),
  };
}
