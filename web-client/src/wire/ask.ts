/** One question to the server. A route answers with its body, or with why not. */

import { decodeProblem } from "./decode.ts";
import type { Refusal } from "./generated/protocol.ts";

export type Outcome<Body> =
  | { readonly ok: true; readonly body: Body }
  /** The server said no, and why; null when nothing that could be understood came back. */
  | { readonly ok: false; readonly refusal: Refusal | null };

type Method = "GET" | "POST" | "PUT" | "DELETE";
const NO_CONTENT = 204;

export async function ask<Body>(method: Method, path: string, body?: object): Promise<Outcome<Body>> {
  try {
    const response = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body ? { "content-type": "application/json" } : {},
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer: unknown = response.status === NO_CONTENT ? null : await response.json();
    if (response.ok) return { ok: true, body: answer as Body };
    return { ok: false, refusal: decodeProblem(answer) };
  } catch {
    return { ok: false, refusal: null };
  }
}
