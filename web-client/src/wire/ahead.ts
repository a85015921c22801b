/**
 * The line to a room, begun beside the code of its page and not after it: who comes by a link waits for the slower of
 * the two, not for both. The first link of the page goes on with it; if it came to nothing, that one begins anew.
 */

import { ask, type Outcome } from "./ask.ts";
import { PROTO_MINOR, type Session, SUBPROTOCOL, type Ticket } from "./generated/protocol.ts";
import { identity } from "./identity.ts";
import type { Line, LineEvents } from "./socket.ts";

/** What is kept for a page that is slow to come; a room that says more than that begins anew. */
const MOST_KEPT = 200;

interface Ahead {
  readonly room: string;
  readonly tab: string;
  readonly who: Promise<Outcome<Session>>;
  readonly ticket: Promise<Outcome<Ticket>>;
  readonly socket: WebSocket;
  /** What was said on the line so far, and with which code it was closed after that, if it was. */
  readonly kept: string[];
  closed: number | null;
  /**
   * A line that was greeted is gone on with, whatever became of it meanwhile. One that is given up was closed by us:
   * nobody is told of that.
   */
  at: "asking" | "greeted" | "given up";
  /** Whether the ticket was given to whoever asked for it. */
  ticketed: boolean;
}

let ahead: Ahead | null = null;

/** Called once, before anything else of the page is there. */
export function goAhead(room: string): void {
  const who = ask<Session>("POST", "/api/session", { name: null });
  // A ticket is given to those whom the server knows.
  const ticket = who.then((known) => (known.ok ? ask<Ticket>("POST", "/api/ws-ticket", { room }) : known));
  // The socket opens meanwhile: on a far line that takes as long as the two answers.
  const socket = socketOf(room);
  const line: Ahead = {
    room,
    tab: identity(),
    who,
    ticket,
    socket,
    kept: [],
    closed: null,
    at: "asking",
    ticketed: false,
  };
  ahead = line;
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") line.kept.push(data);
    if (line.kept.length > MOST_KEPT) giveUp(line);
  };
  socket.onclose = ({ code }) => {
    line.closed = code;
  };
  void ticket.then((answer) => {
    if (line.at !== "asking") return;
    if (answer.ok) greet(line, answer.body.ticket);
    else giveUp(line);
  });
  void who.then((known) => {
    // The page asks once more who the visitor is. A ticket for somebody unknown is no answer to what it asks then.
    if (!known.ok) line.ticketed = true;
  });
}

/** A line on which nothing has been said. */
export function lineOf(room: string, events: LineEvents): Line {
  const socket = socketOf(room);
  socket.onopen = () => events.open();
  return handed(socket, events);
}

function socketOf(room: string): WebSocket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/ws/${room}`, SUBPROTOCOL);
}

/** From now on all that comes is heard by whoever has the line. */
function handed(socket: WebSocket, events: LineEvents): Line {
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") events.text(data);
  };
  socket.onclose = ({ code }) => events.closed(code);
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
  };
}

function greet(line: Ahead, ticket: string): void {
  const { socket, tab } = line;
  const hello = { proto: PROTO_MINOR, ticket, tab };
  const say = () => socket.send(JSON.stringify({ k: "hello", d: hello }));
  line.at = "greeted";
  if (socket.readyState === WebSocket.OPEN) say();
  else socket.onopen = say;
}

/** Nothing of such a line reaches the page, which opens one of its own. */
function giveUp(line: Ahead): void {
  line.at = "given up";
  line.kept.length = 0;
  line.socket.onmessage = null;
  line.socket.onopen = null;
  line.socket.close();
}

/** Who the visitor is, if that was asked for already. */
export function whoAhead(): Promise<Outcome<Session>> | null {
  return ahead?.who ?? null;
}

/** The tab that was named in the greeting. */
export function tabAhead(room: string): string | null {
  return ahead?.room === room ? ahead.tab : null;
}

/** The ticket that was asked for already; given once. */
export function ticketAhead(room: string): Promise<Outcome<Ticket>> | null {
  if (ahead?.room !== room || ahead.ticketed) return null;
  ahead.ticketed = true;
  return ahead.ticket;
}

/**
 * Goes on with the line on which the greeting was said: all that happened on it so far is told in order and once, also
 * that it was closed, and why. Null when there is no such line.
 */
export function lineAhead(room: string, events: LineEvents): Line | null {
  const line = ahead;
  ahead = null;
  if (!line) return null;
  if (line.room !== room || line.at !== "greeted") {
    giveUp(line);
    return null;
  }
  const { kept, closed } = line;
  const taken = handed(line.socket, events);
  // What happened so far is heard as soon as whoever takes the line has it in his hands, and before what comes.
  queueMicrotask(() => {
    for (const text of kept) events.text(text);
    if (closed !== null) events.closed(closed);
    // The first words may have waited for a while: the clock is set by an answer that did not.
    else if (kept.length > 0) taken.send(JSON.stringify({ k: "ping", d: { t: Date.now() } }));
  });
  return taken;
}
