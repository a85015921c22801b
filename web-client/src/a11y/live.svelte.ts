/** What is said to those who listen: one polite line and one that interrupts. `LiveRegion.svelte` speaks it. */

class Live {
  polite = $state("");
  urgent = $state("");
  // Plain copies: whoever speaks inside an effect must not come to depend on what was said.
  #politely = "";
  #urgently = "";

  say(text: string): void {
    this.#politely = again(this.#politely, text);
    this.polite = this.#politely;
  }

  interrupt(text: string): void {
    this.#urgently = again(this.#urgently, text);
    this.urgent = this.#urgently;
  }
}

/** The same sentence twice is still news: a change of the text makes a screen reader speak. */
function again(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}

export const live = new Live();
