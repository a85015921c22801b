/**
 * The service worker: what the browser runs of this page when none of it is open. It shows notices, and a page that
 * says so where the server cannot be reached.
 */

import { firstOf } from "../i18n/languages.ts";
import { wordsOf } from "./notice.ts";
import type { Scope } from "./scope.ts";
import { fileOf, handlingOf, pageOf, prune, shellOf, stock } from "./shelf.ts";

declare const self: unknown;
/** The files of this version, put in by the build. */
declare const FILES: readonly string[];

const scope = self as Scope;

scope.addEventListener("install", (event) => event.waitUntil(stock()));

scope.addEventListener("activate", (event) => {
  const begin = async () => {
    await prune(FILES);
    // Pages are asked for beside the start of this worker, not after it.
    await scope.registration.navigationPreload?.enable();
    await scope.clients.claim();
  };
  event.waitUntil(begin());
});

/** The page is about to be loaded anew by who reads it. */
scope.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(scope.skipWaiting());
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  switch (handlingOf(request.method, request.mode, new URL(request.url), scope.location.origin)) {
    case "page":
      return event.respondWith(pageOf(request, event.preloadResponse));
    case "file":
      return event.respondWith(fileOf(request));
    case "shell":
      return event.respondWith(shellOf(request));
    case "none":
  }
});

scope.addEventListener("push", (event) => event.waitUntil(show(dataOf(event.data))));

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data?.path ?? "/")));
});

/** The browser got another address at its push service by itself. */
scope.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribeAnew(event.oldSubscription));
});

function dataOf(data: { json(): unknown } | null): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

async function show(data: unknown): Promise<void> {
  const { title, body, lang, path, tag, number } = wordsOf(data, navigator.languages);
  // The same one came again: it is there already.
  const shown = await scope.registration.getNotifications({ tag });
  if (shown.some((one) => number > 0 && one.data?.number === number)) return;
  const images = { icon: "/icons/192.png", badge: "/icons/badge.png" };
  const again = { renotify: true };
  await scope.registration.showNotification(title, {
    body,
    lang,
    tag,
    data: { path, number },
    ...images,
    ...again,
  });
}

/** To the tab that shows it, or to a new one. */
async function open(path: string): Promise<void> {
  const tabs = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find(({ url }) => new URL(url).pathname === path);
  if (there) await there.focus();
  else await scope.clients.openWindow(path);
}

async function subscribeAnew(old: PushSubscription | null): Promise<void> {
  const key = old?.options.applicationServerKey;
  if (!key) return;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (await scope.registration.pushManager.subscribe(options)).toJSON();
  const body = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, lang: firstOf(navigator.languages) };
  await fetch("/api/me/push", {
    method: "PUT",
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
