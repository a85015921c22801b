/** What was told at one table, to be read again: news, and in the text mode what was written and answered. */

import type { TableState } from "../table.svelte.ts";

/** Entries that are kept. */
const MOST = 200;

export interface Entry {
  readonly id: number;
  readonly kind: "news" | "asked" | "answer" | "refused";
  readonly text: string;
}

export class Journal {
  entries = $state.raw<readonly Entry[]>([]);
  #next = 1;
  /** What was told last in one breath, or answered. */
  #last: readonly string[] = [];

  /** News of one breath, or an answer of several sentences; what follows the first one may be of another kind. */
  tell(kind: Entry["kind"], texts: readonly string[], then = kind): void {
    if (texts.length === 0) return;
    const added = texts.map((text, at) => ({ id: this.#next++, kind: at === 0 ? kind : then, text }));
    this.entries = [...this.entries, ...added].slice(-MOST);
    if (kind !== "asked") this.#last = texts;
  }

  /** What can be told once more. */
  get last(): readonly string[] {
    return this.#last;
  }

  clear(): void {
    this.entries = [];
  }
}

const journals = new WeakMap<TableState, Journal>();

/** One for each table, from the first time that somebody asks for it. */
export function journalOf(table: TableState): Journal {
  const known = journals.get(table);
  if (known) return known;
  const made = new Journal();
  journals.set(table, made);
  return made;
}
