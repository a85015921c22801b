//! Coins are given and taken, in memory.

use protocol::UserId;
use protocol::betting::BettingMode;

use super::super::super::ledger::{Act, ActBar, Acted, Claim, Deed};
use super::super::super::port::StoreError;
use super::{Bettor, Books, Position, length, wrong};
use crate::betting::display::shown;
use crate::betting::rules::day;
use crate::betting::transfer::{Account, Kind};

impl Books {
    pub(in super::super) fn claim(&mut self, user: UserId, now: u64) -> Result<Option<Claim>, StoreError> {
        if self.person(user).account_since.is_none() {
            return Ok(None);
        }
        let bettor = self.number(user);
        let (wallet, staked) = (Account::Wallet { bettor }, self.staked(bettor));
        let mut granted = 0;
        if self.rules.mode == BettingMode::Pool && self.ensure_wallet(wallet, now)? {
            let has = self.balance(wallet) + staked;
            let key = format!("daily:{bettor}:{}", day(now));
            if has < self.rules.daily_ceiling() && !self.keys.contains(&key) {
                granted += self.give(Kind::GrantDaily, wallet, self.rules.daily_grant, key, now)?;
            }
            let has = self.balance(wallet) + staked;
            let keys = (1..=self.rules.reliefs_a_day).map(|n| format!("relief:{bettor}:{}:{n}", day(now)));
            let key = keys.into_iter().find(|key| !self.keys.contains(key));
            if let Some(key) = key.filter(|_| has < self.rules.min_stake) {
                let more = self.rules.relief_to.saturating_sub(has);
                granted += self.give(Kind::Relief, wallet, more, key, now)?;
            }
        }
        let free = shown(self.balance(wallet));
        Ok(Some(Claim { free, staked: shown(staked), granted: shown(granted) }))
    }

    pub(in super::super) fn end_season(&mut self, season: u32, now: u64) -> Result<u64, StoreError> {
        if !self.seasons.insert(season) {
            return Ok(0);
        }
        let mut changed = 0;
        for bettor in 1..=length(self.bettors.len()) {
            let wallet = Account::Wallet { bettor };
            if !self.balances.contains_key(&wallet) || self.at(bettor).user.is_none() {
                continue;
            }
            let (has, key) = (self.balance(wallet), format!("season:{season}:{bettor}"));
            let target = self.rules.start_grant.saturating_sub(self.staked(bettor));
            let (from, to) =
                if has < target { (Account::Issuance, wallet) } else { (wallet, Account::Issuance) };
            self.transfer(Kind::Season, from, to, has.abs_diff(target), key, None, now)?;
            changed += u64::from(has != target);
        }
        Ok(changed)
    }

    pub(in super::super) fn close_account(&mut self, user: UserId, now: u64) -> Result<(), StoreError> {
        let Some(number) = self.known(user) else { return Ok(()) };
        let is_own = |account: &Account| match *account {
            Account::Wallet { bettor } | Account::RoomWallet { bettor, .. } => bettor == number,
            Account::Issuance | Account::Pool { .. } => false,
        };
        let own: Vec<Account> = self.balances.keys().copied().filter(is_own).collect();
        for account in own {
            self.give_back(account, "", now)?;
        }
        *self.at_mut(number) = Bettor::default();
        Ok(())
    }

    pub(in super::super) fn act(&mut self, act: Act, now: u64) -> Result<Result<Acted, ActBar>, StoreError> {
        if act.reason.trim().is_empty() {
            return Ok(Err(ActBar::NoReason));
        }
        if let Some((before, market)) = self.acts.get(&act.key) {
            let stands = !matches!(&act.deed, Deed::Pause { room, .. }
                if market.is_some_and(|market| self.pauses.get(&(room.clone(), market)) != Some(&act.key)));
            let again = Acted { again: true, market: *market, stands };
            return Ok(if *before == act { Ok(again) } else { Err(ActBar::Conflict) });
        }
        let market = match &act.deed {
            Deed::Pause { room, .. } | Deed::Void { room } => {
                self.follow(room, now)?;
                let alive = self.markets.iter().rev().find(|m| m.room == *room && m.is_alive());
                alive.map(|market| Some(market.number)).ok_or(ActBar::NoMarket)
            }
            Deed::Ban { user, .. } | Deed::Adjust { user, .. }
                if self.person(*user).account_since.is_none() =>
            {
                Err(ActBar::NoAccount)
            }
            Deed::Ban { user, on } => {
                self.bettor_mut(*user).person.banned = *on;
                Ok(None)
            }
            Deed::Adjust { user, amount, taken } => {
                self.adjust(&act, *user, amount.get(), *taken, now)?.map(|()| None)
            }
        };
        Ok(market.map(|market| {
            if let (Deed::Pause { room, .. }, Some(market)) = (&act.deed, market) {
                self.pauses.insert((room.clone(), market), act.key);
            }
            self.acts.insert(act.key, (act, market));
            Acted { again: false, market, stands: true }
        }))
    }

    fn adjust(
        &mut self,
        act: &Act,
        user: UserId,
        amount: u64,
        taken: bool,
        now: u64,
    ) -> Result<Result<(), ActBar>, StoreError> {
        let wallet = Account::Wallet { bettor: self.number(user) };
        if !self.ensure_wallet(wallet, now)? {
            return Ok(Err(ActBar::OutOfRange));
        }
        let free = self.balance(wallet);
        if taken && free < amount {
            return Ok(Err(ActBar::InsufficientFunds { free: shown(free) }));
        }
        if amount == 0 || !taken && self.can_issue() < amount {
            return Ok(Err(ActBar::OutOfRange));
        }
        let (from, to) = if taken { (wallet, Account::Issuance) } else { (Account::Issuance, wallet) };
        self.transfer(Kind::Adjust, from, to, amount, format!("adjust:{}", act.key), None, now).map(Ok)
    }

    pub(super) fn give_back(&mut self, wallet: Account, after: &str, now: u64) -> Result<(), StoreError> {
        let (kind, key) = match wallet {
            Account::Wallet { bettor } => (Kind::Close, format!("close:{bettor}{after}")),
            Account::RoomWallet { room, bettor } => {
                (Kind::RoomClose, format!("roomclose:{room}:{bettor}{after}"))
            }
            Account::Issuance | Account::Pool { .. } => return Err(wrong("no wallet")),
        };
        self.transfer(kind, wallet, Account::Issuance, self.balance(wallet), key, None, now)
    }

    /// Whether there is one now.
    pub(super) fn ensure_wallet(&mut self, wallet: Account, now: u64) -> Result<bool, StoreError> {
        if self.balances.contains_key(&wallet) {
            return Ok(true);
        }
        let (kind, key) = match wallet {
            Account::Wallet { bettor } => (Kind::GrantStart, format!("start:{bettor}")),
            Account::RoomWallet { room, bettor } => (Kind::RoomGrant, format!("room:{room}:{bettor}")),
            Account::Issuance | Account::Pool { .. } => return Err(wrong("no wallet")),
        };
        if self.can_issue() < self.rules.start_grant {
            return Ok(false);
        }
        self.balances.insert(wallet, 0);
        self.give(kind, wallet, self.rules.start_grant, key, now)?;
        Ok(true)
    }

    fn give(
        &mut self,
        kind: Kind,
        to: Account,
        amount: u64,
        key: String,
        now: u64,
    ) -> Result<u64, StoreError> {
        if self.can_issue() < amount {
            return Ok(0);
        }
        self.transfer(kind, Account::Issuance, to, amount, key, None, now).map(|()| amount)
    }

    pub(super) fn out_of_pool(
        &mut self,
        place: usize,
        kind: Kind,
        position: &Position,
        amount: u64,
        key: String,
        now: u64,
    ) -> Result<(), StoreError> {
        let market = &self.markets[place];
        if market.book.mode != BettingMode::Pool {
            return Ok(());
        }
        let (id, outcome) = (market.id, position.stake.outcome);
        let to = self.wallet_of(place, position.bettor);
        self.transfer(kind, Account::Pool { market: id, outcome }, to, amount, key, Some(id), now)
    }
}
