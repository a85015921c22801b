/** Who the visitor is, and what the server offers. Shared by all pages. */

import { whoAhead } from "../wire/ahead.ts";
import type { Outcome } from "../wire/ask.ts";
import type { GameInfo, Session } from "../wire/generated/protocol.ts";
import { http } from "../wire/http.ts";

class SessionStore {
  who = $state.raw<Session | null>(null);
  games = $state.raw<readonly GameInfo[]>([]);
  failed = $state(false);
  #loading: Promise<void> | null = null;
  #entering: Promise<boolean> | null = null;

  /** Makes sure that the server knows the visitor, and says whether it does; the same call twice asks once. */
  enter(): Promise<boolean> {
    this.#entering ??= this.#enter().finally(() => {
      this.#entering = null;
    });
    return this.#entering;
  }

  /** As `enter`, and brings what games there are. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async rename(name: string): Promise<Outcome<Session>> {
    const answer = await http.enter({ name });
    if (answer.ok) this.who = answer.body;
    return answer;
  }

  /** Asks anew who the visitor is, after it has changed. */
  async renew(): Promise<void> {
    const who = await http.enter({ name: null });
    this.failed = !who.ok;
    if (who.ok) this.who = who.body;
  }

  async #load(): Promise<void> {
    if (this.who && this.games.length > 0) return;
    const [entered, games] = await Promise.all([this.enter(), http.games()]);
    this.failed = !entered || !games.ok;
    if (games.ok) this.games = games.body;
  }

  async #enter(): Promise<boolean> {
    if (this.who) return true;
    // What was asked before the page was there is asked again if it came to nothing.
    let who = await whoAhead();
    if (!who?.ok) who = await http.enter({ name: null });
    if (who.ok) this.who = who.body;
    return who.ok;
  }
}

export const session = new SessionStore();
