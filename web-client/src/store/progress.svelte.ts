/** Which steps of lessons and puzzles were done in this browser. Kept in local storage; a browser without it forgets. */

import { nameOf, type Step } from "../state/lessons.ts";

const KEY = "sindillo.learnt";
/** Steps that are remembered, the last ones done: more than there are. */
const STEPS = 500;

class Progress {
  #done = $state.raw<ReadonlySet<string>>(read());

  has(step: Step): boolean {
    return this.#done.has(nameOf(step));
  }

  /** How many of these were done. */
  of(steps: readonly Step[]): number {
    return steps.filter((step) => this.has(step)).length;
  }

  add(step: Step): void {
    if (this.has(step)) return;
    // Another tab may have written since.
    this.#done = new Set([...read(), ...this.#done, nameOf(step)].slice(-STEPS));
    write(this.#done);
  }
}

/** A line a step. */
function read(): ReadonlySet<string> {
  try {
    return new Set((localStorage.getItem(KEY) ?? "").split("\n").filter((name) => name !== ""));
  } catch {
    // Storage is off: nothing was done until something is.
    return new Set();
  }
}

function write(done: ReadonlySet<string>): void {
  try {
    localStorage.setItem(KEY, [...done].join("\n"));
  } catch {
    // Storage is off: it is known until the page is closed.
  }
}

export const progress = new Progress();
