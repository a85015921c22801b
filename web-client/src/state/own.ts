/**
 * What a side told among themselves, put between what everybody was told. It comes as events alone, in the time in
 * which its reader sat there: where a number is missing he was away, and what he knew of his side begins anew. Pure.
 */

import type { ServerFrame, Side, TeamView } from "../wire/generated/protocol.ts";

const NOTHING: TeamView = {
  ballot: null,
  stances: [],
  council: [],
  trust: [],
  motions: [],
  advice: [],
  unheard: [],
  chat: [],
};

type Events = Extract<ServerFrame, { f: "events" }>;

export function withOwn(frames: readonly ServerFrame[], own: readonly ServerFrame[]): readonly ServerFrame[] {
  const heads: Partial<Record<Side, number>> = {};
  const waiting = own.filter((frame): frame is Events => frame.f === "events").flatMap(parted);
  const all: ServerFrame[] = [];
  const tell = (frame: Events) => {
    const { s: side, n } = frame;
    if (side !== "south" && side !== "north") return;
    if (heads[side] !== n - 1) all.push({ f: "snap", s: "team", side, as_of: n - 1, view: NOTHING });
    heads[side] = n + frame.e.length - 1;
    all.push(frame);
  };
  for (const frame of frames) {
    const at = frame.f === "events" ? frame.t : Number.NEGATIVE_INFINITY;
    while (waiting[0] && (waiting[0].t < at || (waiting[0].t === at && !opens(waiting[0])))) {
      const next = waiting.shift();
      if (next) tell(next);
    }
    all.push(frame);
  }
  for (const frame of waiting) tell(frame);
  return all;
}

/** A ballot opens with the turn that everybody is told of; all else of the same moment led to it. */
function parted(frame: Events): Events[] {
  const from = frame.e.findIndex(({ k }) => k === "ballot_opened");
  if (from <= 0) return [frame];
  return [
    { ...frame, e: frame.e.slice(0, from) },
    { ...frame, n: frame.n + from, e: frame.e.slice(from) },
  ];
}

function opens(frame: Events): boolean {
  return frame.e[0]?.k === "ballot_opened";
}
