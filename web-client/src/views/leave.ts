/** Signing out: this browser is a guest again, at the lobby. */

import { spoken } from "../i18n/index.svelte.ts";
import { router } from "../router.svelte.ts";
import { purse } from "../store/purse.svelte.ts";
import { session } from "../store/session.svelte.ts";
import { accounts } from "../wire/accounts.ts";
import { refuse } from "./refuse.ts";

export async function signOut(): Promise<void> {
  const answer = await accounts.signOut();
  if (!answer.ok) {
    await refuse(answer.refusal ?? "lost");
    return;
  }
  const { forgetTold } = await spoken(import("../store/told.ts"));
  await forgetTold();
  await changed();
  router.go("/");
}

/** Whoever sits here has changed, or can do other things now. */
export async function changed(): Promise<void> {
  purse.forget();
  await session.renew();
  await purse.load();
  // A browser that tells its reader goes on to, in the session that there is now.
  const { begin } = await spoken(import("../store/worker.ts"));
  await begin();
}
