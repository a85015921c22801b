/** What one reader is doing at the analysis board: the line looked at, the move chosen, and what the server said. */

import { live } from "../../a11y/live.svelte.ts";
import { NO_OVERLAY, type Overlay } from "../../board/marks.ts";
import { other, type Ring, ringOf, type Side } from "../../board/ring.ts";
import { t } from "../../i18n/index.svelte.ts";
import { partsOf } from "../../state/moves.ts";
import { queryOf, type Study } from "../../state/study.ts";
import * as trees from "../../state/variations.ts";
import type { Line, Lines } from "../../store/lines.ts";
import { session } from "../../store/session.svelte.ts";
import type {
  AnalysedMove,
  GameChoice,
  LineFault,
  Offer,
  Position,
  Refusal,
  AnalysisReply as Reply,
} from "../../wire/generated/protocol.ts";
import { type Scene, sceneOf } from "../study/scene.ts";
import { outcomeOfTrace, pitOf, sideName } from "../words.ts";

/** A pointer passes over many pits on its way to one, and a reader over many moves. */
const LINGER_MS = 120;

/** Variations of a study that are asked for as it comes. */
const ENDS_LEARNT = 6;

export interface Trouble {
  /** What was to be done. */
  readonly at: "look" | "setup";
  readonly why: Refusal | "lost";
}

export class Analysis {
  study: Study = $state.raw({
    preset: "en-dodoi",
    pits: 8,
    seeds: 4,
    from: null,
    tree: trees.seedling(),
  });
  /** What is drawn; it stays until the next is known. */
  shown: Position | null = $state.raw(null);
  /** What is known of the end of the line that is looked at. */
  reply: Reply | null = $state.raw(null);
  scene: Scene | null = $state.raw(null);
  chosen = $state<string | null>(null);
  pointed = $state<Ring | null>(null);
  preview: AnalysedMove | null = $state.raw(null);
  trouble: Trouble | null = $state.raw(null);
  /** The move of a line that cannot be played. */
  fault: LineFault | null = $state.raw(null);
  viewer = $state<Side>("south");
  /** Rises with each answer: stories are kept outside of what is watched. */
  #told = $state(0);
  #asks = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly line: Line = $derived(this.#lineTo(this.study.tree.at));
  readonly n: number = $derived((this.shown?.pits.length ?? 0) / 2);
  readonly choices: ReadonlySet<Ring> = $derived.by(() => {
    const side = this.shown?.turn;
    return new Set(side ? (this.reply?.legal ?? []).map(({ pit }) => ringOf(side, pit, this.n)) : []);
  });
  readonly overlay: Overlay = $derived.by(() => {
    const last = this.story(this.study.tree.at);
    const now = this.preview && this.preview.trace.side === this.shown?.turn ? this.preview.trace : null;
    return {
      ...NO_OVERLAY,
      preview: now,
      last: last && last.after === this.shown ? { trace: last.trace, tried: false } : null,
    };
  });

  constructor(
    readonly lines: Lines,
    /** Told of each change of what the address says. */
    private readonly tellAddress: (query: string) => void,
  ) {}

  get game(): GameChoice {
    return this.#line(this.study, []).game;
  }

  /** Sets up another study. Where that cannot be, the one before stays, and it is said why. */
  async begin(study: Study): Promise<boolean> {
    const asks = this.#next();
    const line = this.#line(study, trees.movesTo(study.tree, study.tree.at));
    const answer = await this.lines.look(line);
    if (asks !== this.#asks) return false;
    if (!answer.ok) {
      this.trouble = { at: "setup", why: answer.refusal ?? "lost" };
      return false;
    }
    this.study = study;
    this.scene = null;
    this.viewer = answer.body.position.turn === "north" && study.from !== null ? "north" : "south";
    this.#settle(answer.body);
    void this.#learnRest();
    return true;
  }

  /** What is known of a move of the tree. */
  story(node: number): AnalysedMove | null {
    void this.#told;
    return node === 0 ? null : this.lines.story(this.#lineTo(node));
  }

  /** A first touch looks, a second one plays, as at the table. */
  touch(pit: Ring): void {
    const offer = this.offerAt(pit);
    if (!offer) return;
    if (this.chosen !== null && this.#ringOfMove(this.chosen) === pit) void this.play(this.chosen);
    else this.choose(offer.move);
  }

  choose(move: string | null): void {
    this.chosen = move;
  }

  get marked(): Ring | null {
    return this.chosen === null ? null : this.#ringOfMove(this.chosen);
  }

  offerAt(pit: Ring): Offer | null {
    const side = this.shown?.turn;
    return (side && this.reply?.legal.find((offer) => ringOf(side, offer.pit, this.n) === pit)) || null;
  }

  play(move: string): Promise<void> {
    return this.#go(trees.played(this.study.tree, move), true);
  }

  /** Puts a line in and shows its first move. */
  follow(moves: readonly string[]): Promise<void> {
    return this.#go(trees.planted(this.study.tree, moves), true);
  }

  back(): Promise<void> {
    return this.#go(trees.back(this.study.tree), false);
  }

  forward(): Promise<void> {
    return this.#go(trees.forward(this.study.tree), true);
  }

  toStart(): Promise<void> {
    return this.#go(trees.toStart(this.study.tree), false);
  }

  toEnd(): Promise<void> {
    return this.#go(trees.toEnd(this.study.tree), false);
  }

  goTo(node: number): Promise<void> {
    return this.#go(trees.at(this.study.tree, node), false);
  }

  prune(node: number): Promise<void> {
    return this.#go(trees.pruned(this.study.tree, node), false);
  }

  promote(node: number): void {
    this.#plant(trees.promoted(this.study.tree, node));
  }

  again(): Promise<void> {
    return this.#go(this.study.tree, false);
  }

  turn(): void {
    this.viewer = other(this.viewer);
  }

  /** Asks for the story of the move that is looked at. To be run inside an effect. */
  watchPreview(): () => void {
    const move = this.pointed === null ? this.chosen : (this.offerAt(this.pointed)?.move ?? this.chosen);
    if (move === null) {
      this.preview = null;
      return () => undefined;
    }
    const line = { ...this.line, moves: [...this.line.moves, move] };
    let left = false;
    const timer = setTimeout(async () => {
      const answer = await this.lines.look(line);
      // Where it does not come, the words about the move say enough.
      if (!left && answer.ok) this.preview = this.lines.story(line);
    }, LINGER_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }

  /** Looks at a tree, at once where that is known, and asks what may follow. */
  async #go(tree: trees.Tree, shows: boolean): Promise<void> {
    const from = this.shown;
    const moved = tree.at !== this.study.tree.at;
    const asks = this.#next();
    this.#plant(tree);
    const known = this.lines.position(this.line);
    if (known) this.#show(from, known, shows && moved);
    const reply = this.lines.reply(this.line);
    if (reply) {
      this.#settle(reply);
      return;
    }
    this.reply = null;
    if (known && moved && !(await this.#lingers(asks))) return;
    const answer = await this.lines.look(this.line);
    if (asks !== this.#asks) return;
    if (!answer.ok) {
      this.trouble = { at: "look", why: answer.refusal ?? "lost" };
      return;
    }
    if (!known) this.#show(from, answer.body.position, shows && !answer.body.fault);
    this.#settle(answer.body);
  }

  /** Also what is not looked at yet has its sides and captures in the list. */
  async #learnRest(): Promise<void> {
    const { study } = this;
    const ends = study.tree.nodes.flatMap(({ children }, node) =>
      children.length === 0 && node !== 0 ? [node] : [],
    );
    const lines = ends
      .slice(0, ENDS_LEARNT)
      .map((node) => this.#line(study, trees.movesTo(study.tree, node)));
    await Promise.all(lines.filter((line) => !this.lines.story(line)).map((line) => this.lines.look(line)));
    this.#told += 1;
  }

  /** Whether the reader stays: whoever only passes asks nothing. */
  #lingers(asks: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.#timer = setTimeout(() => resolve(asks === this.#asks), LINGER_MS);
    });
  }

  #next(): number {
    clearTimeout(this.#timer);
    this.trouble = null;
    this.fault = null;
    this.chosen = null;
    this.preview = null;
    this.pointed = null;
    this.#asks += 1;
    return this.#asks;
  }

  #show(before: Position | null, after: Position, shows: boolean): void {
    this.#told += 1;
    const story = this.story(this.study.tree.at);
    this.scene = shows && before && story ? sceneOf(before, story.trace, after) : null;
    this.shown = after;
    this.#narrate(story);
  }

  /** What the server said holds from here on; a line that cannot be played ends before its fault. */
  #settle(reply: Reply): void {
    this.#told += 1;
    this.fault = reply.fault;
    let { tree } = this.study;
    const { at } = tree;
    if (reply.fault) tree = trees.pruned(tree, trees.pathTo(tree, at)[reply.fault.ply - 1] ?? 0);
    else tree = trees.renamed(tree, at, reply.moves);
    this.#plant(tree);
    this.reply = reply;
    const end = this.lines.position(this.line) ?? reply.position;
    if (this.shown !== end) this.shown = end;
  }

  #plant(tree: trees.Tree): void {
    if (tree !== this.study.tree) this.study = { ...this.study, tree };
    this.tellAddress(queryOf(this.study));
  }

  #narrate(story: AnalysedMove | null): void {
    const side = sideName(this.shown?.turn ?? "south");
    const said = story
      ? t("study.played", {
          side: sideName(story.trace.side),
          pit: pitOf(story.move),
          outcome: outcomeOfTrace(story.trace, this.n),
        })
      : t("study.start");
    live.say(`${said} ${t("turn.theirs", { side })}.`);
  }

  #lineTo(node: number): Line {
    return this.#line(this.study, trees.movesTo(this.study.tree, node));
  }

  #line({ preset, pits, seeds, from }: Study, moves: readonly string[]): Line {
    const usual = session.games.find((game) => game.preset === preset)?.defaults.game.seeds_per_pit;
    return { game: { preset, pits, seeds_per_pit: seeds ?? usual ?? 0 }, from, moves };
  }

  #ringOfMove(move: string): Ring | null {
    const { pit } = partsOf(move);
    const side = this.shown?.turn;
    return pit !== null && side ? ringOf(side, pit, this.n) : null;
  }
}
