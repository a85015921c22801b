/** What passkeys are used for. Each answers null when no key was used, and nothing has changed then. */

import { accounts } from "../../wire/accounts.ts";
import type { Outcome } from "../../wire/ask.ts";
import type { AccountView } from "../../wire/generated/protocol.ts";
import { hasPasskeys, makePasskey, usePasskey } from "../../wire/passkeys.ts";

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

/**
 * Deletes the account. Who has no password is asked for one of his keys where the server wants more than the session.
 */
export async function deleteAccount(
  account: AccountView,
  password: string,
): Promise<Outcome<unknown> | null> {
  const plain = await accounts.remove({ password: account.password ? password : null });
  const wanted = !plain.ok && plain.refusal?.code === "proof_needed" && account.passkeys > 0 && hasPasskeys();
  if (!wanted) return plain;
  const asked = await accounts.startSignIn();
  if (!asked.ok) return asked;
  const credential = await usePasskey(asked.body.options);
  const { ceremony } = asked.body;
  return credential && accounts.remove({ password: null, passkey: { ceremony, name: null, credential } });
}
