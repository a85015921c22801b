/**
 * Questions about the model that the views of the stand ask: what is bet with, who may say what from outside. All
 * sums and shares come from the server; here is only what is chosen, and what is shown when.
 */

import type { Side } from "../board/ring.ts";
import type {
  AdviceRow,
  BetBar,
  GameView,
  MarketView,
  MemberView,
  Outcome,
  StakeView,
  Stand,
  TicketView,
} from "../wire/generated/protocol.ts";
import type { Model } from "./model.ts";
import { memberOf, phaseOf } from "./select.ts";
import { isWatching } from "./watching.ts";

/** What there is to be shown of the bets. */
export type Betting =
  | { readonly kind: "none" }
  /** Bets will be taken, but both sides are not there yet. */
  | { readonly kind: "waiting" }
  | { readonly kind: "open"; readonly market: MarketView; readonly ticket: TicketView | null }
  | { readonly kind: "locked"; readonly market: MarketView; readonly ticket: TicketView | null }
  | { readonly kind: "over"; readonly market: MarketView; readonly ticket: TicketView | null };

/** `hidden`: the viewer wants to see nothing of it. */
export function bettingOf(model: Model, hidden: boolean): Betting {
  const { market, table } = model;
  if (!table || hidden || !isWatching(model) || isBarredForGood(model.ticket)) return { kind: "none" };
  if (!market) {
    const begins = table.settings.stand.betting !== "off" && phaseOf(model) === "seating";
    return { kind: begins ? "waiting" : "none" };
  }
  const ticket = ownTicket(model);
  switch (market.state) {
    case "open":
    case "suspended":
      return { kind: "open", market, ticket };
    case "locked":
      return { kind: "locked", market, ticket };
    case "settled":
    case "void":
      return { kind: "over", market, ticket };
    default:
      return market.state satisfies never;
  }
}

/** Betting is off for him: hidden by his own wish on another device, or by the server. */
function isBarredForGood(ticket: TicketView | null): boolean {
  return ticket?.bar?.type === "betting_off";
}

/** The ticket, as far as it is about the market that is shown. */
function ownTicket({ market, ticket }: Model): TicketView | null {
  return market && ticket?.market === market.market ? ticket : null;
}

/** Why the viewer may not bet at all; what the state of the market says is said by the state itself. */
export function barOfTicket(ticket: TicketView | null): BetBar | null {
  switch (ticket?.bar?.type) {
    case "market_suspended":
    case "market_locked":
    case "market_closed":
    case undefined:
      return null;
    default:
      return ticket?.bar ?? null;
  }
}

/** Stakes that may be placed now, in coins. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** What is placed already may be placed anew. */
export function rangeOf(market: MarketView, ticket: TicketView | null): Range {
  const least = Number(market.min_stake);
  const free = Number(ticket?.wallet ?? 0) + Number(ticket?.stake?.stake ?? 0);
  return { least, most: Math.min(Number(market.max_stake), free) };
}

/** Stakes that are offered to be chosen: those of the usual ones that may be placed, and the largest. */
export function chipsOf({ least, most }: Range): readonly number[] {
  const usual = [10, 50, 100].filter((stake) => stake >= least && stake < most);
  return most >= least ? [...usual, most] : [];
}

/** The coins that somebody wrote; null for what is no whole number. Spaces may group the digits. */
export function coinsIn(text: string): number | null {
  const digits = text.replaceAll(/[\s.,'’]/g, "");
  const coins = /^\d{1,15}$/.test(digits) ? Number(digits) : null;
  return coins;
}

/** What placing this would be, after what is placed already. */
export function stepOf(
  placed: StakeView | null,
  outcome: Outcome | null,
  stake: number | null,
): "place" | "change" | "same" {
  if (!placed) return "place";
  return placed.outcome === outcome && Number(placed.stake) === stake ? "same" : "change";
}

/** The market whose story belongs to the game on the table, and may be read by now. */
export interface Wanted {
  readonly market: number;
  /** Changes when the story may have changed. */
  readonly key: string;
}

/** Who watches may read it from the lock on, who sits once the game is over. */
export function wantedStory(model: Model, hidden: boolean): Wanted | null {
  const { table, ticket } = model;
  const number = table?.game?.market;
  if (number === undefined || number === null || hidden || isBarredForGood(ticket)) return null;
  const market = isWatching(model) ? model.market : null;
  const state = market?.market === number ? market.state : null;
  if (state === "open" || state === "suspended") return null;
  if (state === "locked") return { market: number, key: `${number}/locked` };
  const isOver = state !== null || table?.game?.result || (market?.market ?? 0) > number;
  return isOver ? { market: number, key: `${number}/over` } : null;
}

/** Whether a market that is over is that of the game on the table, or of the one that comes. */
export function isOfTable(market: MarketView, game: GameView): boolean {
  return market.market >= (game.market ?? Number.POSITIVE_INFINITY);
}

/** How far behind the table the viewer is; null when he is not. Who sits is never behind. */
export function behindOf(model: Model): Pick<Stand, "delay_ms" | "delay_plies"> | null {
  const stand = model.table?.settings.stand;
  if (!stand || !isWatching(model) || (stand.delay_ms === 0 && stand.delay_plies === 0)) return null;
  return stand;
}

export function mayCheer(model: Model): boolean {
  return isWatching(model) && (model.table?.settings.stand.cheers ?? false);
}

/** Whether the viewer could advise a side now: it listens, a game runs, and he may write. */
export function mayAdvise(model: Model, side: Side): boolean {
  const { table } = model;
  if (!table || !isWatching(model) || phaseOf(model) !== "playing") return false;
  return table.ears[side] && !(memberOf(model, model.role.member)?.muted ?? false);
}

/** What a side was advised for the ply that is to be played, newest first. */
export function adviceNow(model: Model, side: Side): readonly AdviceRow[] {
  const game = model.table?.game;
  const ply = game?.turn?.ply ?? null;
  const all = model.teams[side]?.advice ?? [];
  return all.filter((row) => row.game === game?.game && row.ply === ply).reverse();
}

/** Who advises in vain: the side has muted him. */
export function unheardOf(model: Model, side: Side): readonly MemberView[] {
  return (model.teams[side]?.unheard ?? []).flatMap((id) => memberOf(model, id) ?? []);
}
