/** A small room for tests: two a side, a spectator, En Dodoi on two by four. */

import type {
  BallotView,
  Event,
  GameView,
  MemberView,
  Position,
  RoomSettings,
  ServerFrame,
  Stream,
  TableView,
  TeamView,
  Trace,
} from "../wire/generated/protocol.ts";

export const settings: RoomSettings = {
  title: "Under the tree",
  visibility: "public",
  game: { preset: "en-dodoi", pits: 4, seeds_per_pit: 4 },
  series: { goal: "single" },
  starter: "toss",
  team_max: 4,
  decision: {
    mode: "plurality",
    hand: "rotating",
    vote_ms: 45_000,
    min_ms: 3000,
    settle_ms: 2000,
    runoff_ms: 10_000,
    consent_ms: 6000,
    fallback_ms: 10_000,
    tries_max: 3,
    flips_max: 3,
    options_max: 12,
    quorum: 1,
    runoff: true,
    tie: "earliest",
    visibility: "open",
    block: false,
    council: 0,
    takebacks_max: 2,
  },
  clock: { type: "bank", ms: 600_000, increment_ms: 5000, flag: "pass_hand" },
  practice: false,
  stand: { betting: "pool", delay_ms: 0, delay_plies: 0, cheers: true, advice: true },
  rated: false,
};

export function position(
  pits: number[] = [4, 4, 4, 4, 4, 4, 4, 4],
  turn: "south" | "north" = "south",
): Position {
  return {
    pits,
    bulls: [],
    captured: { south: 0, north: 0 },
    turn,
    first_turn: false,
    special_used: { south: false, north: false },
  };
}

export const trace: Trace = {
  side: "south",
  start: 0,
  laps: [[0, 4, 1, 4]],
  end: "sleep",
  taken: [],
  captured: 0,
  crossing: null,
  made_bulls: [],
  privilege: false,
  endless: false,
  passes_over: [],
  skips_origin: false,
  lifted: [],
  laid: [],
};

export const after = position([0, 5, 5, 5, 5, 4, 4, 4], "north");

function member(id: number, name: string, seats: MemberView["seats"]): MemberView {
  return {
    id,
    name,
    kind: "person",
    seats,
    presence: "online",
    since: 1000,
    until: null,
    missed_from: null,
    ready: true,
    muted: false,
    banned: false,
  };
}

export const game: GameView = {
  game: 1,
  opening: position(),
  starter: "south",
  race: null,
  position: position(),
  plies: [],
  last: null,
  takebacks: { south: 0, north: 0 },
  seal: null,
  unsealed: null,
  hands: { south: 1, north: 3 },
  clock: {
    remaining_ms: { south: 600_000, north: 600_000 },
    running: "south",
    since: 1000,
    periods: { south: 0, north: 0 },
  },
  turn: {
    ply: 1,
    side: "south",
    deadline: 46_000,
    tries: 0,
    last_try: false,
    spent: [],
    tried: null,
    given: { south: false, north: false },
  },
  result: null,
};

export const table: TableView = {
  settings,
  host: 1,
  members: [
    member(1, "Amina", ["south"]),
    member(2, "Ben", ["south"]),
    member(3, "Chiku", ["north"]),
    member(4, "Dalila", ["north"]),
    member(5, "Enzo", []),
  ],
  wishes: { south: null, north: null },
  game,
  series: { games: 0, pins: { south: 0, north: 0 }, seeds: { south: 0, north: 0 }, over: null },
  holds: [],
  resume_at: null,
  held_from: null,
  offers: [],
  chosen: { south: null, north: null },
  start_at: null,
  ears: { south: false, north: false },
  rematch: [],
  chat: [],
};

export const ballot: BallotView = {
  ballot: 7,
  kind: "first",
  roll: [1, 2],
  options: [],
  options_fixed: false,
  earliest: 4000,
  deadline: 46_000,
  closing: null,
  hand_until: null,
  effective: 2,
  need: 2,
  visibility: "open",
  together: false,
  voted: 0,
};

export const team: TeamView = {
  ballot,
  stances: [],
  council: [],
  trust: [],
  motions: [],
  advice: [],
  unheard: [],
  chat: [],
};

export function events(s: Stream, n: number, ...e: Event[]): ServerFrame {
  return { f: "events", s, n, t: 5000, e };
}
