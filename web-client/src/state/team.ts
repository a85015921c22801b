/** What the events of a side's own stream do to what the side sees of itself. */

import type { BallotView, Event, OptionView, TeamView } from "../wire/generated/protocol.ts";
import { kept } from "./chat.ts";

export function reduceTeam(team: TeamView, event: Event, at: number): TeamView {
  const ballot = team.ballot;
  /** Changes the ballot that the event speaks of; one of another ballot changes nothing. */
  const inBallot = (id: number, change: (ballot: BallotView) => Partial<BallotView>): TeamView =>
    ballot && ballot.ballot === id ? { ...team, ballot: { ...ballot, ...change(ballot) } } : team;

  switch (event.k) {
    case "ballot_opened": {
      const { ballot: id, kind, roll, options, earliest, deadline, effective, need } = event.d;
      return {
        ...team,
        stances: [],
        ballot: {
          ballot: id,
          kind,
          roll,
          options: (options ?? []).map((move) => ({ move, by: 0, note: null, proposed: true, voters: [] })),
          options_fixed: options !== null,
          earliest,
          deadline,
          closing: null,
          hand_until: null,
          effective,
          need,
        },
      };
    }
    case "proposed": {
      const { ballot: id, by, move, note } = event.d;
      return inBallot(id, ({ options }) => ({ options: proposed(options, by, move, note) }));
    }
    case "voted": {
      const { ballot: id, by, move } = event.d;
      return inBallot(id, ({ options }) => ({ options: voted(options, by, move) }));
    }
    case "roll_changed": {
      const { ballot: id, struck, effective, need } = event.d;
      return inBallot(id, ({ roll, options }) => ({
        roll: roll.filter((member) => !struck.includes(member)),
        options: struck.reduce((left, member) => voted(left, member, null), options),
        effective,
        need,
      }));
    }
    case "closing_set":
      return inBallot(event.d.ballot, () => ({ closing: event.d.until }));
    case "ballot_closed":
      return ballot?.ballot === event.d.ballot && event.d.result.type !== "too_few"
        ? { ...team, ballot: null }
        : team;
    case "fell_back":
      return inBallot(event.d.ballot, () => ({
        hand_until: event.d.hand_until,
        closing: null,
        deadline: null,
      }));
    case "ballot_retimed": {
      const { ballot: id, earliest, deadline, closing, hand_until } = event.d;
      return inBallot(id, () => ({ earliest, deadline, closing, hand_until }));
    }
    case "stance_taken": {
      const { by, stance } = event.d;
      const others = team.stances.filter((row) => row.member !== by);
      return { ...team, stances: stance === "undecided" ? others : [...others, { member: by, stance }] };
    }
    case "resign_voted": {
      const others = team.resign.filter((member) => member !== event.d.by);
      return { ...team, resign: event.d.on ? [...others, event.d.by] : others };
    }
    case "team_said":
      return { ...team, chat: kept(team.chat, { by: event.d.by, at, text: event.d.text }) };

    // Of other streams, or of none.
    case "opened":
    case "identified":
    case "joined":
    case "host_named":
    case "renamed":
    case "seated":
    case "unseated":
    case "presence_changed":
    case "ready_set":
    case "starter_wished":
    case "game_began":
    case "turn_began":
    case "laid":
    case "consent_counted":
    case "withdrawn":
    case "stood":
    case "hand_passed":
    case "flagged":
    case "game_ended":
    case "rematch_set":
    case "held":
    case "released":
    case "said":
    case "stand_said":
    case "done":
      return team;
    default:
      return event satisfies never;
  }
}

function proposed(
  options: readonly OptionView[],
  by: number,
  move: string,
  note: string | null,
): OptionView[] {
  const known = options.some((option) => option.move === move);
  if (!known) return [...options, { move, by, note, proposed: true, voters: [] }];
  return options.map((option) =>
    option.move === move ? { ...option, note: note ?? option.note, proposed: true } : option,
  );
}

/** One vote a member. An option that loses its last voter stays only if it was put up as a proposal. */
function voted(options: readonly OptionView[], by: number, move: string | null): OptionView[] {
  const left = options.map((option) => ({
    ...option,
    voters: option.voters.filter((voter) => voter !== by),
  }));
  if (move !== null) {
    const option = left.find((one) => one.move === move);
    if (option) option.voters.push(by);
    else left.push({ move, by, note: null, proposed: false, voters: [by] });
  }
  return left.filter((option) => option.proposed || option.voters.length > 0);
}
