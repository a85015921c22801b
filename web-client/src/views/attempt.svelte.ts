/** Something that is tried with the server: under way, done, or refused with words to be shown where it was tried. */

import { t } from "../i18n/index.svelte.ts";
import type { Outcome } from "../wire/ask.ts";
import { refusalOf } from "./refusals.ts";

export class Attempt {
  busy = $state(false);
  wrong = $state("");

  /** Whether it was done. While one is under way nothing else is begun. */
  async make(ask: () => Promise<Outcome<unknown>>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.wrong = "";
    const answer = await ask();
    this.busy = false;
    if (!answer.ok) this.wrong = answer.refusal ? refusalOf(answer.refusal) : t("app.failed");
    return answer.ok;
  }
}
