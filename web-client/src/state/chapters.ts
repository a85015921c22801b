/** The games of a story and their turns, as they come to light while it is told. Pure; `story.ts` asks it. */

import type { Side } from "../board/ring.ts";
import type { Event } from "../wire/generated/protocol.ts";
import type { Chapter, Point, Stood, Told, Turn } from "./story.ts";

interface Growing {
  about: Turn["about"];
  ply: number;
  side: Side | null;
  began: number;
  move: Stood | null;
  stood: number | null;
  withdrawn: number;
  undone: boolean;
  held: boolean;
  told: readonly Told[];
}

interface Game {
  match: number;
  game: number;
  turns: Growing[];
  result: Chapter["result"];
}

/** A span without a point. */
const NOWHERE = [0, -1] as const;

export class Chapters {
  readonly #games: Game[] = [];
  #before: readonly Told[] = [];
  /** A turn begins with the frame after the one that tells of it. */
  #next: Pick<Growing, "about" | "ply" | "side"> | null = null;
  #held = false;

  /** Whether a game has begun. */
  get begun(): boolean {
    return this.#games.length > 0;
  }

  /** Where a point belongs that is told now. */
  get place(): { readonly chapter: number; readonly turn: number } {
    return { chapter: this.#games.length - 1, turn: (this.#games.at(-1)?.turns.length ?? 0) - 1 };
  }

  /** To be told of a frame before its point is made: a game that begins opens a chapter. */
  opens(told: readonly Told[], at: number): void {
    const began = told.find(({ event }) => event.k === "game_began")?.event;
    if (began?.k !== "game_began") return;
    const match = this.#games.filter(({ game }) => game === 1).length;
    const { game } = began.d;
    this.#games.push({ match: game === 1 ? match + 1 : Math.max(1, match), game, turns: [], result: null });
    this.#next = { about: "before", ply: 0, side: null };
    this.#begin(at);
    this.#before = [];
  }

  /** To be told of a frame after its point was made; `points`: how many there are by now. */
  tells(told: readonly Told[], at: number, points: number): void {
    const game = this.#games.at(-1);
    if (!game) {
      this.#before = [...this.#before, ...told];
      return;
    }
    for (const { event } of told) this.#hear(game, event, points);
    this.#begin(at);
  }

  done(points: readonly Point[]): readonly Chapter[] {
    /** From which point to which, by game and by turn. */
    const spans = new Map<string, readonly [first: number, last: number]>();
    for (const [index, { chapter, turn }] of points.entries())
      for (const of of [`${chapter}`, `${chapter}/${turn}`])
        spans.set(of, [spans.get(of)?.[0] ?? index, index]);
    return this.#games.map(({ turns, ...game }, chapter) => {
      const [first, last] = spans.get(`${chapter}`) ?? NOWHERE;
      const spanned = turns.map((turn, index) => {
        const [first, last] = spans.get(`${chapter}/${index}`) ?? NOWHERE;
        return { ...turn, first, last };
      });
      return { ...game, first, last, turns: spanned };
    });
  }

  #hear(game: Game, event: Event, points: number): void {
    const turn = game.turns.at(-1);
    switch (event.k) {
      case "turn_began":
        this.#next = { about: "turn", ply: event.d.ply, side: event.d.side };
        return;
      case "game_ended":
        game.result = event.d.result;
        this.#next = { about: "after", ply: 0, side: null };
        return;
      case "stood":
        if (turn) {
          turn.move = event.d;
          turn.stood = points - 1;
        }
        return;
      case "withdrawn":
        if (turn) turn.withdrawn += 1;
        return;
      case "taken_back":
        for (const one of game.turns) if (one.move && one.ply >= event.d.ply) one.undone = true;
        return;
      case "held":
        this.#held = true;
        if (turn) turn.held = true;
        return;
      case "released":
        this.#held = event.d.still.length > 0;
        return;
      default:
    }
  }

  /** Goes over to the turn that was told of. */
  #begin(at: number): void {
    const game = this.#games.at(-1);
    if (!this.#next || !game) return;
    game.turns.push({
      ...this.#next,
      began: at,
      move: null,
      stood: null,
      withdrawn: 0,
      undone: false,
      held: this.#held,
      told: this.#next.about === "before" ? this.#before : [],
    });
    this.#next = null;
  }
}
