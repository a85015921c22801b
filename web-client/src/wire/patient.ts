/**
 * A route that lets nobody ask too fast, asked by somebody who has time: what is refused for that reason alone waits and
 * is asked again, so that a person who points at many things is slowed down and not sent away.
 */

import type { Outcome } from "./ask.ts";

type Route<Request, Body> = (request: Request) => Promise<Outcome<Body>>;

interface Question<Request, Body> {
  readonly request: Request;
  readonly answer: (outcome: Outcome<Body>) => void;
  tries: number;
}

/** Whoever would have to wait longer is told so instead. */
const LONGEST_MS = 1_000;
const MOST_TRIES = 6;
/** Questions that wait; the oldest are answered with the refusal that they wait for. */
const MOST_WAITING = 40;

export function patiently<Request, Body>(route: Route<Request, Body>): Route<Request, Body> {
  const patience = new Patience(route);
  return (request) => patience.ask(request);
}

class Patience<Request, Body> {
  readonly #waiting: Question<Request, Body>[] = [];
  /** From a refusal until nothing waits any more, one question is asked at a time. */
  #refused: Outcome<Body> | null = null;

  constructor(private readonly route: Route<Request, Body>) {}

  ask(request: Request): Promise<Outcome<Body>> {
    return new Promise((answer) => {
      const question = { request, answer, tries: 0 };
      if (this.#refused) this.#keep(question, this.#refused);
      else void this.#try(question);
    });
  }

  /** The newest first: what was asked last is what somebody looks at now. */
  async #goOn(): Promise<void> {
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) {
      const wait = await this.#try(next);
      if (wait === null) continue;
      this.#goOnIn(wait);
      return;
    }
    this.#refused = null;
  }

  /** How long to wait before it is asked again; null when it was answered. */
  async #try(question: Question<Request, Body>): Promise<number | null> {
    question.tries += 1;
    const outcome = await this.route(question.request);
    const wait = question.tries < MOST_TRIES ? waitOf(outcome) : null;
    if (wait === null) {
      question.answer(outcome);
      return null;
    }
    // Of many that were asked at once, the first one that is refused waits for all.
    if (this.#refused === null) this.#goOnIn(wait);
    this.#keep(question, outcome);
    return wait;
  }

  #goOnIn(wait: number): void {
    setTimeout(() => this.#goOn(), wait);
  }

  #keep(question: Question<Request, Body>, refused: Outcome<Body>): void {
    this.#refused = refused;
    this.#waiting.push(question);
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift()?.answer(refused);
  }
}

/** How long to wait before the same question; null after an answer that no waiting would change. */
function waitOf(outcome: Outcome<unknown>): number | null {
  const refusal = outcome.ok ? null : outcome.refusal;
  return refusal?.code === "rate_limited" && refusal.wait_ms <= LONGEST_MS ? refusal.wait_ms : null;
}
