/** What happened in a turn besides the move that stood: an entry each, in the words of the reader's language. */

import type { Mark, Tale, Turn } from "../../state/story.ts";
import { besides, sentence } from "./words.ts";

export interface Item {
  readonly point: number;
  readonly mark: Mark | null;
  readonly text: string;
  /** Whether the point has no other entry: what was said before the game has none of its own. */
  readonly own: boolean;
}

export function itemsOf(tale: Tale, turn: Turn): readonly Item[] {
  const items: Item[] = [];
  const opening = tale.modelAt(turn.first);
  for (const told of turn.told) {
    const text = sentence(opening, told, false);
    if (text) items.push({ point: turn.first, mark: "talk", text, own: false });
  }
  for (let index = turn.first; index <= turn.last; index++) {
    const point = tale.points[index];
    if (!point) continue;
    const mark = point.marks.find((one) => one !== "ply") ?? null;
    const texts = besides(tale.modelAt(index), point);
    if (texts.length > 0)
      items.push({ point: index, mark, text: texts.join(" "), own: index !== turn.stood });
  }
  return items;
}
