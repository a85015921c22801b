//! Whether somebody may have a stake, and what must move for it. A request sets the stake, it does
//! not add to it: sent twice it changes nothing, and of two the later one holds.

use protocol::betting::{BetBar, BettingMode, Coins, MarketState, Outcome, SuspendReason, WalletScope};

use super::display::shown;
use super::rules::{Rules, SharedAddress};

/// What the books know of a person who wants to bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Person {
    /// Since when he has an account; nothing for a guest.
    pub account_since: Option<u64>,
    /// Whether he administers the server.
    pub is_admin: bool,
    /// Whether he has hidden betting from himself.
    pub hidden: bool,
    /// Whether he may not bet any more.
    pub banned: bool,
    /// Until when he takes a break of his own will.
    pub break_until: Option<u64>,
}

/// What the books know of a market when a stake is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// Pool or picks.
    pub mode: BettingMode,
    /// Whose coins.
    pub scope: WalletScope,
    /// Where it is in its life.
    pub state: MarketState,
    /// Why it takes no bets just now.
    pub suspended: Option<SuspendReason>,
    /// What may be bet on.
    pub outcomes: Vec<Outcome>,
    /// Smallest stake.
    pub min_stake: u64,
    /// Largest stake.
    pub max_stake: u64,
    /// All stakes.
    pub total: u64,
}

/// A stake that somebody wants to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// On what.
    pub outcome: Outcome,
    /// How much; 0 takes it back.
    pub stake: u64,
    /// Whether somebody who sits comes from the same address.
    pub shared_address: bool,
}

/// What somebody has in a market: on what, and how much.
pub type Held = Option<(Outcome, u64)>;

/// What moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// From the pool of this outcome back into the wallet.
    pub back: Held,
    /// From the wallet into the pool of this outcome.
    pub put: Held,
    /// What is held afterwards.
    pub held: Held,
}

/// Why this person may not bet with coins of this scope, whatever the market does.
#[must_use]
pub fn bar(rules: &Rules, scope: WalletScope, person: &Person, now: u64) -> Option<BetBar> {
    if rules.mode == BettingMode::Off || person.hidden {
        return Some(BetBar::BettingOff);
    }
    if person.banned || person.break_until.is_some_and(|until| now < until) {
        return Some(BetBar::BettorBanned);
    }
    if person.is_admin {
        return Some(BetBar::HasAuthority);
    }
    match (scope, person.account_since) {
        (WalletScope::Room, _) => None,
        (WalletScope::Server, None) => Some(BetBar::WalletScope),
        (WalletScope::Server, Some(since)) => {
            let at = since.saturating_add(rules.min_account_age_ms);
            (now < at).then_some(BetBar::AccountTooNew { at })
        }
    }
}

/// What must move so that the wish comes true.
///
/// `held` is what he has in the market, `free` what he has beside it.
///
/// # Errors
/// Says why it cannot. A stake may be taken back by anybody as long as the market is not locked.
pub fn decide(
    rules: &Rules,
    book: &Book,
    person: &Person,
    held: Held,
    free: u64,
    wish: &Wish,
    now: u64,
) -> Result<Change, BetBar> {
    check_state(book)?;
    if wish.stake == 0 {
        return Ok(Change { back: held, put: None, held: None });
    }
    if let Some(bar) = bar(rules, book.scope, person, now) {
        return Err(bar);
    }
    if rules.mode < book.mode {
        return Err(BetBar::BettingOff);
    }
    if wish.shared_address && rules.shared_address == SharedAddress::Deny {
        return Err(BetBar::SharedAddress);
    }
    if book.state == MarketState::Suspended {
        return Err(BetBar::MarketSuspended { why: book.suspended.unwrap_or(SuspendReason::Server) });
    }
    if !book.outcomes.contains(&wish.outcome) {
        return Err(BetBar::NoSuchOutcome);
    }
    if !(book.min_stake..=book.max_stake).contains(&wish.stake) {
        return Err(BetBar::StakeOutOfRange { min: shown(book.min_stake), max: shown(book.max_stake) });
    }
    match book.mode {
        BettingMode::Off => Err(BetBar::BettingOff),
        BettingMode::Picks => Ok(Change { back: None, put: None, held: Some((wish.outcome, wish.stake)) }),
        BettingMode::Pool => pay(book, held, free, wish),
    }
}

fn check_state(book: &Book) -> Result<(), BetBar> {
    match book.state {
        MarketState::Open | MarketState::Suspended => Ok(()),
        MarketState::Locked => Err(BetBar::MarketLocked),
        MarketState::Settled | MarketState::Void => Err(BetBar::MarketClosed),
    }
}

fn pay(book: &Book, held: Held, free: u64, wish: &Wish) -> Result<Change, BetBar> {
    let before = held.map_or(0, |(_, stake)| stake);
    let has = free.saturating_add(before);
    if wish.stake > has {
        return Err(BetBar::InsufficientFunds { free: shown(has) });
    }
    let total = book.total.saturating_sub(before).saturating_add(wish.stake);
    if total > Coins::MAX.get() {
        return Err(BetBar::PotLimit);
    }
    let (back, put) = match held {
        Some((outcome, stake)) if outcome == wish.outcome => {
            (stake.saturating_sub(wish.stake), wish.stake.saturating_sub(stake))
        }
        Some((_, stake)) => (stake, wish.stake),
        None => (0, wish.stake),
    };
    Ok(Change {
        back: held.map(|(outcome, _)| (outcome, back)).filter(|&(_, coins)| coins > 0),
        put: Some((wish.outcome, put)).filter(|&(_, coins)| coins > 0),
        held: Some((wish.outcome, wish.stake)),
    })
}
