/**
 * What the server said of lines of moves, kept: it always says the same of the same line. A line is known by its
 * game, where it begins, and its moves. The route is given, so that a test can answer in its place.
 */

import type { Outcome } from "../wire/ask.ts";
import type {
  AnalysedMove,
  AnalysisRequest,
  GameChoice,
  Position,
  AnalysisReply as Reply,
} from "../wire/generated/protocol.ts";

export interface Line {
  readonly game: GameChoice;
  /** As text; null for the opening. */
  readonly from: string | null;
  readonly moves: readonly string[];
}

/** What the engine found. */
export type Found = Exclude<Reply["analysis"], null>;

type Ask = (request: AnalysisRequest) => Promise<Outcome<Reply>>;

/** Lines that are kept; the oldest go first. */
const KEPT = 2000;

export class Lines {
  readonly #replies = new Kept<Reply>();
  readonly #stories = new Kept<AnalysedMove>();
  readonly #starts = new Kept<Position>();
  readonly #found = new Kept<Found>();
  readonly #coming = new Map<string, Promise<Outcome<Reply>>>();

  constructor(private readonly ask: Ask) {}

  /** Where a line leads and what may follow, if it was asked for before. */
  reply(line: Line): Reply | null {
    return this.#replies.get(keyOf(line));
  }

  /** The last move of a line with its story. */
  story(line: Line): AnalysedMove | null {
    return this.#stories.get(keyOf(line));
  }

  /** The position at the end of a line, also where nobody asked yet what may follow. */
  position(line: Line): Position | null {
    if (line.moves.length === 0) return this.#starts.get(keyOf(line));
    return this.story(line)?.after ?? this.reply(line)?.position ?? null;
  }

  found(line: Line): Found | null {
    return this.#found.get(keyOf(line));
  }

  /** Asks once for each line, and for the stories of all its moves that are not known. */
  async look(line: Line): Promise<Outcome<Reply>> {
    const key = keyOf(line);
    const kept = this.#replies.get(key);
    if (kept) return { ok: true, body: kept };
    const coming = this.#coming.get(key) ?? this.#look(line, 0).finally(() => this.#coming.delete(key));
    this.#coming.set(key, coming);
    return coming;
  }

  /** Has the engine look from the end of a line, for that many lines of play. */
  async search(line: Line, lines: number): Promise<Outcome<Reply>> {
    const answer = await this.#look(line, lines);
    if (!answer.ok || answer.body.fault) return answer;
    // What is kept back now may be told later.
    if (answer.body.analysis) this.#found.put(keyOf(line), answer.body.analysis);
    return answer;
  }

  async #look(line: Line, lines: number): Promise<Outcome<Reply>> {
    const { game, from, moves } = line;
    const tell = moves.length - this.#toldOf(line);
    const answer = await this.ask({ game, from, moves: moves.join(" "), tell, lines });
    if (answer.ok) this.#keep(line, answer.body);
    return answer;
  }

  /** How many moves of the line, from the first, have a story. */
  #toldOf({ game, from, moves }: Line): number {
    const first = moves.findIndex((_, ply) => !this.story({ game, from, moves: moves.slice(0, ply + 1) }));
    return first === -1 ? moves.length : first;
  }

  #keep(line: Line, reply: Reply): void {
    const { game, from, moves } = line;
    this.#starts.put(keyOf({ game, from, moves: [] }), reply.start);
    const untold = reply.moves.length - reply.told.length;
    for (const [index, told] of reply.told.entries()) {
      const plies = untold + index + 1;
      this.#stories.put(keyOf({ game, from, moves: moves.slice(0, plies) }), told);
      // The same under the names that the server has for the moves.
      this.#stories.put(keyOf({ game, from, moves: reply.moves.slice(0, plies) }), told);
    }
    if (!reply.fault) {
      this.#replies.put(keyOf(line), reply);
      this.#replies.put(keyOf({ game, from, moves: reply.moves }), reply);
    }
  }
}

function keyOf({ game, from, moves }: Line): string {
  return `${game.preset} ${game.pits} ${game.seeds_per_pit} ${from ?? ""}|${moves.join(" ")}`;
}

class Kept<Value> {
  readonly #values = new Map<string, Value>();

  get(key: string): Value | null {
    return this.#values.get(key) ?? null;
  }

  /** What came first stays: whoever draws it need not draw it anew. */
  put(key: string, value: Value): void {
    if (this.#values.has(key)) return;
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > KEPT && oldest !== undefined) this.#values.delete(oldest);
  }
}
