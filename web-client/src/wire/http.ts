/** The HTTP routes of the server, one function each. A route answers with its body, or with why not. */

import { decodeProblem } from "./decode.ts";
import type {
  GameInfo,
  LobbyRow,
  MyGame,
  Refusal,
  RoomOpened,
  RoomRequest,
  Session,
  SessionRequest,
  Ticket,
  TicketRequest,
} from "./generated/protocol.ts";

export type Outcome<Body> =
  | { readonly ok: true; readonly body: Body }
  /** The server said no, and why; null when nothing that could be understood came back. */
  | { readonly ok: false; readonly refusal: Refusal | null };

export const http = {
  session: () => ask<Session>("GET", "/api/session"),
  enter: (body: SessionRequest) => ask<Session>("POST", "/api/session", body),
  games: () => ask<readonly GameInfo[]>("GET", "/api/games"),
  rooms: () => ask<readonly LobbyRow[]>("GET", "/api/rooms"),
  mine: () => ask<readonly MyGame[]>("GET", "/api/me/games"),
  open: (body: RoomRequest) => ask<RoomOpened>("POST", "/api/rooms", body),
  ticket: (body: TicketRequest) => ask<Ticket>("POST", "/api/ws-ticket", body),
};

async function ask<Body>(method: "GET" | "POST", path: string, body?: object): Promise<Outcome<Body>> {
  try {
    const response = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body ? { "content-type": "application/json" } : {},
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer: unknown = await response.json();
    if (response.ok) return { ok: true, body: answer as Body };
    return { ok: false, refusal: decodeProblem(answer) };
  } catch {
    return { ok: false, refusal: null };
  }
}
