/** What is marked on the board at a point of a story: the last move, what was spent, and votes where they are told. */

import { NO_OVERLAY, type Overlay, type PitVotes } from "../../board/marks.ts";
import { type Ring, ringOf, type Side } from "../../board/ring.ts";
import type { Model } from "../../state/model.ts";
import { partsOf } from "../../state/moves.ts";

export function overlayOf(model: Model): Overlay {
  const game = model.table?.game;
  if (!game) return NO_OVERLAY;
  const { turn, last } = game;
  const n = game.position.pits.length / 2;
  const ring = (side: Side, move: string): Ring[] => {
    const { pit } = partsOf(move);
    return pit === null ? [] : [ringOf(side, pit, n)];
  };
  const tried = turn?.tried ? { trace: turn.tried.trace, tried: true } : null;
  const played = last ? { trace: last.trace, tried: false } : null;
  const { undone } = model;
  const back = undone && undone.game === game.game && turn?.ply === undone.ply && !turn.tried;
  return {
    ...NO_OVERLAY,
    last: tried ?? played,
    votes: turn && !tried ? votesOf(model, turn.side, ring) : [],
    spent: turn ? turn.spent.flatMap((move) => ring(turn.side, move)) : [],
    undone: back ? (ring(undone.row.side, undone.row.move)[0] ?? null) : null,
  };
}

function votesOf(model: Model, side: Side, ring: (side: Side, move: string) => Ring[]): readonly PitVotes[] {
  const ballot = model.teams[side]?.ballot;
  if (!ballot) return [];
  const pits = new Map<Ring, number>();
  for (const { move, votes } of ballot.options)
    for (const pit of ring(side, move)) pits.set(pit, (pits.get(pit) ?? 0) + (votes ?? 0));
  const most = Math.max(0, ...pits.values());
  return [...pits].map(([pit, votes]) => ({
    pit,
    votes,
    mine: false,
    of: ballot.effective,
    leading: votes > 0 && votes === most,
    ends: null,
    takes: 0,
  }));
}
