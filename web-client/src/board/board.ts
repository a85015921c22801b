/**
 * The board: give it a host element, tell it what stands, let it play a move.
 *
 * It draws, animates, listens and reports. It never works out what a move does, whose turn it is or what may be
 * chosen: all of that is given with `set`.
 */

import { Drawing, type Standing, type Words } from "./drawing.ts";
import { layout, type PitPlace } from "./geometry.ts";
import { neighbour } from "./keys.ts";
import { Layers } from "./layers.ts";
import { NO_OVERLAY, type Overlay } from "./marks.ts";
import type { Moving } from "./moving.ts";
import { pitUnder } from "./pits.ts";
import type { Frames, Player, Progress } from "./player.ts";
import { type Ring, type Side, sideOf } from "./ring.ts";
import { set } from "./svg.ts";
import type { Step, Timeline } from "./timeline.ts";

export type { Standing, Words } from "./drawing.ts";

export interface BoardState extends Standing {
  /** Pits in a row. */
  readonly n: number;
  /** Whose row is the near one. */
  readonly viewer: Side;
  /** Pits that the viewer may choose now. */
  readonly choices: ReadonlySet<Ring>;
  readonly chosen: Ring | null;
}

export interface Listener {
  /** A pit was chosen by click, tap, Enter or Space. */
  choose(pit: Ring): void;
  /** The pointer or the focus is on a pit, or on none. */
  point(pit: Ring | null): void;
  /** Where a move that is shown is now; null when it is over. */
  progress?(progress: Progress | null): void;
  /** Steps of a move as they are shown, and the milliseconds until the next one. */
  heard?(steps: readonly Step[], lasts: number): void;
  /** A key on the board that does not move over it. Says whether it was used. */
  key?(key: string): boolean;
  /** Everything was laid out anew, at this width in CSS pixels. */
  laidOut?(width: number): void;
}

/** How a move is to be shown. */
export interface Showing {
  readonly plan: Timeline;
  /** What shows it, loaded by whoever has something to show. */
  readonly kit: Pick<typeof import("./motion.ts"), "Moving" | "Player">;
  /** Held at its first step. */
  readonly paused?: boolean;
  /** Each step is shown as done, not on its way. */
  readonly still?: boolean;
  readonly rate?: number;
}

const BROWSER_FRAMES: Frames = {
  now: () => performance.now(),
  request: (callback) => requestAnimationFrame(callback),
  cancel: (handle) => cancelAnimationFrame(handle),
};

const LEAST_WIDTH = 120;

export class Board {
  readonly #layers: Layers;
  readonly #observer: ResizeObserver;
  #drawing: Drawing | null = null;
  #overlay: Overlay = NO_OVERLAY;
  #player: Player | null = null;
  #moving: Moving | null = null;
  #finish: (() => void) | null = null;
  #focus: Ring = 0;
  /** Pits whose number the last move changed, marked for those who saw no motion. */
  #changed: readonly Ring[] = [];
  #height: number;
  /** Width that it was last drawn for. */
  #width = 0;

  constructor(
    private readonly host: HTMLElement,
    private state: BoardState,
    private words: Words,
    private readonly listener: Listener,
    height: number,
    private readonly frames: Frames = BROWSER_FRAMES,
  ) {
    this.#height = height;
    this.#layers = new Layers(host);
    this.#listen();
    this.#observer = new ResizeObserver(() => {
      // It tells also what is already so, and of the height that the board has itself brought about.
      if (this.host.clientWidth !== this.#width) this.#draw();
    });
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
    else this.#show();
    this.#aim();
  }

  /** What may be chosen changed, the seeds did not. Does not disturb a move that is being played. */
  offer(choices: ReadonlySet<Ring>, chosen: Ring | null): void {
    this.state = { ...this.state, choices, chosen };
    this.#name();
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
   * once where it is not to be shown, with the pits that changed marked.
   */
  play(before: Standing, after: BoardState, showing: Showing | null): Promise<void> {
    this.#stop();
    this.state = after;
    if (!showing || !this.#drawing) {
      this.#changed = changed(before, after);
      this.#show();
      return Promise.resolve();
    }
    this.#changed = showing.still ? changed(before, after) : [];
    const watching = {
      heard: (steps: readonly Step[], lasts: number) => this.listener.heard?.(steps, lasts),
      told: (progress: Progress) => this.listener.progress?.(progress),
      done: () => this.#done(),
    };
    const { plan, kit, still = false, rate = 1 } = showing;
    this.#moving = new kit.Moving(before, () => this.#drawing, watching, this.frames, still);
    this.#show();
    this.#drawing.marks.show(NO_OVERLAY);
    this.#layers.root.classList.add("is-playing");
    const player = new kit.Player(plan, this.#moving, this.frames);
    player.rate = rate;
    this.#player = player;
    return new Promise((resolve) => {
      this.#finish = resolve;
      if (showing.paused) player.playPaused();
      else player.play();
    });
  }

  /** The move that is being played, to be held, wound and turned back. */
  get player(): Player | null {
    return this.#player;
  }

  /** Brings the move that is being played to its end. */
  skip(): void {
    this.#player?.finish();
  }

  focus(pit: Ring): void {
    this.#focus = pit;
    this.#roam();
    this.#drawing?.cells[pit]?.cell.focus();
  }

  /** Scrolls as little as need be until the pit is in view. */
  reveal(pit: Ring): void {
    this.#drawing?.cells[pit]?.cell.scrollIntoView({ block: "nearest" });
  }

  /** Where a pit is on the board, in CSS pixels from the upper left of the host. */
  placeOf(pit: Ring): PitPlace | null {
    return this.#drawing?.layout.pits[pit] ?? null;
  }

  destroy(): void {
    this.#stop();
    this.#observer.disconnect();
    this.#layers.root.remove();
  }

  // ---- drawing ---------------------------------------------------------------------------------

  #draw(): void {
    const width = this.host.clientWidth;
    // While a page is laid out anew its parts may be too small for anything, for a moment.
    if (width < LEAST_WIDTH) return;
    this.#width = width;
    const hadFocus = this.#layers.grid.contains(document.activeElement);
    const { n, viewer } = this.state;
    const plan = layout({ n, viewer, width, height: this.#height });
    const drawing = new Drawing(this.#layers, plan, this.words);
    this.#drawing = drawing;
    if (sideOf(this.#focus, n) !== viewer && !hadFocus) this.#focus = viewer === "south" ? 0 : n;
    this.#focus = Math.min(this.#focus, 2 * n - 1);
    this.#show();
    this.#moving?.redrawn();
    this.#roam();
    this.#aim();
    if (hadFocus) drawing.cells[this.#focus]?.cell.focus();
    this.listener.laidOut?.(width);
  }

  #show(): void {
    this.#drawing?.stand(this.#moving?.standing ?? this.state);
    this.#name();
    if (!this.#moving) this.#showMarks();
  }

  #showMarks(): void {
    this.#drawing?.marks.show(this.#overlay);
    if (!this.#overlay.preview) this.#drawing?.marks.changed(this.#changed);
  }

  #name(): void {
    this.#drawing?.name(this.#moving?.standing ?? this.state, this.state.choices, this.state.chosen);
  }

  #done(): void {
    const finish = this.#finish;
    this.#finish = null;
    this.#stop();
    this.#show();
    finish?.();
  }

  /** Ends a move that is being played without showing anything. */
  #stop(): void {
    const finish = this.#finish;
    const moving = this.#moving;
    this.#player?.stop();
    this.#player = null;
    this.#moving = null;
    this.#finish = null;
    moving?.stop();
    this.#layers.root.classList.remove("is-playing");
    if (moving) this.listener.progress?.(null);
    finish?.();
  }

  // ---- hands and keys --------------------------------------------------------------------------

  #listen(): void {
    const svg = this.#layers.grid;
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
    const plan = this.#drawing?.layout;
    if (pit === null || !plan || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#choose(pit);
      return;
    }
    const to = neighbour(plan, pit, event.key);
    if (to !== null) this.focus(to);
    else if (!this.listener.key?.(event.key)) return;
    event.preventDefault();
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
    if (this.#layers.grid.contains(document.activeElement)) return;
    this.#focus = first;
    this.#roam();
  }

  /** One pit is in the order of tabs; the arrows move it. */
  #roam(): void {
    for (const [ring, cell] of (this.#drawing?.cells ?? []).entries()) {
      set(cell.cell, { tabindex: ring === this.#focus ? 0 : -1 });
    }
  }
}

function changed(before: Standing, after: Standing): readonly Ring[] {
  return after.pits.flatMap((seeds, pit) => (seeds === before.pits[pit] ? [] : [pit]));
}
