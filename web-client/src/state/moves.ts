/** A move as text, taken apart to be shown. What the text means is `docs/rules.md`; nothing is judged here. */

export interface MoveParts {
  /** Own number of the start pit; null for the special move. */
  readonly pit: number | null;
  /** Choices of direction, a letter each. */
  readonly directions: string;
}

export function partsOf(move: string): MoveParts {
  const sown = /^(\d+)([LR]*)$/.exec(move);
  if (!sown) return { pit: null, directions: "" };
  return { pit: Number(sown[1]), directions: sown[2] ?? "" };
}
