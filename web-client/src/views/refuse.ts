/** Tells the reader that something was refused, or that nobody could be asked. */

import { toasts } from "../components/toasts.svelte.ts";
import { spoken, t } from "../i18n/index.svelte.ts";
import type { Refusal } from "../wire/generated/protocol.ts";

/** `lost`: no answer will ever come. */
export async function refuse(why: Refusal | "lost"): Promise<void> {
  try {
    if (why !== "lost") {
      const { refusalOf } = await spoken(import("./refusals.ts"));
      toasts.refuse(refusalOf(why));
      return;
    }
  } catch {
    // The words could not be loaded, so the server cannot be reached any more.
  }
  toasts.refuse(t("app.failed"));
}
