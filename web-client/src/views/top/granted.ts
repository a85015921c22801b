/** Tells of coins that came. */

import { toasts } from "../../components/toasts.svelte.ts";
import { t } from "../../i18n/index.svelte.ts";
import "../../i18n/who.ts";

export function tellGranted(coins: number): void {
  toasts.tell(t("who.granted", { n: coins }));
}
