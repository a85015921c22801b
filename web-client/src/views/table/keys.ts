/**
 * What keys do while the focus is on the board, beside moving over it. Single letters work there alone: elsewhere they
 * belong to whoever writes, and to screen readers.
 */

import { tick } from "svelte";
import { live } from "../../a11y/live.svelte.ts";
import type { Board } from "../../board/board.ts";
import { ringOf } from "../../board/ring.ts";
import { toasts } from "../../components/toasts.svelte.ts";
import { spoken, t } from "../../i18n/index.svelte.ts";
import "../../i18n/keys.ts";
import { asksAtAll } from "../../state/asks.ts";
import { type Typed, typedNext } from "../../state/typed.ts";
import type { Stance } from "../../wire/generated/protocol.ts";
import type { Reply } from "../text/reply.ts";
import type { TableState } from "./table.svelte.ts";
import { journalOf } from "./telling/journal.svelte.ts";
import { ended } from "./telling/narrator.ts";
import { ballotOf, statusOf, timesOf } from "./telling/status.ts";

/** Looks for the field of the talk, which is loaded with it: so many frames at most. */
const FRAMES = 120;

export class BoardKeys {
  #typed: Typed | null = null;

  constructor(
    private readonly table: TableState,
    private readonly board: Board,
    private readonly help: () => void,
  ) {}

  /** Whether the key was used. */
  press(pressed: string): boolean {
    if (/^\d$/.test(pressed)) return this.#digit(Number(pressed));
    const key = pressed.toLowerCase();
    if (this.#motion(key)) return true;
    const { table } = this;
    switch (key) {
      case "s":
        return say(statusOf(table));
      case "t":
        return say(timesOf(table));
      case "b":
        return say(ballotOf(table));
      case "r":
        return say(journalOf(table).last, t("keys.none"));
      case "o":
        return this.#think("object");
      case "a":
        return this.#think("approve");
      case "w":
        return act(async () => (await orders()).withdraw(table));
      case "c":
        return focus(".panel :is(button, a[href], input, select, summary):not([disabled])");
      case "l":
        void this.#talk();
        return true;
      case "q":
        if (!asksAtAll(table.model))
          return act(async () => (await questions()).ask(table, "draw", "", false));
        table.asking = true;
        return true;
      case "?":
        this.help();
        return true;
      case "escape":
        if (table.chosen === null) return false;
        table.choose(null);
        return true;
      default:
        return false;
    }
  }

  /** Keys of a move that is shown. */
  #motion(key: string): boolean {
    const { player } = this.board;
    if (!player) return false;
    if (key === "p") player.paused ? player.resume() : player.pause();
    else if (key === ".") player.step();
    else if (key === ",") player.back();
    else if (key === "escape") player.finish();
    else return false;
    return true;
  }

  /** To the pit of that number, in the row from which a pit may be chosen, or in one's own. */
  #digit(digit: number): boolean {
    const { table } = this;
    this.#typed = typedNext(this.#typed, digit, Date.now(), table.n);
    if (!this.#typed) return false;
    const turn = table.model.table?.game?.turn?.side;
    const side = turn && table.model.role.seats.includes(turn) ? turn : table.viewer;
    this.board.focus(ringOf(side, this.#typed.number, table.n));
    return true;
  }

  /** The same key again takes it back. */
  #think(wish: Stance): boolean {
    const { duty } = this.table;
    const already = duty.kind === "tried" && duty.stance === wish;
    return act(async () => (await orders()).stance(this.table, already ? "undecided" : wish));
  }

  async #talk(): Promise<void> {
    // Whoever practises is alone.
    if (this.table.model.table?.settings.practice) {
      say([], t("keys.no_talk"));
      return;
    }
    this.table.tab = "talk";
    await tick();
    const field = await appears("#say");
    if (!field) return;
    const from = document.activeElement;
    const back = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      if (from instanceof SVGElement && from.isConnected) from.focus();
    };
    field.addEventListener("keydown", back);
    field.addEventListener("blur", () => field.removeEventListener("keydown", back), { once: true });
    field.focus();
  }
}

/** Told when it is asked for, whatever else is being told. */
function say(lines: readonly string[], none = ""): boolean {
  const text = lines.length > 0 ? lines.map(ended).join(" ") : none;
  if (text !== "") live.say(text);
  return true;
}

/** What written orders do as well is loaded when a key first asks for it. */
const orders = () => spoken(import("../text/moves.ts"));
const questions = () => spoken(import("../text/asks.ts"));

function act(doing: () => Promise<Reply>): boolean {
  void doing().then(({ done, lines }) => {
    const text = lines.map(ended).join(" ");
    if (done) live.say(text);
    else toasts.refuse(text);
  });
  return true;
}

function focus(selector: string): boolean {
  const next = document.querySelector<HTMLElement>(selector);
  next?.focus();
  return next !== null;
}

/** An element, as soon as it is on the page. */
async function appears(selector: string): Promise<HTMLElement | null> {
  for (let frame = 0; frame < FRAMES; frame++) {
    const found = document.querySelector<HTMLElement>(selector);
    if (found) return found;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return null;
}
