//! The port of the books, as far as people are shown them: own bets, tables, the story of a market,
//! what administrators did and should look at (`docs/betting-http.md`). It changes nothing; what
//! moves coins, and what people wish, is in [`super::ledger`].

use std::collections::BTreeSet;

use protocol::betting::{Coins, MarketState};
use protocol::http::betting::{
    AbuseReport, AuditRow, BetRow, Leaderboard, LedgerHead, MarketRow, MarketStory, ProfileView, RatingView,
};
use protocol::{MarketId, RoomId, UserId};
use serde::Serialize;

use super::port::Answering;

/// The books of a server, for the routes.
pub trait Books: Send + Sync + 'static {
    /// Who somebody is to the books.
    fn rank(&self, user: UserId) -> Answering<'_, Rank>;

    /// Whose account has this name, in small letters.
    fn account_of(&self, login: &str) -> Answering<'_, Option<UserId>>;

    /// Where the books stand.
    fn head(&self) -> Answering<'_, LedgerHead>;

    /// The season that runs; nothing before one was begun.
    fn season(&self) -> Answering<'_, Option<Season>>;

    /// Somebody's bets, that which was changed last first: [`ROWS`] at most, of those before a number
    /// where one is given. What was taken back is none.
    fn bets_of(&self, user: UserId, before: Option<u64>) -> Answering<'_, Vec<BetRow>>;

    /// How somebody is shown, to himself or to others; nothing where there is no such person.
    fn profile(&self, user: UserId, own: bool) -> Answering<'_, Option<ProfileView>>;

    /// The table of a season, or of the one that runs; nothing where there is no such season.
    fn table(&self, season: Option<u32>, asker: UserId) -> Answering<'_, Option<Leaderboard>>;

    /// The table of players alone, where there is no betting.
    fn players(&self, asker: UserId) -> Answering<'_, Leaderboard>;

    /// The table of a room.
    fn room_table(&self, room: &RoomId, asker: UserId) -> Answering<'_, Leaderboard>;

    /// The markets of a room, the newest first: [`ROWS`] at most.
    fn markets(&self, room: &RoomId) -> Answering<'_, Vec<MarketRow>>;

    /// The story of a market as spectators may see it: no split before the lock.
    fn story(&self, room: &RoomId, market: MarketId, asker: UserId) -> Answering<'_, Option<Story>>;

    /// What administrators did, the newest first: [`ROWS`] at most.
    fn audit(&self) -> Answering<'_, Vec<AuditRow>>;

    /// What an administrator should look at, of the last four weeks.
    fn abuse(&self, now: u64) -> Answering<'_, AbuseReport>;

    /// Everything that the books and the ratings hold about somebody, for himself.
    fn export_of(&self, user: UserId) -> Answering<'_, Export>;
}

/// Rows of an answer at most.
pub const ROWS: u32 = 100;
/// Settled markets from which on somebody is ranked in the table of a season.
pub const SEASON_MARKETS: u32 = 10;
/// Points of a story at most.
pub const POINTS: usize = 500;

/// Who somebody is to the books.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rank {
    /// Whether he has an account.
    pub account: bool,
    /// Whether he looks after this server.
    pub admin: bool,
}

/// A season.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Season {
    /// Its number, from 1 on.
    pub number: u32,
    /// When it begins.
    pub from: u64,
    /// When it ends.
    pub until: u64,
}

/// The story of a market, and who may not see it yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Story {
    /// The story.
    pub story: MarketStory,
    /// Who sat in the match when the market was locked.
    pub sat: BTreeSet<UserId>,
}

impl Story {
    /// Whether nothing of the market changes any more.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.story.view.state, MarketState::Settled | MarketState::Void)
    }
}

/// What the books and the ratings hold about somebody.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Export {
    /// His number in the codes of the public chain.
    pub bettor: Option<u64>,
    /// Betting is hidden from him, by his wish.
    pub hidden: bool,
    /// He is left out of the tables, by his wish.
    pub unlisted: bool,
    /// Until when he takes a break.
    pub break_until: Option<u64>,
    /// Since when he is banned from betting, and why.
    pub banned: Option<(u64, String)>,
    /// All bets, the newest first.
    pub bets: Vec<BetRow>,
    /// His lines of the books, the oldest first.
    pub transfers: Vec<OwnTransfer>,
    /// His rated games, the oldest first.
    pub ratings: Vec<OwnRating>,
}

/// A line of the books, for whose coins moved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OwnTransfer {
    /// Its number in the chain.
    pub seq: u64,
    /// When.
    pub at: u64,
    /// Why, in the word of the chain.
    pub kind: String,
    /// How many coins.
    pub amount: Coins,
    /// Whether they came; otherwise they went.
    pub came: bool,
    /// In which market, by its number in the books.
    pub market: Option<u64>,
    /// Why, where an administrator moved them.
    pub reason: Option<String>,
}

/// A rated game, for who played it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OwnRating {
    /// In which room.
    pub room: RoomId,
    /// The game.
    pub game: u16,
    /// When it was rated.
    pub at: u64,
    /// The rating before.
    pub before: RatingView,
    /// The rating after.
    pub after: RatingView,
}
