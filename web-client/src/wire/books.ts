/** The HTTP routes of ratings, bets and their books, one function each. */

import { ask } from "./ask.ts";
import type {
  AbuseReport,
  AdminAct,
  AuditRow,
  BetRow,
  BettingInfo,
  BettingWish,
  Leaderboard,
  ProfileView,
  RatingChange,
  WalletView,
} from "./generated/protocol.ts";

export const books = {
  betting: () => ask<BettingInfo>("GET", "/api/betting"),
  wallet: () => ask<WalletView>("GET", "/api/me/wallet"),
  wish: (body: Partial<BettingWish>) => ask<null>("PUT", "/api/me/betting", body),
  /** Newest first, from before this place. */
  bets: (before: number | null) =>
    ask<readonly BetRow[]>("GET", before === null ? "/api/me/bets" : `/api/me/bets?before=${before}`),
  profile: (login: string | null) =>
    ask<ProfileView>("GET", login === null ? "/api/me/profile" : `/api/profiles/${login}`),
  leaderboard: (season: number | null) =>
    ask<Leaderboard>("GET", season === null ? "/api/leaderboard" : `/api/leaderboard?season=${season}`),
  ratings: (room: string) => ask<readonly RatingChange[]>("GET", `/api/rooms/${room}/ratings`),
  audit: () => ask<readonly AuditRow[]>("GET", "/api/audit"),
  act: (body: AdminAct) => ask<unknown>("POST", "/api/admin/betting", body),
  abuse: () => ask<AbuseReport>("GET", "/api/admin/abuse"),
};
