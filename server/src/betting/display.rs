//! What is shown of a pool: percent, multiples, and what a stake would become.

use protocol::MarketId;
use protocol::betting::{BettingMode, Coins, MarketState, MarketView, Outcome, PoolView, VoidReason};

use super::place::Book;
use super::pool::place_of;

/// A share of the pot as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Percent {
    /// Whole percent; of all outcomes together 100, or 0 where nobody has bet.
    pub percent: u8,
    /// Whether it is more than nothing and less than one: shown as "<1".
    pub below_one: bool,
}

/// The shares of pools in whole percent, rounded so that they sum to 100: those that lose most by
/// rounding down are rounded up, of equal ones the earlier.
#[must_use]
pub fn percents(pools: &[u64]) -> Vec<Percent> {
    let total: u128 = pools.iter().copied().map(u128::from).sum();
    if total == 0 {
        return vec![Percent { percent: 0, below_one: false }; pools.len()];
    }
    let hundredfold = |&pool: &u64| u128::from(pool) * 100;
    let mut whole: Vec<u128> = pools.iter().map(|pool| hundredfold(pool) / total).collect();
    let mut order: Vec<usize> = (0..pools.len()).collect();
    order.sort_by_key(|&place| std::cmp::Reverse(hundredfold(&pools[place]) % total));
    let left = 100 - whole.iter().sum::<u128>();
    order.into_iter().take(usize::try_from(left).unwrap_or(0)).for_each(|place| whole[place] += 1);
    let shown = |(pool, whole): (&u64, u128)| Percent {
        percent: u8::try_from(whole).unwrap_or(100),
        below_one: *pool > 0 && hundredfold(pool) < total,
    };
    pools.iter().zip(whole).map(shown).collect()
}

/// What a coin on a pool becomes, in hundredths, rounded down; nothing where nobody bet on it.
#[must_use]
pub fn multiple(total: u64, pool: u64) -> Option<u64> {
    let hundredths = (u128::from(total) * 100).checked_div(u128::from(pool))?;
    Some(u64::try_from(hundredths).unwrap_or(u64::MAX))
}

/// What a stake of `own + more` would become if the betting ended with `more` added to it now, and
/// it was right. `pool` and `total` hold `own` already.
#[must_use]
pub fn if_ended_now(own: u64, more: u64, pool: u64, total: u64) -> Option<u64> {
    let [own, more, pool, total] = [own, more, pool, total].map(u128::from);
    let share = (own + more).checked_mul(total + more)?.checked_div(pool + more)?;
    u64::try_from(share).ok()
}

/// What is shown of a market beside what a stake depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Which.
    pub market: MarketId,
    /// The game that is bet on.
    pub game: u16,
    /// Why it is void.
    pub void: Option<VoidReason>,
    /// What came.
    pub result: Option<Outcome>,
    /// Whether it was ever locked with a stake in it: else its split is told to nobody, also when it
    /// is over.
    pub locked: bool,
    /// Coins and persons on each outcome, in the order of [`Outcome::ALL`].
    pub on: [(u64, u32); 3],
}

/// A market as spectators see it: before the lock nothing in it tells who bets on what, apart from
/// whether there is more than one opinion.
#[must_use]
pub fn market(book: &Book, facts: &Facts) -> MarketView {
    let Facts { market, game, void, result, locked, on } = *facts;
    let is_sealed = matches!(book.state, MarketState::Open | MarketState::Suspended) || !locked;
    let split = |&outcome: &Outcome| {
        let (coins, bettors) = on[place_of(outcome)];
        (outcome, coins, bettors)
    };
    let split: Vec<(Outcome, u64, u32)> = book.outcomes.iter().map(split).collect();
    MarketView {
        market,
        game,
        mode: book.mode,
        scope: book.scope,
        state: book.state,
        suspended: book.suspended,
        void,
        outcomes: book.outcomes.clone(),
        min_stake: shown(book.min_stake),
        max_stake: shown(book.max_stake),
        total: shown(on.iter().map(|(coins, _)| coins).sum()),
        bettors: on.iter().map(|(_, bettors)| bettors).sum(),
        contested: on.iter().filter(|(_, bettors)| *bettors > 0).count() > 1,
        pools: (!is_sealed).then(|| pools(book.mode, &split)),
        result,
    }
}

/// The pools of a market as they are shown from the lock on, in the order given: of each outcome
/// the coins and the persons on it. Where guesses are free there are no multiples.
#[must_use]
pub fn pools(mode: BettingMode, pools: &[(Outcome, u64, u32)]) -> Vec<PoolView> {
    let coins: Vec<u64> = pools.iter().map(|&(_, coins, _)| coins).collect();
    let total = coins.iter().fold(0_u64, |sum, &coins| sum.saturating_add(coins));
    let shares = percents(&coins);
    let view = |(&(outcome, coins, bettors), share): (&(Outcome, u64, u32), Percent)| PoolView {
        outcome,
        coins: shown(coins),
        bettors,
        percent: share.percent,
        below_one: share.below_one,
        multiple: (mode == BettingMode::Pool).then(|| multiple(total, coins)).flatten().map(shown),
    };
    pools.iter().zip(shares).map(view).collect()
}

/// As many as can be shown.
#[must_use]
pub fn shown(coins: u64) -> Coins {
    Coins::new(coins).unwrap_or(Coins::MAX)
}
