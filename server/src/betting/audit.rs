//! Whether the books are true: every line is read once, in order, and everything that can be told
//! from the lines alone is worked out anew. The names I1 to I17 are those of `docs/betting.md`.

mod tally;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use protocol::betting::{BettingMode, Coins, MarketState, Outcome, VoidReason};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use self::tally::Tally;
use super::pool::Stake;
use super::rules::day;
use super::transfer::{Account, FIRST_LINK, Kind, Link, Transfer, hex, outcome_word};

/// Faults that are named; more are counted.
const NAMED: usize = 100;

/// What must hold of the books.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Invariant {
    /// All balances together are nothing.
    I1,
    /// No balance is below nothing, but that of the account that coins come from.
    I2,
    /// A balance is what came less what went.
    I3,
    /// Transfers are allowed, positive, and cannot be changed.
    I4,
    /// Nothing happens twice: keys are unique, and say what the transfer is.
    I5,
    /// Transfers are numbered without a gap, and each is chained to the one before.
    I6,
    /// What is in the pools of a market that goes on is what is staked.
    I7,
    /// In the pools of a market that has ended there is nothing.
    I8,
    /// Who was right was paid by the rule, and nobody else.
    I9,
    /// A market that is void left everybody as he was.
    I10,
    /// There are no more coins than there can be.
    I13,
    /// Nobody who plays has a stake.
    I14,
    /// A market ends once, and nothing moves after its lock but what the end moves.
    I15,
    /// A day brings coins once, and relief so often.
    I16,
    /// What was noted when markets were locked and ended, and of what administrators did, is what
    /// was noted then.
    I17,
}

impl Invariant {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::I1,
        Self::I2,
        Self::I3,
        Self::I4,
        Self::I5,
        Self::I6,
        Self::I7,
        Self::I8,
        Self::I9,
        Self::I10,
        Self::I13,
        Self::I14,
        Self::I15,
        Self::I16,
        Self::I17,
    ];
}

/// Something that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What does not hold.
    pub invariant: Invariant,
    /// Where, and how.
    pub what: String,
}

/// A market as far as its transfers must agree with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Market {
    /// Its number in the books.
    pub id: u64,
    /// Pool or picks: guesses leave no transfers.
    pub mode: BettingMode,
    /// Where it is in its life.
    pub state: MarketState,
    /// What came.
    pub result: Option<Outcome>,
    /// Why it is void.
    pub void: Option<VoidReason>,
    /// The last transfer before the lock.
    pub locked_seq: Option<u64>,
    /// The last transfer of the end.
    pub ended_seq: Option<u64>,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// Transfers that were read.
    pub transfers: u64,
    /// Markets that were compared with them.
    pub markets: u64,
    /// The number of the last transfer.
    pub seq: u64,
    /// What all of them come to.
    pub link: Link,
    /// What is in each account.
    pub balances: BTreeMap<Account, i128>,
    /// How many records there are, and what they come to, where they were read.
    pub records: Option<(u64, Link)>,
    /// What is not as it should be.
    pub faults: Faults,
}

/// What is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    named: Vec<Fault>,
    count: u64,
    broken: BTreeSet<Invariant>,
}

/// Reads the books.
#[derive(Debug)]
pub struct Audit {
    reliefs_a_day: u8,
    /// Whether it began with the first transfer: else balances cannot be told.
    is_whole: bool,
    transfers: u64,
    markets: u64,
    seq: u64,
    link: Link,
    balances: BTreeMap<Account, i128>,
    keys: HashSet<[u8; 16]>,
    tallies: BTreeMap<u64, Tally>,
    /// What is noted as staked in each market, where that is compared.
    noted: Option<BTreeMap<u64, BTreeMap<Account, Stake>>>,
    records: Option<(u64, Link)>,
    faults: Faults,
}

impl Audit {
    /// Of the books from their first transfer on.
    #[must_use]
    pub fn new(reliefs_a_day: u8) -> Self {
        Self::after(0, FIRST_LINK, reliefs_a_day)
    }

    /// Of the transfers after that number, up to which all come to `link`.
    #[must_use]
    pub fn after(seq: u64, link: Link, reliefs_a_day: u8) -> Self {
        Self {
            reliefs_a_day,
            is_whole: seq == 0,
            transfers: 0,
            markets: 0,
            seq,
            link,
            balances: BTreeMap::new(),
            keys: HashSet::new(),
            tallies: BTreeMap::new(),
            noted: None,
            records: None,
            faults: Faults::default(),
        }
    }

    /// Whether it began with the first transfer.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The next transfer, and the link that stands beside it.
    pub fn transfer(&mut self, transfer: &Transfer, link: &Link) {
        let seq = transfer.seq;
        let at = |what: &str| format!("transfer {seq}: {what}");
        if seq != self.seq + 1 {
            self.fault(Invariant::I6, at(&format!("it follows transfer {}", self.seq)));
        }
        if transfer.link(&self.link) != *link {
            self.fault(Invariant::I6, at("it, or the one before it, is not what was written"));
        }
        if !transfer.is_allowed() {
            let Transfer { kind, debit, credit, .. } = transfer;
            self.fault(Invariant::I4, at(&format!("{kind} does not go from {debit} to {credit}")));
        }
        if !has_right_key(transfer) {
            self.fault(Invariant::I5, at(&format!("its key does not say what it is: {}", transfer.key)));
        }
        if !self.keys.insert(digest(&transfer.key)) {
            self.fault(Invariant::I5, at(&format!("its key came before: {}", transfer.key)));
        }
        self.check_day(transfer);
        self.move_coins(transfer);
        (self.seq, self.link) = (seq, *link);
        self.transfers += 1;
    }

    /// A transfer that cannot be read, the link that stands beside it, and why.
    pub fn unread(&mut self, seq: u64, link: &Link, why: &str) {
        self.fault(Invariant::I4, format!("transfer {seq}: it cannot be read: {why}"));
        (self.seq, self.link) = (seq, *link);
        self.transfers += 1;
    }

    /// Stakes are noted beside the transfers too: from now on each market is held against those that
    /// were [noted](Self::noted).
    pub fn expect_noted(&mut self) {
        self.noted.get_or_insert_default();
    }

    /// A stake of a pool as it is noted beside the transfers: in which market, under which bettor, from
    /// which wallet. Before the market, of which there is one for each wallet.
    pub fn noted(&mut self, market: u64, bettor: u64, wallet: Option<Account>, stake: Stake) {
        let Some(wallet) = wallet else {
            let what = format!("market {market}: the stake of bettor {bettor} came from no wallet");
            return self.fault(Invariant::I7, what);
        };
        if bettor_of(wallet) != Some(bettor) {
            let what = format!("market {market}: {wallet} is noted under bettor {bettor}");
            self.fault(Invariant::I7, what);
        }
        let before = self.noted.get_or_insert_default().entry(market).or_default().insert(wallet, stake);
        if before.is_some() {
            self.fault(Invariant::I7, format!("market {market}: {wallet} is noted twice"));
        }
    }

    /// How many records there are of what stands beside the transfers, and what they come to.
    pub const fn records(&mut self, n: u64, link: Link) {
        self.records = Some((n, link));
    }

    /// A market, after all transfers. Compared with those that were read of it, where these are all
    /// of them.
    pub fn market(&mut self, market: &Market) {
        if !self.is_whole {
            return;
        }
        self.markets += 1;
        let empty = Tally::default();
        let tally = self.tallies.remove(&market.id).unwrap_or(empty);
        let mut faults = tally.check(market);
        if let Some(noted) = self.noted.as_mut().filter(|_| market.mode == BettingMode::Pool) {
            faults.extend(tally.check_noted(&noted.remove(&market.id).unwrap_or_default()));
        }
        for fault in faults {
            self.fault(fault.invariant, format!("market {}: {}", market.id, fault.what));
        }
        if market.mode == BettingMode::Pool && !tally::goes_on(market.state) {
            for outcome in Outcome::ALL {
                let pool = Account::Pool { market: market.id, outcome };
                let left = self.balances.get(&pool).copied().unwrap_or(0);
                if left != 0 {
                    self.fault(Invariant::I8, format!("{pool} holds {left} after the end"));
                }
            }
        }
    }

    /// Something that was found beside the transfers.
    pub fn fault(&mut self, invariant: Invariant, what: String) {
        self.faults.add(invariant, what);
    }

    /// The number of the last transfer that was read, and what all of them come to.
    #[must_use]
    pub const fn end(&self) -> (u64, Link) {
        (self.seq, self.link)
    }

    /// What every account holds by the transfers so far.
    #[must_use]
    pub const fn balances(&self) -> &BTreeMap<Account, i128> {
        &self.balances
    }

    /// Everything was read.
    #[must_use]
    pub fn finish(mut self) -> Findings {
        let ended = self.tallies.iter().filter(|(_, tally)| self.is_whole && tally.has_ended());
        let ended: Vec<u64> = ended.map(|(&id, _)| id).collect();
        for id in ended {
            self.fault(Invariant::I15, format!("market {id}: it was settled and is not said to have ended"));
        }
        let sum: i128 = self.balances.values().sum();
        if sum != 0 {
            self.fault(Invariant::I1, format!("all balances together are {sum}"));
        }
        Findings {
            transfers: self.transfers,
            markets: self.markets,
            seq: self.seq,
            link: self.link,
            balances: self.balances,
            records: self.records,
            faults: self.faults,
        }
    }

    fn move_coins(&mut self, transfer: &Transfer) {
        let amount = i128::from(transfer.amount);
        let left = self.balances.entry(transfer.debit).or_default();
        *left -= amount;
        let left = *left;
        *self.balances.entry(transfer.credit).or_default() += amount;
        if self.is_whole && transfer.debit != Account::Issuance && left < 0 {
            let what = format!("transfer {}: {} is left with {left}", transfer.seq, transfer.debit);
            self.fault(Invariant::I2, what);
        }
        let supply = -self.balances.get(&Account::Issuance).copied().unwrap_or(0);
        if self.is_whole && supply > i128::from(Coins::MAX.get()) {
            self.fault(Invariant::I13, format!("transfer {}: {supply} coins are given out", transfer.seq));
        }
        if let Some(market) = transfer.market {
            self.tallies.entry(market).or_default().add(transfer);
        }
    }

    fn check_day(&mut self, transfer: &Transfer) {
        let today = day(transfer.at);
        let fits = match transfer.kind {
            Kind::GrantDaily => transfer.key.ends_with(&format!(":{today}")),
            Kind::Relief => {
                (1..=self.reliefs_a_day).any(|n| transfer.key.ends_with(&format!(":{today}:{n}")))
            }
            Kind::GrantStart
            | Kind::RoomGrant
            | Kind::RoomClose
            | Kind::Stake
            | Kind::Unstake
            | Kind::Sweep
            | Kind::Payout
            | Kind::Refund
            | Kind::Adjust
            | Kind::Season
            | Kind::Close => true,
        };
        if !fits {
            let what = format!("transfer {}: {} was not due on {today}", transfer.seq, transfer.key);
            self.fault(Invariant::I16, what);
        }
    }
}

impl Faults {
    /// Another one.
    pub fn add(&mut self, invariant: Invariant, what: String) {
        self.count += 1;
        self.broken.insert(invariant);
        if self.named.len() < NAMED {
            self.named.push(Fault { invariant, what });
        }
    }

    /// The first hundred, in the order in which they were found.
    #[must_use]
    pub fn named(&self) -> &[Fault] {
        &self.named
    }

    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }
}

impl Findings {
    /// Coins that are given out.
    #[must_use]
    pub fn supply(&self) -> i128 {
        -self.balances.get(&Account::Issuance).copied().unwrap_or(0)
    }

    /// What all accounts of a kind hold together.
    #[must_use]
    pub fn by_kind(&self) -> BTreeMap<&'static str, i128> {
        let mut kinds = BTreeMap::from(["issuance", "pool", "room_wallet", "wallet"].map(|kind| (kind, 0)));
        for (account, balance) in &self.balances {
            *kinds.entry(account.kind()).or_default() += balance;
        }
        kinds
    }

    /// Which invariants hold.
    #[must_use]
    pub fn holds(&self) -> BTreeMap<Invariant, bool> {
        Invariant::ALL
            .into_iter()
            .map(|invariant| (invariant, !self.faults.broken.contains(&invariant)))
            .collect()
    }

    /// The head as it is written.
    #[must_use]
    pub fn hash(&self) -> String {
        hex(&self.link)
    }
}

/// Whether the key of a transfer is one of those that its kind has, about these accounts.
fn has_right_key(transfer: &Transfer) -> bool {
    let Transfer { kind, debit, credit, key, market, .. } = transfer;
    let bettor = [*debit, *credit].into_iter().find_map(bettor_of).map(|n| n.to_string()).unwrap_or_default();
    let room = [*debit, *credit].into_iter().find_map(room_of).map(|n| n.to_string()).unwrap_or_default();
    let market = market.map(|n| n.to_string()).unwrap_or_default();
    let parts: Vec<&str> = key.split(':').collect();
    let is = |expected: &[&str]| parts == expected;
    let begins = |expected: &[&str]| parts.starts_with(expected);
    match kind {
        Kind::GrantStart => is(&["start", &bettor]),
        Kind::GrantDaily => begins(&["daily", &bettor]) && parts.len() == 3,
        Kind::Relief => begins(&["relief", &bettor]) && parts.len() == 4,
        Kind::RoomGrant => is(&["room", &room, &bettor]),
        Kind::RoomClose => begins(&["roomclose", &room, &bettor]) && parts.len() <= 4,
        Kind::Stake => begins(&["c", &bettor, &market]) && parts.len() == 4,
        Kind::Unstake => {
            is(&["expel", &market, &bettor])
                || begins(&["c", &bettor, &market]) && parts.len() == 5 && parts[4] == "out"
        }
        Kind::Sweep => match debit {
            Account::Pool { outcome, .. } => is(&["sweep", &market, outcome_word(*outcome)]),
            Account::Issuance | Account::Wallet { .. } | Account::RoomWallet { .. } => false,
        },
        Kind::Payout => is(&["payout", &market, &bettor]),
        Kind::Refund => is(&["refund", &market, &bettor]),
        Kind::Adjust => begins(&["adjust"]) && parts.len() == 2,
        Kind::Season => begins(&["season"]) && parts.len() == 3 && parts[2] == bettor,
        Kind::Close => begins(&["close", &bettor]) && parts.len() <= 3,
    }
}

const fn bettor_of(account: Account) -> Option<u64> {
    match account {
        Account::Wallet { bettor } | Account::RoomWallet { bettor, .. } => Some(bettor),
        Account::Issuance | Account::Pool { .. } => None,
    }
}

const fn room_of(account: Account) -> Option<u64> {
    match account {
        Account::RoomWallet { room, .. } => Some(room),
        Account::Issuance | Account::Wallet { .. } | Account::Pool { .. } => None,
    }
}

fn digest(key: &str) -> [u8; 16] {
    let hash: Link = Sha256::digest(key).into();
    let mut first = [0; 16];
    first.copy_from_slice(&hash[..16]);
    first
}
