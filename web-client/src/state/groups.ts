/** Rows of pits as a page of text has them: cut into groups that fit its width, facing pits above one another. */

import { facing, nameOf, type Ring, ringOf, type Side } from "../board/ring.ts";

export interface Group {
  /** Pits of the far row, from left to right as one sees them. */
  readonly far: readonly Ring[];
  /** Each lies below the one that it faces. */
  readonly near: readonly Ring[];
  readonly name: { readonly near: Ends; readonly far: Ends };
}

interface Ends {
  readonly from: string;
  readonly to: string;
}

/** Pits side by side: a short row whole, a long one by tens; on a phone as many as a finger can tell apart. */
export function widthOf(n: number, wide: boolean): number {
  if (wide) return n <= 12 ? n : 10;
  if (n <= 7) return n;
  return n <= 12 ? Math.ceil(n / 2) : 5;
}

/** The board from where `viewer` sits, whose pits count from the left. */
export function groupsOf(n: number, viewer: Side, wide: boolean): readonly Group[] {
  const width = widthOf(n, wide);
  const groups: Group[] = [];
  for (let from = 1; from <= n; from += width) {
    const numbers = Array.from({ length: Math.min(width, n - from + 1) }, (_, index) => from + index);
    const near = numbers.map((number) => ringOf(viewer, number, n));
    const far = near.map((pit) => facing(pit, n));
    groups.push({ near, far, name: { near: endsOf(near, n), far: endsOf(far, n) } });
  }
  return groups;
}

function endsOf(pits: readonly Ring[], n: number): Ends {
  const name = (pit: Ring | undefined) => (pit === undefined ? "" : nameOf(pit, n));
  return { from: name(pits[0]), to: name(pits.at(-1)) };
}
