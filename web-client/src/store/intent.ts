/**
 * What the visitor meant when he chose a room in the lobby, carried into it once: "play the bot" means sitting down and
 * being ready, "sit down" means sitting where fewer are.
 */

import type { Side } from "../board/ring.ts";

interface Meant {
  /** Nothing is wherever fewer sit. */
  readonly side: Side | null;
  readonly ready: boolean;
}

class Intent {
  #meant: Meant | null = null;

  sit(meant: Meant): void {
    this.#meant = meant;
  }

  /** Given once, then forgotten. */
  take(): Meant | null {
    const meant = this.#meant;
    this.#meant = null;
    return meant;
  }
}

export const intent = new Intent();
