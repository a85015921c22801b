/** Whether this browser offers to install the page. Nothing is shown for it: whoever looks for it finds it. */

import { kept } from "./offer.ts";

interface Offer extends Event {
  prompt(): Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

class Install {
  offered = $state(kept.offer !== null);
  installed = $state(matchMedia("(display-mode: standalone)").matches);

  constructor() {
    window.addEventListener("beforeinstallprompt", () => {
      this.offered = true;
    });
    window.addEventListener("appinstalled", () => {
      this.installed = true;
    });
  }

  /** Takes the offer. It cannot be taken twice; browsers make another one. */
  async take(): Promise<void> {
    const offer = kept.offer as Offer | null;
    kept.offer = null;
    this.offered = false;
    await offer?.prompt();
  }
}

export const install = new Install();
