/**
 * The board: give it a host element, tell it what stands, let it play a move.
 *
 * It draws, animates, listens and reports. It never works out what a move does, whose turn it is or what may be
 * chosen: all of that is given with `set`.
 */

import { definePaint, type Paint } from "./defs.ts";
import { type Layout, layout } from "./geometry.ts";
import { drawGround } from "./ground.ts";
import { Hand } from "./hand.ts";
import { drawHeaps, type Heap } from "./heaps.ts";
import { neighbour } from "./keys.ts";
import { Marks, NO_OVERLAY, type Overlay } from "./marks.ts";
import { drawBull, drawPits, nameCell, type PitCell, pitUnder, showCount } from "./pits.ts";
import { type Frames, Player } from "./player.ts";
import { nameOf, type Ring, SIDES, type Side, sideOf } from "./ring.ts";
import { Seeds } from "./seeds.ts";
import { el, set } from "./svg.ts";
import type { Step, Timeline } from "./timeline.ts";
import { advance, beginWalk, type Walk } from "./walk.ts";

/** Seeds, bulls and captures at a moment. */
export interface Standing {
  readonly pits: readonly number[];
  readonly bulls: ReadonlyMap<Ring, Side>;
  readonly captured: Readonly<Record<Side, number>>;
}

export interface BoardState extends Standing {
  /** Pits in a row. */
  readonly n: number;
  /** Whose row is the near one. */
  readonly viewer: Side;
  /** Pits that the viewer may choose now. */
  readonly choices: ReadonlySet<Ring>;
  readonly chosen: Ring | null;
}

/** Everything the board says, in the reader's language. */
export interface Words {
  board(): string;
  row(side: Side): string;
  side(side: Side): string;
  sideLetter(side: Side): string;
  pit(pit: { ring: Ring; name: string; seeds: number; owner: Side | null; choice: boolean }): string;
  heap(side: Side, captured: number): string;
}

export interface Listener {
  /** A pit was chosen by click, tap, Enter or Space. */
  choose(pit: Ring): void;
  /** The pointer or the focus is on a pit, or on none. */
  point(pit: Ring | null): void;
}

const BROWSER_FRAMES: Frames = {
  now: () => performance.now(),
  request: (callback) => requestAnimationFrame(callback),
  cancel: (handle) => cancelAnimationFrame(handle),
};

const LEAST_WIDTH = 120;

/** Everything that has to be drawn anew when the space changes. */
interface Drawn {
  readonly layout: Layout;
  readonly paint: Paint;
  readonly cells: readonly PitCell[];
  readonly seeds: Seeds;
  readonly heaps: Readonly<Record<Side, Heap>>;
  readonly marks: Marks;
  readonly hands: Readonly<Record<Side, Hand>>;
}

export class Board {
  readonly #svg: SVGSVGElement;
  readonly #observer: ResizeObserver;
  #drawn: Drawn | null = null;
  #overlay: Overlay = NO_OVERLAY;
  #player: Player | null = null;
  #walk: Walk | null = null;
  #flying: number | null = null;
  #finish: (() => void) | null = null;
  #focus: Ring = 0;
  /** Pits whose number the last move changed, marked for those who saw no motion. */
  #changed: readonly Ring[] = [];
  #height: number;

  constructor(
    private readonly host: HTMLElement,
    private state: BoardState,
    private words: Words,
    private readonly listener: Listener,
    height: number,
    private readonly frames: Frames = BROWSER_FRAMES,
  ) {
    this.#height = height;
    this.#svg = el("svg", { class: "board", role: "grid", focusable: "false" });
    host.append(this.#svg);
    this.#listen();
    this.#observer = new ResizeObserver(() => this.#draw());
    this.#observer.observe(host);
    this.#draw();
  }

  /** Shows a standing as it is. A move that is being played is cut short. */
  set(state: BoardState): void {
    const { n, viewer, pits } = this.state;
    if (state.pits.some((seeds, pit) => seeds !== pits[pit])) this.#changed = [];
    this.state = state;
    this.#stop();
    if (n !== state.n || viewer !== state.viewer) this.#draw();
    else this.#show(state);
    this.#aim();
  }

  /** What may be chosen changed, the seeds did not. Does not disturb a move that is being played. */
  offer(choices: ReadonlySet<Ring>, chosen: Ring | null): void {
    this.state = { ...this.state, choices, chosen };
    this.#nameCells(this.#walk?.pits ?? this.state.pits, this.#walk?.bulls ?? this.state.bulls);
    this.#aim();
  }

  overlay(overlay: Overlay): void {
    this.#overlay = overlay;
    if (!this.#player) this.#showMarks();
  }

  speak(words: Words): void {
    this.words = words;
    this.#draw();
  }

  /** How much height there is to fill, in CSS pixels. */
  room(height: number): void {
    if (Math.abs(height - this.#height) < 1) return;
    this.#height = height;
    this.#draw();
  }

  /**
   * Plays a move or a race from where it began to `after`, which was told with it. Resolves when all is at rest; at
   * once with no plan, with the pits that changed marked.
   */
  play(before: Standing, plan: Timeline | null, after: BoardState): Promise<void> {
    this.#stop();
    this.state = after;
    if (!plan || !this.#drawn) {
      this.#changed = changed(before, after);
      this.#show(after);
      return Promise.resolve();
    }
    this.#changed = [];
    const walk = beginWalk(before.pits, before.captured, before.bulls);
    this.#walk = walk;
    this.#showSeeds(before);
    this.#drawn.marks.show(NO_OVERLAY);
    this.#svg.classList.add("is-playing");
    const player = new Player(
      plan,
      {
        due: (steps, lasts, now) => this.#due(walk, steps, lasts, now),
        between: (last, following, t) => this.#between(walk, last, following, t),
        done: () => this.#done(),
      },
      this.frames,
    );
    this.#player = player;
    return new Promise((resolve) => {
      this.#finish = resolve;
      player.play();
    });
  }

  get playing(): boolean {
    return this.#player !== null;
  }

  /** Brings the move that is being played to its end. */
  skip(): void {
    this.#player?.finish();
  }

  focus(pit: Ring): void {
    this.#focus = pit;
    this.#roam();
    this.#drawn?.cells[pit]?.cell.focus();
  }

  destroy(): void {
    this.#stop();
    this.#observer.disconnect();
    this.#svg.remove();
  }

  // ---- drawing ---------------------------------------------------------------------------------

  #draw(): void {
    const width = this.host.clientWidth;
    // While a page is laid out anew its parts may be too small for anything, for a moment.
    if (width < LEAST_WIDTH) return;
    const hadFocus = this.#svg.contains(document.activeElement);
    const { n, viewer } = this.state;
    const plan = layout({ n, viewer, width, height: this.#height });
    this.#svg.replaceChildren();
    set(this.#svg, {
      width: plan.width,
      height: plan.height,
      viewBox: `0 0 ${plan.width} ${plan.height}`,
      "aria-label": this.words.board(),
      "aria-colcount": n,
      "aria-rowcount": 2,
    });
    const paint = definePaint(this.#svg);
    const layer = (name: string) => el("g", { class: name, "aria-hidden": "true" }, this.#svg);
    drawGround(layer("ground-layer"), plan);
    const under = layer("marks-under");
    const cells = drawPits(this.#svg, plan, paint);
    const seeds = new Seeds(layer("seeds"), plan, paint);
    const heaps = drawHeaps(layer("heaps"), plan, paint);
    const marks = new Marks(under, layer("marks-over"), plan);
    const over = layer("hand-layer");
    const hands = { south: new Hand(over, plan, paint), north: new Hand(over, plan, paint) };
    for (const row of this.#svg.querySelectorAll<SVGGElement>("[role=row]")) {
      set(row, { "aria-label": this.words.row(row.dataset.side === "north" ? "north" : "south") });
    }
    this.#drawn = { layout: plan, paint, cells, seeds, heaps, marks, hands };
    if (sideOf(this.#focus, n) !== viewer && !hadFocus) this.#focus = viewer === "south" ? 0 : n;
    this.#focus = Math.min(this.#focus, 2 * n - 1);
    if (this.#walk) this.#showSeeds(this.#walk);
    else this.#show(this.state);
    this.#roam();
    this.#aim();
    if (hadFocus) cells[this.#focus]?.cell.focus();
  }

  #show(standing: Standing): void {
    this.#showSeeds(standing);
    this.#showMarks();
  }

  #showMarks(): void {
    this.#drawn?.marks.show(this.#overlay);
    if (!this.#overlay.preview) this.#drawn?.marks.changed(this.#changed);
  }

  #showSeeds(standing: Standing): void {
    const drawn = this.#drawn;
    if (!drawn) return;
    for (const [pit, seeds] of standing.pits.entries()) {
      drawn.seeds.put(pit, seeds);
      this.#showPit(pit, seeds, standing.bulls.get(pit));
    }
    for (const side of SIDES) this.#showHeap(side, standing.captured[side]);
    this.#nameCells(standing.pits, standing.bulls);
  }

  #showPit(pit: Ring, seeds: number, owner: Side | undefined): void {
    const drawn = this.#drawn;
    const cell = drawn?.cells[pit];
    if (!drawn || !cell) return;
    showCount(cell, seeds);
    drawBull(cell, owner, owner ? this.words.sideLetter(owner) : "", drawn.paint);
  }

  #showHeap(side: Side, captured: number): void {
    const heap = this.#drawn?.heaps[side];
    heap?.show(captured);
    heap?.name(this.words.side(side), this.words.heap(side, captured));
  }

  #nameCells(pits: readonly number[], bulls: ReadonlyMap<Ring, Side>): void {
    for (const [ring, cell] of (this.#drawn?.cells ?? []).entries()) {
      const choice = this.state.choices.has(ring);
      const pit = {
        ring,
        name: nameOf(ring, this.state.n),
        seeds: pits[ring] ?? 0,
        owner: bulls.get(ring) ?? null,
        choice,
      };
      nameCell(cell, this.words.pit(pit), { choose: choice, chosen: this.state.chosen === ring });
    }
  }

  // ---- playing ---------------------------------------------------------------------------------

  #due(walk: Walk, steps: readonly Step[], lasts: number, now: number): void {
    const drawn = this.#drawn;
    const touched = new Map<Ring, Side>();
    for (const step of steps) {
      advance(walk, step);
      touched.set(step.pit, step.side);
      if (step.kind === "cross") touched.set(step.from, step.side);
      if (step.kind === "take" && lasts > 30) {
        drawn?.seeds.carryOff(step.pit, drawn.heaps[step.side].mouth, now, Math.max(260, lasts * 0.9));
      }
    }
    for (const [pit, side] of touched) {
      const from = drawn?.hands[side].at ?? { x: 0, y: 0 };
      const seeds = walk.pits[pit] ?? 0;
      drawn?.seeds.put(pit, seeds, { from, now, lasts: Math.min(lasts * 0.8, 120) });
      this.#showPit(pit, seeds, walk.bulls.get(pit));
    }
    for (const side of SIDES) {
      this.#showHeap(side, walk.captured[side]);
      const last = steps.findLast((step) => step.side === side);
      if (last) this.#between(walk, last, last, 0);
    }
    this.#fly();
  }

  #between(walk: Walk, last: Step, following: Step, t: number): void {
    const hand = this.#drawn?.hands[last.side];
    const carried = walk.hands[last.side];
    if (carried === 0) hand?.hide();
    else hand?.carry(carried, last.pit, following.kind === "drop" ? following.pit : last.pit, t);
  }

  #done(): void {
    const finish = this.#finish;
    this.#stop();
    this.#show(this.state);
    finish?.();
  }

  /** Ends a move that is being played without showing anything. */
  #stop(): void {
    const finish = this.#finish;
    this.#player?.stop();
    this.#player = null;
    this.#walk = null;
    this.#finish = null;
    for (const side of SIDES) this.#drawn?.hands[side].hide();
    this.#drawn?.seeds.settle();
    this.#svg.classList.remove("is-playing");
    if (this.#flying !== null) this.frames.cancel(this.#flying);
    this.#flying = null;
    finish?.();
  }

  /** Seeds in the air move on every frame until the last has come down. */
  #fly(): void {
    if (this.#flying !== null) return;
    const frame = () => {
      const still = this.#drawn?.seeds.frame(this.frames.now()) ?? false;
      this.#flying = still ? this.frames.request(frame) : null;
    };
    this.#flying = this.frames.request(frame);
  }

  // ---- hands and keys --------------------------------------------------------------------------

  #listen(): void {
    const svg = this.#svg;
    svg.addEventListener("click", (event) => {
      const pit = pitUnder(event.target);
      if (pit !== null) this.#choose(pit);
    });
    svg.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.listener.point(pitUnder(event.target));
    });
    svg.addEventListener("pointerleave", () => this.listener.point(null));
    svg.addEventListener("focusin", (event) => {
      const pit = pitUnder(event.target);
      if (pit === null) return;
      this.#focus = pit;
      this.#roam();
      if (event.target instanceof Element && event.target.matches(":focus-visible")) this.listener.point(pit);
    });
    svg.addEventListener("focusout", () => this.listener.point(null));
    svg.addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event: KeyboardEvent): void {
    const pit = pitUnder(event.target);
    const plan = this.#drawn?.layout;
    if (pit === null || !plan || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#choose(pit);
      return;
    }
    const to = neighbour(plan, pit, event.key);
    if (to === null) return;
    event.preventDefault();
    this.focus(to);
  }

  #choose(pit: Ring): void {
    this.#focus = pit;
    this.#roam();
    this.listener.choose(pit);
  }

  /** Who comes to the board with the Tab key arrives at a pit that can be played, if there is one. */
  #aim(): void {
    const [first] = this.state.choices;
    if (first === undefined || this.state.choices.has(this.#focus)) return;
    if (this.#svg.contains(document.activeElement)) return;
    this.#focus = first;
    this.#roam();
  }

  /** One pit is in the order of tabs; the arrows move it. */
  #roam(): void {
    for (const [ring, cell] of (this.#drawn?.cells ?? []).entries()) {
      set(cell.cell, { tabindex: ring === this.#focus ? 0 : -1 });
    }
  }
}

function changed(before: Standing, after: Standing): readonly Ring[] {
  return after.pits.flatMap((seeds, pit) => (seeds === before.pits[pit] ? [] : [pit]));
}
