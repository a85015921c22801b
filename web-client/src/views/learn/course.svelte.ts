/** Somebody on the way through steps: the position of each, the move that was tried, and whether it did what it should. */

import { live } from "../../a11y/live.svelte.ts";
import { NO_OVERLAY, type Overlay } from "../../board/marks.ts";
import { type Ring, ringOf } from "../../board/ring.ts";
import { t } from "../../i18n/index.svelte.ts";
import { reaches, type Step } from "../../state/lessons.ts";
import { partsOf } from "../../state/moves.ts";
import type { Line, Lines } from "../../store/lines.ts";
import { progress } from "../../store/progress.svelte.ts";
import type { AnalysedMove, Offer, Position, Refusal } from "../../wire/generated/protocol.ts";
import { type Scene, sceneOf } from "../study/scene.ts";
import { outcomeOfTrace, pitOf, sideName } from "../words.ts";

/** A pointer passes over many pits on its way to one. */
const LINGER_MS = 120;

export class Course {
  at = $state(0);
  shown: Position | null = $state.raw(null);
  legal: readonly Offer[] = $state.raw([]);
  chosen = $state<string | null>(null);
  pointed = $state<Ring | null>(null);
  preview: AnalysedMove | null = $state.raw(null);
  scene: Scene | null = $state.raw(null);
  /** The move that was played in this step, and whether it did what was asked for. */
  tried: { readonly told: AnalysedMove; readonly good: boolean } | null = $state.raw(null);
  why: Refusal | "lost" | null = $state.raw(null);
  #asks = 0;

  readonly step: Step = $derived(this.#stepAt(this.at));
  /** Steps that were done, now or on an earlier day. */
  readonly done: ReadonlySet<number> = $derived.by(
    () => new Set(this.steps.flatMap((step, at) => (progress.has(step) ? [at] : []))),
  );
  readonly n: number = $derived((this.shown?.pits.length ?? 0) / 2);
  readonly choices: ReadonlySet<Ring> = $derived.by(() => {
    const side = this.shown?.turn;
    return new Set(side && !this.tried ? this.legal.map(({ pit }) => ringOf(side, pit, this.n)) : []);
  });
  readonly marked: Ring | null = $derived.by(() => {
    const pit = this.chosen === null ? null : partsOf(this.chosen).pit;
    return pit === null || !this.shown ? null : ringOf(this.shown.turn, pit, this.n);
  });
  readonly overlay: Overlay = $derived({
    ...NO_OVERLAY,
    preview: this.tried ? null : (this.preview?.trace ?? null),
    last: this.tried ? { trace: this.tried.told.trace, tried: false } : null,
  });

  constructor(
    readonly steps: readonly Step[],
    private readonly lines: Lines,
  ) {}

  /** Goes to where somebody who comes back goes on. */
  async resume(): Promise<void> {
    const open = this.steps.findIndex((step) => !progress.has(step));
    await this.begin(Math.max(open, 0));
  }

  /** Goes to a step, at its beginning. */
  async begin(at: number): Promise<void> {
    this.#asks += 1;
    const asks = this.#asks;
    this.at = at;
    this.choose(null);
    // The board of the step before is still there: a move that is chosen on it would be played in this one.
    this.legal = [];
    const answer = await this.lines.look(this.#line([]));
    if (asks !== this.#asks) return;
    this.tried = null;
    this.scene = null;
    this.preview = null;
    this.why = answer.ok ? null : (answer.refusal ?? "lost");
    if (!answer.ok) return;
    this.shown = answer.body.position;
    this.legal = answer.body.legal;
  }

  /** A first touch looks, a second one plays, as at the table. */
  touch(pit: Ring): void {
    const side = this.shown?.turn;
    const offer = this.#offerAt(pit);
    if (!side || !offer || this.tried) return;
    if (this.marked === pit && this.chosen !== null) void this.play(this.chosen);
    else this.choose(offer.move);
  }

  choose(move: string | null): void {
    this.chosen = move;
  }

  async play(move: string): Promise<void> {
    const before = this.shown;
    const asks = this.#asks;
    const line = this.#line([move]);
    const answer = await this.lines.look(line);
    const told = this.lines.story(line);
    if (asks !== this.#asks || !before || this.tried) return;
    this.why = answer.ok ? null : (answer.refusal ?? "lost");
    if (!answer.ok || !told) return;
    const good = reaches(this.step.goal, told, answer.body.outcome !== null);
    this.choose(null);
    this.tried = { told, good };
    this.scene = sceneOf(before, told.trace, told.after);
    this.shown = told.after;
    if (good) progress.add(this.step);
    live.say(`${this.said} ${t(good ? "learn.good" : "learn.other")}`);
  }

  /** What came of the move, in words. */
  get said(): string {
    const told = this.tried?.told;
    if (!told) return "";
    return t("study.played", {
      side: sideName(told.trace.side),
      pit: pitOf(told.move),
      outcome: outcomeOfTrace(told.trace, this.n),
    });
  }

  /** Asks for the story of the move that is looked at. To be run inside an effect. */
  watchPreview(): () => void {
    const pointed = this.pointed === null ? null : (this.#offerAt(this.pointed)?.move ?? null);
    const move = pointed ?? this.chosen;
    if (move === null || this.tried) {
      this.preview = null;
      return () => undefined;
    }
    const line = this.#line([move]);
    let left = false;
    const timer = setTimeout(async () => {
      const answer = await this.lines.look(line);
      if (!left && answer.ok) this.preview = this.lines.story(line);
    }, LINGER_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }

  #offerAt(pit: Ring): Offer | null {
    const side = this.shown?.turn;
    return (side && this.legal.find((one) => ringOf(side, one.pit, this.n) === pit)) || null;
  }

  #line(moves: readonly string[]): Line {
    const { game, from } = this.#stepAt(this.at);
    return { game, from, moves };
  }

  #stepAt(at: number): Step {
    const step = this.steps[at];
    if (!step) throw new Error(`a course without step ${at}`);
    return step;
  }
}
