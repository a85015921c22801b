/**
 * The line to one room: connects, says hello, goes on from where the streams were left, and keeps every order until
 * it is answered. An order is sent again with the same identity after every loss, so it is carried out once.
 *
 * Knows frames and time, not games. Line, clock and ticket are given, so a test can hold them.
 */

import type { Outcome } from "./ask.ts";
import { decodeFrame } from "./decode.ts";
import {
  type Answer,
  type At,
  CLOSE,
  type Command,
  FINAL_CLOSE,
  type Hello,
  PROTO_MINOR,
  type Query,
  type Refusal,
  type Resume,
  type ServerFrame,
} from "./generated/protocol.ts";

/** One WebSocket, or what stands for it. */
export interface Line {
  send(text: string): void;
  close(): void;
}

export interface LineEvents {
  open(): void;
  text(text: string): void;
  closed(code: number): void;
}

export interface World {
  connect(room: string, events: LineEvents): Line;
  ticket(room: string): Promise<Outcome<{ readonly ticket: string }>>;
  now(): number;
  after(milliseconds: number, run: () => void): () => void;
  identity(): string;
  /** What this page is called towards a room. */
  tab(room: string): string;
  /** In [0, 1): spreads the return of many pages over time. */
  chance(): number;
  /** Whether nobody looks at the page: browsers slow the timers of such pages down. */
  hidden(): boolean;
}

export type LinkState =
  | { readonly at: "connecting" }
  | { readonly at: "open" }
  | { readonly at: "waiting"; readonly until: number }
  /** For good, until somebody asks for it. */
  | { readonly at: "closed"; readonly code: number };

export interface LinkListener {
  state(state: LinkState): void;
  frame(frame: ServerFrame): void;
  /** Where the streams were left. */
  resume(): Resume | null;
  /** Server time minus our time, in milliseconds. */
  skew(milliseconds: number): void;
}

interface Pending {
  readonly text: string;
  /** How often it may still be put off. */
  patience: number;
  readonly answer: (answer: Answer | null) => void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** How long it may take from the ticket to the welcome. */
const WELCOME_MS = 12_000;
const PING_MS = 10_000;
/** Silence after which a line counts as dead, though nobody closed it. */
const DEAD_MS = 25_000;
/** How often it is looked whether time went on without us. */
const WATCH_MS = 2_000;
/** Time that passed unseen by a timer: the machine slept, or the page was put away. */
const SLEPT_MS = 10_000;
/** How long a line that may be dead is given to answer. */
const PROBE_MS = 1_500;
/** When a server that had no time is asked again. */
const BUSY_MS = 1_000;
const MOST_PENDING = 100;
/** Who is a little too fast is not told so: what he asked for waits that long, and no more often than that. */
const SHORT_WAIT_MS = 1_000;
const PATIENCE = 5;

export class Link {
  readonly #pending = new Map<string, Pending>();
  readonly #tab: string;
  #line: Line | null = null;
  #state: LinkState = { at: "connecting" };
  #attempts = 0;
  #retryAfter = 0;
  #heard = 0;
  #cancelTimer: () => void = () => undefined;
  #cancelWatch: () => void = () => undefined;
  #cancelProbe: () => void = () => undefined;
  #cancelResync: () => void = () => undefined;
  #watched = 0;
  #resting = false;
  #round = 0;
  #stopped = false;
  #resyncing = false;

  constructor(
    private readonly room: string,
    private readonly world: World,
    private readonly listener: LinkListener,
  ) {
    this.#tab = world.tab(room);
  }

  start(): void {
    this.#stopped = false;
    void this.#connect();
  }

  /** Leaves for good. Orders without an answer are answered with nothing. */
  stop(): void {
    this.#stopped = true;
    this.#farewell();
    this.#drop();
    this.#abandon();
  }

  /**
   * The page goes, perhaps to come back: says good-bye, so that nobody is waited for longer than a page takes to be
   * loaded again. Orders are kept.
   */
  rest(): void {
    if (this.#stopped || this.#state.at === "closed") return;
    this.#farewell();
    this.#drop();
    this.#resting = true;
    this.#set({ at: "connecting" });
  }

  /** Tries at once instead of waiting, and looks whether an open line still lives; for a page that came into view. */
  hurry(): void {
    if (this.#stopped) return;
    if (this.#state.at === "waiting" || this.#resting) void this.#connect();
    else if (this.#state.at === "open") {
      this.#watched = this.world.now();
      this.#probe();
    }
  }

  /** Connects anew at once, whatever the line looks like; for a machine or a page that slept, and another network. */
  wake(): void {
    if (!this.#stopped && this.#state.at !== "closed") void this.#connect();
  }

  /** Null when it will never be known. */
  order(what: Command | Query, at?: At): Promise<Answer | null> {
    if (this.#state.at === "closed" || this.#pending.size >= MOST_PENDING) return Promise.resolve(null);
    const c = this.world.identity();
    const text = JSON.stringify({ c, ...what, ...(at ? { at } : {}) });
    return new Promise((answer) => {
      // Everything anew is asked for again elsewhere.
      this.#pending.set(c, { text, answer, patience: what.k === "resync" ? 0 : PATIENCE });
      if (this.#state.at === "open") this.#line?.send(text);
    });
  }

  /** Everything anew, because a number is missing. Asked until it is granted, and once at a time. */
  resync(): void {
    if (this.#resyncing) return;
    this.#resyncing = true;
    void this.order({ k: "resync", d: {} }).then((answer) => {
      const wait = answer?.type === "err" ? againIn(answer.err) : null;
      if (wait === null || this.#state.at !== "open") this.#resyncing = false;
      else this.#resyncIn(wait);
    });
  }

  #resyncIn(wait: number): void {
    const cancel = this.world.after(wait, () => {
      this.#cancelResync();
      this.resync();
    });
    this.#cancelResync = () => {
      cancel();
      this.#resyncing = false;
      this.#cancelResync = () => undefined;
    };
  }

  get waiting(): number {
    return this.#pending.size;
  }

  // ---- one connection after the other ------------------------------------------------------------

  async #connect(): Promise<void> {
    this.#drop();
    this.#resting = false;
    const round = ++this.#round;
    this.#set({ at: "connecting" });
    // A line may also freeze before anybody has said a word on it.
    this.#cancelTimer = this.world.after(WELCOME_MS, () => {
      this.#drop();
      this.#wait();
    });
    const answer = await this.world.ticket(this.room);
    if (this.#stopped || round !== this.#round) return;
    if (!answer.ok) {
      const final = closeOf(answer.refusal?.code);
      if (final === null) this.#wait();
      else this.#close(final);
      return;
    }
    const { ticket } = answer.body;
    const mine = (run: () => void) => () => {
      if (round === this.#round) run();
    };
    this.#line = this.world.connect(this.room, {
      open: mine(() => this.#hello(ticket)),
      text: (text) => mine(() => this.#hear(text))(),
      closed: (code) => mine(() => this.#lost(code))(),
    });
    this.#heard = this.world.now();
  }

  #hello(ticket: string): void {
    const resume = this.listener.resume();
    const hello: Hello = { proto: PROTO_MINOR, ticket, tab: this.#tab, resume };
    const { resume: _, ...fresh } = hello;
    this.#line?.send(JSON.stringify({ k: "hello", d: resume ? hello : fresh }));
  }

  #hear(text: string): void {
    this.#heard = this.world.now();
    let frame: ServerFrame | null;
    try {
      frame = decodeFrame(text);
    } catch {
      // What cannot be read may have been an event: only everything anew makes sure.
      this.resync();
      return;
    }
    if (!frame) return;
    switch (frame.f) {
      case "welcome":
        this.#cancelTimer();
        this.#attempts = 0;
        this.#retryAfter = 0;
        this.listener.skew(frame.now - this.world.now());
        this.#set({ at: "open" });
        this.listener.frame(frame);
        for (const { text: order } of this.#pending.values()) this.#line?.send(order);
        this.#beat();
        this.#watched = this.world.now();
        this.#watch();
        return;
      case "res": {
        const pending = this.#pending.get(frame.c);
        if (pending && this.#putOff(frame.c, pending, frame.a)) return;
        this.#pending.delete(frame.c);
        pending?.answer(frame.a);
        return;
      }
      case "pong": {
        const now = this.world.now();
        this.listener.skew(frame.now - (frame.t + now) / 2);
        return;
      }
      case "bye":
        this.#retryAfter = frame.retry_after_ms;
        this.listener.frame(frame);
        return;
      case "snap":
      case "events":
      case "err":
      case "legal":
      case "crowd":
      case "market":
      case "ticket":
      case "cheers":
      case "role":
        this.listener.frame(frame);
        return;
      default:
        frame satisfies never;
    }
  }

  /** Whether it will be sent again in a moment. A line that comes later sends it as everything else. */
  #putOff(c: string, pending: Pending, answer: Answer): boolean {
    if (answer.type !== "err" || answer.err.code !== "rate_limited") return false;
    if (answer.err.wait_ms > SHORT_WAIT_MS || pending.patience === 0) return false;
    pending.patience -= 1;
    this.world.after(answer.err.wait_ms, () => {
      if (this.#state.at === "open" && this.#pending.has(c)) this.#line?.send(pending.text);
    });
    return true;
  }

  /** A ping now and then; silence for too long is a loss. */
  #beat(): void {
    this.#cancelTimer = this.world.after(PING_MS, () => {
      if (this.#state.at !== "open") return;
      if (this.world.now() - this.#heard > DEAD_MS) this.#probe();
      else this.#ping();
      this.#beat();
    });
  }

  #ping(): void {
    this.#line?.send(JSON.stringify({ k: "ping", d: { t: Math.round(this.world.now()) } }));
  }

  /** A line that does not answer now is lost. */
  #probe(): void {
    const asked = this.world.now();
    this.#ping();
    this.#cancelProbe();
    this.#cancelProbe = this.world.after(PROBE_MS, () => {
      if (this.#state.at === "open" && this.#heard < asked) void this.#connect();
    });
  }

  /**
   * Time that no timer saw is sleep: of the machine, and then the line is dead, though neither end knows; or of a
   * page that nobody looks at, and then it mostly lives.
   */
  #watch(): void {
    this.#cancelWatch = this.world.after(WATCH_MS, () => {
      if (this.#state.at !== "open") return;
      const now = this.world.now();
      const slept = now - this.#watched - WATCH_MS > SLEPT_MS;
      this.#watched = now;
      if (slept && !this.world.hidden()) {
        void this.#connect();
        return;
      }
      if (slept) this.#probe();
      this.#watch();
    });
  }

  #farewell(): void {
    if (this.#state.at === "open") this.#line?.send(JSON.stringify({ k: "bye", d: {} }));
  }

  #lost(code: number): void {
    this.#drop();
    if (this.#stopped) return;
    if (FINAL_CLOSE.includes(code)) this.#close(code);
    else this.#wait();
  }

  #wait(): void {
    this.#cancelTimer();
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#attempts);
    this.#attempts += 1;
    // Between half and all of it, so that a room does not come back in one moment.
    const spread = longest * (0.5 + this.world.chance() / 2);
    const wait = Math.max(spread, this.#retryAfter);
    this.#retryAfter = 0;
    this.#set({ at: "waiting", until: this.world.now() + wait });
    this.#cancelTimer = this.world.after(wait, () => void this.#connect());
  }

  #close(code: number): void {
    this.#drop();
    this.#set({ at: "closed", code });
    this.#abandon();
  }

  #drop(): void {
    this.#round += 1;
    this.#cancelTimer();
    this.#cancelTimer = () => undefined;
    this.#cancelWatch();
    this.#cancelProbe();
    // Where the streams were left, the next line goes on: nothing is missing then.
    this.#cancelResync();
    this.#line?.close();
    this.#line = null;
  }

  #abandon(): void {
    for (const { answer } of this.#pending.values()) answer(null);
    this.#pending.clear();
  }

  #set(state: LinkState): void {
    this.#state = state;
    this.listener.state(state);
  }
}

/** When what was refused now would be granted; null for what stays refused. */
function againIn(refusal: Refusal): number | null {
  switch (refusal.code) {
    case "rate_limited":
      return refusal.wait_ms;
    case "busy":
      return BUSY_MS;
    default:
      return null;
  }
}

/** Refusals of a ticket that no second try would change. */
function closeOf(code: string | undefined): number | null {
  switch (code) {
    case "no_room":
      return CLOSE.no_room;
    case "unauthorized":
      return CLOSE.unauthorized;
    case "banned":
      return CLOSE.banned;
    case "upgrade_required":
      return CLOSE.upgrade;
    default:
      return null;
  }
}
