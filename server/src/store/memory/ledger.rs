//! The books in memory behind their ports.

use std::future::ready;

use protocol::betting::{BetBar, BettingMode, MarketState, VoidReason, WalletScope};
use protocol::http::betting::BettingWish;
use protocol::{MarketId, RoomId, UserId};

use super::super::ledger::{
    Act, ActBar, Acted, Bet, Bettor, Claim, Ledger, Market, Placed, Stake, Wallets, Wishes,
};
use super::super::port::Answering;
use super::Memory;
use super::books::{self, Books};
use crate::betting::audit::Findings;
use crate::betting::display::{self, Facts, shown};
use crate::betting::pool::place_of;
use crate::betting::rules::Rules;

impl Memory {
    /// The same, with these rules for its bets in place of the usual ones.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Self {
        self.kept().books.rules = rules;
        self
    }

    /// Since when somebody has an account (nothing for a guest), and whether he administers the
    /// server: a store in memory keeps no accounts of its own.
    pub fn set_account(&self, user: UserId, since: Option<u64>, is_admin: bool) {
        self.kept().books.set_account(user, since, is_admin);
    }

    /// Check the books.
    pub fn audit_books(&self) -> Findings {
        self.kept().books.audit()
    }
}

impl Ledger for Memory {
    fn follow(&self, room: &RoomId, now: u64) -> Answering<'_, Option<Market>> {
        let books = &mut self.kept().books;
        let followed = books.follow(room, now);
        Box::pin(ready(followed.map(|()| {
            books
                .markets
                .iter()
                .filter(|market| market.room == *room)
                .max_by_key(|m| m.number)
                .map(|m| show(books, m))
        })))
    }

    fn follow_all(&self, now: u64) -> Answering<'_, ()> {
        let books = &mut self.kept().books;
        let followed: Vec<_> = books.rooms_due().iter().map(|room| books.follow(room, now)).collect();
        Box::pin(ready(followed.into_iter().collect()))
    }

    fn beyond(&self, most: BettingMode) -> Answering<'_, Vec<RoomId>> {
        let books = &self.kept().books;
        let alive = |market: &&books::Market| {
            let state = market.book.state;
            market.book.mode > most && !matches!(state, MarketState::Settled | MarketState::Void)
        };
        Box::pin(ready(Ok(books.markets.iter().filter(alive).map(|market| market.room.clone()).collect())))
    }

    fn market(&self, room: &RoomId, market: MarketId) -> Answering<'_, Option<Market>> {
        let books = &self.kept().books;
        let found = books.markets.iter().find(|known| known.room == *room && known.number == market);
        Box::pin(ready(Ok(found.map(|market| show(books, market)))))
    }

    fn place(&self, room: &RoomId, bets: Vec<Bet>, now: u64) -> Answering<'_, Vec<Result<Placed, BetBar>>> {
        let books = &mut self.kept().books;
        let placed: Vec<_> = bets.iter().map(|bet| books.place(room, bet, now)).collect();
        Box::pin(ready(placed.into_iter().collect()))
    }

    fn bettor(&self, room: &RoomId, scope: WalletScope, user: UserId, now: u64) -> Answering<'_, Bettor> {
        let books = &self.kept().books;
        let free = books.free(room, scope, user).map(shown);
        Box::pin(ready(Ok(Bettor { free, bar: books.bar(scope, user, now) })))
    }

    fn void(&self, room: &RoomId, why: VoidReason, now: u64) -> Answering<'_, bool> {
        Box::pin(ready(self.kept().books.void_all(room, why, now)))
    }
}

impl Wallets for Memory {
    fn claim(&self, user: UserId, now: u64) -> Answering<'_, Option<Claim>> {
        Box::pin(ready(self.kept().books.claim(user, now)))
    }

    fn wishes(&self, user: UserId) -> Answering<'_, Wishes> {
        Box::pin(ready(Ok(self.kept().books.wishes(user))))
    }

    fn wish(&self, user: UserId, wish: BettingWish, now: u64) -> Answering<'_, Wishes> {
        Box::pin(ready(Ok(self.kept().books.wish(user, wish, now))))
    }

    fn act(&self, act: Act, now: u64) -> Answering<'_, Result<Acted, ActBar>> {
        Box::pin(ready(self.kept().books.act(act, now)))
    }

    fn end_season(&self, season: u32, now: u64) -> Answering<'_, u64> {
        Box::pin(ready(self.kept().books.end_season(season, now)))
    }

    fn close_account(&self, user: UserId, now: u64) -> Answering<'_, ()> {
        Box::pin(ready(self.kept().books.close_account(user, now)))
    }
}

fn show(books: &Books, market: &books::Market) -> Market {
    let mut on = [(0_u64, 0_u32); 3];
    for position in &market.positions {
        let (coins, bettors) = &mut on[place_of(position.stake.outcome)];
        *coins += position.stake.coins;
        *bettors += 1;
    }
    let stakes = market.positions.iter().filter_map(|position| {
        let stake = Stake {
            outcome: position.stake.outcome,
            stake: shown(position.stake.coins),
            pays: position.pays.map(shown),
            back: position.back.map(shown),
        };
        Some((books.user(position)?, stake))
    });
    let locked = market.positions.iter().any(|position| position.pays.is_some());
    let &books::Market { number, game, void, result, .. } = market;
    let facts = Facts { market: number, game, void, result, locked, on };
    Market { view: display::market(&market.book, &facts), stakes: stakes.collect() }
}
