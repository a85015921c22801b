/**
 * What a page is told, folded a second time in the test with the page's own reducer, and held against every
 * snapshot that anybody is given: at equal numbers the two must be the same, or some page shows what is not so.
 */

import type { Page, WebSocket } from "@playwright/test";
import { EMPTY, type Model } from "../src/state/model.ts";
import { reduce } from "../src/state/reduce.ts";
import { decodeFrame } from "../src/wire/decode.ts";
import type { ServerFrame, Stream } from "../src/wire/generated/protocol.ts";

/** A stream of one room at one number, as one page came to see it. */
interface Seen {
  readonly by: string;
  readonly how: "told" | "folded";
  readonly view: unknown;
}

/** All pages of one world. */
export class Witness {
  /** Views by room, stream and number. */
  readonly #seen = new Map<string, Seen[]>();
  readonly faults: string[] = [];

  watch(name: string, page: Page): void {
    let model = EMPTY;
    page.on("websocket", (socket) => {
      const room = roomOf(socket);
      socket.on("framereceived", ({ payload }) => {
        const frame = decodeFrame(String(payload));
        if (frame) model = this.#take(name, room, model, frame);
      });
    });
  }

  /** Pairs of a fold and a snapshot that were compared; each difference is among the faults. */
  compare(): number {
    let compared = 0;
    for (const [what, all] of this.#seen) {
      const told = all.filter(({ how }) => how === "told");
      for (const folded of all.filter(({ how }) => how === "folded")) {
        for (const snapshot of told) {
          compared += 1;
          const differs = difference(folded.view, snapshot.view);
          if (differs) this.faults.push(`${what}: ${folded.by} folded, ${snapshot.by} was told: ${differs}`);
        }
      }
    }
    return compared;
  }

  #take(by: string, room: string, before: Model, frame: ServerFrame): Model {
    const { model, gap } = reduce(before, frame);
    if (gap) this.faults.push(`${by} misses a number: ${JSON.stringify(frame).slice(0, 200)}`);
    for (const stream of touched(frame)) {
      const number = model.heads[stream];
      if (number === null) continue;
      const key = `${room} ${stream === "me" ? by : stream} ${number}`;
      const seen: Seen = { by, how: frame.f === "snap" ? "told" : "folded", view: viewOf(model, stream) };
      this.#seen.set(key, [...(this.#seen.get(key) ?? []), seen]);
    }
    return model;
  }
}

export function viewOf(model: Model, stream: Stream): unknown {
  switch (stream) {
    case "table":
      return model.table;
    case "south":
    case "north":
      return model.teams[stream];
    case "me":
      return model.me;
    case "stand":
      return model.stand;
    default:
      return stream satisfies never;
  }
}

/** Where two values differ first, by path; null when they are the same. */
export function difference(a: unknown, b: unknown, path = ""): string | null {
  if (Object.is(a, b)) return null;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return `${path || "all"} is ${JSON.stringify(a)}, not ${JSON.stringify(b)}`;
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const key of keys) {
    const one = (a as Record<string, unknown>)[key];
    const other = (b as Record<string, unknown>)[key];
    const differs = difference(one, other, path ? `${path}.${key}` : key);
    if (differs) return differs;
  }
  return null;
}

function touched(frame: ServerFrame): readonly Stream[] {
  if (frame.f === "events") return [frame.s];
  if (frame.f !== "snap") return [];
  return [frame.s === "team" ? frame.side : frame.s];
}

function roomOf(socket: WebSocket): string {
  return new URL(socket.url()).pathname;
}
