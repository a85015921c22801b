/** The routes of stories and records, one function each, and where what they give as files lies. */

import { ask, type Outcome } from "./ask.ts";
import { decodeFault, decodeProblem } from "./decode.ts";
import type { RecordFault, RecordFile, RecordReply, Story } from "./generated/protocol.ts";

export const stories = {
  /** What everybody was told behind the first events of a room. */
  part: (room: string, from: number) =>
    ask<Story>("GET", from === 0 ? `/api/rooms/${room}/story` : `/api/rooms/${room}/story?from=${from}`),
  record: (room: string) => ask<RecordFile>("GET", `/api/rooms/${room}/record.json`),
};

/** Where the record and the picture of a room lie. */
export const files = {
  text: (room: string) => `/api/rooms/${room}/record`,
  json: (room: string) => `/api/rooms/${room}/record.json`,
  image: (room: string, at: number) => `/api/rooms/${room}/image.png?at=${at}`,
};

/** A record that was played through, or why not: with its place, where something in it is wrong. */
export type Read = Outcome<RecordReply> | { readonly ok: false; readonly fault: RecordFault };

export async function readRecord(text: string): Promise<Read> {
  try {
    const json = text.trimStart().startsWith("{");
    const response = await fetch("/api/records", {
      method: "POST",
      credentials: "same-origin",
      headers: { "content-type": json ? "application/json" : "text/plain; charset=utf-8" },
      body: text,
    });
    const answer: unknown = await response.json();
    if (response.ok) return { ok: true, body: answer as RecordReply };
    const fault = decodeFault(answer);
    return fault ? { ok: false, fault } : { ok: false, refusal: decodeProblem(answer) };
  } catch {
    return { ok: false, refusal: null };
  }
}
