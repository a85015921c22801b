/** An act on the books, with its reason. Sent again after a lost answer it is the same act, and is not done twice. */

import { toasts } from "../../components/toasts.svelte.ts";
import { t } from "../../i18n/index.svelte.ts";
import "../../i18n/admin.ts";
import { books } from "../../wire/books.ts";
import type { AdminVerb } from "../../wire/generated/protocol.ts";
import { Attempt } from "../attempt.svelte.ts";

export class Act extends Attempt {
  reason = $state("");
  #sent = { key: "", what: "" };

  async send(act: AdminVerb): Promise<void> {
    const reason = this.reason.trim();
    const what = JSON.stringify([act, reason]);
    if (what !== this.#sent.what) this.#sent = { key: crypto.randomUUID(), what };
    if (!(await this.make(() => books.act({ key: this.#sent.key, act, reason })))) return;
    this.#sent = { key: "", what: "" };
    this.reason = "";
    toasts.tell(t("admin.done"));
  }
}

/** The room that a link, or the end of one, is about. */
export function roomOf(text: string): string | null {
  return /(?:^|\/r\/)([0-9a-z]+)\/?$/.exec(text.trim())?.[1] ?? null;
}
