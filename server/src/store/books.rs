//! The port of the books, as far as people are shown them: own bets, tables, the story of a market,
//! what administrators did and should look at (`docs/betting-http.md`). What moves coins is in
//! [`super::ledger`].

use std::collections::BTreeSet;

use protocol::betting::{Coins, MarketState};
use protocol::http::betting::{
    AbuseReport, AuditKind, AuditRow, BetRow, BettingWish, LedgerHead, Leaderboard, MarketRow, MarketStory,
    ProfileView, WalletView,
};
use protocol::{MarketId, RoomId, UserId};
use uuid::Uuid;

use super::port::Answering;

/// The books of a server, for the routes.
pub trait Books: Send + Sync + 'static {
    /// Whether a person has an account, and looks after this server.
    fn rank(&self, user: UserId) -> Answering<'_, Rank>;

    /// Whose account has this name, in small letters.
    fn account_of(&self, login: &str) -> Answering<'_, Option<UserId>>;

    /// Where the books stand.
    fn head(&self) -> Answering<'_, LedgerHead>;

    /// The season that runs; nothing before one was begun.
    fn season(&self) -> Answering<'_, Option<Season>>;

    /// What somebody has to bet with, and what he wishes; `granted` is nothing.
    fn wallet(&self, user: UserId) -> Answering<'_, WalletView>;

    /// Note what somebody wishes. A break that is taken is never made shorter.
    fn wish(&self, user: UserId, wish: BettingWish, now: u64) -> Answering<'_, ()>;

    /// Somebody's bets in markets that were locked or are open, the newest first: [`ROWS`] at most,
    /// of those before a number where one is given.
    fn bets_of(&self, user: UserId, before: Option<u64>) -> Answering<'_, Vec<BetRow>>;

    /// How somebody is shown, to himself or to others.
    fn profile(&self, user: UserId, own: bool, now: u64) -> Answering<'_, Option<ProfileView>>;

    /// The table of a season, or of the one that runs; nothing where there is no such season.
    fn table(&self, season: Option<u32>, asker: UserId) -> Answering<'_, Option<Leaderboard>>;

    /// The table of a room.
    fn room_table(&self, room: &RoomId, asker: UserId) -> Answering<'_, Leaderboard>;

    /// The markets of a room, the newest first: [`ROWS`] at most.
    fn markets(&self, room: &RoomId) -> Answering<'_, Vec<MarketRow>>;

    /// The story of a market, as spectators may see it.
    fn story(&self, room: &RoomId, market: MarketId, asker: UserId) -> Answering<'_, Option<Story>>;

    /// What administrators did, the newest first: [`ROWS`] at most.
    fn audit(&self) -> Answering<'_, Vec<AuditRow>>;

    /// What an administrator should look at.
    fn abuse(&self, now: u64) -> Answering<'_, AbuseReport>;

    /// The market of a room that has not ended, by its number within the room and in the books.
    fn running(&self, room: &RoomId) -> Answering<'_, Option<(MarketId, u64)>>;

    /// Note an act that is carried out elsewhere. Whether it was not noted before.
    fn note(&self, act: Act) -> Answering<'_, bool>;

    /// An act that was noted was refused.
    fn unnote(&self, key: Uuid) -> Answering<'_, ()>;

    /// Everything the books hold about somebody, for himself.
    fn export_of(&self, user: UserId) -> Answering<'_, Export>;
}

/// Rows of an answer at most.
pub const ROWS: usize = 100;

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

/// What an administrator does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    /// Made by his client.
    pub key: Uuid,
    /// When.
    pub at: u64,
    /// Who.
    pub by: UserId,
    /// What.
    pub what: AuditKind,
    /// In which market, by its number in the books.
    pub market: Option<u64>,
    /// Why.
    pub reason: String,
}
