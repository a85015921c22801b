/**
 * The only place that sees raw JSON from the server. What comes out is typed; what is not known is left out, since
 * a newer server may say more than this page understands.
 */

import type {
  Event,
  Glance,
  Problem,
  RecordFault,
  RecordProblem,
  Refusal,
  ServerFrame,
  Stream,
} from "./generated/protocol.ts";

type Json = Readonly<Record<string, unknown>>;

const FRAMES = [
  "welcome",
  "snap",
  "events",
  "res",
  "err",
  "legal",
  "crowd",
  "pong",
  "role",
  "bye",
  "market",
  "ticket",
  "cheers",
] as const;
const STREAMS: readonly Stream[] = ["table", "south", "north", "me", "stand"];

/** Null for a frame that this page does not know. Throws `Unreadable` for one that breaks the protocol. */
export function decodeFrame(text: string): ServerFrame | null {
  const frame = object(parse(text));
  const kind = frame.f;
  if (typeof kind !== "string") throw new Unreadable("a frame without its kind");
  const known = FRAMES.find((one) => one === kind);
  if (known === undefined) return null;
  check(known, frame);
  return frame as unknown as ServerFrame;
}

/** Why the server said no; null when the body is no problem document. */
export function decodeProblem(body: unknown): Refusal | null {
  if (typeof body !== "object" || body === null) return null;
  const { refusal } = body as Partial<Problem>;
  return typeof refusal?.code === "string" ? refusal : null;
}

/** Where a record is wrong; null when the body does not say so. */
export function decodeFault(body: unknown): RecordFault | null {
  if (typeof body !== "object" || body === null) return null;
  const { fault } = body as Partial<RecordProblem>;
  return typeof fault?.code === "string" ? fault : null;
}

/** The board that came with the page; null where none did, or none that this page can draw. */
export function decodeGlance(data: string): Glance | null {
  try {
    const glance = object(parse(data));
    const position = object(glance.position);
    const pits = list(position, "pits");
    const whole = pits.every((seeds) => Number.isInteger(seeds) && Number(seeds) >= 0);
    if (!whole || pits.length === 0 || pits.length % 2 === 1) return null;
    list(position, "bulls");
    object(position.captured);
    return glance as unknown as Glance;
  } catch {
    return null;
  }
}

export class Unreadable extends Error {}

function check(kind: (typeof FRAMES)[number], frame: Json): void {
  switch (kind) {
    case "events":
      if (!STREAMS.some((stream) => stream === frame.s)) throw new Unreadable("events of no stream");
      number(frame, "n");
      number(frame, "t");
      for (const event of list(frame, "e")) text(object(event), "k");
      return;
    case "snap":
      text(frame, "s");
      number(frame, "as_of");
      object(frame.view);
      return;
    case "welcome":
      text(frame, "epoch");
      number(frame, "now");
      object(frame.role);
      object(frame.heads);
      return;
    case "res":
      text(frame, "c");
      text(object(frame.a), "type");
      return;
    case "err":
      text(object(frame.err), "code");
      return;
    case "legal":
      number(frame, "game");
      number(frame, "ply");
      list(frame, "moves");
      return;
    case "crowd":
      number(frame, "watching");
      return;
    case "pong":
      number(frame, "t");
      number(frame, "now");
      return;
    case "role":
      list(frame, "seats");
      return;
    case "bye":
      number(frame, "retry_after_ms");
      return;
    case "market":
      if (frame.market !== null) text(object(frame.market), "state");
      return;
    case "ticket":
      return;
    case "cheers":
      object(frame.cheers);
      return;
    default:
      kind satisfies never;
  }
}

/** An event whose kind a newer server invented still counts: its number keeps the stream without gaps. */
export function known(event: Event): boolean {
  return KINDS.has(event.k);
}

export const KINDS: ReadonlySet<string> = new Set<Event["k"]>([
  "opened",
  "identified",
  "joined",
  "host_named",
  "renamed",
  "seated",
  "unseated",
  "presence_changed",
  "muted",
  "banned",
  "hand_chosen",
  "ready_set",
  "starter_wished",
  "game_began",
  "sealed",
  "unsealed",
  "turn_began",
  "period_began",
  "time_given",
  "taken_back",
  "offered",
  "offer_ended",
  "resume_set",
  "laid",
  "consent_counted",
  "withdrawn",
  "stood",
  "hand_passed",
  "flagged",
  "game_ended",
  "rematch_set",
  "held",
  "released",
  "start_set",
  "ears_opened",
  "advised",
  "advice_muted",
  "said",
  "ballot_opened",
  "proposed",
  "voted",
  "votes_told",
  "blocked",
  "roll_changed",
  "closing_set",
  "ballot_closed",
  "fell_back",
  "ballot_retimed",
  "stance_taken",
  "stances_told",
  "trusted",
  "council_seated",
  "motion_opened",
  "motion_voted",
  "motion_roll_changed",
  "motion_ended",
  "resign_voted",
  "team_said",
  "stand_said",
  "reported",
  "done",
  "market_opened",
  "market_suspended",
  "market_eased",
  "market_reopened",
  "market_locked",
  "market_ended",
  "rating_due",
]);

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    throw new Unreadable("not JSON");
  }
}

function object(value: unknown): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Unreadable("no object");
  return value as Json;
}

function number(json: Json, name: string): void {
  if (typeof json[name] !== "number") throw new Unreadable(`${name} is no number`);
}

function text(json: Json, name: string): void {
  if (typeof json[name] !== "string") throw new Unreadable(`${name} is no text`);
}

function list(json: Json, name: string): readonly unknown[] {
  const value = json[name];
  if (!Array.isArray(value)) throw new Unreadable(`${name} is no list`);
  return value;
}
