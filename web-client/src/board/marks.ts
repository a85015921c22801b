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
  /** Where the proposed move would end and what it would take, as far as that was told. */
  readonly ends: Ring | null;
  readonly takes: number;
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
/** More arrows than these would hide what they point at. */
const ARROWS = 3;

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
    if (!overlay.preview) {
      const proposed = [...overlay.votes].sort((a, b) => b.votes - a.votes).slice(0, ARROWS);
      for (const votes of proposed.reverse()) this.#leads(votes);
    }
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
    for (const [index, lap] of trace.laps.entries()) {
      const before = trace.laps[index - 1];
      if (before && before[2] !== lap[2]) this.#way(group, lap[0], lap[2]);
    }
    this.#chain(group, trace);
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

  /** What is taken after the facing pit, one pit after the other: a line through them. */
  #chain(group: SVGElement, trace: Trace): void {
    const places = trace.taken.flatMap(([pit, seeds]) => (seeds > 0 ? (this.layout.pits[pit] ?? []) : []));
    if (places.length < 2) return;
    const d = places.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
    el("path", { class: "chain", d }, group);
  }

  /** An arrow from a proposed pit to where its move would end, as heavy as its share of the votes. */
  #leads({ pit, votes, of, leading, ends, takes }: PitVotes): void {
    const from = this.layout.pits[pit];
    const to = ends === null ? undefined : this.layout.pits[ends];
    if (!from || !to || votes === 0 || pit === ends) return;
    const group = el("g", { class: leading ? "leads is-leading" : "leads" }, this.over);
    const inward = from.row === "near" ? -1 : 1;
    const [x1, y1] = [from.x, from.y + inward * from.ry * 0.5];
    const far = Math.hypot(to.x - x1, to.y - y1);
    const bend = Math.min(far * 0.18, this.layout.pitch * 0.8);
    const [cx, cy] = [(x1 + to.x) / 2, (y1 + to.y) / 2 + inward * bend];
    // It ends at the rim and not in the middle, where the seeds are.
    const angle = Math.atan2(to.y - cy, to.x - cx);
    const [x2, y2] = [to.x - Math.cos(angle) * to.rx * 0.8, to.y - Math.sin(angle) * to.ry * 0.8];
    const size = Math.max(6, from.rx * 0.3);
    const wing = (turn: number) =>
      `M${x2} ${y2}l${-Math.cos(angle + turn) * size} ${-Math.sin(angle + turn) * size}`;
    const width = 2 + (of > 0 ? votes / of : 0) * 3;
    const d = `M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}${wing(0.5)}${wing(-0.5)}`;
    el("path", { class: "lead-edge", d, "stroke-width": width + 2.5 }, group);
    el("path", { class: "lead", d, "stroke-width": width }, group);
    if (takes > 0 && leading) badge(group, this.layout, to.x, to.y, `+${takes}`, "gain");
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
    badge(group, this.layout, place.x, place.y, text, "taken");
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
    badge(group, this.layout, place.x, place.y + inward * place.ry * 0.98, "\u21b6", "undone");
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
    badge(
      group,
      this.layout,
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

  #ring(group: SVGElement, pit: Ring, name: string, swell: number): SVGPathElement | null {
    return ringAround(group, this.layout, pit, name, swell);
  }
}

/** A word or a number on a plate. */
export function badge(
  group: SVGElement,
  layout: Layout,
  x: number,
  y: number,
  text: string,
  kind: string,
): void {
  const size = Math.max(11, Math.min(layout.countSize * 0.92, 16));
  const width = size * (0.9 + text.length * 0.58);
  const height = size * 1.42;
  const plate = el("g", { class: `badge is-${kind}` }, group);
  el("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 }, plate);
  write(el("text", { x, y, "font-size": size }, plate), text);
}

/** An outline around a pit, as uneven as the pit. */
export function ringAround(
  group: SVGElement,
  layout: Layout,
  pit: Ring,
  name: string,
  swell: number,
): SVGPathElement | null {
  const place = layout.pits[pit];
  if (!place) return null;
  const { x, y, rx, ry } = place;
  return el("path", { class: name, d: dug(pit, x, y, rx * swell, ry * swell) }, group);
}
