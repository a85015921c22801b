/** Short messages that nobody has to answer: a refusal, a copied link. */

import { live } from "../a11y/live.svelte.ts";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: "news" | "refused";
}

const SHOWN_MS = 6000;
const MOST = 3;

class Toasts {
  shown = $state.raw<readonly Toast[]>([]);
  #next = 1;

  /** To the eye alone. */
  show(text: string, kind: Toast["kind"] = "news"): void {
    const id = this.#next++;
    const others = this.shown.filter((toast) => toast.text !== text);
    this.shown = [...others, { id, text, kind }].slice(-MOST);
    setTimeout(() => this.drop(id), SHOWN_MS);
  }

  tell(text: string): void {
    this.show(text);
    live.say(text);
  }

  refuse(text: string): void {
    this.show(text, "refused");
    live.interrupt(text);
  }

  /** What was told of a place that is left. */
  clear(): void {
    this.shown = [];
  }

  drop(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
