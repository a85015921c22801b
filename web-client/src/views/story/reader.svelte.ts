/** Where a reader is in a story, and whether it plays on. Views read it and call it; the board tells it when it moves. */

import type { Player } from "../../board/player.ts";
import { other, type Side } from "../../board/ring.ts";
import type { Model, Scene } from "../../state/model.ts";
import { type Chapter, type Point, Tale, type Turn } from "../../state/story.ts";
import type { ServerFrame } from "../../wire/generated/protocol.ts";

export const RATES = [0.5, 1, 2, 4] as const;
export type Rate = (typeof RATES)[number];

/** What is to be shown in motion: each has a number of its own, larger than that of the one before. */
export interface Shown {
  readonly id: number;
  readonly scene: Scene;
}

/** How the reader came to a point: whoever scrubs hears of it from the slider. */
export type Way = "step" | "jump" | "scrub" | "play";

/** How long a point is looked at before the story plays on, in milliseconds. */
const LOOK_MS = 1100;
const MOVE_MS = 700;
/** A move that is not shown in motion takes longer to be seen. */
const STILL_MS = 1800;
const TALK_MS = 900;
const LETTER_MS = 45;
const TALK_MOST_MS = 5000;

export class Reader {
  tale = $state.raw(Tale.of([]));
  index = $state(0);
  playing = $state(false);
  rate = $state<Rate>(1);
  viewer = $state<Side>("south");
  shown = $state.raw<Shown | null>(null);
  way = $state<Way>("jump");
  /** Whose lines this reader does not want to see. */
  hides = $state.raw<ReadonlySet<number>>(new Set());
  /** Seeds are on their way. */
  moving = $state(false);
  /** Held, stepped and turned back by the board's keys. */
  player: Player | null = null;
  #scenes = 0;

  readonly model: Model = $derived(this.tale.modelAt(this.index));
  readonly point: Point | null = $derived(this.tale.points[this.index] ?? null);
  readonly chapter: Chapter | null = $derived(this.tale.chapterAt(this.index));
  readonly turn: Turn | null = $derived(this.tale.turnAt(this.index));
  readonly atStart: boolean = $derived(this.index <= (this.chapter?.first ?? 0));
  readonly atEnd: boolean = $derived(this.index >= (this.chapter?.last ?? 0));

  /** Another story, looked at where an event of it is named, or from its beginning. */
  open(frames: readonly ServerFrame[], n: number | null): void {
    this.tale = Tale.of(frames);
    this.#go(n === null ? 0 : this.tale.pointAt(n), "jump");
  }

  /** The same story told further; the reader stays where he is. */
  grow(more: readonly ServerFrame[]): void {
    this.tale = this.tale.with(more);
  }

  seek(index: number, way: Way = "jump"): void {
    this.playing = false;
    this.#go(index, way);
  }

  forward(): void {
    this.playing = false;
    // Whoever steps on while seeds move wants to see where they come to lie.
    if (this.moving) this.player?.finish();
    else if (!this.atEnd) this.#go(this.index + 1, "step");
  }

  back(): void {
    this.playing = false;
    if (!this.atStart) this.#go(this.index - 1, "jump");
  }

  plyOn(): void {
    this.playing = false;
    this.#go(this.tale.plyFrom(this.index, 1), "step");
  }

  plyBack(): void {
    this.seek(this.tale.plyFrom(this.index, -1));
  }

  /** To where the move of a ply stood; to the beginning of the game for ply 0. */
  toPly(ply: number): void {
    const turns = this.chapter?.turns ?? [];
    // One that was taken back was played once more.
    const turn = turns.findLast((one) => one.ply === ply && one.stood !== null && !one.undone);
    this.seek(ply === 0 || !turn ? (this.chapter?.first ?? 0) : (turn.stood ?? 0));
  }

  toFirst(): void {
    this.seek(this.chapter?.first ?? 0);
  }

  toLast(): void {
    this.seek(this.chapter?.last ?? 0);
  }

  toChapter(number: number): void {
    const chapter = this.tale.chapters[number];
    if (chapter) this.seek(chapter.first);
  }

  toggle(): void {
    if (this.playing) {
      this.playing = false;
      this.player?.pause();
      return;
    }
    this.playing = true;
    this.player?.resume();
    if (this.moving) return;
    // From the beginning a game that began with a race shows it.
    if (this.atEnd || this.atStart) this.#go(this.chapter?.first ?? 0, "play");
  }

  faster(): void {
    this.rate = RATES[(RATES.indexOf(this.rate) + 1) % RATES.length] ?? 1;
  }

  flip(): void {
    this.viewer = other(this.viewer);
  }

  /** Plays on from where it stands, once that was looked at. To be run inside an effect. */
  run(still: boolean): () => void {
    if (!this.playing || this.moving || !this.point) return () => undefined;
    if (this.atEnd) {
      this.playing = false;
      return () => undefined;
    }
    const timer = setTimeout(() => this.#go(this.index + 1, "play"), lookOf(this.point, still) / this.rate);
    return () => clearTimeout(timer);
  }

  #go(index: number, way: Way): void {
    const most = this.tale.points.length - 1;
    this.index = Math.max(0, Math.min(index, most));
    this.way = way;
    const { scene } = this.tale.modelAt(this.index);
    const shows = (way === "step" || way === "play") && this.tale.points[this.index]?.moves;
    if (!shows || !scene) {
      this.shown = null;
      return;
    }
    this.#scenes += 1;
    this.shown = { id: this.#scenes, scene };
  }
}

function lookOf(point: Point, still: boolean): number {
  if (point.moves) return still ? STILL_MS : MOVE_MS;
  const letters = point.told.reduce(
    (sum, { event }) =>
      sum + ("text" in event.d && typeof event.d.text === "string" ? event.d.text.length : 0),
    0,
  );
  return letters > 0 ? Math.min(TALK_MS + letters * LETTER_MS, TALK_MOST_MS) : LOOK_MS;
}
