/**
 * What a service worker works with, as far as this one does. The library of types that has all of it does not go
 * together with that of pages.
 */

export interface Extended extends Event {
  waitUntil(work: Promise<unknown>): void;
}
export interface Fetching extends Extended {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
export interface Pushed extends Extended {
  readonly data: { json(): unknown } | null;
}
export interface Clicked extends Extended {
  readonly notification: Notification;
}
export interface Resubscribed extends Extended {
  readonly oldSubscription: PushSubscription | null;
}
export interface Told extends Extended {
  readonly data: unknown;
}

interface Tab {
  readonly url: string;
  focus(): Promise<unknown>;
}

interface Events {
  install: Extended;
  activate: Extended;
  fetch: Fetching;
  message: Told;
  push: Pushed;
  notificationclick: Clicked;
  pushsubscriptionchange: Resubscribed;
}

export interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly Tab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listen: (event: Events[Name]) => void): void;
}
