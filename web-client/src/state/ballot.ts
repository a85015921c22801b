/** What happens in a ballot: options come and go, votes move, counts are told. */

import type {
  BallotView,
  CastRow,
  CountRow,
  Event,
  OptionView,
  VoteVisibility,
} from "../wire/generated/protocol.ts";

type Opened = Extract<Event, { k: "ballot_opened" }>["d"];

/** A ballot that opens. A run-off keeps the words that came with its options in the round before. */
export function opened(event: Opened, before: BallotView | null): BallotView {
  const { ballot, kind, roll, options, earliest, deadline, effective, need, visibility, together } = event;
  const known = before?.options ?? [];
  return {
    ballot,
    kind,
    roll,
    options: (options ?? []).map((move) => ({
      ...(known.find((option) => option.move === move) ?? optionOf(move, null, null)),
      voters: [],
      votes: noVotes(visibility),
    })),
    options_fixed: options !== null,
    earliest,
    deadline,
    closing: null,
    hand_until: null,
    effective,
    need,
    visibility,
    together,
    voted: 0,
  };
}

export function proposed(ballot: BallotView, by: number, move: string, note: string | null): BallotView {
  const words = { by, note, proposed: true };
  const { options } = ballot;
  if (!options.some((option) => option.move === move)) {
    return {
      ...ballot,
      options: [...options, { ...optionOf(move, by, noVotes(ballot.visibility)), ...words }],
    };
  }
  return {
    ...ballot,
    options: options.map((option) => (option.move === move ? { ...option, ...words } : option)),
  };
}

export function blocked(ballot: BallotView, by: number, move: string, reason: string): BallotView {
  return {
    ...ballot,
    options: ballot.options.map((option) =>
      option.move === move ? { ...option, blocks: [...option.blocks, { by, reason }] } : option,
    ),
  };
}

/** A vote that is told as it is cast. One vote a member. */
export function voted(ballot: BallotView, by: number, move: string | null): BallotView {
  const left = unvote(ballot.options, [by]);
  if (move !== null) {
    const option = left.find((one) => one.move === move);
    if (option) option.voters.push(by);
    else left.push({ ...optionOf(move, by, null), voters: [by] });
  }
  return recount({ ...ballot, options: left });
}

export function struck(ballot: BallotView, gone: readonly number[]): BallotView {
  const roll = ballot.roll.filter((member) => !gone.includes(member));
  return recount({ ...ballot, roll, options: unvote(ballot.options, gone) });
}

/** Votes told together. The rows are all options; what is known of one of them stays with it. */
export function told(
  ballot: BallotView,
  votes: readonly CastRow[],
  rows: readonly CountRow[],
  all: number,
): BallotView {
  const changed = votes.map((cast) => cast.by);
  const before = unvote(ballot.options, changed);
  const options = rows.map(({ move, by, votes: count }) => {
    const option = before.find((one) => one.move === move) ?? optionOf(move, by, count);
    const fresh = votes.filter((cast) => cast.move === move).map((cast) => cast.by);
    return { ...option, votes: count, voters: [...option.voters, ...fresh] };
  });
  return { ...ballot, options, voted: all };
}

/**
 * Where every vote is told as it is cast, the counts are those of the voters, and an option that lost its last one
 * stays only if it was put up as a proposal or blocked, or is one of a run-off. Elsewhere the next telling says it.
 */
function recount(ballot: BallotView): BallotView {
  if (ballot.together || ballot.visibility !== "open") return ballot;
  const stays = ({ proposed, blocks, voters }: OptionView) =>
    ballot.options_fixed || proposed || blocks.length > 0 || voters.length > 0;
  const options = ballot.options.filter(stays).map((option) => ({ ...option, votes: option.voters.length }));
  return { ...ballot, options, voted: options.reduce((sum, option) => sum + option.votes, 0) };
}

/** The options without the votes of these members; the lists of voters are new ones. */
function unvote(options: readonly OptionView[], members: readonly number[]): OptionView[] {
  return options.map((option) => ({
    ...option,
    voters: option.voters.filter((voter) => !members.includes(voter)),
  }));
}

function optionOf(move: string, by: number | null, votes: number | null): OptionView {
  return { move, by, note: null, proposed: false, voters: [], votes, blocks: [] };
}

/** The count of an option for which nobody has voted. */
function noVotes(visibility: VoteVisibility): number | null {
  return visibility === "after_close" ? null : 0;
}
