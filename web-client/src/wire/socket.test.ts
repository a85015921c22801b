import { describe, expect, it } from "vitest";
import type { Outcome } from "./ask.ts";
import { type Answer, PROTO_MINOR, type Resume, type ServerFrame } from "./generated/protocol.ts";
import { type LineEvents, Link, type LinkState, type World } from "./socket.ts";

const OK: Answer = { type: "ok" };

/** A server and a clock that do what the test says. */
class FakeWorld implements World {
  time = 1_000_000;
  tickets: Outcome<{ ticket: string }>[] = [];
  readonly lines: { events: LineEvents; sent: string[]; open: boolean }[] = [];
  readonly #timers = new Set<{ at: number; run: () => void }>();
  #ids = 0;

  connect(_room: string, events: LineEvents) {
    const line = { events, sent: [] as string[], open: true };
    this.lines.push(line);
    return {
      send: (text: string) => line.sent.push(text),
      close: () => {
        line.open = false;
      },
    };
  }
  async ticket() {
    return this.tickets.shift() ?? { ok: true as const, body: { ticket: `t${this.lines.length + 1}` } };
  }
  now() {
    return this.time;
  }
  after(milliseconds: number, run: () => void) {
    const timer = { at: this.time + milliseconds, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
  identity() {
    return `id${this.#ids++}`;
  }
  tab() {
    return this.identity();
  }
  chance() {
    return 1;
  }
  unseen = false;
  hidden() {
    return this.unseen;
  }

  get line() {
    const line = this.lines.at(-1);
    if (!line) throw new Error("no line was opened");
    return line;
  }
  sent(index = this.lines.length - 1): { k: string; c?: string; d: Record<string, unknown> }[] {
    return (this.lines[index]?.sent ?? []).map((text) => JSON.parse(text));
  }
  say(frame: object) {
    this.line.events.text(JSON.stringify(frame));
  }
  async pass(milliseconds: number) {
    const until = this.time + milliseconds;
    for (;;) {
      const [due] = [...this.#timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at);
      if (!due) break;
      this.#timers.delete(due);
      // A timer of a sleeping machine is late.
      this.time = Math.max(this.time, due.at);
      due.run();
      await settled();
    }
    this.time = until;
  }
  get timers() {
    return this.#timers.size;
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

async function linked() {
  const world = new FakeWorld();
  const states: LinkState[] = [];
  const frames: ServerFrame[] = [];
  const skews: number[] = [];
  const left: { resume: Resume | null } = { resume: null };
  const link = new Link("room", world, {
    state: (state) => states.push(state),
    frame: (frame) => frames.push(frame),
    resume: () => left.resume,
    skew: (skew) => skews.push(skew),
  });
  link.start();
  await settled();
  const enter = () => {
    world.line.events.open();
    world.say({
      f: "welcome",
      proto: PROTO_MINOR,
      build: "x",
      epoch: "e1",
      now: world.time + 500,
      role: { member: 1, seats: [], host: false },
      heads: {},
      resumed: false,
    });
  };
  return { world, link, states, frames, skews, left, enter, state: () => states.at(-1) };
}

describe("the link", () => {
  it("says hello with a fresh ticket and is open after the welcome", async () => {
    const { world, enter, state, skews } = await linked();
    enter();
    expect(world.sent()[0]).toMatchObject({
      k: "hello",
      d: { proto: PROTO_MINOR, ticket: "t1", tab: "id0" },
    });
    expect(world.sent()[0]?.d).not.toHaveProperty("resume");
    expect(state()).toEqual({ at: "open" });
    expect(skews).toEqual([500]);
  });

  it("goes on from where the streams were left", async () => {
    const { world, enter, left } = await linked();
    enter();
    left.resume = { epoch: "e1", heads: { table: 17, south: null, north: null, me: 3, stand: null } };
    world.line.events.closed(1006);
    await world.pass(500);
    world.line.events.open();
    expect(world.sent()[0]?.d.resume).toEqual(left.resume);
  });

  it("sends an order again with the same identity until it is answered, once", async () => {
    const { world, link, enter } = await linked();
    enter();
    const answers: (Answer | null)[] = [];
    void link.order({ k: "ready.set", d: { on: true } }).then((answer) => answers.push(answer));
    const first = world.sent().at(-1);
    world.line.events.closed(1006);
    await world.pass(500);
    enter();
    const again = world.sent().filter((frame) => frame.k === "ready.set");
    expect(again).toEqual([first]);
    world.say({ f: "res", c: first?.c, a: OK });
    world.say({ f: "res", c: first?.c, a: OK });
    await settled();
    expect(answers).toEqual([OK]);
    expect(link.waiting).toBe(0);
  });

  it("keeps orders given while away and sends them after the welcome, not before", async () => {
    const { world, link, enter } = await linked();
    void link.order({ k: "ready.set", d: { on: true } });
    world.line.events.open();
    expect(world.sent().map((frame) => frame.k)).toEqual(["hello"]);
    enter();
    expect(world.sent().map((frame) => frame.k)).toEqual(["hello", "hello", "ready.set"]);
  });

  it("waits longer after each failure, up to a bound, and starts over after a success", async () => {
    const { world, state, enter } = await linked();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      world.line.events.closed(1006);
      const now = state();
      if (now?.at !== "waiting") throw new Error("it does not wait");
      waits.push(now.until - world.time);
      await world.pass(now.until - world.time);
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
    enter();
    world.line.events.closed(1006);
    const last = state();
    expect(last?.at === "waiting" && last.until - world.time).toBe(500);
  });

  it.each([4401, 4403, 4404, 4409, 4426])("stays away after %i", async (code) => {
    const { world, link, state, enter } = await linked();
    enter();
    const order = link.order({ k: "ready.set", d: { on: true } });
    world.line.events.closed(code);
    await world.pass(60_000);
    expect(state()).toEqual({ at: "closed", code });
    expect(world.lines).toHaveLength(1);
    expect(world.timers).toBe(0);
    expect(await order).toBeNull();
  });

  it("comes back after the time a restarting server asked for", async () => {
    const { world, state, enter } = await linked();
    enter();
    world.say({ f: "bye", retry_after_ms: 7000 });
    world.line.events.closed(1001);
    const now = state();
    expect(now?.at === "waiting" && now.until - world.time).toBe(7000);
  });

  it("closes for good when the ticket is refused because there is no such room", async () => {
    const world = new FakeWorld();
    world.tickets = [{ ok: false, refusal: { code: "no_room" } }];
    const states: LinkState[] = [];
    const link = new Link("room", world, {
      state: (state) => states.push(state),
      frame: () => undefined,
      resume: () => null,
      skew: () => undefined,
    });
    link.start();
    await settled();
    expect(states.at(-1)).toEqual({ at: "closed", code: 4404 });
    expect(world.lines).toHaveLength(0);
  });

  it("asks once for everything anew, however many gaps there are", async () => {
    const { world, link, enter } = await linked();
    enter();
    link.resync();
    link.resync();
    const asked = world.sent().filter((frame) => frame.k === "resync");
    expect(asked).toHaveLength(1);
    world.say({ f: "res", c: asked[0]?.c, a: OK });
    await settled();
    link.resync();
    expect(world.sent().filter((frame) => frame.k === "resync")).toHaveLength(2);
  });

  it("asks again for everything when it was too early, and not once more", async () => {
    const { world, link, enter } = await linked();
    enter();
    const asked = () => world.sent().filter((frame) => frame.k === "resync");
    link.resync();
    world.say({
      f: "res",
      c: asked()[0]?.c,
      a: { type: "err", err: { code: "rate_limited", wait_ms: 700 } },
    });
    await settled();
    link.resync();
    await world.pass(699);
    expect(asked()).toHaveLength(1);
    await world.pass(1);
    expect(asked()).toHaveLength(2);
    world.say({ f: "res", c: asked()[1]?.c, a: OK });
    await world.pass(9_000);
    expect(asked()).toHaveLength(2);
  });

  it("puts off what was asked a little too fast, as itself, and tells of what stays refused", async () => {
    const { world, link, enter } = await linked();
    enter();
    const laid = link.order({ k: "move.lay", d: { move: "3" } });
    const sent = () => world.sent().filter((frame) => frame.k === "move.lay");
    const tooFast = (wait_ms: number): Answer => ({
      type: "err",
      err: { code: "rate_limited", wait_ms },
      retry: "same",
    });
    const c = sent()[0]?.c;
    world.say({ f: "res", c, a: tooFast(200) });
    await world.pass(199);
    expect(sent()).toHaveLength(1);
    await world.pass(1);
    expect(sent()).toHaveLength(2);
    expect(sent()[1]).toEqual(sent()[0]);
    world.say({ f: "res", c, a: OK });
    expect(await laid).toEqual(OK);
    await world.pass(5_000);
    expect(sent()).toHaveLength(2);

    // A long wait is for the one who asks to know, and so is a short one again and again.
    const far = link.order({ k: "move.lay", d: { move: "4" } });
    world.say({ f: "res", c: sent()[2]?.c, a: tooFast(60_000) });
    expect(await far).toEqual(tooFast(60_000));
    const often = link.order({ k: "move.lay", d: { move: "5" } });
    for (let times = 0; times < 6; times++) {
      world.say({ f: "res", c: sent()[3]?.c, a: tooFast(100) });
      await world.pass(100);
    }
    expect(await often).toEqual(tooFast(100));
    expect(sent()).toHaveLength(9);
  });

  it("asks a new line for nothing that the old one refused", async () => {
    const { world, link, enter } = await linked();
    enter();
    link.resync();
    const [first] = world.sent().filter((frame) => frame.k === "resync");
    world.say({ f: "res", c: first?.c, a: { type: "err", err: { code: "busy" } } });
    await settled();
    world.line.events.closed(1006);
    await world.pass(500);
    enter();
    await world.pass(5_000);
    expect(world.sent().filter((frame) => frame.k === "resync")).toHaveLength(0);
    link.resync();
    expect(world.sent().filter((frame) => frame.k === "resync")).toHaveLength(1);
  });

  it("leaves a line that nobody welcomes it on, and tries again", async () => {
    const { world, state, enter } = await linked();
    world.line.events.open();
    await world.pass(11_999);
    expect(state()).toEqual({ at: "connecting" });
    await world.pass(1);
    expect(state()?.at).toBe("waiting");
    expect(world.lines[0]?.open).toBe(false);
    await world.pass(500);
    expect(world.lines).toHaveLength(2);
    enter();
    await world.pass(13_000);
    expect(world.lines).toHaveLength(2);
    expect(state()).toEqual({ at: "open" });
  });

  it("does not wait for a ticket for ever", async () => {
    const { world, link, state } = await linked();
    world.line.events.closed(1006);
    world.ticket = () => new Promise(() => undefined);
    link.hurry();
    await settled();
    await world.pass(12_000);
    expect(state()?.at).toBe("waiting");
  });

  it("asks for everything anew when it cannot read a frame", async () => {
    const { world, enter } = await linked();
    enter();
    world.line.events.text("{not json");
    expect(world.sent().at(-1)?.k).toBe("resync");
  });

  it("pings, measures the clock, and gives a silent line up", async () => {
    const { world, skews, enter, state } = await linked();
    enter();
    await world.pass(10_000);
    const ping = world.sent().at(-1);
    expect(ping?.k).toBe("ping");
    world.time += 100;
    world.say({ f: "pong", t: ping?.d.t, now: world.time - 50 + 2000 });
    expect(skews.at(-1)).toBe(2000);
    await world.pass(40_000);
    expect(world.lines[0]?.open).toBe(false);
    expect(state()?.at).not.toBe("open");
  });

  it("says good-bye when the page goes, and comes back at once to where it was", async () => {
    const { world, link, left, enter, state } = await linked();
    enter();
    left.resume = { epoch: "e1", heads: { table: 9, south: null, north: null, me: 1, stand: null } };
    const order = link.order({ k: "ready.set", d: { on: true } });
    link.rest();
    expect(world.sent(0).at(-1)).toEqual({ k: "bye", d: {} });
    expect(world.lines[0]?.open).toBe(false);
    await world.pass(60_000);
    expect(world.lines).toHaveLength(1);
    link.wake();
    await settled();
    enter();
    expect(world.sent(1)[0]?.d.resume).toEqual(left.resume);
    expect(world.sent(1).at(-1)?.k).toBe("ready.set");
    expect(state()).toEqual({ at: "open" });
    link.stop();
    expect(await order).toBeNull();
  });

  it("comes back from a rest when the page is seen again, though nobody called", async () => {
    const { world, link, enter } = await linked();
    enter();
    link.rest();
    link.hurry();
    await settled();
    expect(world.lines).toHaveLength(2);
  });

  it("says good-bye when the room is left for another page", async () => {
    const { world, link, enter } = await linked();
    enter();
    link.stop();
    expect(world.sent().at(-1)).toEqual({ k: "bye", d: {} });
    link.rest();
    expect(world.sent().filter((frame) => frame.k === "bye")).toHaveLength(1);
  });

  it("connects anew at once when the machine slept, and when the network is another one", async () => {
    const { world, link, enter, state } = await linked();
    enter();
    world.time += 30_000;
    await world.pass(2000);
    expect(world.lines).toHaveLength(2);
    expect(world.lines[0]?.open).toBe(false);
    enter();
    link.wake();
    await settled();
    expect(world.lines).toHaveLength(3);
    expect(state()).toEqual({ at: "connecting" });
  });

  it("keeps a line that answers, though the timers of a page that nobody looks at are late", async () => {
    const { world, enter, state } = await linked();
    enter();
    world.unseen = true;
    for (let minute = 0; minute < 3; minute++) {
      world.time += 58_000;
      await world.pass(0);
      const ping = world.sent().at(-1);
      expect(ping?.k).toBe("ping");
      world.say({ f: "pong", t: ping?.d.t, now: world.time });
      await world.pass(2000);
    }
    expect(world.lines).toHaveLength(1);
    expect(state()).toEqual({ at: "open" });
  });

  it("leaves a line that does not answer when the page is looked at again", async () => {
    const { world, link, enter } = await linked();
    enter();
    world.time += 5;
    link.hurry();
    await world.pass(1600);
    expect(world.lines).toHaveLength(2);
  });

  it("does not knock again where one may not enter", async () => {
    const { world, link, state } = await linked();
    world.line.events.closed(4403);
    link.hurry();
    link.wake();
    link.rest();
    await world.pass(60_000);
    expect(world.lines).toHaveLength(1);
    expect(state()).toEqual({ at: "closed", code: 4403 });
    const refused = new FakeWorld();
    refused.tickets = [{ ok: false, refusal: { code: "banned" } }];
    const seen: LinkState[] = [];
    const other = new Link("room", refused, {
      state: (now) => seen.push(now),
      frame: () => undefined,
      resume: () => null,
      skew: () => undefined,
    });
    other.start();
    await settled();
    expect(seen.at(-1)).toEqual({ at: "closed", code: 4403 });
  });

  it("hears nothing more from a line it has left", async () => {
    const { world, frames, enter } = await linked();
    enter();
    const old = world.line;
    old.events.closed(1006);
    await world.pass(500);
    const before = frames.length;
    old.events.text(JSON.stringify({ f: "crowd", watching: 3 }));
    expect(frames).toHaveLength(before);
  });

  it("goes quiet when it is stopped", async () => {
    const { world, link, enter } = await linked();
    enter();
    link.stop();
    await world.pass(60_000);
    expect(world.timers).toBe(0);
    expect(world.lines).toHaveLength(1);
    expect(world.line.open).toBe(false);
  });
});
