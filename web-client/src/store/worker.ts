/**
 * The service worker of this page: registered once the page stands, asked to make way when the reader loads a newer
 * version. Loaded apart. A browser without workers, and a page without TLS, does without.
 */

import { keepTold } from "./told.ts";

const SCRIPT = "/sw.js";

/** Whether this browser has workers for this page. */
export function hasWorkers(): boolean {
  return window.isSecureContext && "serviceWorker" in navigator;
}

/** The worker, where there is one and it could be loaded. */
export async function worker(): Promise<ServiceWorkerRegistration | null> {
  if (!hasWorkers()) return null;
  try {
    return await navigator.serviceWorker.register(trusted(SCRIPT));
  } catch {
    // The page works without.
    return null;
  }
}

/** Registers it, and sees that whoever wanted to be told still is. */
export async function begin(): Promise<void> {
  const registration = await worker();
  if (registration) await keepTold(registration);
}

/** Loads the page anew. A newer worker that waits for the pages of the old one to close takes over. */
export async function loadAnew(): Promise<void> {
  const registration = hasWorkers() ? await navigator.serviceWorker.getRegistration() : undefined;
  registration?.waiting?.postMessage("take over");
  location.reload();
}

interface ScriptPolicy {
  createScriptURL(url: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy;
}
let policy: ScriptPolicy | null = null;

/** The security policy of this page has every script by which it is extended named. */
function trusted(script: string): string {
  const factory = (window as { trustedTypes?: PolicyFactory }).trustedTypes;
  if (!factory) return script;
  policy ??= factory.createPolicy("sindillo-worker", {
    createScriptURL: (url) => (url === SCRIPT ? url : ""),
  });
  return policy.createScriptURL(script);
}
