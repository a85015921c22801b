/** What is said to those who listen: one polite line and one that interrupts. `LiveRegion.svelte` speaks it. */

class Live {
  polite = $state("");
  urgent = $state("");

  say(text: string): void {
    // The same sentence twice is still news: a change of the text makes a screen reader speak.
    this.polite = this.polite === text ? `${text}\u00a0` : text;
  }

  interrupt(text: string): void {
    this.urgent = this.urgent === text ? `${text}\u00a0` : text;
  }
}

export const live = new Live();
