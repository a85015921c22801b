//! Markets follow the logs, in memory.

use std::collections::{BTreeSet, VecDeque};

use engine::{BySide, Side};
use protocol::betting::{BettingMode, MarketEnd, MarketState, Outcome, VoidReason, WalletScope};
use protocol::{Event, MarketId, RoomId, UserId};

use super::super::super::port::StoreError;
use super::{Books, Market, length, wrong};
use crate::betting::place::Book;
use crate::betting::pool::{Settlement, ends};
use crate::betting::transfer::{Account, Kind, outcome_word};

impl Books {
    pub(in super::super) fn note(&mut self, room: &RoomId, event: &Event) {
        if is_about_a_market(event) {
            self.notes.entry(room.clone()).or_default().push_back(event.clone());
        }
    }

    pub(in super::super) fn rooms_due(&self) -> Vec<RoomId> {
        self.notes.keys().cloned().collect()
    }

    pub(in super::super) fn follow(&mut self, room: &RoomId, now: u64) -> Result<(), StoreError> {
        while let Some(event) = self.notes.get(room).and_then(|notes| notes.front()).cloned() {
            self.carry_out(room, now, event)?;
            self.notes.get_mut(room).and_then(VecDeque::pop_front);
        }
        self.notes.remove(room);
        Ok(())
    }

    fn carry_out(&mut self, room: &RoomId, now: u64, event: Event) -> Result<(), StoreError> {
        if let Event::MarketOpened { market, game, mode, scope, outcomes } = event {
            if self.place_of(room, market).is_none() {
                self.open(room, market, game, mode, scope, outcomes);
            }
            return Ok(());
        }
        let place = |market| self.place_of(room, market).ok_or_else(|| wrong("there is no such market"));
        if let Event::MarketSuspended { market, why } = event {
            let place = place(market)?;
            let book = &mut self.markets[place].book;
            if matches!(book.state, MarketState::Open | MarketState::Suspended) {
                (book.state, book.suspended) = (MarketState::Suspended, Some(why));
            }
            Ok(())
        } else if let Event::MarketReopened { market } = event {
            let place = place(market)?;
            let book = &mut self.markets[place].book;
            if book.state == MarketState::Suspended {
                (book.state, book.suspended) = (MarketState::Open, None);
            }
            Ok(())
        } else if let Event::MarketLocked { market, sides, host, .. } = event {
            let place = place(market)?;
            self.lock(place, &sides, host, now)
        } else if let Event::MarketEnded { market, end } = event {
            let place = place(market)?;
            self.end(place, end, now)
        } else {
            Err(wrong("a note is about something else"))
        }
    }

    fn open(
        &mut self,
        room: &RoomId,
        number: MarketId,
        game: u16,
        mode: BettingMode,
        scope: WalletScope,
        outcomes: Vec<Outcome>,
    ) {
        if !self.rooms.contains(room) {
            self.rooms.push(room.clone());
        }
        let (min_stake, max_stake) = match mode {
            BettingMode::Pool => (self.rules.min_stake, self.rules.max_stake),
            BettingMode::Picks | BettingMode::Off => (1, 1),
        };
        let book = Book {
            mode,
            scope,
            state: MarketState::Open,
            suspended: None,
            outcomes,
            min_stake,
            max_stake,
            total: 0,
        };
        self.markets.push(Market {
            id: length(self.markets.len()) + 1,
            room: room.clone(),
            number,
            game,
            book,
            void: None,
            result: None,
            positions: Vec::new(),
        });
    }

    fn lock(
        &mut self,
        place: usize,
        sides: &BySide<Vec<UserId>>,
        host: Option<UserId>,
        now: u64,
    ) -> Result<(), StoreError> {
        if !matches!(self.markets[place].book.state, MarketState::Open | MarketState::Suspended) {
            return Ok(());
        }
        let playing = sides[Side::South].iter().chain(&sides[Side::North]).copied().chain(host);
        let playing: BTreeSet<u64> = playing.map(|user| self.number(user)).collect();
        for position in self.markets[place].positions.clone() {
            if playing.contains(&position.bettor) {
                let market = &self.markets[place];
                let key = format!("expel:{}:{}", market.id, position.bettor);
                self.out_of_pool(place, Kind::Unstake, &position, position.stake.coins, key, now)?;
                self.markets[place].positions.retain(|other| other.bettor != position.bettor);
            }
        }
        let market = &mut self.markets[place];
        let pot = market.pot()?;
        if let Some(why) = pot.unfit(market.book.mode) {
            return self.end(place, MarketEnd::Void { why }, now);
        }
        (market.book.state, market.book.suspended) = (MarketState::Locked, None);
        for (position, pays) in market.positions.iter_mut().zip(pot.pays(market.book.mode)) {
            position.pays = Some(pays);
        }
        Ok(())
    }

    fn end(&mut self, place: usize, end: MarketEnd, now: u64) -> Result<(), StoreError> {
        let market = &self.markets[place];
        let Some(end) = ends(market.book.state, end) else { return Ok(()) };
        let settlement = market.pot()?.settle(market.book.mode, end);
        if market.book.mode == BettingMode::Pool {
            self.pay(place, &settlement, now)?;
        }
        let market = &mut self.markets[place];
        market.book.suspended = None;
        market.book.state = if settlement.void.is_some() { MarketState::Void } else { MarketState::Settled };
        (market.void, market.result) = (settlement.void, settlement.result);
        for (position, back) in market.positions.iter_mut().zip(settlement.back) {
            position.back = Some(back);
        }
        Ok(())
    }

    fn pay(&mut self, place: usize, settlement: &Settlement, now: u64) -> Result<(), StoreError> {
        let market = &self.markets[place];
        let (id, pot, positions) = (market.id, market.pot()?, market.positions.clone());
        if let (None, Some(result)) = (settlement.void, settlement.result) {
            for outcome in market.book.outcomes.clone() {
                let from = Account::Pool { market: id, outcome };
                let to = Account::Pool { market: id, outcome: result };
                let key = format!("sweep:{id}:{}", outcome_word(outcome));
                if outcome != result {
                    self.transfer(Kind::Sweep, from, to, pot.on(outcome), key, Some(id), now)?;
                }
            }
        }
        let (kind, word) = match settlement.void {
            Some(_) => (Kind::Refund, "refund"),
            None => (Kind::Payout, "payout"),
        };
        for (position, &amount) in positions.iter().zip(&settlement.back) {
            let key = format!("{word}:{id}:{}", position.bettor);
            self.out_of_pool(place, kind, position, amount, key, now)?;
            if self.at(position.bettor).user.is_none() {
                self.give_back(self.wallet_of(place, position.bettor), &format!(":{id}"), now)?;
            }
        }
        Ok(())
    }

    pub(in super::super) fn void_all(
        &mut self,
        room: &RoomId,
        why: VoidReason,
        now: u64,
    ) -> Result<bool, StoreError> {
        let is_alive = |market: &Market| market.room == *room && market.is_alive();
        let alive: Vec<usize> = (0..self.markets.len()).filter(|&n| is_alive(&self.markets[n])).collect();
        for &place in &alive {
            self.end(place, MarketEnd::Void { why }, now)?;
        }
        Ok(!alive.is_empty())
    }
}

const fn is_about_a_market(event: &Event) -> bool {
    matches!(
        event,
        Event::MarketOpened { .. }
            | Event::MarketSuspended { .. }
            | Event::MarketReopened { .. }
            | Event::MarketLocked { .. }
            | Event::MarketEnded { .. }
    )
}
