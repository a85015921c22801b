/** A person without a page: the bare line to a room, and what its frames fold to. For recordings. */

import type { Page } from "@playwright/test";
import { EMPTY, type Model } from "../src/state/model.ts";
import { reduce } from "../src/state/reduce.ts";
import { decodeFrame } from "../src/wire/decode.ts";
import {
  type Answer,
  type Command,
  type MotionKind,
  type MotionView,
  PROTO_MINOR,
  type Query,
  type ServerFrame,
  type Side,
  SUBPROTOCOL,
} from "../src/wire/generated/protocol.ts";
import { expect } from "./world.ts";

/** Kinds of frames that the views are made of. The others are answers, or count only while they are new. */
const KEPT: readonly ServerFrame["f"][] = ["welcome", "snap", "events", "role"];

export class Line {
  model: Model = EMPTY;
  readonly frames: ServerFrame[] = [];
  readonly #answers = new Map<string, Answer>();

  private constructor(private readonly page: Page) {
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => this.#hear(String(payload))),
    );
  }

  /** The page only lends its origin, its cookie and its socket. */
  static async of(page: Page, room: string): Promise<Line> {
    const line = new Line(page);
    await page.goto("/nothing-here");
    await line.connects(room);
    return line;
  }

  async connects(room: string): Promise<void> {
    const answer = await this.page.request.post("/api/ws-ticket", { data: { room } });
    const { ticket }: { ticket: string } = await answer.json();
    const hello = JSON.stringify({ k: "hello", d: { proto: PROTO_MINOR, ticket, tab: crypto.randomUUID() } });
    const before = this.frames.length;
    await this.page.evaluate(
      ({ room, hello, protocol }) => {
        const socket = new WebSocket(`ws://${location.host}/ws/${room}`, protocol);
        socket.addEventListener("open", () => socket.send(hello));
        (window as unknown as { line: WebSocket }).line = socket;
      },
      { room, hello, protocol: SUBPROTOCOL },
    );
    await this.until(() => this.frames.slice(before).some((frame) => frame.f === "snap" && frame.s === "me"));
  }

  async hangsUp(): Promise<void> {
    await this.page.evaluate(() => (window as unknown as { line: WebSocket }).line.close());
  }

  /** Asks until the server has time for it, and waits for the answer. */
  async asks(what: Command | Query): Promise<void> {
    const c = crypto.randomUUID();
    const text = JSON.stringify({ c, ...what, ...(this.#present(what) ?? {}) });
    await this.page.evaluate((text) => (window as unknown as { line: WebSocket }).line.send(text), text);
    await this.until(() => this.#answers.has(c));
    const answer = this.#answers.get(c);
    if (answer?.type !== "err") return;
    if (answer.err.code !== "rate_limited") throw new Error(`${what.k}: ${JSON.stringify(answer.err)}`);
    const again = Date.now() + answer.err.wait_ms;
    await this.until(() => Date.now() > again);
    await this.asks(what);
  }

  /** Everything anew: the snapshots that the fold is held against. */
  async looksAnew(): Promise<void> {
    await this.asks({ k: "resync", d: {} });
  }

  async until(condition: (model: Model) => boolean): Promise<void> {
    await expect.poll(() => condition(this.model), { timeout: 60_000, intervals: [20] }).toBe(true);
  }

  get me(): number {
    return this.model.role.member ?? -1;
  }

  get side(): Side {
    return this.model.role.seats[0] ?? "south";
  }

  get ballot() {
    return this.model.teams[this.side]?.ballot ?? null;
  }

  get turn() {
    return this.model.table?.game?.turn ?? null;
  }

  get holdsHand(): boolean {
    return this.model.table?.game?.hands[this.side] === this.me;
  }

  async votes(move: string): Promise<void> {
    const ballot = this.ballot?.ballot ?? 0;
    await this.asks({ k: "vote.set", d: { ballot, move } });
  }

  async proposes(move: string, note: string): Promise<void> {
    const ballot = this.ballot?.ballot ?? 0;
    await this.asks({ k: "proposal.add", d: { ballot, move, note } });
  }

  /** What the own side is asked, of a kind. */
  asked(what: MotionKind): MotionView | null {
    const motions = this.model.teams[this.side]?.motions ?? [];
    return motions.find((one) => one.what.type === what) ?? null;
  }

  /** Answers what the own side is asked, once it is. */
  async answers(what: MotionKind, yes: boolean | null): Promise<void> {
    await this.until(() => this.asked(what) !== null);
    await this.asks({ k: "motion.vote", d: { motion: this.asked(what)?.motion ?? 0, yes } });
  }

  #present(what: Command | Query) {
    const game = this.model.table?.game;
    if (!game?.turn || what.k === "resync") return null;
    const { south, north } = game.takebacks;
    return { at: { game: game.game, ply: game.turn.ply, tries: game.turn.tries, back: south + north } };
  }

  #hear(text: string): void {
    const frame = decodeFrame(text);
    if (!frame) return;
    if (frame.f === "res") {
      this.#answers.set(frame.c, frame.a);
    }
    const { model, gap } = reduce(this.model, frame);
    if (gap) throw new Error(`a number is missing before ${text.slice(0, 200)}`);
    this.model = model;
    if (KEPT.includes(frame.f)) this.frames.push(frame);
  }
}
