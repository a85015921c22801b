/** Whether this browser offers to install the page. Its offer comes by itself, once, and is kept until it is taken. */

interface Offer extends Event {
  prompt(): Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

class Install {
  #offer = $state.raw<Offer | null>(null);
  installed = $state(false);

  get offered(): boolean {
    return this.#offer !== null;
  }

  /** Listens for the offer. Nothing is shown for it: whoever looks for it finds it. */
  start(): void {
    this.installed = matchMedia("(display-mode: standalone)").matches;
    window.addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.#offer = event as Offer;
    });
    window.addEventListener("appinstalled", () => {
      this.installed = true;
      this.#offer = null;
    });
  }

  /** Takes the offer. It cannot be taken twice. */
  async take(): Promise<void> {
    const offer = this.#offer;
    this.#offer = null;
    await offer?.prompt();
  }
}

export const install = new Install();
