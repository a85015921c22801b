/** What is said to those who listen, politely or so that it interrupts. `LiveRegion.svelte` speaks it. */

/** Lines that stay in the page: what comes soon after another line must not take its place before it is read. */
const KEPT = 4;

interface Said {
  readonly id: number;
  readonly text: string;
}

class Live {
  polite = $state.raw<readonly Said[]>([]);
  urgent = $state.raw<readonly Said[]>([]);
  // Plain copies: whoever speaks inside an effect must not come to depend on what was said.
  #politely: readonly Said[] = [];
  #urgently: readonly Said[] = [];
  #next = 0;

  say(text: string): void {
    this.#politely = this.#with(this.#politely, text);
    this.polite = this.#politely;
  }

  interrupt(text: string): void {
    this.#urgently = this.#with(this.#urgently, text);
    this.urgent = this.#urgently;
  }

  #with(before: readonly Said[], text: string): readonly Said[] {
    return [...before, { id: this.#next++, text }].slice(-KEPT);
  }
}

export const live = new Live();
