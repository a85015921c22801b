/**
 * What is said about pits on top of them: where a move would go, what was played, what is proposed and by how
 * many. Always a number or a shape, never colour alone. Decoration for the eye: the same is said in words beside.
 */

import type { Layout } from "./geometry.ts";
import type { Ring } from "./ring.ts";
import { dug } from "./shapes.ts";
import { clear, el, write } from "./svg.ts";
import type { Trace } from "./trace.ts";

export interface PitVotes {
  readonly pit: Ring;
  readonly votes: number;
  /** Votes in the whole ballot, for the weight of the ring. */
  readonly of: number;
  readonly mine: boolean;
  readonly leading: boolean;
}

export interface Overlay {
  /** The move somebody points at. */
  readonly preview: Trace | null;
  /** The move last played or tried. */
  readonly last: { readonly trace: Trace; readonly tried: boolean } | null;
  readonly votes: readonly PitVotes[];
  /** Moves tried and withdrawn in this turn. */
  readonly spent: readonly Ring[];
  /** Where the move began that was taken back. */
  readonly undone: Ring | null;
}

export const NO_OVERLAY: Overlay = { preview: null, last: null, votes: [], spent: [], undone: null };

const LAPS_NUMBERED = 9;
const BEADS = 8;

export class Marks {
  constructor(
    private readonly under: SVGGElement,
    private readonly over: SVGGElement,
    private readonly layout: Layout,
  ) {}

  show(overlay: Overlay): void {
    clear(this.under);
    clear(this.over);
    if (overlay.last && !overlay.preview)
      this.#move(overlay.last.trace, overlay.last.tried ? "tried" : "last");
    for (const pit of overlay.spent) this.#spent(pit);
    if (overlay.undone !== null) this.#undone(overlay.undone);
    if (overlay.preview) this.#move(overlay.preview, "preview");
    for (const votes of overlay.votes) this.#votes(votes);
  }

  /** Pits whose number changed, for those who do not want to see things move. */
  changed(pits: Iterable<Ring>): void {
    for (const pit of pits) this.#ring(this.under, pit, "mark-changed", 1.12);
  }

  #move(trace: Trace, kind: "last" | "tried" | "preview"): void {
    const [first] = trace.laps;
    const final = trace.laps.at(-1);
    if (!first || !final) return;
    const group = el("g", { class: `move-marks is-${kind}` }, this.over);
    this.#ring(group, first[0], "mark-start", 1.12);
    this.#way(group, first[0], first[2]);
    for (const [index, lap] of trace.laps.slice(0, -1).entries()) {
      if (index < LAPS_NUMBERED) this.#lapEnd(group, lap[3], index + 1);
    }
    this.#ring(group, final[3], "mark-end", 1.02);
    this.#target(group, final[3]);
    for (const [pit, seeds] of trace.taken) if (seeds > 0) this.#taken(group, pit, seeds);
    for (const pit of trace.made_bulls) this.#ring(group, pit, "mark-bull", 1.2);
  }

  /** A chevron at the start pit, towards where the sowing goes. */
  #way(group: SVGElement, pit: Ring, direction: number): void {
    const place = this.layout.pits[pit];
    if (!place) return;
    const rightwards = (place.row === "near") === direction > 0;
    const way = rightwards ? 1 : -1;
    const x = place.x + way * place.rx * 1.12;
    const s = Math.max(4, place.rx * 0.2);
    el(
      "path",
      { class: "mark-way", d: `M${x - (way * s) / 2} ${place.y - s}l${way * s} ${s}l${-way * s} ${s}` },
      group,
    );
  }

  #lapEnd(group: SVGElement, pit: Ring, lap: number): void {
    const place = this.layout.pits[pit];
    if (!place) return;
    const r = Math.max(5.5, place.rx * 0.2);
    const y = place.row === "near" ? place.y + place.ry - r * 0.4 : place.y - place.ry + r * 0.4;
    el("circle", { class: "mark-lap", cx: place.x - place.rx * 0.5, cy: y, r }, group);
    const text = el(
      "text",
      { class: "mark-lap-number", x: place.x - place.rx * 0.5, y, "font-size": r * 1.4 },
      group,
    );
    write(text, String(lap));
  }

  #target(group: SVGElement, pit: Ring): void {
    const place = this.layout.pits[pit];
    if (!place) return;
    const { x, y, rx, ry } = place;
    const long = Math.max(4, rx * 0.18);
    const tick = (fromX: number, fromY: number, dx: number, dy: number) => `M${fromX} ${fromY}l${dx} ${dy}`;
    const d =
      tick(x, y - ry * 0.86, 0, long) +
      tick(x, y + ry * 0.86, 0, -long) +
      tick(x - rx * 0.86, y, long, 0) +
      tick(x + rx * 0.86, y, -long, 0);
    el("path", { class: "mark-target", d }, group);
  }

  #taken(group: SVGElement, pit: Ring, seeds: number): void {
    const place = this.layout.pits[pit];
    if (!place) return;
    const text = `−${seeds}`;
    this.#badge(group, place.x, place.y, text, "taken");
  }

  #spent(pit: Ring): void {
    const place = this.layout.pits[pit];
    if (!place) return;
    const s = place.rx * 0.5;
    const { x, y } = place;
    el(
      "path",
      { class: "mark-spent", d: `M${x - s} ${y - s}l${2 * s} ${2 * s}M${x + s} ${y - s}l${-2 * s} ${2 * s}` },
      this.over,
    );
  }

  /** An arrow that goes back. */
  #undone(pit: Ring): void {
    const place = this.layout.pits[pit];
    if (!place) return;
    this.#ring(this.under, pit, "mark-changed", 1.12);
    const group = el("g", { class: "undone" }, this.over);
    const inward = place.row === "near" ? -1 : 1;
    this.#badge(group, place.x, place.y + inward * place.ry * 0.98, "\u21b6", "undone");
  }

  /** A ring as heavy as its share, the number, a tick for one's own, and a bead for each voter. */
  #votes({ pit, votes, of, mine, leading }: PitVotes): void {
    const place = this.layout.pits[pit];
    if (!place) return;
    const { x, y, rx, ry } = place;
    const share = of > 0 ? votes / of : 0;
    const ring = this.#ring(this.under, pit, leading ? "vote-ring is-leading" : "vote-ring", 1.06);
    ring?.setAttribute("stroke-width", String(3 + share * Math.max(5, rx * 0.16)));
    const inward = place.row === "near" ? -1 : 1;
    const group = el("g", { class: leading ? "vote is-leading" : "vote" }, this.over);
    this.#badge(
      group,
      x,
      y + inward * ry * 0.98,
      mine ? `${votes} ✓` : String(votes),
      mine ? "vote-mine" : "vote",
    );
    const beads = Math.min(votes, BEADS);
    for (let bead = 0; bead < beads; bead++) {
      const angle = ((bead - (beads - 1) / 2) * Math.PI) / 9;
      const cx = x + Math.sin(angle) * rx * 0.86;
      const cy = y - inward * Math.cos(angle) * ry * 0.86;
      el("circle", { class: "vote-bead", cx, cy, r: Math.max(2.4, rx * 0.085) }, group);
    }
  }

  #badge(group: SVGElement, x: number, y: number, text: string, kind: string): void {
    const size = Math.max(11, Math.min(this.layout.countSize * 0.92, 16));
    const width = size * (0.9 + text.length * 0.58);
    const height = size * 1.42;
    const badge = el("g", { class: `badge is-${kind}` }, group);
    el("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 }, badge);
    write(el("text", { x, y, "font-size": size }, badge), text);
  }

  #ring(group: SVGElement, pit: Ring, name: string, swell: number): SVGPathElement | null {
    const place = this.layout.pits[pit];
    if (!place) return null;
    const { x, y, rx, ry } = place;
    return el("path", { class: name, d: dug(pit, x, y, rx * swell, ry * swell) }, group);
  }
}
