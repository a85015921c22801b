/** Betting as far as the reader is concerned: what the server allows, own coins, and whether one wants to see it. */

import { books } from "../wire/books.ts";
import type { BettingMode, BettingWish, WalletView } from "../wire/generated/protocol.ts";
import { betting } from "./betting.svelte.ts";
import { session } from "./session.svelte.ts";

class Purse {
  wallet = $state.raw<WalletView | null>(null);
  #loading: Promise<number> | null = null;

  /** The most that a room may choose: a server that takes no bets opens no room with bets. */
  get most(): BettingMode {
    const modes = session.games.map(({ defaults }) => defaults.stand.betting);
    return modes.find((mode) => mode === "pool") ?? modes.find((mode) => mode === "picks") ?? "off";
  }

  /** Whether the reader is shown anything of it. */
  get shown(): boolean {
    return this.most !== "off" && !betting.hidden;
  }

  /** Asked for on every visit, which is also how the coins of the day come. Tells how many came. */
  load(): Promise<number> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async wish(wish: Partial<BettingWish>) {
    const answer = await books.wish(wish);
    if (answer.ok && typeof wish.hidden === "boolean") betting.keep(wish.hidden);
    if (answer.ok) await this.load();
    return answer;
  }

  /** Somebody else is sitting here now. */
  forget(): void {
    this.wallet = null;
  }

  async #load(): Promise<number> {
    await session.load();
    if (this.most === "off") return 0;
    const answer = await books.wallet();
    if (!answer.ok) return 0;
    this.wallet = answer.body;
    // A guest may hide betting in one browser; an account hides it in all of them.
    if (session.who?.account) betting.keep(answer.body.hidden);
    return Number(answer.body.granted);
  }
}

export const purse = new Purse();
