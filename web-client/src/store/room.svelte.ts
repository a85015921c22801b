/** One room, live: the link, the model, and the orders this page sends. Views read it and call it; no DOM in here. */

import { EMPTY, type Model } from "../state/model.ts";
import { reduce } from "../state/reduce.ts";
import type {
  Answer,
  At,
  Command,
  Position,
  Refusal,
  Resume,
  ServerFrame,
  Trace,
} from "../wire/generated/protocol.ts";
import { Link, type LinkState, type World } from "../wire/socket.ts";
import { build } from "./build.svelte.ts";
import { ticking } from "./ticker.svelte.ts";

export interface Story {
  readonly trace: Trace;
  readonly after: Position;
}

/** What a caller is told when an order failed; words are the view's. */
export type Failure = Refusal | "lost";

export class RoomStore {
  model = $state.raw<Model>(EMPTY);
  link = $state.raw<LinkState>({ at: "connecting" });
  /** The server said that it is about to stop. */
  draining = $state(false);
  #skew = $state(0);
  readonly #link: Link;
  readonly #stories = new Map<string, Promise<Story | null>>();

  constructor(
    readonly room: string,
    world: World,
  ) {
    this.#link = new Link(room, world, {
      state: (state) => {
        this.link = state;
        if (state.at === "open") this.draining = false;
      },
      frame: (frame) => this.#take(frame),
      resume: () => this.#resume(),
      skew: (skew) => {
        this.#skew = skew;
      },
    });
  }

  start(): void {
    this.#link.start();
  }

  stop(): void {
    this.#link.stop();
  }

  hurry(): void {
    this.#link.hurry();
  }

  /** The page goes, perhaps to come back. */
  rest(): void {
    this.#link.rest();
  }

  wake(): void {
    this.#link.wake();
  }

  /** The server's clock, ticking where it is read. */
  get now(): number {
    return ticking() + this.#skew;
  }

  /** The present as this page sees it: orders that depend on it carry it. */
  get at(): At | undefined {
    const game = this.model.table?.game;
    if (!game?.turn) return undefined;
    const { south, north } = game.takebacks;
    return { game: game.game, ply: game.turn.ply, tries: game.turn.tries, back: south + north };
  }

  /** Null when it was done. */
  async order(command: Command, at?: At): Promise<Failure | null> {
    return this.#heard(await this.#link.order(command, at));
  }

  /** Asks for the own part in the bets of this room. Null when it was told. */
  async askTicket(): Promise<Failure | null> {
    return this.#heard(await this.#link.order({ k: "ticket.get", d: {} }));
  }

  /** What a legal move would do, lap by lap. Asked once a move and turn. */
  story(move: string): Promise<Story | null> {
    const { at } = this;
    if (!at) return Promise.resolve(null);
    const key = `${at.game}/${at.ply}/${at.tries}/${at.back}/${move}`;
    const known = this.#stories.get(key);
    if (known) return known;
    if (this.#stories.size > 60) this.#stories.clear();
    const asked = this.#link.order({ k: "trace.get", d: { move } }, at).then((answer) => {
      const story = storyOf(answer);
      if (!story) this.#stories.delete(key);
      return story;
    });
    this.#stories.set(key, asked);
    return asked;
  }

  /** What an answer tells: why not, or how one's own bets stand now. */
  #heard(answer: Answer | null): Failure | null {
    if (!answer) return "lost";
    if (answer.type === "bet") this.#take({ ...answer, f: "ticket" });
    return answer.type === "err" ? answer.err : null;
  }

  #take(frame: ServerFrame): void {
    if (frame.f === "bye") this.draining = true;
    if (frame.f === "welcome") build.saw(frame.build);
    const { model, gap } = reduce(this.model, frame);
    this.model = model;
    if (gap) this.#link.resync();
  }

  #resume(): Resume | null {
    const { epoch, heads, table } = this.model;
    return epoch !== null && table ? { epoch, heads } : null;
  }
}

function storyOf(answer: Answer | null): Story | null {
  return answer?.type === "trace" ? { trace: answer.trace, after: answer.after } : null;
}
