/** The line that is begun before the page is there, with a socket and a server that do what the test says. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CLOSE } from "./generated/protocol.ts";
import type { LinkState } from "./socket.ts";

const ROOM = "under-the-tree";
const WELCOME = JSON.stringify({
  f: "welcome",
  proto: 1,
  build: "x",
  epoch: "e1",
  now: 0,
  role: { member: 1, seats: [], host: false },
  heads: {},
  resumed: false,
});

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];

  readyState = FakeSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  onclose: ((end: { code: number }) => void) | null = null;
  readonly sent: string[] = [];

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    if (this.readyState !== FakeSocket.OPEN) throw new Error("said on a line that is not open");
    this.sent.push(text);
  }
  /** By the page: whoever closes is not told of it within the test. */
  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  // ---- what the server does ----------------------------------------------------------------------

  opens(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  says(data: unknown): void {
    this.onmessage?.({ data });
  }
  ends(code: number): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }
  /** A browser tells of a failure first, and then of the end. */
  fails(): void {
    this.readyState = FakeSocket.CLOSING;
    this.onerror?.();
    this.ends(1006);
  }
}

type Answered = { readonly status: number; readonly body: object };
const refused = (status: number, code: string): Answered => ({ status, body: { status, refusal: { code } } });

/** What the two routes answer, as often as they are asked. */
class FakeRoutes {
  readonly asked: string[] = [];
  session: Answered = { status: 200, body: { name: "Amina" } };
  ticket: Answered = { status: 200, body: { ticket: "t1" } };

  fetch = async (path: string): Promise<Response> => {
    this.asked.push(path);
    const { status, body } = path === "/api/session" ? this.session : this.ticket;
    return new Response(JSON.stringify(body), { status });
  };
}

let routes: FakeRoutes;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  FakeSocket.all = [];
  routes = new FakeRoutes();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", routes.fetch);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("document", { hidden: false });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whatever was answered is heard. */
const settled = () => vi.advanceTimersByTimeAsync(0);

/** A page that went ahead, and whose code is not there yet. */
async function early(room = ROOM) {
  const wire = await import("./ahead.ts");
  wire.goAhead(room);
  const [socket] = FakeSocket.all;
  if (!socket) throw new Error("no line was begun");
  return { wire, socket };
}

/** The code of the page has come: its link to a room, as the page makes it. */
async function link(room = ROOM) {
  const { Link } = await import("./socket.ts");
  const { browser } = await import("./browser.ts");
  const states: LinkState[] = [];
  const frames: string[] = [];
  const one = new Link(room, browser, {
    state: (state) => states.push(state),
    frame: (frame) => frames.push(frame.f),
    resume: () => null,
    skew: () => undefined,
  });
  one.start();
  await settled();
  return { states, frames };
}

/** Who takes the line writes down what he is told, and when. */
function scribe() {
  const told: (string | number)[] = [];
  return {
    told,
    events: {
      open: () => told.push("open"),
      text: (text: string) => told.push(text),
      closed: (code: number) => told.push(code),
    },
  };
}

describe("a line that is begun ahead", () => {
  it("is gone on with: one socket, one greeting, every word once", async () => {
    const { socket } = await early();
    socket.opens();
    await settled();
    socket.says(WELCOME);
    const { states, frames } = await link();
    expect(FakeSocket.all).toHaveLength(1);
    expect(socket.sent.filter((text) => text.includes('"hello"'))).toHaveLength(1);
    expect(frames).toEqual(["welcome"]);
    expect(states.at(-1)).toEqual({ at: "open" });
    expect(routes.asked).toEqual(["/api/session", "/api/ws-ticket"]);
  });

  it("hands over what was said before in order, and before what comes", async () => {
    const { wire, socket } = await early();
    socket.opens();
    await settled();
    socket.says("one");
    socket.says(new ArrayBuffer(1));
    socket.says("two");
    const { told, events } = scribe();
    expect(wire.lineAhead(ROOM, events)).not.toBeNull();
    // Not before whoever takes it has it in his hands.
    expect(told).toEqual([]);
    await settled();
    socket.says("three");
    socket.ends(CLOSE.replaced);
    expect(told).toEqual(["one", "two", "three", CLOSE.replaced]);
    expect(wire.lineAhead(ROOM, events)).toBeNull();
  });

  it("that was closed for good stays closed: nobody opens a second one", async () => {
    const { socket } = await early();
    socket.opens();
    await settled();
    socket.ends(CLOSE.upgrade);
    const { states } = await link();
    expect(states.at(-1)).toEqual({ at: "closed", code: CLOSE.upgrade });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("hands over the last words before the end of a line, and the end once", async () => {
    const { wire, socket } = await early();
    socket.opens();
    await settled();
    socket.says("bye");
    socket.ends(CLOSE.draining);
    const { told, events } = scribe();
    wire.lineAhead(ROOM, events);
    await settled();
    expect(told).toEqual(["bye", CLOSE.draining]);
  });

  it("whose end is on its way when it is taken is ended for whoever took it", async () => {
    const { wire, socket } = await early();
    socket.opens();
    await settled();
    socket.readyState = FakeSocket.CLOSING;
    const { told, events } = scribe();
    expect(wire.lineAhead(ROOM, events)).not.toBeNull();
    await settled();
    socket.ends(CLOSE.banned);
    expect(told).toEqual([CLOSE.banned]);
  });

  it("that was lost is waited for as any other, and then begun anew", async () => {
    const { socket } = await early();
    socket.opens();
    await settled();
    socket.ends(CLOSE.draining);
    const { states } = await link();
    expect(states.at(-1)?.at).toBe("waiting");
    expect(FakeSocket.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("that failed before it was open ends once, and is begun anew with a ticket of its own", async () => {
    const { socket } = await early();
    await settled();
    socket.fails();
    const { states } = await link();
    expect(states.filter(({ at }) => at === "waiting")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(routes.asked).toEqual(["/api/session", "/api/ws-ticket", "/api/ws-ticket"]);
  });

  it("of another room is closed, and the wanted one is opened", async () => {
    const { socket } = await early();
    socket.opens();
    await settled();
    socket.says(WELCOME);
    const { frames } = await link("another");
    expect(socket.readyState).toBe(FakeSocket.CLOSED);
    expect(FakeSocket.all.map(({ url }) => url)).toEqual([`ws://here/ws/${ROOM}`, "ws://here/ws/another"]);
    expect(frames).toEqual([]);
  });

  it("on which too much was said is given up, and begun anew", async () => {
    const { socket } = await early();
    socket.opens();
    await settled();
    for (let word = 0; word <= 200; word++) socket.says(WELCOME);
    expect(socket.readyState).toBe(FakeSocket.CLOSED);
    // The browser tells of the end that the page itself wanted.
    socket.ends(1005);
    const { states, frames } = await link();
    expect(FakeSocket.all).toHaveLength(2);
    expect(states).toEqual([{ at: "connecting" }]);
    expect(frames).toEqual([]);
  });

  it("keeps as much as it may keep", async () => {
    const { wire, socket } = await early();
    socket.opens();
    await settled();
    for (let word = 0; word < 200; word++) socket.says(`${word}`);
    const { told, events } = scribe();
    wire.lineAhead(ROOM, events);
    await settled();
    expect(told).toHaveLength(200);
  });
});

describe("what is refused ahead", () => {
  it("is refused for good to the page that comes after: a ticket", async () => {
    routes.ticket = refused(403, "banned");
    const { socket } = await early();
    socket.opens();
    await settled();
    expect(socket.readyState).toBe(FakeSocket.CLOSED);
    expect(socket.sent).toEqual([]);
    socket.ends(1005);
    const { states } = await link();
    expect(states.at(-1)).toEqual({ at: "closed", code: CLOSE.banned });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(routes.asked).toEqual(["/api/session", "/api/ws-ticket"]);
  });

  it("is asked for again when that may help, and on a line of its own", async () => {
    routes.ticket = refused(503, "busy");
    const { socket } = await early();
    socket.opens();
    await settled();
    socket.ends(1005);
    const { states } = await link();
    expect(states.at(-1)?.at).toBe("waiting");
    routes.ticket = { status: 200, body: { ticket: "t2" } };
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.all[1]?.opens();
    expect(FakeSocket.all[1]?.sent[0]).toContain('"t2"');
    expect(socket.sent).toEqual([]);
  });

  it("costs no ticket: who is not known to the server yet is told so, and the line is closed", async () => {
    routes.session = refused(503, "busy");
    const { wire, socket } = await early();
    socket.opens();
    await settled();
    expect(socket.readyState).toBe(FakeSocket.CLOSED);
    expect(routes.asked).toEqual(["/api/session"]);
    expect(await wire.whoAhead()).toEqual({ ok: false, refusal: { code: "busy" } });
    // The page asks once more who the visitor is, and then for a ticket of his.
    const { states } = await link();
    expect(routes.asked).toEqual(["/api/session", "/api/ws-ticket"]);
    expect(states).toEqual([{ at: "connecting" }]);
    FakeSocket.all[1]?.opens();
    expect(FakeSocket.all[1]?.sent[0]).toContain('"t1"');
    expect(socket.sent).toEqual([]);
  });

  it("is told to who asks for the ticket before the answer is there", async () => {
    routes.session = refused(503, "busy");
    const { wire } = await early();
    expect(await wire.ticketAhead(ROOM)).toEqual({ ok: false, refusal: { code: "busy" } });
    expect(wire.lineAhead(ROOM, scribe().events)).toBeNull();
  });

  it("finds nobody greeted on a line that was taken before the answer", async () => {
    let answer: (ticket: Response) => void = () => undefined;
    vi.stubGlobal("fetch", (path: string) =>
      path === "/api/ws-ticket"
        ? new Promise<Response>((resolve) => {
            answer = resolve;
          })
        : routes.fetch(path),
    );
    const { wire, socket } = await early();
    socket.opens();
    await settled();
    expect(wire.lineAhead(ROOM, scribe().events)).toBeNull();
    expect(socket.readyState).toBe(FakeSocket.CLOSED);
    answer(new Response(JSON.stringify({ ticket: "t1" }), { status: 200 }));
    await settled();
    expect(socket.sent).toEqual([]);
  });
});
