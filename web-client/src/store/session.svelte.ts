/** Who the visitor is, and what the server offers. Shared by all pages. */

import type { Outcome } from "../wire/ask.ts";
import type { GameInfo, Session } from "../wire/generated/protocol.ts";
import { http } from "../wire/http.ts";

class SessionStore {
  who = $state.raw<Session | null>(null);
  games = $state.raw<readonly GameInfo[]>([]);
  failed = $state(false);
  #loading: Promise<void> | null = null;

  /** Makes sure that there is a session; the same call twice asks once. */
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
    const [who, games] = await Promise.all([http.enter({ name: null }), http.games()]);
    this.failed = !who.ok || !games.ok;
    if (who.ok) this.who = who.body;
    if (games.ok) this.games = games.body;
  }
}

export const session = new SessionStore();
