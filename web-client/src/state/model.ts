/**
 * What this page knows of a room: the views the server gave, brought up to date by its events, and the few things
 * that are only ours. Pure data: no DOM, no clock, no rules.
 */

import type { Side } from "../board/ring.ts";
import type {
  Event,
  Heads,
  MarketView,
  MeView,
  Offer,
  PlyRow,
  Position,
  RaceStory,
  Role,
  StandView,
  Stream,
  TableView,
  TeamView,
  TicketView,
  Trace,
} from "../wire/generated/protocol.ts";

export interface Model {
  readonly epoch: string | null;
  readonly role: Role;
  readonly heads: Heads;
  readonly table: TableView | null;
  readonly teams: Readonly<Record<Side, TeamView | null>>;
  readonly me: MeView | null;
  readonly stand: StandView | null;
  /** Moves of the position on the board, and which turn they belong to. */
  readonly legal: { readonly game: number; readonly ply: number; readonly moves: readonly Offer[] } | null;
  readonly watching: number;
  /** What is bet on, and the own part in it: only for who watches. */
  readonly market: MarketView | null;
  readonly ticket: TicketView | null;
  /** How often each side was cheered while we were here. */
  readonly cheers: Readonly<Record<Side, number>>;
  /** The newest thing to be shown in motion. */
  readonly scene: Scene | null;
  /** The move that was taken back last, until its ply is played again. */
  readonly undone: { readonly game: number; readonly ply: number; readonly row: PlyRow } | null;
  /** The newest turn that began before our eyes, and when. */
  readonly turned: { readonly game: number; readonly ply: number; readonly at: number } | null;
  /** The last things that happened, oldest first. The number grows by one with each. */
  readonly news: readonly News[];
}

/** A move or an opening race that happened before our eyes: from where, what, and where it led. */
export interface Scene {
  readonly id: number;
  readonly before: Position;
  readonly story: Story;
  readonly after: Position;
}

export type Story =
  | { readonly kind: "move"; readonly trace: Trace }
  | { readonly kind: "race"; readonly race: RaceStory };

export interface News {
  readonly id: number;
  readonly stream: Stream;
  readonly event: Event;
}

/** As many as a view can be behind. */
export const NEWS_KEPT = 40;

export const NOBODY: Role = { member: null, seats: [], host: false };

export const EMPTY: Model = {
  epoch: null,
  role: NOBODY,
  heads: { table: null, south: null, north: null, me: null, stand: null },
  table: null,
  teams: { south: null, north: null },
  me: null,
  stand: null,
  legal: null,
  watching: 0,
  market: null,
  ticket: null,
  cheers: { south: 0, north: 0 },
  scene: null,
  undone: null,
  turned: null,
  news: [],
};
