/** What a side's ballot and talk say about pits, put together for the board. Counts are the server's. */

import type { Heat, PitVotes, Pointer } from "../board/heat.ts";
import { type Ring, ringOf } from "../board/ring.ts";
import type { BallotView, Preview } from "../wire/generated/protocol.ts";
import { ownVote, ruleOf } from "./council.ts";
import { initialsOf } from "./initials.ts";
import { type Around, pitsIn } from "./mentions.ts";
import type { Model } from "./model.ts";
import { partsOf } from "./moves.ts";
import { pointedOut } from "./pointing.ts";
import { nameOfMember } from "./select.ts";

/** What the model does not know: what the server told of moves, whom the reader hides, what he writes and follows. */
export interface Reading {
  readonly previewOf: (move: string) => Preview | null | undefined;
  readonly hides: ReadonlySet<number>;
  /** The line that is being written to the own side, and how it is to be read. */
  readonly draft: string;
  readonly around: Around;
  readonly followed: Heat["followed"];
}

export function heatOf(model: Model, reading: Reading): Heat {
  const game = model.table?.game;
  const turn = game?.turn ?? null;
  const n = (game?.position.pits.length ?? 0) / 2;
  const ringAt = (move: string): Ring | null => {
    const { pit } = partsOf(move);
    return turn && pit !== null ? ringOf(turn.side, pit, n) : null;
  };
  const taken = model.undone;
  const back = taken && taken.game === game?.game && turn?.ply === taken.ply && !turn.tried ? taken : null;
  return {
    votes: votesOf(model, reading, ringAt),
    spent: (turn?.spent ?? []).flatMap((move) => ringAt(move) ?? []),
    undone: back ? ringOf(back.row.side, partsOf(back.row.move).pit ?? 0, n) : null,
    pointers: pointersOf(model, reading),
    followed: reading.followed,
  };
}

function votesOf(
  model: Model,
  { previewOf }: Reading,
  ringAt: (move: string) => Ring | null,
): readonly PitVotes[] {
  const table = model.table;
  const turn = table?.game?.turn;
  const ballot = turn ? model.teams[turn.side]?.ballot : null;
  if (!table || !turn || !ballot || turn.tried) return [];
  const own = ownVote(model, turn.side, ballot);
  const pits = new Map<Ring, { votes: number; mine: boolean; best: number; move: string }>();
  for (const { move, votes: told } of ballot.options) {
    const pit = ringAt(move);
    if (pit === null) continue;
    const votes = told ?? 0;
    const before = pits.get(pit) ?? { votes: 0, mine: false, best: -1, move };
    pits.set(pit, {
      votes: before.votes + votes,
      mine: before.mine || move === own,
      // Of several ways of one pit the one with the most votes is pointed out.
      ...(votes > before.best ? { best: votes, move } : { best: before.best, move: before.move }),
    });
  }
  const most = Math.max(0, ...[...pits.values()].map((pit) => pit.votes));
  const of = wholeOf(ruleOf(table, ballot) === "need", ballot);
  return [...pits].map(([pit, { votes, mine, move }]) => {
    const preview = previewOf(move);
    return {
      pit,
      votes,
      mine,
      of,
      leading: votes > 0 && votes === most,
      ends: preview?.last ?? null,
      takes: preview?.captured ?? 0,
    };
  });
}

/** What a whole ring stands for: the votes that decide, or everybody's where the most votes win. */
function wholeOf(needs: boolean, { need, effective }: BallotView): number {
  return needs ? need : effective;
}

function pointersOf(model: Model, { hides, draft, around }: Reading): readonly Pointer[] {
  const said = pointedOut(model, hides).map(({ by, from, to }) => ({
    who: initialsOf(nameOfMember(model, by)),
    from,
    to,
  }));
  return [...said, ...pitsIn(draft, around).map(({ pit, to }) => ({ who: "", from: pit, to }))];
}
