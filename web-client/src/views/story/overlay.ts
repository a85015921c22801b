/** What is marked on the board at a point of a story: the last move, what was spent, and votes where they are told. */

import { drawHeat } from "../../board/heat.ts";
import { NO_OVERLAY, type Overlay } from "../../board/marks.ts";
import { heatOf } from "../../state/heat.ts";
import type { Model } from "../../state/model.ts";
import { aroundOf } from "../../state/pointing.ts";

/** Whoever reads a story hides nobody and writes nothing. */
const NOBODY: ReadonlySet<number> = new Set();
const NO_MEMBER = -1;

export function overlayOf(model: Model): Overlay {
  const game = model.table?.game;
  if (!game) return NO_OVERLAY;
  const { turn, last } = game;
  const tried = turn?.tried ? { trace: turn.tried.trace, tried: true } : null;
  const played = last ? { trace: last.trace, tried: false } : null;
  const heat = heatOf(model, {
    previewOf: () => null,
    hides: NOBODY,
    draft: "",
    around: aroundOf(model, { by: NO_MEMBER }),
    followed: null,
  });
  return { ...NO_OVERLAY, last: tried ?? played, said: (on) => drawHeat(heat, on) };
}
