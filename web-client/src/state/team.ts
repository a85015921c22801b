/** What the events of a side's own stream do to what the side sees of itself. */

import {
  type BallotView,
  type Event,
  type OptionView,
  TEAM_CHAT_KEPT,
  type TeamView,
} from "../wire/generated/protocol.ts";
import { kept } from "./chat.ts";

export function reduceTeam(team: TeamView, event: Event, at: number): TeamView {
  const ballot = team.ballot;
  const inBallot = (change: (ballot: BallotView) => Partial<BallotView>): TeamView =>
    ballot ? { ...team, ballot: { ...ballot, ...change(ballot) } } : team;

  switch (event.k) {
    case "ballot_opened": {
      const { ballot: id, kind, roll, options, earliest, deadline, effective, need } = event.d;
      return {
        ...team,
        ballot: {
          ballot: id,
          kind,
          roll,
          options: (options ?? []).map((move) => contender(move, ballot?.options ?? [], roll)),
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
      const { by, move, note } = event.d;
      return inBallot(({ options }) => ({ options: proposed(options, by, move, note) }));
    }
    case "voted": {
      const { by, move } = event.d;
      return inBallot((now) => ({ options: undeserted(now, voted(now.options, by, move)) }));
    }
    case "roll_changed": {
      const { struck, effective, need } = event.d;
      return inBallot((now) => ({
        roll: now.roll.filter((member) => !struck.includes(member)),
        options: undeserted(
          now,
          struck.reduce((left: OptionView[], member) => voted(left, member, null), now.options),
        ),
        effective,
        need,
      }));
    }
    case "closing_set":
      return inBallot(() => ({ closing: event.d.until }));
    case "ballot_closed":
      switch (event.d.result.type) {
        // It stays: to be looked at while the hand lays, or to lend its words to the run-off.
        case "too_few":
        case "run_off":
          return team;
        case "won":
        case "laid":
        case "void":
          return { ...team, ballot: null };
        default:
          return event.d.result satisfies never;
      }
    case "fell_back":
      return inBallot(() => ({ hand_until: event.d.hand_until, closing: null }));
    case "ballot_retimed": {
      const { earliest, deadline, closing, hand_until } = event.d;
      return inBallot(() => ({ earliest, deadline, closing, hand_until }));
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
      return { ...team, chat: kept(team.chat, { by: event.d.by, at, text: event.d.text }, TEAM_CHAT_KEPT) };

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

/** An option of a run-off. It keeps the words that came with it in the round before. */
function contender(move: string, before: readonly OptionView[], roll: readonly number[]): OptionView {
  const known = before.find((option) => option.move === move);
  if (known) return { ...known, voters: [] };
  return { move, by: roll[0] ?? 0, note: null, proposed: false, voters: [] };
}

function proposed(
  options: readonly OptionView[],
  by: number,
  move: string,
  note: string | null,
): OptionView[] {
  const words = { by, note, proposed: true };
  const known = options.some((option) => option.move === move);
  if (!known) return [...options, { move, voters: [], ...words }];
  return options.map((option) => (option.move === move ? { ...option, ...words } : option));
}

/** One vote a member. */
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
  return left;
}

/** An option that lost its last voter stays only if it was put up as a proposal, or is one of a run-off. */
function undeserted(ballot: BallotView, options: OptionView[]): OptionView[] {
  if (ballot.options_fixed) return options;
  return options.filter((option) => option.proposed || option.voters.length > 0);
}
