/** Where in a text a fault is, so that it can be shown and gone to. Pure. */

export interface Place {
  readonly line: number;
  /** The line, cut to what is around the fault. */
  readonly before: string;
  readonly here: string;
  readonly after: string;
  /** Signs of the whole text, for a selection. */
  readonly from: number;
  readonly to: number;
}

/** What is shown of a long line before and behind the fault. */
const AROUND = 60;

/** `line` and `column` count from 1, signs as the server counts them: by code points. Null where there is no such line. */
export function placeIn(text: string, line: number, column: number | null): Place | null {
  const lines = text.split("\n");
  const whole = lines[line - 1];
  if (whole === undefined) return null;
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const shown = whole.replace(/\r$/, "");
  const at = column === null ? 0 : unitsOf(shown, column - 1);
  const rest = shown.slice(at);
  // A word, or where there is none, a sign.
  const here = column === null ? shown : (/^[^\s"\]},]+/.exec(rest)?.[0] ?? rest.slice(0, 1));
  const before = shown.slice(0, at);
  const after = shown.slice(at + here.length);
  return {
    line,
    before: before.length > AROUND ? `…${before.slice(-AROUND)}` : before,
    here: here.length > 4 * AROUND ? `${here.slice(0, 4 * AROUND)}…` : here,
    after: after.length > AROUND ? `${after.slice(0, AROUND)}…` : after,
    from: start + at,
    to: start + at + here.length,
  };
}

function unitsOf(text: string, points: number): number {
  return [...text].slice(0, points).join("").length;
}
