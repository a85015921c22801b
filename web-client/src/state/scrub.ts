/** A game of a story as marks along a line, to be scrubbed over. Pure: places in pixels, no drawing. */

import type { Side } from "../board/ring.ts";
import type { Chapter, Mark, Point } from "./story.ts";

export interface Tick {
  readonly x: number;
  readonly mark: Exclude<Mark, "began">;
  readonly side: Side | null;
}

/** Where a point is on a line of this width, whose ends keep half a thumb of room. */
export function xOf(index: number, { first, last }: Chapter, width: number, thumb: number): number {
  const share = last > first ? (index - first) / (last - first) : 0;
  return Math.round((thumb / 2 + share * (width - thumb)) * 10) / 10;
}

/** What is marked of a game: of points that lie closer than a pixel, what weighs most of each kind is enough. */
export function ticksOf(
  points: readonly Point[],
  chapter: Chapter,
  width: number,
  thumb: number,
): readonly Tick[] {
  const ticks = new Map<string, Tick>();
  for (let index = chapter.first; index <= chapter.last; index++) {
    const x = xOf(index, chapter, width, thumb);
    for (const mark of points[index]?.marks ?? []) {
      if (mark === "began") continue;
      const side = chapter.turns[points[index]?.turn ?? -1]?.side ?? null;
      ticks.set(`${mark} ${side} ${Math.round(x)}`, { x, mark, side });
    }
  }
  return [...ticks.values()];
}
