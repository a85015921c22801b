/** What the visitor meant when opening a room, carried into it once: "play the bot" means sitting down and being ready. */

import type { Side } from "../board/ring.ts";

class Intent {
  #side: Side | null = null;

  sit(side: Side): void {
    this.#side = side;
  }

  /** Given once, then forgotten. */
  take(): Side | null {
    const side = this.#side;
    this.#side = null;
    return side;
  }
}

export const intent = new Intent();
