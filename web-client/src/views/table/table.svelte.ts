/** What one viewer is doing at the table: the move chosen, the pit pointed at, and the orders that follow. */

import { type Ring, ringOf, type Side } from "../../board/ring.ts";
import type { Model } from "../../state/model.ts";
import { partsOf } from "../../state/moves.ts";
import { choicesOf, type Duty, dutyOf, mayLay, offersOf, viewerOf } from "../../state/select.ts";
import type { Failure, RoomStore, Story } from "../../store/room.svelte.ts";
import type { Command, Hearers, MarketStory, Offer, Preview } from "../../wire/generated/protocol.ts";
import { refuse } from "../refuse.ts";

/** A pointer passes over many pits on its way to one. */
const LINGER_MS = 110;

/** What pits are picked for, which ones may be, which one is, and what follows. */
export interface Picking {
  readonly what: string;
  readonly pits: ReadonlySet<Ring>;
  readonly marked: Ring | null;
  pick(pit: Ring): void;
}

export interface Followed {
  readonly from: Ring;
  readonly to: Ring | null;
}

export type Tab = "council" | "talk" | "teams" | "moves";

export class TableState {
  #chosen = $state.raw<{ readonly turn: string; readonly move: string } | null>(null);
  pointed = $state<Ring | null>(null);
  /** A way of the chosen pit that is pointed at on the board. */
  way = $state<string | null>(null);
  /** The move that is looked at, lap by lap, once the server has told it. */
  preview = $state.raw<{ readonly move: string; readonly story: Story } | null>(null);
  /** The member whom the dialog about people is open for. */
  person = $state<number | null>(null);
  /** Whether it is shown how the room decides. */
  how = $state(false);
  /** The move that is about to be blocked: its reason is being written. */
  blocking = $state.raw<{ readonly ballot: number; readonly move: string } | null>(null);
  /** Whether the menu of what may be asked is open. */
  asking = $state(false);
  /** Pits are picked on the board for something else than a move. */
  picking = $state.raw<Picking | null>(null);
  /** The line that is being written in the talk, and to whom. */
  line = $state("");
  to = $state<Hearers>("team");
  /** A pit, or a way between two, that is named where the reader is. */
  followed = $state.raw<Followed | null>(null);
  /** The part of the panel that was asked for. */
  tab = $state<Tab>("council");
  /** Where somebody would sit who has a stake in the match: he is asked whether he takes it back. */
  staked = $state.raw<{ readonly side: Side | null } | null>(null);
  /** How the bets on the game on the table went, as far as they may be told. */
  story = $state.raw<MarketStory | null>(null);
  /** A move is being shown on the board. */
  moving = $state(false);
  /** Orders on their way: what a button does must not be asked twice. */
  busy = $state(0);

  readonly duty: Duty;
  readonly choices: ReadonlySet<Ring>;
  readonly viewer: Side;
  readonly offers: readonly Offer[];
  /** Pits in a row. */
  readonly n: number;

  constructor(readonly room: RoomStore) {
    const n = $derived((room.model.table?.game?.position.pits.length ?? 0) / 2);
    this.n = $derived(n);
    /** Whether a fallback has come to the point where anyone may lay. Ticks only while there is one. */
    const late = $derived.by(() => {
      const side = room.model.table?.game?.turn?.side;
      const until = side ? room.model.teams[side]?.ballot?.hand_until : null;
      return until !== null && until !== undefined && room.now >= until;
    });
    this.duty = $derived(dutyOf(room.model, late ? Number.POSITIVE_INFINITY : 0));
    this.choices = $derived(this.picking?.pits ?? choicesOf(room.model, this.duty));
    this.viewer = $derived(viewerOf(room.model));
    this.offers = $derived(offersOf(room.model));
  }

  get model(): Model {
    return this.room.model;
  }

  /** The chosen move; it is forgotten when its turn is over. */
  get chosen(): string | null {
    return this.#chosen?.turn === this.#turn ? this.#chosen.move : null;
  }

  choose(move: string | null): void {
    this.#chosen = move === null ? null : { turn: this.#turn, move };
  }

  get #turn(): string {
    const { at } = this.room;
    return at ? `${at.game}/${at.ply}/${at.tries}/${at.back}` : "";
  }

  /** The pit that is marked as chosen: of a move, or picked. */
  get marked(): Ring | null {
    const { picking, chosen } = this;
    if (picking) return picking.marked;
    return chosen === null ? null : this.ringOfMove(chosen);
  }

  ringOfMove(move: string): Ring | null {
    const side = this.model.table?.game?.turn?.side;
    const { pit } = partsOf(move);
    return side && pit !== null ? ringOf(side, pit, this.n) : null;
  }

  offerAt(pit: Ring): Offer | null {
    const side = this.model.table?.game?.turn?.side;
    return (side && this.offers.find((offer) => ringOf(side, offer.pit, this.n) === pit)) || null;
  }

  /** What the server said a move leads to; null for one that it did not list. */
  previewOf(move: string): Preview | null | undefined {
    for (const offer of this.offers) {
      if (offer.move === move) return offer.preview;
      const choice = offer.choices.find((one) => one.move === move);
      if (choice) return choice.preview;
    }
    return undefined;
  }

  /** A first touch looks, a second one does. */
  touch(pit: Ring): void {
    if (!this.choices.has(pit)) return;
    if (this.picking) {
      this.picking.pick(pit);
      return;
    }
    const offer = this.offerAt(pit);
    if (!offer) return;
    if (this.chosen !== null && this.ringOfMove(this.chosen) === pit) void this.act(this.chosen);
    else this.choose(offer.move);
  }

  /** What this viewer's main action on a move is: lay it, or vote for it. */
  async act(move: string): Promise<void> {
    if (mayLay(this.duty)) await this.lay(move);
    else if (this.duty.kind === "vote") await this.vote(this.duty.ballot.ballot, move);
  }

  async lay(move: string): Promise<void> {
    if (await this.order({ k: "move.lay", d: { move } }, true)) this.choose(null);
  }

  async vote(ballot: number, move: string): Promise<void> {
    if (await this.order({ k: "vote.set", d: { ballot, move } })) this.choose(null);
  }

  /** Sends an order. Null when it was done. */
  async send(command: Command, present = false): Promise<Failure | null> {
    this.busy += 1;
    const failure = await this.room.order(command, present ? this.room.at : undefined);
    this.busy -= 1;
    // Whoever has a stake is asked whether he takes it back.
    if (failure && command.k === "seat.take" && mayWithdraw(failure)) this.staked = { side: command.d.side };
    return failure;
  }

  /** Sends an order and says so when it is refused. Whether it was done. */
  async order(command: Command, present = false): Promise<boolean> {
    const failure = await this.send(command, present);
    if (failure !== null && !(command.k === "seat.take" && mayWithdraw(failure))) await refuse(failure);
    return failure === null;
  }

  /** Asks for the story of the move that is looked at. To be run inside an effect. */
  watchPreview(): () => void {
    const { chosen } = this;
    const pit = this.pointed;
    // On the chosen pit itself the way that was chosen is looked at, not the one straight on.
    const pointed =
      pit === null || (chosen !== null && this.ringOfMove(chosen) === pit)
        ? null
        : (this.offerAt(pit)?.move ?? null);
    const move = this.way ?? pointed ?? chosen;
    if (move === null) {
      this.preview = null;
      return () => undefined;
    }
    let left = false;
    const timer = setTimeout(async () => {
      const story = await this.room.story(move);
      if (!left) this.preview = story && { move, story };
    }, LINGER_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }
}

function mayWithdraw(failure: Failure): boolean {
  return failure !== "lost" && failure.code === "has_open_stake" && failure.withdrawable;
}
