/** The real world of a link: the browser's sockets, clock and chance. */

import { SUBPROTOCOL } from "./generated/protocol.ts";
import { http } from "./http.ts";
import type { World } from "./socket.ts";

export const browser: World = {
  connect(room, events) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${room}`, SUBPROTOCOL);
    socket.addEventListener("open", () => events.open());
    socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string") events.text(data);
    });
    socket.addEventListener("close", ({ code }) => events.closed(code));
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => socket.close(),
    };
  },
  ticket: (room) => http.ticket({ room }),
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  identity,
  chance: () => Math.random(),
  hidden: () => document.hidden,
};

/** A random UUID. `crypto.randomUUID` exists on HTTPS only, and a server at home may have none. */
function identity(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const at = (index: number) => bytes[index] ?? 0;
  bytes[6] = (at(6) & 0x0f) | 0x40;
  bytes[8] = (at(8) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
