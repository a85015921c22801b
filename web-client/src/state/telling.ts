/**
 * What is told of what happens, to those who listen or read: how much of it, and in which breath. Nothing is lost that
 * somebody needs, and a burst of news becomes a few sentences.
 */

/** How much somebody wants to hear. */
export const TELLINGS = ["little", "usual", "all"] as const;
export type Telling = (typeof TELLINGS)[number];

export interface Line {
  readonly text: string;
  /** The least telling at which it is told. */
  readonly from: Telling;
  /** What it is about: of several lines about the same only the newest is told in one breath. */
  readonly topic: string | null;
  /** It needs the listener, now. */
  readonly urgent: boolean;
}

/** Sentences in one breath. */
export const BREATH = 6;

export function isTold(line: Line, telling: Telling): boolean {
  return TELLINGS.indexOf(line.from) <= TELLINGS.indexOf(telling);
}

/**
 * What is told in one breath of all that waited for it, in its order. Where it is too much, what matters least is left
 * out, the oldest first; what needs the listener never is.
 */
export function breathOf(waiting: readonly Line[], telling: Telling, most = BREATH): readonly Line[] {
  const told = waiting.filter((line) => isTold(line, telling));
  const newest = told.filter(
    ({ topic }, at) => topic === null || !told.slice(at + 1).some((later) => later.topic === topic),
  );
  const dropped = new Set<Line>();
  for (const from of ["all", "usual", "little"] as const) {
    for (const line of newest) {
      if (newest.length - dropped.size <= most) break;
      if (line.from === from && !line.urgent) dropped.add(line);
    }
  }
  return newest.filter((line) => !dropped.has(line));
}

/** What is left on the own clock when it is told once, in milliseconds. */
export const ALARMS: readonly number[] = [60_000, 30_000, 10_000];

/** The alarm that a clock has passed between two looks at it; of several the last. Nothing at the first look. */
export function alarmBetween(before: number | null, left: number): number | null {
  if (before === null) return null;
  return ALARMS.filter((alarm) => before > alarm && left <= alarm).at(-1) ?? null;
}
