/** Notices on this device as the reader sets them: what he is told of, and whether this browser tells him. */

import { t } from "../../i18n/index.svelte.ts";
import { ownId, tell, tellNoMore } from "../../store/told.ts";
import { hasWorkers, worker } from "../../store/worker.ts";
import type { Outcome } from "../../wire/ask.ts";
import type { PushDevice, PushWishes } from "../../wire/generated/protocol.ts";
import { push } from "../../wire/push.ts";
import { refusalOf } from "../refusals.ts";

/** Why this browser tells nothing, whatever the reader wants. */
export type Barred = "host" | "insecure" | "unsupported" | "home";

const NONE: PushWishes = { turn: false, tried: false, motion: false, ended: false, rematch: false };
const ALL: PushWishes = { turn: true, tried: true, motion: true, ended: true, rematch: true };

export class Notices {
  wishes = $state.raw<PushWishes>(NONE);
  devices = $state.raw<readonly PushDevice[]>([]);
  /** By what the server knows this browser, where it tells. */
  own = $state<string | null>(null);
  barred = $state<Barred | null>(null);
  state = $state<"loading" | "failed" | "ready">("loading");
  busy = $state(false);
  wrong = $state("");

  get on(): boolean {
    return this.devices.some(({ id }) => id === this.own);
  }
  get others(): readonly PushDevice[] {
    return this.devices.filter(({ id }) => id !== this.own);
  }

  async load(): Promise<void> {
    const answer = await push.view();
    if (!answer.ok) {
      if (answer.refusal?.code === "not_found") this.barred = "host";
      this.state = answer.refusal?.code === "not_found" ? "ready" : "failed";
      return;
    }
    this.barred = barred();
    const registration = this.barred ? null : await worker();
    this.own = registration ? await ownId(registration) : null;
    this.wishes = answer.body.wishes;
    this.devices = answer.body.devices;
    this.state = "ready";
  }

  /** Whether it is done. Whoever turns it on for the first time is told of everything, and may choose. */
  turnOn(): Promise<boolean> {
    return this.#try(async () => {
      // First of all: browsers ask their reader only right after he pressed something.
      if ((await Notification.requestPermission()) !== "granted") return t("device.wrong.denied");
      const registration = await ready();
      if (!registration) return t("device.wrong.unsupported");
      const answer = await tell(registration);
      if (!answer) return t("device.wrong.service");
      if (!answer.ok || Object.values(this.wishes).includes(true)) return wordsOf(answer);
      return wordsOf(await push.wish(ALL));
    });
  }

  turnOff(): Promise<boolean> {
    return this.#try(async () => {
      const registration = await worker();
      if (registration) await tellNoMore(registration);
      return "";
    });
  }

  forget(id: string): Promise<boolean> {
    return this.#try(async () => wordsOf(await push.unsubscribe(id)));
  }

  wish(kind: keyof PushWishes, on: boolean): Promise<boolean> {
    return this.#try(async () => wordsOf(await push.wish({ ...this.wishes, [kind]: on })));
  }

  /** One thing at a time; what came of it is asked of the server. */
  async #try(make: () => Promise<string>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.wrong = "";
    const wrong = await make().catch(() => t("app.failed"));
    await this.load();
    this.wrong = wrong;
    this.busy = false;
    return wrong === "";
  }
}

function wordsOf(answer: Outcome<unknown>): string {
  if (answer.ok) return "";
  return answer.refusal ? refusalOf(answer.refusal) : t("app.failed");
}

function barred(): Barred | null {
  if (!window.isSecureContext) return "insecure";
  if (hasWorkers() && "PushManager" in window && "Notification" in window) return null;
  return isHandheldApple() ? "home" : "unsupported";
}

/** Such devices tell of pages on the home screen alone. Newer tablets say that they are desktops. */
export function isHandheldApple(): boolean {
  const named = /iPhone|iPad|iPod/.test(navigator.userAgent);
  return named || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}

/** The worker once it runs: only then a browser subscribes. */
async function ready(): Promise<ServiceWorkerRegistration | null> {
  return (await worker()) ? await navigator.serviceWorker.ready : null;
}
