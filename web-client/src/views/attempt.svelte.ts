/** Something that is tried with the server: under way, done, or refused with words to be shown where it was tried. */

import { t } from "../i18n/index.svelte.ts";
import type { Outcome } from "../wire/ask.ts";
import { refusalOf } from "./refusals.ts";

export class Attempt {
  busy = $state(false);
  wrong = $state("");
  /** Whether one has to sign in again before it. */
  stale = $state(false);

  /** Whether it was done. While one is under way nothing else is begun. */
  async make(ask: () => Promise<Outcome<unknown>>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.clear();
    const answer = await ask();
    this.busy = false;
    if (!answer.ok) this.stale = answer.refusal?.code === "proof_needed";
    if (!answer.ok) this.wrong = answer.refusal ? refusalOf(answer.refusal) : t("app.failed");
    return answer.ok;
  }

  /** Nothing is wrong any more. */
  clear(): void {
    this.wrong = "";
    this.stale = false;
  }
}
