/** What the events of everybody's stream do to the table. Events carry what they led to: nothing is worked out. */

import { SIDES, type Side } from "../board/ring.ts";
import {
  CHAT_KEPT,
  type Event,
  type GameView,
  type HoldReason,
  type MemberView,
  type Position,
  type SeriesView,
  type TableView,
  type TurnView,
} from "../wire/generated/protocol.ts";
import { kept } from "./chat.ts";
import { quiet, standing, stopped, UNSET } from "./clock.ts";
import type { Model, Story } from "./model.ts";

/** In the order in which the server lists them. */
const HOLDS: readonly HoldReason[] = ["empty", "recovering", "draining", "agreed", "adjourned"];

const NO_SERIES: SeriesView = {
  games: 0,
  pins: { south: 0, north: 0 },
  seeds: { south: 0, north: 0 },
  over: null,
};

export function reduceTable(model: Model, event: Event, at: number): Model {
  const table = model.table;
  if (!table) return model;
  const set = (change: Partial<TableView>): Model => ({ ...model, table: { ...table, ...change } });
  const game = (change: Partial<GameView>): Model =>
    table.game ? set({ game: { ...table.game, ...change } }) : model;
  const turn = (change: Partial<TurnView>): Model =>
    table.game?.turn ? game({ turn: { ...table.game.turn, ...change } }) : model;

  switch (event.k) {
    case "opened":
      return set({ settings: event.d.settings });
    case "joined": {
      const { member: id, name, kind } = event.d;
      const member: MemberView = {
        id,
        name,
        kind,
        seats: [],
        presence: "online",
        since: at,
        until: null,
        missed_from: null,
        ready: false,
        muted: false,
        banned: false,
      };
      return set({ members: [...table.members, member] });
    }
    case "host_named":
      return set({ host: event.d.member });
    case "renamed":
      return set({ members: withMember(table, event.d.member, { name: event.d.name }) });
    case "seated":
      return set({ members: seated(table, event.d.member, event.d.side, at) });
    case "unseated":
      return set({
        members: unseated(table, event.d.member, event.d.side),
        rematch: without(table.rematch, event.d.member),
        ...(table.chosen[event.d.side] === event.d.member
          ? { chosen: { ...table.chosen, [event.d.side]: null } }
          : {}),
      });
    case "presence_changed": {
      const { member, presence, until = null } = event.d;
      const missed_from = presence === "away" ? at : null;
      return set({ members: withMember(table, member, { presence, since: at, until, missed_from }) });
    }
    case "muted":
      return set({ members: withMember(table, event.d.member, { muted: event.d.on }) });
    case "banned":
      return set({ members: withMember(table, event.d.member, { banned: event.d.on }) });
    case "hand_chosen":
      return set({ chosen: { ...table.chosen, [event.d.side]: event.d.to } });
    case "ready_set":
      return set({ members: withMember(table, event.d.member, { ready: event.d.on }) });
    case "starter_wished": {
      const { side, by, starter } = event.d;
      return set({ wishes: { ...table.wishes, [side]: { by, starter } } });
    }

    case "game_began": {
      const { game: number, opening, starter, race, seal = null, market } = event.d;
      const begun = set({
        game: {
          game: number,
          opening,
          starter,
          race,
          position: opening,
          plies: [],
          last: null,
          takebacks: { south: 0, north: 0 },
          seal,
          unsealed: null,
          ...(market === undefined ? {} : { market }),
          hands: { south: null, north: null },
          clock: UNSET,
          turn: null,
          result: null,
        },
        // The first game is that of a new match.
        series: number === 1 ? NO_SERIES : table.series,
        chosen: { south: null, north: null },
        start_at: null,
        rematch: [],
        members: table.members.map((member) => ({ ...member, ready: false })),
      });
      return race ? scene(begun, race.before, { kind: "race", race }, opening) : begun;
    }
    case "turn_began": {
      const { ply, side, hand, deadline, clock } = event.d;
      if (!table.game) return model;
      const last_try = table.settings.decision.tries_max === 0;
      const begun = game({
        hands: { ...table.game.hands, [side]: hand },
        clock: quiet(clock),
        turn: {
          ply,
          side,
          deadline,
          tries: 0,
          last_try,
          spent: [],
          tried: null,
          given: { south: false, north: false },
        },
      });
      return { ...begun, turned: { game: table.game.game, ply, at } };
    }
    case "period_began":
      return game({ clock: quiet(event.d.clock) });
    case "time_given": {
      const { by, clock } = event.d;
      if (!table.game) return model;
      const now = table.game.turn;
      return game({
        clock: quiet(clock),
        turn: now ? { ...now, given: { ...now.given, [by]: true } } : null,
      });
    }
    case "taken_back": {
      const { ply, side, position, clock } = event.d;
      if (!table.game) return model;
      const { plies, takebacks, game: number } = table.game;
      const row = plies.at(-1);
      return {
        ...game({
          plies: plies.slice(0, -1),
          takebacks: { ...takebacks, [side]: takebacks[side] + 1 },
          position,
          last: null,
          turn: null,
          clock: quiet(clock),
        }),
        undone: row ? { game: number, ply, row } : null,
      };
    }
    case "unsealed":
      return game({ unsealed: event.d.seed });
    case "laid": {
      const { by, move, trace, after, until, tries } = event.d;
      if (!table.game) return model;
      const tried = { by, move, trace, after, until, objections: 0, approvals: 0, need: 0 };
      return scene(turn({ tries, tried }), table.game.position, { kind: "move", trace }, after);
    }
    case "consent_counted": {
      const tried = table.game?.turn?.tried;
      return tried ? turn({ tried: { ...tried, ...event.d } }) : model;
    }
    case "withdrawn":
      return turn({
        tried: null,
        deadline: event.d.deadline,
        last_try: event.d.last_try,
        spent: event.d.spent,
      });
    case "stood": {
      const { side, by, move, trace, after, tried, remaining_ms } = event.d;
      if (!table.game) return model;
      const { position: before, plies, turn: now } = table.game;
      const withdrawn = Math.max(0, (now?.tries ?? 0) - (tried ? 1 : 0));
      const secured = { south: secure(after, "south"), north: secure(after, "north") };
      const bulls = trace.made_bulls.length;
      const row = { side, move, captured: trace.captured, bulls, by, withdrawn, secured };
      const stood = game({
        position: after,
        plies: [...plies, row],
        last: { before, trace },
        turn: null,
        clock: standing(table.game.clock, remaining_ms),
      });
      const on = { ...stood, undone: null };
      // Whoever watched it being tried has seen the seeds fall.
      return tried ? on : scene(on, before, { kind: "move", trace }, after);
    }
    case "hand_passed":
      return table.game ? game({ hands: { ...table.game.hands, [event.d.side]: event.d.to } }) : model;
    case "flagged":
      return game({ clock: quiet(event.d.clock) });
    case "game_ended": {
      if (!table.game) return model;
      const clock = stopped(table.game.clock, at);
      return set({
        game: { ...table.game, result: event.d.result, turn: null, clock },
        series: event.d.series,
      });
    }
    case "rematch_set": {
      const others = without(table.rematch, event.d.member);
      return set({ rematch: event.d.on ? [...others, event.d.member] : others });
    }
    case "held": {
      const holds = HOLDS.filter((reason) => reason === event.d.reason || table.holds.includes(reason));
      const held_from = table.held_from ?? event.d.since ?? at;
      if (!table.game) return set({ holds, held_from });
      const clock = standing(table.game.clock, event.d.remaining_ms);
      return set({ holds, held_from, game: { ...table.game, clock } });
    }
    case "released": {
      const { still, clock, deadline, until } = event.d;
      const held = still.length === 0 ? wentOn(table, at) : { holds: still };
      if (!table.game) return set(held);
      const now = table.game.turn;
      const tried = now?.tried && until !== null ? { ...now.tried, until } : (now?.tried ?? null);
      const then = now ? { ...now, deadline, tried } : null;
      return set({ ...held, game: { ...table.game, clock: quiet(clock), turn: then } });
    }
    case "offered":
      return set({ offers: [...table.offers, event.d] });
    case "offer_ended": {
      const { side, what } = event.d;
      return set({ offers: table.offers.filter((one) => one.side !== side || one.what.type !== what) });
    }
    case "resume_set":
      return set({ resume_at: event.d.at });
    case "start_set":
      return set({ start_at: event.d.at });
    case "ears_opened":
      return set({ ears: { ...table.ears, [event.d.side]: event.d.on } });
    case "said":
      return set({ chat: kept(table.chat, { by: event.d.by, at, text: event.d.text }, CHAT_KEPT) });

    // Of other streams, or of none.
    case "identified":
    case "sealed":
    case "ballot_opened":
    case "proposed":
    case "voted":
    case "votes_told":
    case "blocked":
    case "roll_changed":
    case "closing_set":
    case "ballot_closed":
    case "fell_back":
    case "ballot_retimed":
    case "stance_taken":
    case "stances_told":
    case "trusted":
    case "council_seated":
    case "motion_opened":
    case "motion_voted":
    case "motion_roll_changed":
    case "motion_ended":
    case "resign_voted":
    case "team_said":
    case "stand_said":
    case "advised":
    case "advice_muted":
    case "market_opened":
    case "market_suspended":
    case "market_eased":
    case "market_reopened":
    case "market_locked":
    case "market_ended":
    case "rating_due":
    case "reported":
    case "done":
      return model;
    default:
      return event satisfies never;
  }
}

/** Seeds that nobody can take from a side any more: those it has taken, and those in its own bulls. */
export function secure(position: Position, side: Side): number {
  const bulls = position.bulls.filter((bull) => bull.owner === side);
  return bulls.reduce((sum, bull) => sum + (position.pits[bull.pit] ?? 0), position.captured[side]);
}

function scene(model: Model, before: Position, story: Story, after: Position): Model {
  return { ...model, scene: { id: (model.scene?.id ?? 0) + 1, before, story, after } };
}

/** The room goes on: in the hold that is over nobody was missed. */
function wentOn(table: TableView, at: number): Partial<TableView> {
  const from = table.held_from ?? at;
  const members = table.members.map((member) => {
    const { missed_from: missed } = member;
    return missed === null
      ? member
      : { ...member, missed_from: missed + Math.max(0, at - Math.max(from, missed)) };
  });
  return { holds: [], held_from: null, resume_at: null, members };
}

function withMember(table: TableView, id: number, change: Partial<MemberView>): MemberView[] {
  return table.members.map((member) => (member.id === id ? { ...member, ...change } : member));
}

/** Who sits down is there, and asked anew whether he is ready. Sides are told in their own order. */
function seated(table: TableView, id: number, side: Side, at: number): MemberView[] {
  return table.members.map((member) => {
    if (member.id !== id) return member;
    const seats = SIDES.filter((one) => one === side || member.seats.includes(one));
    return member.seats.length === 0
      ? { ...member, seats, presence: "online", since: at, until: null, missed_from: null, ready: false }
      : { ...member, seats };
  });
}

function unseated(table: TableView, id: number, side: Side): MemberView[] {
  return table.members.map((member) =>
    member.id === id
      ? { ...member, seats: member.seats.filter((seat) => seat !== side), ready: false }
      : member,
  );
}

function without(members: readonly number[], id: number): number[] {
  return members.filter((member) => member !== id);
}
