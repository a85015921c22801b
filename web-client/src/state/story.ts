/**
 * A room's story, to be looked at anywhere in it: the frames that were told, folded by the reducer of the page into
 * points, one for each frame in which something happened that is worth a look. Between two key frames few events
 * lie, so every point is a moment's fold away. Pure: no DOM, no clock, no rules.
 */

import { known } from "../wire/decode.ts";
import type { Event, ServerFrame, Stream } from "../wire/generated/protocol.ts";
import { Chapters } from "./chapters.ts";
import { EMPTY, type Model } from "./model.ts";
import { reduce } from "./reduce.ts";

/** What a point is for whoever looks over the whole game: at most one of each. */
export type Mark = "began" | "ply" | "try" | "withdrawn" | "back" | "talk" | "end";

/** Something that was told, and to whom. */
export interface Told {
  readonly stream: Stream;
  readonly event: Event;
}

/** A moment of a story that is worth a look. */
export interface Point {
  /** The last of its frames. */
  readonly frame: number;
  /** Events of the table up to and with it: how links name it. */
  readonly n: number;
  /** Milliseconds of the server's clock. */
  readonly at: number;
  readonly told: readonly Told[];
  readonly marks: readonly Mark[];
  /** Whether seeds are sown at it. */
  readonly moves: boolean;
  /** Of which game, by its place in the story. */
  readonly chapter: number;
  /** Of which turn of that game, by its place among them. */
  readonly turn: number;
}

/** A turn: from its beginning until a move stands. Also what is told before the first one and after the end. */
export interface Turn {
  readonly about: "before" | "turn" | "after";
  /** Counted from 1; 0 where nobody is to move. */
  readonly ply: number;
  readonly side: "south" | "north" | null;
  /** When it began. */
  readonly began: number;
  /** Its points, from the first to the last; none where the last comes before the first. */
  readonly first: number;
  readonly last: number;
  /** The point at which its move stood. */
  readonly stood: number | null;
  readonly move: Stood | null;
  /** Moves that were tried and withdrawn. */
  readonly withdrawn: number;
  /** Its move was taken back afterwards. */
  readonly undone: boolean;
  /** The game was held at some time in it, so that its length tells nothing. */
  readonly held: boolean;
  /** What was said before the first game began, and has no points of its own. */
  readonly told: readonly Told[];
}

export type Stood = Extract<Event, { k: "stood" }>["d"];

/** One game of a room. */
export interface Chapter {
  /** Matches and the games in them, counted from 1. */
  readonly match: number;
  readonly game: number;
  readonly first: number;
  readonly last: number;
  readonly turns: readonly Turn[];
  readonly result: Extract<Event, { k: "game_ended" }>["d"]["result"] | null;
}

/** Frames between two key frames. */
const STRIDE = 32;

/** What is worth a look, and how it is marked. The rest is folded and seen in what stands. */
function worth({ event }: Told): readonly Mark[] | null {
  switch (event.k) {
    case "game_began":
      return ["began"];
    case "stood":
      return ["ply"];
    case "laid":
      return ["try"];
    case "withdrawn":
      return ["withdrawn"];
    case "taken_back":
      return ["back"];
    case "game_ended":
      return ["end"];
    case "said":
    case "team_said":
    case "stand_said":
      return ["talk"];
    case "hand_passed":
      return event.d.to === null ? null : [];
    case "released":
      return event.d.still.length === 0 ? [] : null;
    case "ballot_closed":
      return event.d.result.type === "won" || event.d.result.type === "run_off" ? [] : null;
    case "council_seated":
      return event.d.members.length > 0 ? [] : null;
    // Who is for nothing any more is seen in the counts.
    case "stance_taken":
      return event.d.stance === "undecided" ? null : [];
    case "stances_told":
      return event.d.stances.every(({ stance }) => stance === "undecided") ? null : [];
    case "motion_opened":
    case "motion_ended":
    case "consent_counted":
    case "flagged":
    case "period_began":
    case "time_given":
    case "offered":
    case "offer_ended":
    case "held":
    case "seated":
    case "unseated":
    case "muted":
    case "banned":
    case "ears_opened":
    case "host_named":
    case "ballot_opened":
    case "proposed":
    case "voted":
    case "votes_told":
    case "blocked":
    case "fell_back":
    case "advised":
      return [];
    default:
      return null;
  }
}

/** What is kept of the time before the first game. */
const BEFORE: readonly Event["k"][] = ["said", "team_said", "stand_said", "hand_chosen"];

export class Tale {
  /** What was folded last: whoever reads on folds on from there. */
  #recent: { readonly frame: number; readonly model: Model } = { frame: -1, model: EMPTY };

  private constructor(
    readonly frames: readonly ServerFrame[],
    readonly points: readonly Point[],
    readonly chapters: readonly Chapter[],
    /** The model before each frame whose number is a multiple of the stride. */
    private readonly keys: readonly Model[],
    /** After all that was told. */
    readonly end: Model,
    /** The frames do not follow from each other: what lies behind the fault is left out. */
    readonly broken: boolean,
  ) {}

  static of(frames: readonly ServerFrame[]): Tale {
    const keys: Model[] = [];
    const points: Point[] = [];
    const chapters = new Chapters();
    let model = EMPTY;
    for (const [index, frame] of frames.entries()) {
      if (index % STRIDE === 0) keys.push(model);
      const { model: after, gap } = reduce(model, frame);
      if (gap) return new Tale(frames.slice(0, index), points, chapters.done(points), keys, model, true);
      if (frame.f === "events") {
        const told = toldIn(frame, model);
        chapters.opens(told, frame.t);
        const seen = told.filter((one) => worth(one) !== null);
        if (seen.length > 0 && chapters.begun) {
          points.push({
            frame: index,
            n: after.heads.table ?? 0,
            at: frame.t,
            told: seen,
            marks: marksOf(seen),
            moves: after.scene !== null && after.scene.id !== model.scene?.id,
            ...chapters.place,
          });
        }
        chapters.tells(
          chapters.begun ? told : told.filter(({ event }) => BEFORE.includes(event.k)),
          frame.t,
          points.length,
        );
      }
      model = after;
    }
    return new Tale(frames, points, chapters.done(points), keys, model, false);
  }

  /** The same story, told further. */
  with(more: readonly ServerFrame[]): Tale {
    return more.length === 0 ? this : Tale.of([...this.frames, ...more]);
  }

  /** How everything stood at a point: the same as if all had been folded from the beginning. */
  modelAt(index: number): Model {
    const frame = this.points[index]?.frame ?? -1;
    const key = Math.floor(Math.max(0, frame) / STRIDE);
    const near = this.#recent.frame <= frame && this.#recent.frame >= key * STRIDE - 1;
    let { frame: at, model } = near
      ? this.#recent
      : { frame: key * STRIDE - 1, model: this.keys[key] ?? EMPTY };
    while (at < frame) {
      at += 1;
      const next = this.frames[at];
      if (next) model = reduce(model, next).model;
    }
    this.#recent = { frame, model };
    return model;
  }

  /** The point that a link names by the number of an event: the last one that is not after it. */
  pointAt(n: number): number {
    const after = this.points.findIndex((point) => point.n > n);
    const last = after === -1 ? this.points.length - 1 : after - 1;
    // What a side was told among themselves has no number of its own.
    const named = this.points[Math.max(0, last)]?.n;
    return Math.max(
      0,
      this.points.findIndex((point) => point.n === named),
    );
  }

  chapterAt(index: number): Chapter | null {
    return this.chapters[this.points[index]?.chapter ?? -1] ?? null;
  }

  turnAt(index: number): Turn | null {
    return this.chapterAt(index)?.turns[this.points[index]?.turn ?? -1] ?? null;
  }

  /** Where a step to the next or the last move that stood leads, within a game; its beginning and end count. */
  plyFrom(index: number, way: 1 | -1): number {
    const chapter = this.chapterAt(index);
    if (!chapter) return index;
    for (let at = index + way; at > chapter.first && at < chapter.last; at += way) {
      if (this.points[at]?.marks.some((mark) => mark === "ply" || mark === "end")) return at;
    }
    return way > 0 ? chapter.last : chapter.first;
  }
}

/** What a frame tells that is new to whoever knows the model, of the streams that he follows. */
function toldIn(frame: Extract<ServerFrame, { f: "events" }>, model: Model): Told[] {
  const head = model.heads[frame.s];
  if (head === null) return [];
  return frame.e.flatMap((event, index) =>
    frame.n + index > head && known(event) ? [{ stream: frame.s, event }] : [],
  );
}

function marksOf(told: readonly Told[]): readonly Mark[] {
  const marks = new Set(told.flatMap((one) => worth(one) ?? []));
  // A move that stands as it is laid was not tried.
  if (marks.has("ply")) marks.delete("try");
  return [...marks];
}
