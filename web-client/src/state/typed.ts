/** Digits that are typed one after the other become the number of a pit. Pure: the moment is an input. */

/** Digits that belong together come no later than this, in milliseconds. */
const TOGETHER_MS = 1200;

export interface Typed {
  readonly number: number;
  readonly at: number;
}

/** The number after one more digit, or null where no pit has it. `n` is how many pits a row has. */
export function typedNext(before: Typed | null, digit: number, at: number, n: number): Typed | null {
  const begun = before !== null && at - before.at <= TOGETHER_MS ? before.number : 0;
  const whole = begun * 10 + digit;
  // What would be too large begins a new number.
  const number = whole <= n ? whole : digit;
  return number >= 1 && number <= n ? { number, at } : null;
}
