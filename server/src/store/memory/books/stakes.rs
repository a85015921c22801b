//! Stakes are set, in memory.

use protocol::betting::{BetBar, BettingMode, WalletScope};
use protocol::{Cid, Event, RoomId, UserId};
use uuid::Uuid;

use super::super::super::ledger::{Bet, Placed};
use super::super::super::port::StoreError;
use super::{Books, length};
use crate::betting::display::shown;
use crate::betting::place::{Book, Change, Wish, bar, decide};
use crate::betting::rules::CHANGES;
use crate::betting::transfer::{Account, Kind};

impl Books {
    pub(in super::super) fn place(
        &mut self,
        room: &RoomId,
        bet: &Bet,
        now: u64,
    ) -> Result<Result<Placed, BetBar>, StoreError> {
        let Some(place) = self.place_of(room, bet.market) else { return Ok(Err(BetBar::MarketClosed)) };
        let (bettor, person) = (self.number(bet.user), self.person(bet.user));
        let market = &self.markets[place];
        let request = (bettor, market.id, bet.key);
        if let Some(&(outcome, stake, free)) = self.requests.get(&request) {
            let same = (outcome, stake) == (bet.outcome, bet.stake);
            let again = Placed { market: bet.market, outcome, stake, free, again: true };
            return Ok(if same { Ok(again) } else { Err(BetBar::IdempotencyConflict) });
        }
        // A call that waited long may find that the game has begun in the log.
        let late = self.notes.get(room).into_iter().flatten().find_map(runs_into);
        if let Some(why) = bet.barred.or(late) {
            return Ok(Err(why));
        }
        let held = market.held(bettor);
        let free = self.free(room, market.book.scope, bet.user).unwrap_or(0);
        let book =
            Book { total: market.positions.iter().map(|p| p.stake.coins).sum(), ..market.book.clone() };
        let wish = Wish { outcome: bet.outcome, stake: bet.stake.get(), shared_address: bet.shared_address };
        let is_pool = book.mode == BettingMode::Pool;
        let change = match decide(&self.rules, &book, &person, held, free, &wish, now) {
            Ok(change) => change,
            Err(bar) => return Ok(Err(bar)),
        };
        let of_market = (bettor, market.id, Cid(Uuid::nil()))..=(bettor, market.id, Cid(Uuid::max()));
        let is_full =
            self.requests.range(of_market).count() >= usize::try_from(CHANGES).unwrap_or(usize::MAX);
        if is_full && change.held.is_some() {
            return Ok(Err(BetBar::TooManyChanges { most: CHANGES }));
        }
        let mut placed = Placed {
            market: bet.market,
            outcome: bet.outcome,
            stake: bet.stake,
            free: is_pool.then(|| shown(free)),
            again: false,
        };
        if held.is_none() && change.held.is_none() {
            // Sent again it must not take back what was staked since.
            if !is_full {
                self.requests.insert(request, (bet.outcome, bet.stake, placed.free));
            }
            return Ok(Ok(placed));
        }
        if is_pool {
            if !self.ensure_wallet(self.wallet_of(place, bettor), now)? {
                return Ok(Err(BetBar::PotLimit));
            }
            self.stake(place, bettor, bet.key, change, now)?;
            placed.free = Some(shown(self.balance(self.wallet_of(place, bettor))));
        }
        if change.held != held {
            self.markets[place].hold(bettor, change.held);
        }
        self.requests.insert(request, (bet.outcome, bet.stake, placed.free));
        Ok(Ok(placed))
    }

    fn stake(
        &mut self,
        place: usize,
        bettor: u64,
        key: Cid,
        change: Change,
        now: u64,
    ) -> Result<(), StoreError> {
        let (id, wallet) = (self.markets[place].id, self.wallet_of(place, bettor));
        let key = format!("c:{bettor}:{id}:{}", key.0);
        if let Some((outcome, amount)) = change.back {
            let from = Account::Pool { market: id, outcome };
            self.transfer(Kind::Unstake, from, wallet, amount, format!("{key}:out"), Some(id), now)?;
        }
        if let Some((outcome, amount)) = change.put {
            let to = Account::Pool { market: id, outcome };
            self.transfer(Kind::Stake, wallet, to, amount, key, Some(id), now)?;
        }
        Ok(())
    }

    /// What is free to bet with in a room, or would be; nothing where one can have nothing.
    pub(in super::super) fn free(&self, room: &RoomId, scope: WalletScope, user: UserId) -> Option<u64> {
        let number = self.known(user);
        let room = || self.rooms.iter().position(|known| known == room).map(|n| length(n) + 1);
        let account = match scope {
            WalletScope::Server => {
                self.person(user).account_since?;
                number.map(|bettor| Account::Wallet { bettor })
            }
            WalletScope::Room => {
                number.zip(room()).map(|(bettor, room)| Account::RoomWallet { room, bettor })
            }
        };
        let known = account.filter(|account| self.balances.contains_key(account));
        Some(known.map_or(self.rules.start_grant, |account| self.balance(account)))
    }

    pub(in super::super) fn bar(&self, scope: WalletScope, user: UserId, now: u64) -> Option<BetBar> {
        bar(&self.rules, scope, &self.person(user), now)
    }
}

/// Why a bet comes too late behind this event.
const fn runs_into(event: &Event) -> Option<BetBar> {
    if matches!(event, Event::MarketLocked { .. }) {
        Some(BetBar::MarketLocked)
    } else if matches!(event, Event::MarketEnded { .. }) {
        Some(BetBar::MarketClosed)
    } else {
        None
    }
}
