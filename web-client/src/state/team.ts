/** What the events of a side's own stream do to what the side sees of itself. */

import {
  ADVICE_KEPT,
  type BallotView,
  type Event,
  type MotionView,
  type Stance,
  type StanceRow,
  TEAM_CHAT_KEPT,
  type TeamView,
} from "../wire/generated/protocol.ts";
import { blocked, opened, proposed, struck, told, voted } from "./ballot.ts";
import { kept } from "./chat.ts";

export function reduceTeam(team: TeamView, event: Event, at: number): TeamView {
  const ballot = team.ballot;
  const inBallot = (change: (ballot: BallotView) => Partial<BallotView>): TeamView =>
    ballot ? { ...team, ballot: { ...ballot, ...change(ballot) } } : team;
  const inMotion = (id: number, change: (motion: MotionView) => Partial<MotionView>): TeamView => ({
    ...team,
    motions: team.motions.map((one) => (one.motion === id ? { ...one, ...change(one) } : one)),
  });

  switch (event.k) {
    case "ballot_opened":
      return { ...team, ballot: opened(event.d, ballot), stances: [] };
    case "proposed":
      return inBallot((now) => proposed(now, event.d.by, event.d.move, event.d.note));
    case "blocked":
      return inBallot((now) => blocked(now, event.d.by, event.d.move, event.d.reason));
    case "voted":
      return inBallot((now) => voted(now, event.d.by, event.d.move));
    case "votes_told":
      return inBallot((now) => told(now, event.d.votes, event.d.rows, event.d.voted));
    case "roll_changed": {
      const { struck: gone, effective, need } = event.d;
      return inBallot((now) => ({ ...struck(now, gone), effective, need }));
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
    case "stance_taken":
      return { ...team, stances: stance(team.stances, event.d.by, event.d.stance) };
    case "stances_told":
      return {
        ...team,
        stances: event.d.stances.reduce((all, row) => stance(all, row.member, row.stance), team.stances),
      };
    case "trusted": {
      const { by, member, on } = event.d;
      const others = team.trust.filter((row) => row.by !== by || row.member !== member);
      return { ...team, trust: on ? [...others, { by, member }] : others };
    }
    case "council_seated":
      return { ...team, council: event.d.members };
    case "motion_opened": {
      const { motion, by, what, answer, roll, effective, need, until } = event.d;
      const yes = answer ? [] : [by];
      return {
        ...team,
        motions: [...team.motions, { motion, by, what, answer, roll, yes, no: [], effective, need, until }],
      };
    }
    case "motion_voted": {
      const { motion, by, yes } = event.d;
      return inMotion(motion, (now) => ({
        yes: yes === true ? [...without(now.yes, [by]), by] : without(now.yes, [by]),
        no: yes === false ? [...without(now.no, [by]), by] : without(now.no, [by]),
      }));
    }
    case "motion_roll_changed": {
      const { motion, struck: gone, effective, need } = event.d;
      return inMotion(motion, ({ roll, yes, no }) => ({
        roll: without(roll, gone),
        yes: without(yes, gone),
        no: without(no, gone),
        effective,
        need,
      }));
    }
    case "motion_ended":
      return { ...team, motions: team.motions.filter((one) => one.motion !== event.d.motion) };
    // Of old logs: it is a motion now.
    case "resign_voted":
      return team;
    case "team_said":
      return { ...team, chat: kept(team.chat, { by: event.d.by, at, text: event.d.text }, TEAM_CHAT_KEPT) };

    case "advised": {
      const { game, ply, by, pit, text } = event.d;
      return { ...team, advice: [...team.advice, { game, ply, by, at, pit, text }].slice(-ADVICE_KEPT) };
    }
    case "advice_muted": {
      const others = without(team.unheard, [event.d.member]);
      return { ...team, unheard: event.d.on ? [...others, event.d.member] : others };
    }

    // Of other streams, or of none.
    case "start_set":
    case "ears_opened":
    case "market_opened":
    case "market_suspended":
    case "market_eased":
    case "market_reopened":
    case "market_locked":
    case "market_ended":
    case "rating_due":
    case "opened":
    case "identified":
    case "sealed":
    case "joined":
    case "host_named":
    case "renamed":
    case "seated":
    case "unseated":
    case "presence_changed":
    case "muted":
    case "banned":
    case "hand_chosen":
    case "ready_set":
    case "starter_wished":
    case "game_began":
    case "turn_began":
    case "period_began":
    case "time_given":
    case "taken_back":
    case "offered":
    case "offer_ended":
    case "resume_set":
    case "unsealed":
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
    case "reported":
    case "done":
      return team;
    default:
      return event satisfies never;
  }
}

/** Who is undecided is not listed. */
function stance(rows: readonly StanceRow[], member: number, taken: Stance): StanceRow[] {
  const others = rows.filter((row) => row.member !== member);
  return taken === "undecided" ? others : [...others, { member, stance: taken }];
}

function without(members: readonly number[], gone: readonly number[]): number[] {
  return members.filter((member) => !gone.includes(member));
}
