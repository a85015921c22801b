/** The real world of a link: the browser's sockets, clock and chance. */

import { lineAhead, lineOf, tabAhead, ticketAhead } from "./ahead.ts";
import { http } from "./http.ts";
import { identity } from "./identity.ts";
import type { World } from "./socket.ts";

export const browser: World = {
  connect: (room, events) => lineAhead(room, events) ?? lineOf(room, events),
  ticket: (room) => ticketAhead(room) ?? http.ticket({ room }),
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  identity,
  tab: (room) => tabAhead(room) ?? identity(),
  chance: () => Math.random(),
  hidden: () => document.hidden,
};
