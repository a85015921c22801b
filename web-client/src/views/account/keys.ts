/** What passkeys are used for. Each answers null when no key was used, and nothing has changed then. */

import { accounts } from "../../wire/accounts.ts";
import type { Outcome } from "../../wire/ask.ts";
import { makePasskey, usePasskey } from "../../wire/passkeys.ts";

/** A guest's account with a key alone, or one more key for an account. */
export async function addPasskey(name: string): Promise<Outcome<unknown> | null> {
  const asked = await accounts.startPasskey();
  if (!asked.ok) return asked;
  const credential = await makePasskey(asked.body.options);
  return credential && accounts.addPasskey({ ceremony: asked.body.ceremony, name, credential });
}

export async function signInByPasskey(): Promise<Outcome<unknown> | null> {
  const asked = await accounts.startSignIn();
  if (!asked.ok) return asked;
  const credential = await usePasskey(asked.body.options);
  return credential && accounts.signInByPasskey({ ceremony: asked.body.ceremony, name: null, credential });
}
