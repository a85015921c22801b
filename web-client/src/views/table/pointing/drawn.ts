/** What is said about pits, brought onto the board of the table; and pits brought from the board into what is said. */

import { tick } from "svelte";
import { live } from "../../../a11y/live.svelte.ts";
import { drawHeat } from "../../../board/heat.ts";
import type { Sheet } from "../../../board/marks.ts";
import { pitUnder } from "../../../board/pits.ts";
import type { Ring } from "../../../board/ring.ts";
import { t } from "../../../i18n/index.svelte.ts";
import "../../../i18n/mention.ts";
import { heatOf } from "../../../state/heat.ts";
import { added, mentionText } from "../../../state/mentions.ts";
import { aroundOf } from "../../../state/pointing.ts";
import { memberOf } from "../../../state/select.ts";
import { hidden } from "../../../store/hidden.svelte.ts";
import type { TableState } from "../table.svelte.ts";
import { wordOf } from "../talk/words.ts";

/** What draws on the board what is said now. */
export function drawnFor(table: TableState): (on: Sheet) => void {
  const heat = heatOf(table.model, {
    previewOf: (move) => table.previewOf(move),
    hides: hidden.of(table.room.room),
    draft: table.line,
    around: aroundOf(table.model, { by: table.model.role.member ?? -1 }),
    followed: table.followed,
  });
  return (on) => drawHeat(heat, on);
}

/** Whether this reader can say something here at all. */
export function maySpeak({ model }: TableState): boolean {
  const view = model.table;
  const muted = memberOf(model, model.role.member)?.muted ?? false;
  return view !== null && !view.settings.practice && !muted;
}

/** A pit, or a way from one to another, comes into the line that is being written. */
export function mention(table: TableState, from: Ring, to: Ring | null): void {
  if (!maySpeak(table)) return;
  table.line = added(table.line, mentionText(from, to === from ? null : to, table.n));
  live.say(t("mention.added", { what: wordOf(table, from, to === from ? null : to) }));
}

const RIGHT = 2;

/**
 * With the shift key, or the right button of a mouse, pits are named instead of chosen: pressed on one and let go on
 * another an arrow. Whoever does so goes on writing.
 */
export function watch(host: HTMLElement, table: TableState): () => void {
  let from: Ring | null = null;
  const down = (event: PointerEvent) => {
    const names = event.pointerType === "mouse" && (event.button === RIGHT || event.shiftKey);
    from = names && maySpeak(table) ? pitUnder(event.target) : null;
  };
  const up = (event: PointerEvent) => {
    const pit = from === null ? null : pitUnder(event.target);
    if (from === null || pit === null) return;
    mention(table, from, pit);
    table.tab = "talk";
    void tick().then(() => document.getElementById("say")?.focus({ preventScroll: true }));
  };
  // The click that follows chooses nothing, and no menu comes up; what no mouse did is let through.
  const over = (event: MouseEvent) => {
    const byMouse = event.type === "click" ? event.detail > 0 : event.button === RIGHT;
    if (from === null || !byMouse) return;
    event.preventDefault();
    event.stopPropagation();
  };
  host.addEventListener("pointerdown", down);
  host.addEventListener("pointerup", up);
  host.addEventListener("click", over, { capture: true });
  host.addEventListener("contextmenu", over);
  return () => {
    host.removeEventListener("pointerdown", down);
    host.removeEventListener("pointerup", up);
    host.removeEventListener("click", over, { capture: true });
    host.removeEventListener("contextmenu", over);
  };
}

/** `m` names the pit that the focus is on. Says whether the key was used. */
export function key(table: TableState, pressed: string): boolean {
  if (pressed !== "m" && pressed !== "M") return false;
  if (table.pointed === null || !maySpeak(table)) return false;
  mention(table, table.pointed, null);
  table.tab = "talk";
  return true;
}
