/** What is said to those who listen, politely or so that it interrupts. `LiveRegion.svelte` speaks it. */

/** Lines that stay in the page: what comes soon after another line must not take its place before it is read. */
const KEPT = 4;
/** For how long: whoever reads through the page later must not come upon what is past. */
const KEPT_MS = 8000;

interface Said {
  readonly id: number;
  readonly text: string;
}

class Region {
  lines = $state.raw<readonly Said[]>([]);
  // A plain copy: whoever speaks inside an effect must not come to depend on what was said.
  #all: readonly Said[] = [];
  #next = 0;

  add(text: string): void {
    const id = this.#next++;
    this.#keep([...this.#all, { id, text }].slice(-KEPT));
    setTimeout(() => this.#keep(this.#all.filter((line) => line.id !== id)), KEPT_MS);
  }

  #keep(lines: readonly Said[]): void {
    this.#all = lines;
    this.lines = lines;
  }
}

class Live {
  readonly polite = new Region();
  readonly urgent = new Region();

  say(text: string): void {
    this.polite.add(text);
  }

  interrupt(text: string): void {
    this.urgent.add(text);
  }
}

export const live = new Live();
