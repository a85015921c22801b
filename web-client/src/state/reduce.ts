/**
 * Brings the model up to date with one frame of the server. Pure and exhaustive: an event kind that is added to
 * the protocol does not compile until it is told here what it means.
 */

import { known } from "../wire/decode.ts";
import {
  CHAT_KEPT,
  type Event,
  type MeView,
  REPORTS_KEPT,
  type Role,
  type ServerFrame,
  type Snapshot,
  type Stream,
  type TableView,
  type TicketView,
} from "../wire/generated/protocol.ts";
import { kept } from "./chat.ts";
import { quiet } from "./clock.ts";
import { EMPTY, type Model, NEWS_KEPT } from "./model.ts";
import { reduceTable } from "./table.ts";
import { reduceTeam } from "./team.ts";

/** What came of a frame: the new model, or the need for everything anew because a number is missing. */
export type Reduced = { readonly model: Model; readonly gap: boolean };

export function reduce(model: Model, frame: ServerFrame): Reduced {
  switch (frame.f) {
    case "welcome": {
      const resumed = frame.resumed && frame.epoch === model.epoch;
      // Of another life nothing is known by number; what is on the screen stays until it is told anew, so that
      // nobody loses the line he was writing.
      const base = resumed ? model : { ...model, heads: EMPTY.heads, undone: null };
      return whole({ ...withRole(base, frame.role), epoch: frame.epoch });
    }
    case "snap":
      return whole(reduceSnapshot(model, frame));
    case "events":
      return reduceEvents(model, frame.s, frame.n, frame.t, frame.e);
    case "legal":
      return whole({ ...model, legal: { game: frame.game, ply: frame.ply, moves: frame.moves } });
    case "crowd":
      return whole({ ...model, watching: frame.watching });
    case "market":
      return whole({ ...model, market: frame.market });
    case "ticket":
      return whole({ ...model, ticket: ticketOf(frame) });
    case "cheers": {
      const { south, north } = model.cheers;
      return whole({
        ...model,
        cheers: { south: south + frame.cheers.south, north: north + frame.cheers.north },
      });
    }
    case "role":
      return whole(withRole(model, { member: frame.member, seats: frame.seats, host: frame.host }));
    case "res":
    case "err":
    case "pong":
    case "bye":
      return whole(model);
    default:
      return frame satisfies never;
  }
}

function whole(model: Model): Reduced {
  return { model, gap: false };
}

/** Streams that one may no longer read are forgotten at once: what a side says is for those who sit there. */
function withRole(model: Model, role: Role): Model {
  const south = role.seats.includes("south");
  const north = role.seats.includes("north");
  const seated = south || north;
  return {
    ...model,
    role,
    teams: { south: south ? model.teams.south : null, north: north ? model.teams.north : null },
    stand: seated ? null : model.stand,
    market: seated ? null : model.market,
    ticket: seated ? null : model.ticket,
    heads: {
      ...model.heads,
      south: south ? model.heads.south : null,
      north: north ? model.heads.north : null,
      stand: seated ? null : model.heads.stand,
    },
  };
}

function ticketOf({ market, bar, wallet, stake, paid }: TicketView): TicketView {
  return { market, bar, wallet, stake, paid };
}

function reduceSnapshot(model: Model, snap: Snapshot): Model {
  switch (snap.s) {
    case "table":
      return { ...model, table: shown(snap.view), heads: { ...model.heads, table: snap.as_of } };
    case "team":
      return {
        ...model,
        teams: { ...model.teams, [snap.side]: snap.view },
        heads: { ...model.heads, [snap.side]: snap.as_of },
      };
    case "me":
      return { ...model, me: snap.view, heads: { ...model.heads, me: snap.as_of } };
    case "stand":
      return { ...model, stand: snap.view, heads: { ...model.heads, stand: snap.as_of } };
    default:
      return snap satisfies never;
  }
}

function shown(table: TableView): TableView {
  return table.game ? { ...table, game: { ...table.game, clock: quiet(table.game.clock) } } : table;
}

function reduceEvents(
  model: Model,
  stream: Stream,
  first: number,
  at: number,
  events: readonly Event[],
): Reduced {
  let next = model;
  for (const [index, event] of events.entries()) {
    const number = first + index;
    const head = next.heads[stream];
    // Seen already, or from before the snapshot that is on its way.
    if (head === null || number <= head) continue;
    if (number !== head + 1) return { model: next, gap: true };
    const heads = { ...next.heads, [stream]: number };
    next = known(event) ? { ...reduceEvent(next, stream, event, at), heads } : { ...next, heads };
  }
  return whole(next);
}

function reduceEvent(model: Model, stream: Stream, event: Event, at: number): Model {
  const id = (model.news.at(-1)?.id ?? 0) + 1;
  const told = { ...model, news: [...model.news, { id, stream, event }].slice(-NEWS_KEPT) };
  switch (stream) {
    case "table":
      return reduceTable(told, event, at);
    case "south":
    case "north": {
      const team = told.teams[stream];
      if (!team) return told;
      return { ...told, teams: { ...told.teams, [stream]: reduceTeam(team, event, at) } };
    }
    case "me":
      return told.me ? { ...told, me: reduceMe(told.me, event, at) } : told;
    case "stand":
      if (event.k !== "stand_said" || !told.stand) return told;
      return {
        ...told,
        stand: { chat: kept(told.stand.chat, { ...event.d, at }, CHAT_KEPT) },
      };
    default:
      return stream satisfies never;
  }
}

/** What one person sees of himself. */
function reduceMe(me: MeView, event: Event, at: number): MeView {
  switch (event.k) {
    case "done":
      return { ...me, member: event.d.member };
    case "voted": {
      const { side, ballot, move } = event.d;
      return { ...me, vote: { side, ballot, move } };
    }
    case "reported": {
      const { by, about, text } = event.d;
      return { ...me, reports: [...me.reports, { by, about, at, text }].slice(-REPORTS_KEPT) };
    }
    default:
      return me;
  }
}
