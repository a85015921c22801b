/**
 * Whether this browser tells its reader of slow games. What he wants to be told of is his own, on every device; that
 * this browser tells him is kept in it, so that a session that took another's place is told of it again.
 */

import { language } from "../i18n/index.svelte.ts";
import type { Outcome } from "../wire/ask.ts";
import type { PushLang } from "../wire/generated/protocol.ts";
import { push } from "../wire/push.ts";

const KEY = "sindillo.told";

/** Subscribes this browser, where its reader allows it, and tells the server; nothing where it has no push service. */
export async function tell(registration: ServiceWorkerRegistration): Promise<Outcome<unknown> | null> {
  const key = await push.key();
  if (!key.ok) return key;
  const subscription = await subscribed(registration, key.body.key);
  if (!subscription) return null;
  const answer = await say(subscription);
  if (answer.ok) remember(true);
  return answer;
}

/** This browser tells nothing more: the server forgets it, and it forgets the server. */
export async function tellNoMore(registration: ServiceWorkerRegistration): Promise<void> {
  remember(false);
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) return;
  await push.unsubscribe(await idOf(subscription.endpoint));
  await subscription.unsubscribe().catch(() => false);
}

/** Whoever signs out here is told nothing here any more; the server has forgotten it with the session. */
export async function forgetTold(): Promise<void> {
  if (!remembered()) return;
  remember(false);
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe().catch(() => false);
}

/** Makes good what was lost since this browser was made to tell: a session, a key of the server, a language. */
export async function keepTold(registration: ServiceWorkerRegistration): Promise<void> {
  if (!remembered() || !("Notification" in window) || Notification.permission !== "granted") return;
  const [view, key] = await Promise.all([push.view(), push.key()]);
  if (!view.ok || !key.ok) return;
  const subscription = await subscribed(registration, key.body.key);
  if (!subscription) return;
  const id = await idOf(subscription.endpoint);
  const known = view.body.devices.find((device) => device.id === id);
  if (!known?.own || known.lang !== language()) await say(subscription);
}

/** By what the server knows this browser; nothing where it tells nothing. */
export async function ownId(registration: ServiceWorkerRegistration): Promise<string | null> {
  const subscription = await registration.pushManager?.getSubscription();
  return subscription ? await idOf(subscription.endpoint) : null;
}

/** The subscription of this browser by this key of the server; nothing where its push service gives none. */
async function subscribed(
  { pushManager }: ServiceWorkerRegistration,
  key: string,
): Promise<PushSubscription | null> {
  const applicationServerKey = bytesOf(key);
  try {
    const old = await pushManager.getSubscription();
    if (old && same(old.options.applicationServerKey, applicationServerKey)) return old;
    await old?.unsubscribe();
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  } catch {
    return null;
  }
}

function say(subscription: PushSubscription): Promise<Outcome<unknown>> {
  const { keys } = subscription.toJSON();
  const lang: PushLang = language();
  const { endpoint } = subscription;
  return push.subscribe({ endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "", lang });
}

/** The first half of the digest of the endpoint, as the server names it. */
async function idOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest).slice(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

function same(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? new ArrayBuffer(0));
  return bytes.length === other.length && bytes.every((byte, at) => byte === other[at]);
}

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

function remember(on: boolean): void {
  try {
    if (on) localStorage.setItem(KEY, "on");
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is off: it is asked anew after the next sign-in.
  }
}
