/**
 * The table in situations that are hard to play into, to be looked at: `npm run dev`, then /dev/table.html lists
 * them and /dev/table.html?case=majority&theme=dark&lang=pl shows one. Nothing here reaches a server.
 */

import "../src/style/tokens.css";
import "../src/style/base.css";
import "../src/style/board.css";
import { mount } from "svelte";
import type { Side } from "../src/board/ring.ts";
import { speak } from "../src/i18n/index.svelte.ts";
import { firstOf } from "../src/i18n/languages.ts";
import { EMPTY, type Model } from "../src/state/model.ts";
import { after, ballot, game, position, settings, table, team, trace } from "../src/state/samples.ts";
import { betting } from "../src/store/betting.svelte.ts";
import { RoomStore } from "../src/store/room.svelte.ts";
import Table from "../src/views/table/Table.svelte";
import { TableState } from "../src/views/table/table.svelte.ts";
import { browser } from "../src/wire/browser.ts";
import type {
  BallotView,
  Decision,
  GameView,
  MarketStory,
  MarketView,
  MemberView,
  MotionView,
  Offer,
  OptionView,
  RoomSettings,
  TableView,
  TeamView,
  TicketView,
} from "../src/wire/generated/protocol.ts";

const asked = new URLSearchParams(location.search);
document.documentElement.dataset.theme = asked.get("theme") ?? "light";
const now = Date.now();
const soon = (seconds: number) => now + seconds * 1000;
const ago = (seconds: number) => now - seconds * 1000;

const NAMES = ["Amina", "Ben", "Chiku", "Dalila", "Enzo", "Femi", "Goro", "Hawa", "Idris", "Juma", "Kito"];
const people = (south: number, north: number): MemberView[] =>
  Array.from({ length: south + north }, (_, index) => ({
    id: index + 1,
    name: NAMES[index] ?? `Guest ${index + 1}`,
    kind: "person",
    seats: [index < south ? "south" : "north"],
    presence: "online",
    since: ago(300),
    until: null,
    missed_from: null,
    ready: true,
    muted: false,
    banned: false,
  }));

const option = (move: string, voters: number[], change: Partial<OptionView> = {}): OptionView => ({
  move,
  by: voters[0] ?? 1,
  note: null,
  proposed: false,
  voters,
  votes: voters.length,
  blocks: [],
  ...change,
});
const counted = (move: string, votes: number | null, change: Partial<OptionView> = {}): OptionView =>
  option(move, [], { by: null, votes, ...change });

interface Situation {
  me?: number;
  seats?: Side[];
  host?: boolean;
  members?: MemberView[];
  decision?: Partial<Decision>;
  rules?: Partial<RoomSettings>;
  ballot?: Partial<BallotView> | null;
  team?: Partial<TeamView>;
  north?: Partial<TeamView>;
  game?: Partial<GameView> | null;
  turn?: Partial<NonNullable<GameView["turn"]>>;
  table?: Partial<TableView>;
  model?: Partial<Model>;
  asking?: boolean;
  /** How the bets went, as the books would tell it. */
  story?: MarketStory;
  /** Whether the reader has not been told yet what coins are. */
  first?: boolean;
}

const offers: Offer[] = [1, 2, 3, 4].map((pit) => ({
  pit,
  move: String(pit),
  preview: { captured: pit === 3 ? 5 : 0, made_bulls: 0, laps: pit, last: pit, end: "sleep" },
  has_choice: false,
  choices: [],
}));

function modelOf(one: Situation): Model {
  const members = one.members ?? people(4, 3);
  const me = one.me ?? 1;
  const seats = one.seats ?? members.find((member) => member.id === me)?.seats ?? [];
  const all = members.filter((member) => member.seats.includes("south")).map((member) => member.id);
  const played: GameView = {
    ...game,
    position: position([4, 4, 4, 4, 0, 5, 5, 6]),
    hands: { south: 2, north: members.find((member) => member.seats.includes("north"))?.id ?? null },
    clock: { ...game.clock, running: "south", since: now, remaining_ms: { south: 432_000, north: 511_000 } },
    plies: [
      {
        side: "north",
        move: "2",
        captured: 0,
        bulls: 0,
        by: all.length + 1,
        withdrawn: 1,
        secured: { south: 0, north: 0 },
      },
    ],
    ...one.game,
    turn: game.turn && { ...game.turn, ply: 2, deadline: soon(32), ...one.turn },
  };
  const open: BallotView = {
    ...ballot,
    roll: all,
    effective: all.length,
    need: Math.floor(all.length / 2) + 1,
    deadline: soon(32),
    ...one.ballot,
  };
  open.voted = one.ballot?.voted ?? open.options.reduce((sum, row) => sum + (row.votes ?? 0), 0);
  const own = (change: Partial<TeamView> | undefined, its: BallotView | null): TeamView => ({
    ...team,
    ballot: its,
    ...change,
  });
  return {
    ...EMPTY,
    epoch: "e",
    role: { member: me, seats, host: one.host ?? false },
    table: {
      ...table,
      host: 1,
      members,
      settings: {
        ...settings,
        ...one.rules,
        decision: { ...settings.decision, mode: "majority", ...one.decision },
      },
      game: one.game === null ? null : played,
      ...one.table,
    },
    teams: {
      south: seats.includes("south") ? own(one.team, one.ballot === null ? null : open) : null,
      north: seats.includes("north") ? own(one.north, null) : null,
    },
    me: { member: me, vote: null, reports: [] },
    legal: { game: 1, ply: 2, moves: offers },
    ...one.model,
  };
}

const motion = (change: Partial<MotionView>): MotionView => ({
  motion: 1,
  by: 2,
  what: { type: "pause" },
  answer: false,
  roll: [1, 2, 3, 4],
  yes: [2],
  no: [],
  effective: 4,
  need: 3,
  until: soon(24),
  ...change,
});

const split = [
  option("3", [2, 3], { proposed: true, note: "takes most, and their left stays empty" }),
  option("1", [4]),
];
const tried = { by: 2, move: "3", trace, after, until: soon(5), objections: 1, approvals: 1, need: 2 };
const many = people(20, 6);
const southMove = {
  side: "south" as const,
  move: "3",
  captured: 5,
  bulls: 0,
  by: 2,
  withdrawn: 0,
  secured: { south: 0, north: 0 },
};
const before = { game: null, ballot: null } as const;
const seating = people(3, 2).map((member) => ({ ...member, ready: member.id < 3 }));
const away = people(3, 2).map((member) =>
  member.seats.includes("north") ? { ...member, presence: "away" as const, since: ago(25) } : member,
);

// ---- the stand ----------------------------------------------------------------------------------

const market: MarketView = {
  market: 1,
  game: 1,
  mode: "pool",
  scope: "room",
  state: "open",
  suspended: null,
  void: null,
  outcomes: ["south", "draw", "north"],
  min_stake: "10",
  max_stake: "200",
  total: "430",
  bettors: 7,
  contested: true,
  pools: null,
  result: null,
};
const pools: MarketView["pools"] = [
  { outcome: "south", coins: "290", bettors: 4, percent: 67, below_one: false, multiple: "148" },
  { outcome: "draw", coins: "10", bettors: 1, percent: 3, below_one: false, multiple: "4300" },
  { outcome: "north", coins: "130", bettors: 2, percent: 30, below_one: false, multiple: "330" },
];
const ticket: TicketView = { market: 1, bar: null, wallet: "1000", stake: null, paid: null };
const placed: TicketView = { ...ticket, wallet: "950", stake: { outcome: "south", stake: "50", pays: null } };
const sealed: TicketView = { ...placed, stake: { outcome: "south", stake: "50", pays: "74" } };
const locked: MarketView = { ...market, state: "locked", pools };
const watch = { me: 99, seats: [], ballot: null } as const satisfies Situation;
const bets = (change: Partial<MarketView>, own: TicketView | null = ticket): Partial<Model> => ({
  market: { ...market, ...change },
  ticket: own,
});
/** A game of some length: seeds are made safe little by little, and now and then a try is taken back. */
const course = (count: number): GameView["plies"] => {
  const secured = { south: 0, north: 0 };
  return Array.from({ length: count }, (_, index) => {
    const side = index % 2 === 0 ? ("south" as const) : ("north" as const);
    const captured = [0, 0, 2, 0, 3, 1, 0, 0, 4, 2, 0, 1][(index * 5) % 12] ?? 0;
    secured[side] += captured;
    const withdrawn = index % 9 === 4 ? 1 + (index % 2) : 0;
    return {
      side,
      move: String(1 + (index % 4)),
      captured,
      bulls: 0,
      by: side === "south" ? 2 : 5,
      withdrawn,
      secured: { ...secured },
    };
  });
};
const story: MarketStory = {
  view: locked,
  opened_at: ago(900),
  locked_at: ago(600),
  ended_at: null,
  points: [
    { at: ago(880), pools: ["50", "0", "0"] },
    { at: ago(820), pools: ["50", "0", "100"] },
    { at: ago(760), pools: ["140", "10", "100"] },
    { at: ago(640), pools: ["190", "10", "130"] },
    { at: ago(610), pools: ["290", "10", "130"] },
  ],
  own: null,
};
const result = { winner: "south" as const, reason: "majority" as const, score: { south: 19, north: 11 } };

const situations: Record<string, Situation> = {
  majority: { ballot: { options: split } },
  "majority-empty": {},
  "majority-voted": { me: 2, ballot: { options: split } },
  "majority-closing": {
    ballot: { options: [option("3", [2, 3, 4]), option("1", [])], closing: soon(2) },
  },
  "plurality-tie": {
    decision: { mode: "plurality", runoff: false },
    ballot: { options: [option("3", [2]), option("1", [4])] },
  },
  hand: { decision: { mode: "hand" }, ballot: { options: split } },
  "hand-mine": { me: 2, decision: { mode: "hand" }, ballot: { options: split } },
  consensus: {
    decision: { mode: "consensus", block: true },
    ballot: {
      need: 4,
      options: [
        option("3", [2, 3], {
          proposed: true,
          note: "takes most",
          blocks: [{ by: 4, reason: "it opens our right end, and they take it all" }],
        }),
        option("1", [4]),
      ],
    },
  },
  anyone: {
    decision: { mode: "anyone" },
    ballot: { options: [option("3", [], { by: 3, proposed: true, note: "takes most" })] },
  },
  runoff: {
    ballot: { kind: "run_off", options_fixed: true, options: split, deadline: soon(8), need: 3 },
  },
  fallback: { ballot: { hand_until: soon(7), options: [] } },
  counts: {
    decision: { visibility: "counts" },
    ballot: { visibility: "counts", together: true, options: [counted("3", 2), counted("1", 1)] },
    model: { me: { member: 1, vote: { side: "south", ballot: 7, move: "1" }, reports: [] } },
  },
  after: {
    decision: { visibility: "after_close" },
    ballot: {
      visibility: "after_close",
      together: true,
      voted: 2,
      options: [counted("3", null, { by: 3, proposed: true, note: "takes most" }), counted("1", null)],
    },
  },
  adviser: { me: 4, ballot: { roll: [1, 2, 3], effective: 3, need: 2, options: [option("3", [2, 3])] } },
  council: {
    me: 5,
    members: people(5, 3),
    decision: { council: 3 },
    team: { council: [2, 3, 1] },
    ballot: { roll: [1, 2, 3], effective: 3, need: 2, options: [option("3", [2])] },
  },
  large: {
    members: many,
    ballot: {
      together: true,
      options: [
        option("3", [2, 3, 4, 5, 6, 7]),
        option("1", [8, 9, 10]),
        option("2", [11]),
        option("4", [], { by: 12, proposed: true, note: "why not" }),
      ],
    },
  },
  tried: {
    turn: { tried, tries: 1 },
    team: { stances: [{ member: 4, stance: "object" }] },
  },
  "tried-held": { turn: { tried, tries: 1 }, table: { holds: ["agreed"] } },
  motions: {
    ballot: { options: split },
    team: {
      motions: [
        motion({}),
        motion({
          motion: 2,
          by: 1,
          yes: [1],
          what: { type: "replace", from: 2, to: 3 },
          need: 2,
          effective: 3,
          roll: [1, 3, 4],
          until: null,
        }),
      ],
    },
  },
  answer: {
    ballot: { options: split },
    team: {
      motions: [motion({ by: 5, answer: true, what: { type: "takeback", ply: 1 }, yes: [], need: 3 })],
    },
    table: { offers: [{ side: "north", by: 5, what: { type: "takeback", ply: 1 }, until: soon(24) }] },
  },
  offered: {
    me: 6,
    game: { plies: [southMove] },
    ballot: null,
    table: { offers: [{ side: "north", by: 5, what: { type: "draw" }, until: null }] },
  },
  "offer-mine": {
    game: { plies: [southMove] },
    ballot: null,
    turn: { side: "north" },
    table: { offers: [{ side: "south", by: 1, what: { type: "takeback", ply: 1 }, until: soon(24) }] },
  },
  "offer-watch": {
    me: 99,
    seats: [],
    ballot: null,
    turn: { side: "north" },
    table: { offers: [{ side: "south", by: 1, what: { type: "draw" }, until: null }] },
  },
  ask: { ballot: { options: split }, asking: true },
  "ask-claim": {
    members: away,
    ballot: null,
    turn: { side: "north" },
    game: { plies: [southMove] },
    asking: true,
  },
  paused: { ballot: { options: split }, table: { holds: ["agreed"] } },
  "paused-soon": { ballot: { options: split }, table: { holds: ["agreed"], resume_at: soon(3) } },
  adjourned: { host: true, ballot: { options: split }, table: { holds: ["adjourned"] } },
  undone: {
    model: { undone: { game: 1, ply: 2, row: southMove } },
    game: { takebacks: { south: 1, north: 0 } },
  },
  byoyomi: {
    rules: { clock: { type: "byo_yomi", ms: 600_000, periods: 3, period_ms: 30_000, flag: "lose" } },
    game: {
      clock: {
        remaining_ms: { south: 21_000, north: 301_000 },
        running: "south",
        since: now,
        periods: { south: 2, north: 3 },
      },
    },
    ballot: { options: split },
  },
  slow: {
    rules: { clock: { type: "slow", ms: 259_200_000, flag: "lose" } },
    game: {
      clock: {
        remaining_ms: { south: 187_000_000, north: 259_200_000 },
        running: "south",
        since: now,
        periods: { south: 0, north: 0 },
      },
    },
    ballot: { options: split, deadline: now + 40_000_000 },
    decision: { vote_ms: 43_200_000 },
  },
  presence: {
    members: people(4, 3).map((member) =>
      member.id === 3
        ? { ...member, presence: "grace", since: ago(4), until: soon(11) }
        : member.id === 6
          ? { ...member, presence: "away", since: ago(200) }
          : member,
    ),
    ballot: { options: split },
  },
  "seat-stranger": { ...before, me: 99, seats: [], members: seating },
  "seat-elected": {
    ...before,
    members: seating,
    decision: { hand: "elected" },
    team: {
      trust: [
        { by: 1, member: 2 },
        { by: 3, member: 2 },
      ],
    },
  },
  "seat-volunteer": { ...before, members: seating, decision: { hand: "volunteer" } },
  "seat-host": {
    ...before,
    host: true,
    members: seating,
    decision: { hand: "host", council: 3 },
    table: { chosen: { south: 2, north: null } },
  },
};

const stands: Readonly<Record<string, Situation>> = {
  "bet-first": { ...before, ...watch, members: seating, model: bets({}), first: true },
  "bet-open": {
    ...before,
    ...watch,
    members: seating,
    model: bets({ total: "50", bettors: 1, contested: false }),
  },
  "bet-placed": {
    ...before,
    ...watch,
    members: seating,
    model: bets({}, placed),
    table: { start_at: soon(18) },
  },
  "bet-account": {
    ...before,
    ...watch,
    members: seating,
    model: bets({ scope: "server" }, { ...ticket, wallet: null, bar: { type: "wallet_scope" } }),
  },
  "bet-suspended": {
    ...before,
    ...watch,
    members: seating,
    model: bets({ state: "suspended", suspended: "roster" }, placed),
  },
  "bet-poor": { ...before, ...watch, members: seating, model: bets({}, { ...ticket, wallet: "7" }) },
  "bet-picks": {
    ...before,
    ...watch,
    members: seating,
    model: bets({ mode: "picks", max_stake: "1", min_stake: "1" }),
  },
  "bet-none": { ...before, ...watch, members: seating.slice(0, 3) },
  "bet-behind": {
    ...before,
    ...watch,
    members: seating,
    model: bets({}),
    rules: { stand: { ...settings.stand, delay_ms: 60_000 } },
  },
  "bet-locked": { ...watch, game: { plies: [] }, model: bets(locked, sealed), story },
  "bet-playing": {
    ...watch,
    game: { plies: course(23) },
    model: { ...bets(locked, sealed), cheers: { south: 12, north: 3 } },
    story,
  },
  "bet-long": { ...watch, game: { plies: course(137) }, model: bets(locked, sealed), story },
  "bet-won": {
    ...watch,
    game: { plies: course(41), result, turn: null },
    model: bets(
      { ...locked, state: "settled", result: "south" },
      { ...sealed, wallet: "1024", paid: { stake: "50", back: "74" } },
    ),
    story: { ...story, view: { ...locked, state: "settled", result: "south" } },
  },
  "bet-lost": {
    ...watch,
    game: { plies: course(41), result: { ...result, winner: "north" }, turn: null },
    model: bets(
      { ...locked, state: "settled", result: "north" },
      { ...sealed, paid: { stake: "50", back: "0" } },
    ),
    story,
  },
  "bet-void": {
    ...watch,
    game: { plies: course(2), result: { ...result, winner: "north", reason: "resigned" }, turn: null },
    model: bets(
      { ...locked, state: "void", void: "too_short" },
      { ...sealed, paid: { stake: "50", back: "50" } },
    ),
    story,
  },
  "start-player": {
    ...before,
    members: seating.map((one) => ({ ...one, ready: true })),
    table: { start_at: soon(18) },
  },
  "ears-open": {
    ballot: { options: split },
    table: { ears: { south: true, north: false } },
    members: [
      ...people(4, 3),
      ...people(9, 0)
        .slice(7)
        .map((one) => ({ ...one, seats: [] })),
    ],
    game: { plies: course(12) },
    turn: { ply: 13 },
    team: {
      advice: [
        { game: 1, ply: 13, by: 8, at: ago(20), pit: 3, text: "their left stays empty" },
        { game: 1, ply: 13, by: 9, at: ago(8), pit: 1, text: "" },
      ],
      unheard: [],
    },
  },
  "ears-shut": { ballot: { options: split }, game: { plies: course(1) } },
  advise: {
    ...watch,
    game: { plies: course(12) },
    table: { ears: { south: true, north: false } },
    model: { cheers: { south: 4, north: 0 } },
  },
};
Object.assign(situations, stands);

await speak(firstOf([asked.get("lang") ?? "en"]), navigator.languages);
const host = document.querySelector("#app");
const name = asked.get("case");
const one = name ? situations[name] : undefined;
if (host && one) {
  const room = new RoomStore("gallery", browser);
  room.model = modelOf(one);
  if (one.first) betting.known = false;
  else betting.understand();
  const state = new TableState(room);
  state.asking = one.asking ?? false;
  state.story = one.story ?? null;
  const frame = document.createElement("main");
  frame.style.display = "flex";
  frame.style.flexDirection = "column";
  frame.style.height = "100dvh";
  host.append(frame);
  mount(Table, { target: frame, props: { table: state } });
} else if (host) {
  for (const situation of Object.keys(situations)) {
    const link = document.createElement("a");
    link.href = `?case=${situation}`;
    link.textContent = situation;
    host.append(link, document.createElement("br"));
  }
}
