/**
 * What people say about pits, drawn over them: how many are for a move and how many it needs, what was tried and
 * spent, and what members point out to each other. A number or a shape for each, never colour alone. Decoration for
 * the eye: the same is said in words beside. Loaded after the board stands.
 */

import type { PitPlace } from "./geometry.ts";
import { badge, ringAround, type Sheet } from "./marks.ts";
import type { Ring } from "./ring.ts";
import { dug } from "./shapes.ts";
import { el, write } from "./svg.ts";

export interface PitVotes {
  readonly pit: Ring;
  readonly votes: number;
  /** As many as decide, or as may vote where the most votes do. */
  readonly of: number;
  readonly mine: boolean;
  readonly leading: boolean;
  /** Where the move ends that has the most votes here; null where it is not known. */
  readonly ends: Ring | null;
  readonly takes: number;
}

/** A pit, or a way from one to another, that somebody points out. */
export interface Pointer {
  /** Very short: who. Nothing for what one is about to say. */
  readonly who: string;
  readonly from: Ring;
  readonly to: Ring | null;
}

export interface Heat {
  readonly votes: readonly PitVotes[];
  /** Moves tried and withdrawn in this turn. */
  readonly spent: readonly Ring[];
  /** Where the move began that was taken back. */
  readonly undone: Ring | null;
  readonly pointers: readonly Pointer[];
  /** What a reader follows from a line of the talk or of the moves. */
  readonly followed: { readonly from: Ring; readonly to: Ring | null } | null;
}

const BEADS = 8;
/** More arrows than these would hide what they point at. */
const ARROWS = 3;
/** Below this no letters fit on a flag. */
const LETTERED_PITCH = 46;

/** Draws it on the sheets of the marks. Arrows of votes give way to a move that is looked at. */
export function drawHeat(heat: Heat, on: Sheet): void {
  for (const pit of heat.spent) spent(on, pit);
  if (heat.undone !== null) undone(on, heat.undone);
  const flags = new Map<Ring, number>();
  for (const pointer of heat.pointers) {
    const before = flags.get(pointer.from) ?? 0;
    flags.set(pointer.from, before + 1);
    points(on, pointer, before);
  }
  if (!on.previewing) {
    const proposed = [...heat.votes].sort((a, b) => b.votes - a.votes).slice(0, ARROWS);
    for (const votes of proposed.reverse()) leads(on, votes);
  }
  for (const votes of heat.votes) voted(on, votes);
  if (heat.followed) follows(on, heat.followed);
}

// ---- votes ---------------------------------------------------------------------------------------

/**
 * A ring that closes as votes come together: round once, and the move has all it needs. With it the number, a tick
 * for one's own, and a bead for each voter.
 */
function voted(on: Sheet, { pit, votes, of, mine, leading }: PitVotes): void {
  const place = on.layout.pits[pit];
  if (!place) return;
  const { x, y, rx, ry } = place;
  const width = Math.max(4, Math.min(rx * 0.2, 9));
  const track = ringAround(on.under, on.layout, pit, "vote-track", 1.08);
  track?.setAttribute("stroke-width", String(width));
  const share = of > 0 ? Math.min(1, votes / of) : 0;
  if (share > 0) {
    const kind = leading ? "vote-ring is-leading" : "vote-ring";
    const ring = ringAround(on.under, on.layout, pit, kind, 1.08);
    ring?.setAttribute("stroke-width", String(width));
    ring?.setAttribute("pathLength", "100");
    if (share < 1) ring?.setAttribute("stroke-dasharray", `${share * 100} 100`);
  }
  const inward = inwardOf(place);
  const group = el("g", { class: leading ? "vote is-leading" : "vote" }, on.over);
  const text = mine ? `${votes} ✓` : String(votes);
  badge(group, on.layout, x, y + inward * ry * 0.98, text, mine ? "vote-mine" : "vote");
  const beads = Math.min(votes, BEADS);
  for (let bead = 0; bead < beads; bead++) {
    const angle = ((bead - (beads - 1) / 2) * Math.PI) / 9;
    const cx = x + Math.sin(angle) * rx * 0.82;
    const cy = y - inward * Math.cos(angle) * ry * 0.82;
    el("circle", { class: "vote-bead", cx, cy, r: Math.max(2.4, rx * 0.085) }, group);
  }
}

/** An arrow from a proposed pit to where its move would end, as heavy as its share of the votes. */
function leads(on: Sheet, { pit, votes, of, leading, ends, takes }: PitVotes): void {
  const from = on.layout.pits[pit];
  const to = ends === null ? undefined : on.layout.pits[ends];
  if (!from || !to || votes === 0 || pit === ends) return;
  const group = el("g", { class: leading ? "leads is-leading" : "leads" }, on.over);
  const width = 2 + (of > 0 ? Math.min(1, votes / of) : 0) * 3;
  arrow(on, group, from, to, width);
  if (takes > 0 && leading) badge(group, on.layout, to.x, to.y, `+${takes}`, "gain");
}

/** Bent towards the middle of the board, over a dark edge; it ends at the rim, not where the seeds are. */
function arrow(on: Sheet, group: SVGElement, from: PitPlace, to: PitPlace, width: number): void {
  const inward = inwardOf(from);
  const [x1, y1] = [from.x, from.y + inward * from.ry * 0.5];
  const far = Math.hypot(to.x - x1, to.y - y1);
  const bend = Math.min(far * 0.18, on.layout.pitch * 0.8);
  const [cx, cy] = [(x1 + to.x) / 2, (y1 + to.y) / 2 + inward * bend];
  const angle = Math.atan2(to.y - cy, to.x - cx);
  const [x2, y2] = [to.x - Math.cos(angle) * to.rx * 0.8, to.y - Math.sin(angle) * to.ry * 0.8];
  const size = Math.max(6, from.rx * 0.3);
  const wing = (turn: number) =>
    `M${x2} ${y2}l${-Math.cos(angle + turn) * size} ${-Math.sin(angle + turn) * size}`;
  const stem = `M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}`;
  const head = `${wing(0.5)}${wing(-0.5)}`;
  el("path", { class: "lead-edge", d: stem + head, "stroke-width": width + 2.5 }, group);
  el("path", { class: "lead", d: stem, "stroke-width": width }, group);
  el("path", { class: "lead-head", d: head, "stroke-width": width }, group);
}

// ---- what is pointed out -------------------------------------------------------------------------

/** A flag planted at the rim, with the letters of whoever planted it; the arrow, if there is one, is dashed. */
function points(on: Sheet, { who, from, to }: Pointer, before: number): void {
  const place = on.layout.pits[from];
  if (!place) return;
  const group = el("g", { class: who === "" ? "pointer is-draft" : "pointer" }, on.over);
  const target = to === null ? undefined : on.layout.pits[to];
  if (target && to !== from) arrow(on, group, place, target, 2.4);
  const lettered = on.layout.pitch >= LETTERED_PITCH && who !== "";
  const height = Math.max(9, Math.min(place.rx * 0.5, 19));
  const width = lettered ? height * 1.65 : height * 1.1;
  const x = place.x + place.rx * (0.42 - 0.5 * Math.min(before, 3));
  const y = place.y - place.ry * 0.5;
  el("path", { class: "flag-pole", d: `M${x} ${y + height * 1.3}V${y - height * 0.6}` }, group);
  const top = y - height * 0.6;
  // Swallow-tailed, so that it is no badge.
  const d = `M${x} ${top}h${width}l${-height * 0.3} ${height / 2}l${height * 0.3} ${height / 2}h${-width}Z`;
  el("path", { class: "flag", d }, group);
  if (!lettered) return;
  const text = el(
    "text",
    { class: "flag-text", x: x + width * 0.44, y: top + height / 2, "font-size": height * 0.62 },
    group,
  );
  write(text, who);
}

/** What one reads about, as plain as can be: a double ring, and an arrow where two pits are meant. */
function follows(on: Sheet, { from, to }: { from: Ring; to: Ring | null }): void {
  const group = el("g", { class: "followed" }, on.over);
  for (const pit of to === null || to === from ? [from] : [from, to]) {
    ringAround(group, on.layout, pit, "followed-edge", 1.14);
    ringAround(group, on.layout, pit, "followed-ring", 1.14);
  }
  const [place, target] = [on.layout.pits[from], to === null ? undefined : on.layout.pits[to]];
  if (place && target && to !== from) arrow(on, group, place, target, 4);
}

// ---- what was taken back -------------------------------------------------------------------------

function spent(on: Sheet, pit: Ring): void {
  const place = on.layout.pits[pit];
  if (!place) return;
  const s = place.rx * 0.5;
  const { x, y } = place;
  const d = `M${x - s} ${y - s}l${2 * s} ${2 * s}M${x + s} ${y - s}l${-2 * s} ${2 * s}`;
  el("path", { class: "mark-spent", d }, on.over);
}

/** An arrow that goes back. */
function undone(on: Sheet, pit: Ring): void {
  const place = on.layout.pits[pit];
  if (!place) return;
  const { x, y, rx, ry } = place;
  el("path", { class: "mark-changed", d: dug(pit, x, y, rx * 1.12, ry * 1.12) }, on.under);
  const group = el("g", { class: "undone" }, on.over);
  badge(group, on.layout, x, y + inwardOf(place) * ry * 0.98, "\u21b6", "undone");
}

function inwardOf({ row }: PitPlace): 1 | -1 {
  return row === "near" ? -1 : 1;
}
