/**
 * What members of a side point out to each other on the board: the pits and arrows they named in the talk of their
 * team since this turn began. Nothing else is sent for it, so only the team sees it, and it goes with the turn.
 */

import type { Ring, Side } from "../board/ring.ts";
import type { ChatLine } from "../wire/generated/protocol.ts";
import { type Around, pitsIn } from "./mentions.ts";
import type { Model } from "./model.ts";
import { memberOf } from "./select.ts";

export interface Pointed {
  readonly by: number;
  readonly from: Ring;
  readonly to: Ring | null;
}

/** More would hide the board. */
const MOST = 12;

/** When this turn began, as far as it is known to somebody who came in the middle of it; null if it is not. */
export function turnBegan(model: Model): number | null {
  const game = model.table?.game;
  const turn = game?.turn;
  if (!game || !turn) return null;
  if (model.turned?.game === game.game && model.turned.ply === turn.ply) return model.turned.at;
  const ballot = model.teams[turn.side]?.ballot;
  if (ballot) return ballot.earliest - (model.table?.settings.decision.min_ms ?? 0);
  return game.clock.running === turn.side ? game.clock.since : null;
}

/** The newest of each member stands: whoever names other pits means those now. */
export function pointedOut(model: Model, hides: ReadonlySet<number>): readonly Pointed[] {
  const since = turnBegan(model);
  if (since === null) return [];
  const newest = new Map<number, readonly Pointed[]>();
  for (const side of model.role.seats) {
    for (const line of model.teams[side]?.chat ?? []) {
      if (line.at < since || hides.has(line.by)) continue;
      const pits = pitsIn(line.text, aroundOf(model, line));
      if (pits.length === 0) continue;
      newest.delete(line.by);
      newest.set(
        line.by,
        pits.map(({ pit, to }) => ({ by: line.by, from: pit, to })),
      );
    }
  }
  return [...newest.values()].flat().slice(-MOST);
}

/** What a line has to be read with. */
export function aroundOf(model: Model, line: Pick<ChatLine, "by">): Around {
  return {
    n: model.table?.settings.game.pits ?? 0,
    speaker: speakerOf(model, line.by),
    plies: model.table?.game?.plies.length ?? 0,
  };
}

/** The side that somebody speaks for. */
export function speakerOf(model: Model, member: number | null): Side | null {
  const [side, other] = memberOf(model, member)?.seats ?? [];
  return side !== undefined && other === undefined ? side : null;
}
