/** The HTTP routes of accounts, one function each. Loaded by the pages that need them. */

import { ask } from "./ask.ts";
import type {
  Credentials,
  Deletion,
  PasskeyAnswer,
  PasskeyChallenge,
  PasskeyRow,
  PasswordChange,
  SessionRow,
  SignInWays,
} from "./generated/protocol.ts";

/** What such a route answers with is asked for anew: the session has changed with it. */
type Done = unknown;

export const accounts = {
  ways: () => ask<SignInWays>("GET", "/api/accounts"),
  claim: (body: Credentials) => ask<Done>("POST", "/api/account", body),
  signIn: (body: Credentials) => ask<Done>("POST", "/api/login", body),
  signOut: () => ask<Done>("POST", "/api/logout"),
  setPassword: (body: PasswordChange) => ask<Done>("PUT", "/api/account/password", body),
  remove: (body: Deletion) => ask<Done>("DELETE", "/api/account", body),
  sessions: () => ask<readonly SessionRow[]>("GET", "/api/sessions"),
  endSession: (id: string) => ask<Done>("DELETE", `/api/sessions/${id}`),
  endOthers: () => ask<Done>("DELETE", "/api/sessions"),
  passkeys: () => ask<readonly PasskeyRow[]>("GET", "/api/passkeys"),
  startPasskey: () => ask<PasskeyChallenge>("POST", "/api/passkeys/start"),
  addPasskey: (body: PasskeyAnswer) => ask<Done>("POST", "/api/passkeys", body),
  removePasskey: (id: string) => ask<Done>("DELETE", `/api/passkeys/${id}`),
  startSignIn: () => ask<PasskeyChallenge>("POST", "/api/login/passkey/start"),
  signInByPasskey: (body: PasskeyAnswer) => ask<Done>("POST", "/api/login/passkey", body),
};

/** Addresses that a browser goes to by itself. */
export const EXPORT = "/api/me/export";
export const PROVIDER = "/api/oidc/start?return=/account";

/** Why the identity provider let nobody in, as the address tells after coming back from it. */
export function providerSaid(search: string): "taken" | "limited" | "failed" | null {
  const said = new URLSearchParams(search).get("signin");
  if (said === null) return null;
  return said === "taken" || said === "limited" ? said : "failed";
}
