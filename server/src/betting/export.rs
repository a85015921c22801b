//! The books as lines of JSON, to be kept and checked by anybody: transfers, then markets that have
//! ended, then what all of it comes to. They hold numbers, never names, unless names are asked for.

use std::collections::BTreeMap;

use protocol::betting::{BettingMode, MarketState, Outcome, VoidReason};
use protocol::http::betting::LedgerHead;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::audit::{Audit, Findings, Invariant, Market};
use super::transfer::{Account, Kind, Link, Transfer, hex};

/// The form of the lines.
pub const FORM: u16 = 1;

/// A line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Line {
    /// The first: after which transfer this begins.
    Start {
        /// [`FORM`].
        v: u16,
        /// The number of that transfer; 0 where this holds all.
        since: u64,
        /// What all transfers up to it come to.
        hash: String,
    },
    /// A transfer.
    Transfer(TransferLine),
    /// A market that has ended.
    Market(MarketLine),
    /// The last.
    Trailer(Trailer),
}

/// A transfer as it is exported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TransferLine {
    /// Its number.
    pub seq: u64,
    /// When: milliseconds since the Unix epoch.
    pub at: u64,
    /// Why.
    pub kind: String,
    /// From where.
    pub debit: String,
    /// To where.
    pub credit: String,
    /// How many coins, in digits.
    pub amount: String,
    /// What makes it happen once.
    pub key: String,
    /// In which market.
    pub market: Option<u64>,
    /// Why, in the words of an administrator.
    pub reason: Option<String>,
    /// What all transfers up to this one come to.
    pub hash: String,
    /// Whose the first account is, where names are asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub debit_name: Option<String>,
    /// Whose the second account is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credit_name: Option<String>,
}

/// A market as it is exported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MarketLine {
    /// Its number.
    pub id: u64,
    /// Pool or picks.
    pub mode: BettingMode,
    /// Settled or void.
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

/// What the lines come to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trailer {
    /// What accounts of each kind hold together; of lines that do not begin with the first
    /// transfer what came to them less what went.
    pub balances: BTreeMap<String, String>,
    /// Coins that are given out; likewise.
    pub supply: String,
    /// Which invariants hold.
    pub invariants: BTreeMap<Invariant, bool>,
    /// Where the books stand.
    pub head: LedgerHead,
    /// Where the records of locks, ends and acts stand, which are no lines here: noted, it can be held
    /// against what the server says later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<LedgerHead>,
}

/// The lines are not what was exported.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unreadable {
    /// This line cannot be read.
    #[error("line {line}: {why}")]
    Line {
        /// Counted from 1.
        line: u64,
        /// Why not.
        why: String,
    },
    /// There is no first line, or no last one.
    #[error("the file does not begin and end as an export does: {0}")]
    Ends(&'static str),
}

impl TransferLine {
    /// Of a transfer and the link beside it.
    #[must_use]
    pub fn new(transfer: &Transfer, link: &Link, reason: Option<String>) -> Self {
        Self {
            seq: transfer.seq,
            at: transfer.at,
            kind: transfer.kind.to_string(),
            debit: transfer.debit.to_string(),
            credit: transfer.credit.to_string(),
            amount: transfer.amount.to_string(),
            key: transfer.key.clone(),
            market: transfer.market,
            reason,
            hash: hex(link),
            debit_name: None,
            credit_name: None,
        }
    }

    fn read(&self) -> Result<(Transfer, Link), String> {
        let account = |code: &str| Account::read(code).ok_or_else(|| format!("no account: {code}"));
        let amount: u64 = self.amount.parse().map_err(|_| format!("no amount: {}", self.amount))?;
        let transfer = Transfer {
            seq: self.seq,
            at: self.at,
            kind: Kind::read(&self.kind).ok_or_else(|| format!("no kind: {}", self.kind))?,
            debit: account(&self.debit)?,
            credit: account(&self.credit)?,
            amount,
            key: self.key.clone(),
            market: self.market,
        };
        Ok((transfer, link(&self.hash)?))
    }
}

impl From<&Market> for MarketLine {
    fn from(market: &Market) -> Self {
        let Market { id, mode, state, result, void, locked_seq, ended_seq } = *market;
        Self { id, mode, state, result, void, locked_seq, ended_seq }
    }
}

impl From<&MarketLine> for Market {
    fn from(line: &MarketLine) -> Self {
        let MarketLine { id, mode, state, result, void, locked_seq, ended_seq } = *line;
        Self { id, mode, state, result, void, locked_seq, ended_seq }
    }
}

impl Trailer {
    /// Of what was found.
    #[must_use]
    pub fn new(findings: &Findings) -> Self {
        let balances = findings.by_kind();
        Self {
            balances: balances.iter().map(|(kind, sum)| ((*kind).to_owned(), sum.to_string())).collect(),
            supply: findings.supply().to_string(),
            invariants: findings.holds(),
            head: LedgerHead { seq: findings.seq, hash: findings.hash() },
            records: findings.records.map(|(seq, link)| LedgerHead { seq, hash: hex(&link) }),
        }
    }
}

/// Check exported lines by themselves: the chain, the balances, and what every market paid.
///
/// # Errors
/// They are not an export, or a line of it cannot be read.
pub fn check<E: std::fmt::Display>(
    lines: impl Iterator<Item = Result<String, E>>,
    reliefs_a_day: u8,
) -> Result<Findings, Unreadable> {
    let mut audit = None;
    let mut trailer = None;
    for (text, line) in lines.zip(1_u64..) {
        let unread = |why: String| Unreadable::Line { line, why };
        let text = text.map_err(|e| unread(e.to_string()))?;
        let read: Line = serde_json::from_str(&text).map_err(|e| unread(e.to_string()))?;
        if trailer.is_some() {
            return Err(unread("something follows the last line".to_owned()));
        }
        match (read, audit.as_mut()) {
            (Line::Start { v: FORM, since, hash }, None) => {
                audit = Some(Audit::after(since, link(&hash).map_err(unread)?, reliefs_a_day));
            }
            (Line::Start { .. }, _) => return Err(unread("another form, or another beginning".to_owned())),
            (_, None) => return Err(Unreadable::Ends("the first line does not say where it begins")),
            (Line::Transfer(transfer), Some(audit)) => {
                let (transfer, link) = transfer.read().map_err(unread)?;
                audit.transfer(&transfer, &link);
            }
            (Line::Market(market), Some(audit)) => audit.market(&Market::from(&market)),
            (Line::Trailer(last), Some(_)) => trailer = Some(last),
        }
    }
    let audit = audit.ok_or(Unreadable::Ends("it is empty"))?;
    let trailer = trailer.ok_or(Unreadable::Ends("the last line is missing"))?;
    Ok(compare(audit.finish(), &trailer))
}

/// What the last line says must be what the lines come to.
fn compare(mut findings: Findings, trailer: &Trailer) -> Findings {
    let found = Trailer::new(&findings);
    if found.head != trailer.head {
        let what = format!("the lines end at {}, the last one says {}", found.head.seq, trailer.head.seq);
        findings.faults.add(Invariant::I6, what);
    }
    if found.balances != trailer.balances || found.supply != trailer.supply {
        findings
            .faults
            .add(Invariant::I3, "the last line says other balances than the lines come to".to_owned());
    }
    for (&invariant, _) in trailer.invariants.iter().filter(|(_, holds)| !**holds) {
        findings.faults.add(invariant, "it did not hold when this was written".to_owned());
    }
    findings
}

fn link(hash: &str) -> Result<Link, String> {
    let wrong = || format!("no hash: {hash}");
    let mut link = Link::default();
    if hash.len() != 2 * link.len() || !hash.is_ascii() {
        return Err(wrong());
    }
    for (place, byte) in link.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hash[2 * place..2 * place + 2], 16).map_err(|_| wrong())?;
    }
    Ok(link)
}
