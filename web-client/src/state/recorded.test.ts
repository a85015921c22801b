/**
 * Matches recorded from the real server (`e2e/record.ts`): wherever a snapshot comes in the middle of a stream, the
 * events before it must have led to the very same.
 */

import { describe, expect, it } from "vitest";
import { KINDS } from "../wire/decode.ts";
import type { Event, ServerFrame, Snapshot } from "../wire/generated/protocol.ts";
import { EMPTY, type Model } from "./model.ts";
import { reduce } from "./reduce.ts";

const recordings = Object.entries(
  import.meta.glob<ServerFrame[]>("./recorded/*.json", { import: "default", eager: true }),
);

/** What is over before anybody can listen, what only the log holds, and what only old logs hold. */
const UNHEARD: readonly Event["k"][] = [
  "opened",
  "identified",
  "host_named",
  "sealed",
  "resign_voted",
  "market_opened",
  "market_suspended",
  "market_eased",
  "market_reopened",
  "market_locked",
  "market_ended",
  "rating_due",
];

/** Not in a recording: `council.test.ts` has them. */
const UNRECORDED: readonly Event["k"][] = ["council_seated", "period_began"];

/** Recordings that look anew only a few times. */
const SHORT = /race|together/;

function partOf(model: Model, snap: Snapshot): readonly [head: number | null, view: unknown] {
  switch (snap.s) {
    case "table":
      return [model.heads.table, model.table];
    case "team":
      return [model.heads[snap.side], model.teams[snap.side]];
    case "me":
      return [model.heads.me, model.me];
    case "stand":
      return [model.heads.stand, model.stand];
    default:
      return snap satisfies never;
  }
}

/** Folds a recording; how many snapshots came where the events had already led. */
function fold(frames: readonly ServerFrame[]): number {
  let model = EMPTY;
  let compared = 0;
  for (const frame of frames) {
    const { model: next, gap } = reduce(model, frame);
    expect(gap).toBe(false);
    if (frame.f === "snap") {
      const [head, folded] = partOf(model, frame);
      // A snapshot that is ahead opens a stream: that of a side one sat down with, say.
      if (head === frame.as_of) {
        expect(folded).toEqual(partOf(next, frame)[1]);
        compared += 1;
      }
    }
    model = next;
  }
  return compared;
}

describe("a recorded match", () => {
  it.each(recordings)("%s folds to what the server tells anew", (name, frames) => {
    expect(fold(frames)).toBeGreaterThan(SHORT.test(name) ? 1 : 12);
  });

  it("has every kind of event between them all", () => {
    const heard = new Set<string>();
    for (const [, frames] of recordings) {
      for (const frame of frames) {
        if (frame.f === "events") for (const event of frame.e) heard.add(event.k);
      }
    }
    const missing = [...KINDS].filter((kind) => !heard.has(kind)).sort();
    expect(missing).toEqual([...UNHEARD, ...UNRECORDED].sort());
  });
});
