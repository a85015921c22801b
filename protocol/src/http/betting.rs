//! The books, as far as people are shown them: own bets, tables of the season, the story of a
//! market, ratings (`docs/betting.md`).

use engine::Side;
use serde::{Deserialize, Serialize};

use crate::betting::{BettingMode, Coins, MarketView, Outcome, PaidView, StakeView, VoidReason, WalletScope};
use crate::ids::{MarketId, MemberId, RoomId};

/// `GET /api/betting`: how this server bets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BettingInfo {
    /// The most that a room may choose.
    pub mode: BettingMode,
    /// Coins that an account begins with.
    pub start_grant: Coins,
    /// Coins for the first visit of a day (UTC), to who has less than twice the start grant.
    pub daily_grant: Coins,
    /// Smallest stake.
    pub min_stake: Coins,
    /// Largest stake.
    pub max_stake: Coins,
    /// Milliseconds that an account must be old in public rooms.
    pub min_account_age_ms: u64,
    /// The season that runs.
    pub season: u32,
    /// When it ends.
    pub season_ends: u64,
    /// The number of the last transfer, and what all transfers up to it come to.
    pub head: LedgerHead,
}

/// Where the books stand: whoever noted it can hold a later export against it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LedgerHead {
    /// Transfers so far.
    pub seq: u64,
    /// SHA-256 over all of them, in lower-case hexadecimal.
    pub hash: String,
}

/// `GET /api/me/wallet`: asked for once a visit, which is also how the coins of the day come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WalletView {
    /// Coins that are free; nothing without an account.
    pub free: Option<Coins>,
    /// Coins in open stakes.
    pub staked: Coins,
    /// Coins that came just now, with the day or as relief.
    pub granted: Coins,
    /// Whether betting is hidden from oneself.
    pub hidden: bool,
    /// Whether one is left out of the tables.
    pub unlisted: bool,
    /// Until when one takes a break from betting, by one's own will.
    pub break_until: Option<u64>,
}

/// Body of `PUT /api/me/betting`. What is left out stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BettingWish {
    /// Hide all betting from oneself.
    #[serde(default)]
    pub hidden: Option<bool>,
    /// Be left out of the tables.
    #[serde(default)]
    pub unlisted: Option<bool>,
    /// Take a break of 1, 7 or 30 days: it cannot be ended early.
    #[serde(default)]
    pub break_days: Option<u8>,
}

/// A line of `GET /api/me/bets`, newest first; `?before=` the last `seq` goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BetRow {
    /// Its place.
    pub seq: u64,
    /// When it was last changed.
    pub at: u64,
    /// The room.
    pub room: RoomId,
    /// What the room was called.
    pub title: String,
    /// The game.
    pub game: u16,
    /// Pool or picks.
    pub mode: BettingMode,
    /// Whose coins.
    pub scope: WalletScope,
    /// On what, and how much.
    pub stake: StakeView,
    /// What came.
    pub result: Option<Outcome>,
    /// Why the stake went back.
    pub void: Option<VoidReason>,
    /// What came of it.
    pub paid: Option<PaidView>,
}

/// `GET /api/me/profile` and `GET /api/profiles/{name}` (an account by its login).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ProfileView {
    /// The name.
    pub name: String,
    /// Since when there is the account; nothing for a guest.
    pub since: Option<u64>,
    /// The rating; nothing before the first rated game.
    pub rating: Option<RatingView>,
    /// The betting of the season; nothing where it is hidden.
    pub season: Option<SeasonRow>,
    /// Coins of the day that were taken, ever.
    pub grants: u32,
    /// Times that coins came as relief, ever.
    pub reliefs: u32,
}

/// A rating: with 19 in 20 chances the strength is within twice the uncertainty of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RatingView {
    /// The rating, on a scale that begins at 1500.
    pub rating: i32,
    /// Its uncertainty: one standard deviation.
    pub uncertainty: u32,
    /// Rated games.
    pub games: u32,
}

/// A line of `GET /api/rooms/{room}/ratings`: what the last rated game changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RatingChange {
    /// Whose.
    pub member: MemberId,
    /// Which side's.
    pub side: Side,
    /// The share of the side's turns at which he was there, in percent.
    pub presence: u8,
    /// The rating before.
    pub before: RatingView,
    /// The rating after.
    pub after: RatingView,
}

/// A line of a table of bettors.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SeasonRow {
    /// The place; nothing below the number of markets that counts.
    pub rank: Option<u32>,
    /// The name.
    pub name: String,
    /// Payouts and refunds less stakes: won coins, or lost ones where `lost`.
    pub net: Coins,
    /// Whether `net` is a loss.
    pub lost: bool,
    /// Markets that were settled.
    pub markets: u32,
    /// Bets that were right.
    pub hits: u32,
    /// Right guesses, where guesses are free.
    pub points: u32,
    /// Whether it is the asker's own.
    pub own: bool,
}

/// `GET /api/leaderboard?season=` and `GET /api/rooms/{room}/leaderboard`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Leaderboard {
    /// The season; nothing for the table of a room.
    pub season: Option<u32>,
    /// When it began and ended or ends.
    pub from: Option<u64>,
    /// When it ended or ends.
    pub until: Option<u64>,
    /// Settled markets from which on one is ranked.
    pub min_markets: u32,
    /// The first hundred.
    pub rows: Vec<SeasonRow>,
    /// The asker's own, where he has one.
    pub own: Option<SeasonRow>,
    /// The best ratings that are certain enough, where this is not the table of a room.
    pub ratings: Vec<RatedRow>,
}

/// A line of the table of players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RatedRow {
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: RatingView,
    /// Whether it is the asker's own.
    pub own: bool,
}

/// `GET /api/rooms/{room}/markets/{market}`: the story of a market, for its plot. Who sits in the
/// match may not see it before the game is over, and nobody sees a split before the lock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MarketStory {
    /// The market.
    pub view: MarketView,
    /// When it opened.
    pub opened_at: u64,
    /// When it was locked.
    pub locked_at: Option<u64>,
    /// When it ended.
    pub ended_at: Option<u64>,
    /// From the lock on: how the pools grew, at most 500 points with the first, the last, and all
    /// highest and lowest kept.
    pub points: Vec<PoolPoint>,
    /// The own bet.
    pub own: Option<BetRow>,
}

/// The pools at a moment of the betting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PoolPoint {
    /// When.
    pub at: u64,
    /// Coins on each outcome, in the order of [`MarketView::outcomes`].
    pub pools: Vec<Coins>,
}

/// `GET /api/rooms/{room}/markets`: the markets of a room, newest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MarketRow {
    /// Which.
    pub market: MarketId,
    /// Of which game.
    pub game: u16,
}

/// A line of `GET /api/audit`, newest first: what administrators did to the books. Public.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AuditRow {
    /// When.
    pub at: u64,
    /// What.
    pub what: AuditKind,
    /// In which market, by its opaque number.
    pub market: Option<u64>,
    /// About which account, by its opaque number.
    pub account: Option<u64>,
    /// How many coins were given, or taken where `taken`.
    pub amount: Option<Coins>,
    /// Whether `amount` was taken.
    pub taken: bool,
    /// Why, in the words of the administrator.
    pub reason: String,
}

/// What an administrator did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AuditKind {
    /// Stopped a market for a while.
    Pause,
    /// Let it go on.
    Resume,
    /// Gave all stakes back.
    Void,
    /// Gave or took coins.
    Adjust,
    /// Banned somebody from betting.
    Ban,
    /// Let somebody bet again.
    Unban,
}

/// Body of `POST /api/admin/betting`. Every act needs a reason, which is public.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AdminAct {
    /// Made by the client, so that an act that is sent again is not done again.
    pub key: uuid::Uuid,
    /// What.
    pub act: AdminVerb,
    /// Why: 10 to 280 characters.
    pub reason: String,
}

/// What an administrator may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum AdminVerb {
    /// Stop a market that has not ended, or let it go on.
    Pause {
        /// The room.
        room: RoomId,
        /// Stopped or not.
        on: bool,
    },
    /// Give all stakes of a market back that has not ended.
    Void {
        /// The room.
        room: RoomId,
    },
    /// Give an account coins, or take some.
    Adjust {
        /// The account's name; or `#` and its number in the books; or its holder's identity.
        login: String,
        /// How many.
        amount: Coins,
        /// Whether they are taken.
        taken: bool,
    },
    /// Ban an account from betting, or let it bet again.
    Ban {
        /// The account's name; or `#` and its number in the books; or its holder's identity.
        login: String,
        /// Banned or not.
        on: bool,
    },
}

/// `GET /api/admin/abuse`: what an administrator should look at. Nothing in it is proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AbuseReport {
    /// Pairs of accounts that often meet with opposite stakes.
    pub opposed: Vec<Suspicion>,
    /// Accounts that win mostly with one host or one player.
    pub favoured: Vec<Suspicion>,
    /// Bets from addresses that are shared with somebody who sat.
    pub shared_address: Vec<Suspicion>,
    /// Payouts of more than twenty times the stake.
    pub long_odds: Vec<Suspicion>,
    /// Matches that were given up soon after the lock.
    pub thrown: Vec<Suspicion>,
    /// Hosts whose markets often end void.
    pub void_hosts: Vec<Suspicion>,
}

/// One thing to look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Suspicion {
    /// Names of those concerned.
    pub who: Vec<String>,
    /// How often it was so.
    pub times: u32,
    /// Out of how often.
    pub of: u32,
    /// Coins that are concerned.
    pub coins: Coins,
    /// The newest room in which it was so.
    pub room: Option<RoomId>,
}
