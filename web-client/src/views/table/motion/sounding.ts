/** The sound of one table: hears what the board shows and what the turn brings. Loaded when the sound is on. */

import { type Cue, Cues } from "../../../board/cues.ts";
import type { Ring } from "../../../board/ring.ts";
import { Sound } from "../../../board/sound.ts";
import type { Step } from "../../../board/timeline.ts";
import { preferences, VOLUMES } from "../../../store/preferences.svelte.ts";

export class Sounding {
  readonly #cues = new Cues();
  readonly #sound = new Sound();

  heard(steps: readonly Step[], place: (pit: Ring) => number): void {
    this.#play(this.#cues.of(steps, performance.now(), place));
  }

  /** It is the reader's turn, or the game is over. */
  says(kind: "turn" | "end"): void {
    this.#play([{ kind, after: 0, seeds: 1, place: 0 }]);
  }

  close(): void {
    this.#sound.close();
  }

  #play(cues: readonly Cue[]): void {
    this.#sound.play(cues, preferences.volume / (VOLUMES.length - 1));
  }
}
