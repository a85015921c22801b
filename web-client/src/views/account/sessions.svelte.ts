/** Where the reader is signed in, as last told. */

import { accounts } from "../../wire/accounts.ts";
import type { SessionRow } from "../../wire/generated/protocol.ts";

class Sessions {
  rows = $state.raw<readonly SessionRow[] | null>(null);
  failed = $state(false);

  async load(): Promise<void> {
    const answer = await accounts.sessions();
    this.failed = !answer.ok;
    if (answer.ok) this.rows = answer.body;
  }
}

export const sessions = new Sessions();
