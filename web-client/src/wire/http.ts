/** The HTTP routes of lobby and rooms, one function each. A route answers with its body, or with why not. */

import { ask } from "./ask.ts";
import type {
  GameInfo,
  LobbyRow,
  MyGame,
  RoomOpened,
  RoomRequest,
  Session,
  SessionRequest,
  Ticket,
  TicketRequest,
} from "./generated/protocol.ts";

export const http = {
  session: () => ask<Session>("GET", "/api/session"),
  enter: (body: SessionRequest) => ask<Session>("POST", "/api/session", body),
  games: () => ask<readonly GameInfo[]>("GET", "/api/games"),
  rooms: () => ask<readonly LobbyRow[]>("GET", "/api/rooms"),
  mine: () => ask<readonly MyGame[]>("GET", "/api/me/games"),
  open: (body: RoomRequest) => ask<RoomOpened>("POST", "/api/rooms", body),
  ticket: (body: TicketRequest) => ask<Ticket>("POST", "/api/ws-ticket", body),
};
