/** What the events of everybody's stream do to the table. Events carry what they led to: nothing is worked out. */

import type { Side } from "../board/ring.ts";
import type {
  Event,
  GameView,
  MemberView,
  Position,
  TableView,
  Trace,
  TurnView,
} from "../wire/generated/protocol.ts";
import { kept } from "./chat.ts";
import type { Model } from "./model.ts";

/**
 * Nobody has a stance any more: another move is on the board, or none. The table tells it to everybody, and the
 * side's own stream does not repeat it.
 */
function forgetStances(model: Model): Model {
  const { south, north } = model.teams;
  return {
    ...model,
    teams: { south: south && { ...south, stances: [] }, north: north && { ...north, stances: [] } },
  };
}

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
      const member: MemberView = { id, name, kind, seats: [], presence: "online", ready: false };
      return set({ members: [...table.members, member] });
    }
    case "host_named":
      return set({ host: event.d.member });
    case "renamed":
      return set({ members: withMember(table, event.d.member, { name: event.d.name }) });
    case "seated":
      return set({ members: seated(table, event.d.member, event.d.side) });
    case "unseated":
      return set({ members: unseated(table, event.d.member, event.d.side) });
    case "presence_changed":
      return set({ members: withMember(table, event.d.member, { presence: event.d.presence }) });
    case "ready_set":
      return set({ members: withMember(table, event.d.member, { ready: event.d.on }) });
    case "starter_wished": {
      const { side, by, starter } = event.d;
      return set({ wishes: { ...table.wishes, [side]: { by, starter } } });
    }

    case "game_began": {
      const { game: number, opening, starter, race } = event.d;
      return set({
        game: {
          game: number,
          opening,
          starter,
          race,
          position: opening,
          plies: [],
          last: null,
          hands: { south: null, north: null },
          clock: { remaining_ms: { south: 0, north: 0 }, running: null, since: at },
          turn: null,
          result: null,
        },
        rematch: [],
        members: table.members.map((member) => ({ ...member, ready: false })),
        wishes: { south: null, north: null },
      });
    }
    case "turn_began": {
      const { ply, side, hand, deadline, clock } = event.d;
      if (!table.game) return model;
      return game({
        hands: { ...table.game.hands, [side]: hand },
        clock,
        turn: { ply, side, deadline, tries: 0, last_try: false, spent: [], tried: null },
      });
    }
    case "laid": {
      const { by, move, trace, after, until, tries } = event.d;
      if (!table.game) return model;
      const tried = { by, move, trace, after, until, objections: 0, approvals: 0, need: 1 };
      return scene(forgetStances(turn({ tries, tried })), table.game.position, trace, after, true);
    }
    case "consent_counted": {
      const tried = table.game?.turn?.tried;
      return tried ? turn({ tried: { ...tried, ...event.d } }) : model;
    }
    case "withdrawn":
      return forgetStances(
        turn({ tried: null, deadline: event.d.deadline, last_try: event.d.last_try, spent: event.d.spent }),
      );
    case "stood": {
      const { side, by, move, trace, after, tried, remaining_ms } = event.d;
      if (!table.game) return model;
      const { position: before, plies, turn: now } = table.game;
      const withdrawn = Math.max(0, (now?.tries ?? 0) - (tried ? 1 : 0));
      const row = { side, move, captured: trace.captured, bulls: trace.made_bulls.length, by, withdrawn };
      const stood = forgetStances(
        game({
          position: after,
          plies: [...plies, row],
          last: { before, trace },
          turn: null,
          clock: { remaining_ms, running: null, since: at },
        }),
      );
      // Whoever watched it being tried has seen the seeds fall.
      return tried ? stood : scene(stood, before, trace, after, false);
    }
    case "hand_passed":
      return table.game ? game({ hands: { ...table.game.hands, [event.d.side]: event.d.to } }) : model;
    case "flagged":
      return game({ clock: event.d.clock });
    case "game_ended": {
      if (!table.game) return model;
      const clock = { ...table.game.clock, running: null };
      return set({
        game: { ...table.game, result: event.d.result, turn: null, clock },
        series: event.d.series,
      });
    }
    case "rematch_set": {
      const others = table.rematch.filter((member) => member !== event.d.member);
      return set({ rematch: event.d.on ? [...others, event.d.member] : others });
    }
    case "held": {
      const holds = [...table.holds.filter((reason) => reason !== event.d.reason), event.d.reason];
      const clock = { remaining_ms: event.d.remaining_ms, running: null, since: at };
      return set({ holds, ...(table.game ? { game: { ...table.game, clock } } : {}) });
    }
    case "released": {
      const { still, clock, deadline, until } = event.d;
      if (!table.game) return set({ holds: still });
      const now = table.game.turn;
      const tried = now?.tried && until !== null ? { ...now.tried, until } : (now?.tried ?? null);
      const then = now ? { ...now, deadline: deadline ?? now.deadline, tried } : null;
      return set({ holds: still, game: { ...table.game, clock, turn: then } });
    }
    case "said":
      return set({ chat: kept(table.chat, { by: event.d.by, at, text: event.d.text }) });

    // Of other streams, or of none.
    case "identified":
    case "ballot_opened":
    case "proposed":
    case "voted":
    case "roll_changed":
    case "closing_set":
    case "ballot_closed":
    case "fell_back":
    case "ballot_retimed":
    case "stance_taken":
    case "resign_voted":
    case "team_said":
    case "stand_said":
    case "done":
      return model;
    default:
      return event satisfies never;
  }
}

function scene(model: Model, before: Position, trace: Trace, after: Position, tried: boolean): Model {
  return { ...model, scene: { id: (model.scene?.id ?? 0) + 1, before, trace, after, tried } };
}

function withMember(table: TableView, id: number, change: Partial<MemberView>): MemberView[] {
  return table.members.map((member) => (member.id === id ? { ...member, ...change } : member));
}

function seated(table: TableView, id: number, side: Side): MemberView[] {
  return table.members.map((member) =>
    member.id === id && !member.seats.includes(side)
      ? { ...member, seats: [...member.seats, side], presence: "online" }
      : member,
  );
}

function unseated(table: TableView, id: number, side: Side): MemberView[] {
  return table.members.map((member) =>
    member.id === id
      ? { ...member, seats: member.seats.filter((seat) => seat !== side), ready: false }
      : member,
  );
}
