/** Signing out: this browser is a guest again, at the lobby. */

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
  await changed();
  router.go("/");
}

/** Whoever sits here has changed, or can do other things now. */
export async function changed(): Promise<void> {
  purse.forget();
  await session.renew();
  await purse.load();
}
