//! The books in memory: the same rules, the same transfers, kept in maps. As strict as those on a
//! disk: a transfer that may not be, comes twice or takes what is not there is refused as a whole.

mod coins;
mod markets;
mod stakes;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use protocol::betting::{BettingMode, Coins, MarketState, Outcome, VoidReason, WalletScope};
use protocol::http::betting::BettingWish;
use protocol::{Cid, Event, MarketId, RoomId, UserId};
use uuid::Uuid;

use super::super::ledger::{Act, Wishes};
use super::super::port::StoreError;
use crate::betting::audit::{self, Audit, Findings, Invariant};
use crate::betting::place::{Book, Held, Person};
use crate::betting::pool::{Pot, Stake};
use crate::betting::rules::Rules;
use crate::betting::transfer::{Account, FIRST_LINK, Kind, Transfer};

const DAY_MS: u64 = 86_400_000;

/// Everything the books know.
#[derive(Debug, Default)]
pub(super) struct Books {
    pub(super) rules: Rules,
    /// What logs said and was not carried out.
    notes: BTreeMap<RoomId, VecDeque<Event>>,
    bettors: Vec<Bettor>,
    rooms: Vec<RoomId>,
    pub(super) markets: Vec<Market>,
    transfers: Vec<Transfer>,
    keys: BTreeSet<String>,
    balances: BTreeMap<Account, i64>,
    requests: BTreeMap<(u64, u64, Cid), Granted>,
    acts: BTreeMap<Uuid, (Act, Option<MarketId>)>,
    /// The newest act by which a market was stopped or went on.
    pauses: BTreeMap<(RoomId, MarketId), Uuid>,
    seasons: BTreeSet<u32>,
}

/// What an order asked for, and what was free afterwards.
type Granted = (Outcome, Coins, Option<Coins>);

#[derive(Debug, Default)]
struct Bettor {
    /// Nobody once the account is deleted.
    user: Option<UserId>,
    person: Person,
    unlisted: bool,
}

/// A market.
#[derive(Debug)]
pub(super) struct Market {
    /// Its number in the books: one more than its place.
    id: u64,
    pub(super) room: RoomId,
    pub(super) number: MarketId,
    pub(super) game: u16,
    pub(super) book: Book,
    pub(super) void: Option<VoidReason>,
    pub(super) result: Option<Outcome>,
    /// In the order of their last change.
    pub(super) positions: Vec<Position>,
}

/// Somebody's stake.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    bettor: u64,
    pub(super) stake: Stake,
    pub(super) pays: Option<u64>,
    pub(super) back: Option<u64>,
}

impl Books {
    /// Check them as those on a disk are checked.
    pub(super) fn audit(&self) -> Findings {
        let mut audit = Audit::new(self.rules.reliefs_a_day);
        let mut link = FIRST_LINK;
        for transfer in &self.transfers {
            link = transfer.link(&link);
            audit.transfer(transfer, &link);
        }
        for (account, &balance) in &self.balances {
            let moved = audit.balances().get(account).copied().unwrap_or(0);
            if moved != i128::from(balance) {
                audit.fault(Invariant::I3, format!("{account} holds {balance}, not {moved}"));
            }
        }
        audit.expect_noted();
        for (place, market) in self.markets.iter().enumerate() {
            for position in market.positions.iter().filter(|_| market.book.mode == BettingMode::Pool) {
                let wallet = self.wallet_of(place, position.bettor);
                audit.noted(market.id, position.bettor, Some(wallet), position.stake);
            }
            audit.market(&audit::Market {
                id: market.id,
                mode: market.book.mode,
                state: market.book.state,
                result: market.result,
                void: market.void,
                locked_seq: None,
                ended_seq: None,
            });
        }
        audit.finish()
    }

    // ---- persons -----------------------------------------------------------------------------

    pub(super) fn set_account(&mut self, user: UserId, since: Option<u64>, is_admin: bool) {
        let person = &mut self.bettor_mut(user).person;
        (person.account_since, person.is_admin) = (since, is_admin);
    }

    pub(super) fn person(&self, user: UserId) -> Person {
        self.known(user).map(|number| self.at(number).person).unwrap_or_default()
    }

    pub(super) fn wishes(&self, user: UserId) -> Wishes {
        let Some(number) = self.known(user) else { return Wishes::default() };
        let Bettor { person, unlisted, .. } = self.at(number);
        Wishes { hidden: person.hidden, unlisted: *unlisted, break_until: person.break_until }
    }

    pub(super) fn wish(&mut self, user: UserId, wish: BettingWish, now: u64) -> Wishes {
        let bettor = self.bettor_mut(user);
        bettor.person.hidden = wish.hidden.unwrap_or(bettor.person.hidden);
        bettor.unlisted = wish.unlisted.unwrap_or(bettor.unlisted);
        let until = wish.break_days.map(|days| now.saturating_add(u64::from(days) * DAY_MS));
        bettor.person.break_until = bettor.person.break_until.max(until);
        self.wishes(user)
    }

    /// Who has this number. What is written is never forgotten, so that there is somebody.
    pub(super) fn user(&self, position: &Position) -> Option<UserId> {
        self.at(position.bettor).user
    }

    // ---- the books themselves ----------------------------------------------------------------

    /// Move coins. Nothing moves for nothing.
    #[expect(clippy::too_many_arguments, reason = "these are the fields of a transfer")]
    fn transfer(
        &mut self,
        kind: Kind,
        debit: Account,
        credit: Account,
        amount: u64,
        key: String,
        market: Option<u64>,
        at: u64,
    ) -> Result<(), StoreError> {
        if amount == 0 {
            return Ok(());
        }
        let seq = length(self.transfers.len()) + 1;
        let transfer = Transfer { seq, at, kind, debit, credit, amount, key, market };
        let coins = i64::try_from(amount).map_err(|_| wrong("more coins than there can be"))?;
        let covered = debit == Account::Issuance || self.balance(debit) >= amount;
        if !transfer.is_allowed() || !covered || !self.keys.insert(transfer.key.clone()) {
            return Err(wrong(&format!("this may not be: {transfer:?}")));
        }
        *self.balances.entry(debit).or_default() -= coins;
        *self.balances.entry(credit).or_default() += coins;
        self.transfers.push(transfer);
        Ok(())
    }

    fn balance(&self, account: Account) -> u64 {
        self.balances.get(&account).map_or(0, |&coins| u64::try_from(coins).unwrap_or(0))
    }

    fn can_issue(&self) -> u64 {
        let given = self.balances.get(&Account::Issuance).map_or(0, |coins| coins.unsigned_abs());
        Coins::MAX.get().saturating_sub(given)
    }

    fn staked(&self, bettor: u64) -> u64 {
        let open = self.markets.iter().filter(|market| {
            market.is_alive()
                && market.book.scope == WalletScope::Server
                && market.book.mode == BettingMode::Pool
        });
        open.filter_map(|market| market.held(bettor)).map(|(_, stake)| stake).sum()
    }

    fn place_of(&self, room: &RoomId, number: MarketId) -> Option<usize> {
        self.markets.iter().position(|market| market.room == *room && market.number == number)
    }

    fn wallet_of(&self, place: usize, bettor: u64) -> Account {
        let market = &self.markets[place];
        let room = self.rooms.iter().position(|room| *room == market.room).map_or(0, length) + 1;
        match market.book.scope {
            WalletScope::Server => Account::Wallet { bettor },
            WalletScope::Room => Account::RoomWallet { room, bettor },
        }
    }

    fn known(&self, user: UserId) -> Option<u64> {
        self.bettors.iter().position(|bettor| bettor.user == Some(user)).map(|place| length(place) + 1)
    }

    fn number(&mut self, user: UserId) -> u64 {
        self.known(user).unwrap_or_else(|| {
            self.bettors.push(Bettor { user: Some(user), ..Bettor::default() });
            length(self.bettors.len())
        })
    }

    fn bettor_mut(&mut self, user: UserId) -> &mut Bettor {
        let number = self.number(user);
        self.at_mut(number)
    }

    fn at(&self, number: u64) -> &Bettor {
        &self.bettors[index(number)]
    }

    fn at_mut(&mut self, number: u64) -> &mut Bettor {
        &mut self.bettors[index(number)]
    }
}

impl Market {
    fn is_alive(&self) -> bool {
        !matches!(self.book.state, MarketState::Settled | MarketState::Void)
    }

    fn pot(&self) -> Result<Pot, StoreError> {
        let stakes = self.positions.iter().map(|position| position.stake).collect();
        Pot::new(stakes).map_err(|_| wrong("a pot holds more than there can be"))
    }

    fn held(&self, bettor: u64) -> Held {
        let own = self.positions.iter().find(|position| position.bettor == bettor);
        own.map(|position| (position.stake.outcome, position.stake.coins))
    }

    fn hold(&mut self, bettor: u64, held: Held) {
        self.positions.retain(|position| position.bettor != bettor);
        self.positions.extend(held.map(|(outcome, coins)| Position {
            bettor,
            stake: Stake { outcome, coins },
            pays: None,
            back: None,
        }));
    }
}

fn wrong(why: &str) -> StoreError {
    StoreError::Damaged(format!("the books: {why}"))
}

fn length(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

fn index(number: u64) -> usize {
    usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX)
}
