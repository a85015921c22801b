//! What the transfers of one market come to, and whether that is what its end should move.

use std::collections::{BTreeMap, BTreeSet};

use protocol::betting::{BettingMode, MarketEnd, MarketState, Outcome};

use super::{Fault, Invariant, Market};
use crate::betting::pool::{Pot, Stake};
use crate::betting::transfer::{Account, Kind, Transfer, outcome_word};

/// The transfers of a market.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// By wallet and outcome: what is staked, and by which transfer that changed last.
    stakes: BTreeMap<(Account, Outcome), (i128, u64)>,
    paid: BTreeMap<Account, i128>,
    refunded: BTreeMap<Account, i128>,
    /// What the market took from each, less what it gave.
    net: BTreeMap<Account, i128>,
    last_stake: u64,
    last: u64,
}

impl Tally {
    pub(super) fn add(&mut self, transfer: &Transfer) {
        let (amount, seq) = (i128::from(transfer.amount), transfer.seq);
        self.last = seq;
        match (transfer.kind, transfer.debit, transfer.credit) {
            (Kind::Stake, wallet, Account::Pool { outcome, .. }) => {
                self.stake(wallet, outcome, amount, seq);
            }
            (Kind::Unstake, Account::Pool { outcome, .. }, wallet) => {
                self.stake(wallet, outcome, -amount, seq);
            }
            (Kind::Payout, Account::Pool { .. }, wallet) => {
                *self.paid.entry(wallet).or_default() += amount;
                *self.net.entry(wallet).or_default() -= amount;
            }
            (Kind::Refund, Account::Pool { .. }, wallet) => {
                *self.refunded.entry(wallet).or_default() += amount;
                *self.net.entry(wallet).or_default() -= amount;
            }
            // Sweeps show in what is left in the pools; what is not allowed is said elsewhere.
            _ => {}
        }
    }

    /// Whether anybody was paid or refunded.
    pub(super) fn has_ended(&self) -> bool {
        !self.paid.is_empty() || !self.refunded.is_empty()
    }

    /// What somebody has staked.
    pub(super) fn stake_of(&self, wallet: Account) -> Option<(Outcome, i128)> {
        let own = self.stakes.range((wallet, Outcome::South)..=(wallet, Outcome::North));
        own.map(|(&(_, outcome), &(coins, _))| (outcome, coins)).find(|&(_, coins)| coins != 0)
    }

    /// What is noted as staked and is not what was staked.
    pub(super) fn check_noted(&self, noted: &BTreeMap<Account, Stake>) -> Vec<Fault> {
        let said = |stake: Option<(Outcome, i128)>| match stake {
            Some((outcome, coins)) => format!("{coins} on {}", outcome_word(outcome)),
            None => "nothing".to_owned(),
        };
        let staked = self.stakes.keys().map(|&(wallet, _)| wallet);
        let wallets: BTreeSet<Account> = staked.chain(noted.keys().copied()).collect();
        let off = wallets.into_iter().filter_map(|wallet| {
            let held = self.stake_of(wallet);
            let note = noted.get(&wallet).map(|stake| (stake.outcome, i128::from(stake.coins)));
            (held != note).then(|| {
                let what = format!("{wallet} has staked {}, noted is {}", said(held), said(note));
                Fault { invariant: Invariant::I7, what }
            })
        });
        off.collect()
    }

    /// What is not as the market says.
    pub(super) fn check(&self, market: &Market) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut fault = |invariant, what: String| faults.push(Fault { invariant, what });
        for (&(wallet, outcome), &(coins, seq)) in &self.stakes {
            if coins < 0 {
                fault(Invariant::I7, format!("{wallet} took more back than it staked, by transfer {seq}"));
            } else if coins > 0 && self.stake_of(wallet).is_some_and(|(first, _)| first != outcome) {
                fault(Invariant::I7, format!("{wallet} has staked on two outcomes, by transfer {seq}"));
            }
        }
        if market.locked_seq.is_some_and(|locked| locked < self.last_stake) {
            fault(Invariant::I15, format!("transfer {} changed a stake after the lock", self.last_stake));
        }
        if market.ended_seq.is_some_and(|ended| ended < self.last) {
            fault(Invariant::I15, format!("transfer {} came after the end", self.last));
        }
        match market.state {
            MarketState::Open | MarketState::Suspended | MarketState::Locked if self.has_ended() => {
                fault(Invariant::I15, "it was settled and goes on".to_owned());
            }
            MarketState::Open | MarketState::Suspended | MarketState::Locked => {}
            MarketState::Settled if market.mode == BettingMode::Pool => {
                faults.extend(self.check_payouts(market));
            }
            MarketState::Settled => {}
            MarketState::Void => faults.extend(self.check_refunds()),
        }
        faults
    }

    fn stake(&mut self, wallet: Account, outcome: Outcome, amount: i128, seq: u64) {
        let (coins, changed) = self.stakes.entry((wallet, outcome)).or_default();
        (*coins, *changed) = (*coins + amount, seq);
        *self.net.entry(wallet).or_default() += amount;
        self.last_stake = seq;
    }

    fn check_payouts(&self, market: &Market) -> Vec<Fault> {
        let fault = |what: String| Fault { invariant: Invariant::I9, what };
        let Some(outcome) = market.result else { return vec![fault("it has no result".to_owned())] };
        let mut stakes: Vec<(u64, Account, Stake)> = self
            .stakes
            .iter()
            .filter_map(|(&(wallet, outcome), &(coins, seq))| {
                let coins = u64::try_from(coins).ok().filter(|&coins| coins > 0)?;
                Some((seq, wallet, Stake { outcome, coins }))
            })
            .collect();
        stakes.sort_by_key(|&(seq, _, _)| seq);
        let Ok(pot) = Pot::new(stakes.iter().map(|&(_, _, stake)| stake).collect()) else {
            return vec![fault("its pot holds more than there can be".to_owned())];
        };
        let settlement = pot.settle(BettingMode::Pool, MarketEnd::Result { outcome });
        if let Some(why) = settlement.void {
            return vec![fault(format!("it was settled and should be void: {why:?}"))];
        }
        let due = stakes.iter().zip(&settlement.back).filter(|&(_, &back)| back > 0);
        let due: BTreeMap<Account, i128> =
            due.map(|(&(_, wallet, _), &back)| (wallet, i128::from(back))).collect();
        let wallets = due.keys().chain(self.paid.keys().filter(|wallet| !due.contains_key(wallet)));
        let mut faults: Vec<Fault> = wallets
            .filter_map(|wallet| {
                let of = |map: &BTreeMap<Account, i128>| map.get(wallet).copied().unwrap_or(0);
                let (due, paid) = (of(&due), of(&self.paid));
                (due != paid).then(|| fault(format!("{wallet} was paid {paid}, not {due}")))
            })
            .collect();
        faults.extend(self.refunded.keys().map(|wallet| fault(format!("{wallet} was refunded as well"))));
        faults
    }

    fn check_refunds(&self) -> Vec<Fault> {
        let fault = |what: String| Fault { invariant: Invariant::I10, what };
        let off = self.net.iter().filter(|&(_, &net)| net != 0);
        let mut faults: Vec<Fault> =
            off.map(|(wallet, net)| fault(format!("{wallet} is out by {net}"))).collect();
        faults.extend(self.paid.keys().map(|wallet| fault(format!("{wallet} was paid"))));
        faults
    }
}

/// Whether a market has not ended.
pub(super) const fn goes_on(state: MarketState) -> bool {
    matches!(state, MarketState::Open | MarketState::Suspended | MarketState::Locked)
}
