//! The pool: who was right shares all that was staked, in proportion to his stake, to the last coin.
//!
//! Amounts are whole coins. A pot may hold up to `i64::MAX`; products are taken in 128 bits. No coin
//! is made, lost or kept by the house. A guess is a stake of 1 that is right or wrong by itself.

use std::collections::BTreeSet;

use protocol::betting::{BettingMode, MarketEnd, MarketState, Outcome, VoidReason};

/// The largest pot that can be shared exactly.
pub const LARGEST_POT: u64 = i64::MAX.unsigned_abs();

/// A stake. In a list of them the order is that of their last change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stake {
    /// On what.
    pub outcome: Outcome,
    /// Coins.
    pub coins: u64,
}

/// All stakes of a market together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pot {
    stakes: Vec<Stake>,
    total: u64,
}

/// The stakes come to more than a pot can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMuch;

/// What becomes of the stakes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settlement {
    /// Why everybody has his stake back; nothing where whoever was right is paid.
    pub void: Option<VoidReason>,
    /// What came.
    pub result: Option<Outcome>,
    /// What each stake becomes, in the order of the stakes.
    pub back: Vec<u64>,
}

impl Pot {
    /// Of these stakes, in the order of their last change.
    ///
    /// # Errors
    /// They come to more than [`LARGEST_POT`].
    pub fn new(stakes: Vec<Stake>) -> Result<Self, TooMuch> {
        let total = stakes.iter().try_fold(0_u64, |sum, stake| sum.checked_add(stake.coins));
        match total.filter(|&total| total <= LARGEST_POT) {
            Some(total) => Ok(Self { stakes, total }),
            None => Err(TooMuch),
        }
    }

    /// The stakes, as they were given.
    #[must_use]
    pub fn stakes(&self) -> &[Stake] {
        &self.stakes
    }

    /// Coins in it.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Coins on an outcome.
    #[must_use]
    pub fn on(&self, outcome: Outcome) -> u64 {
        self.stakes.iter().filter(|stake| stake.outcome == outcome).map(|stake| stake.coins).sum()
    }

    /// Why there is nothing to play for, when a game begins: nobody has bet, or, where a pool is
    /// to be shared, all on the same.
    #[must_use]
    pub fn unfit(&self, mode: BettingMode) -> Option<VoidReason> {
        let outcomes: BTreeSet<Outcome> = self.stakes.iter().map(|stake| stake.outcome).collect();
        match outcomes.len() {
            0 => Some(VoidReason::NoBets),
            1 if mode == BettingMode::Pool => Some(VoidReason::OneSided),
            _ => None,
        }
    }

    /// What becomes of the stakes of a market that ends like this.
    #[must_use]
    pub fn settle(&self, mode: BettingMode, end: MarketEnd) -> Settlement {
        let outcome = match end {
            MarketEnd::Void { why } => return self.refund(why, None),
            MarketEnd::Result { outcome } => outcome,
        };
        if let Some(why) = self.unfit(mode) {
            return self.refund(why, Some(outcome));
        }
        let paid = match mode {
            BettingMode::Pool => self.payouts(outcome),
            BettingMode::Picks | BettingMode::Off => Some(self.points(outcome)),
        };
        match paid {
            Some(back) => Settlement { void: None, result: Some(outcome), back },
            None => self.refund(VoidReason::NoWinner, Some(outcome)),
        }
    }

    /// What each stake becomes if it turns out to be right.
    #[must_use]
    pub fn pays(&self, mode: BettingMode) -> Vec<u64> {
        let paid = Outcome::ALL.map(|outcome| match mode {
            BettingMode::Pool => self.payouts(outcome).unwrap_or_default(),
            BettingMode::Picks | BettingMode::Off => self.points(outcome),
        });
        let pays = |(place, stake): (usize, &Stake)| paid[place_of(stake.outcome)].get(place).copied();
        self.stakes.iter().enumerate().map(|stake| pays(stake).unwrap_or(0)).collect()
    }

    /// What each stake is paid if that comes, 0 for who was wrong; nothing where nobody bet on it.
    ///
    /// Everybody who was right gets the whole coins of his share; those left over go one each to
    /// the largest remainders, of equal ones to the earlier stake.
    #[must_use]
    pub fn payouts(&self, outcome: Outcome) -> Option<Vec<u64>> {
        let right = u128::from(self.on(outcome));
        if right == 0 {
            return None;
        }
        let mut remainders: Vec<(u128, usize)> = Vec::new();
        let mut back = vec![0; self.stakes.len()];
        let mut left = self.total;
        for (place, stake) in self.stakes.iter().enumerate().filter(|(_, stake)| stake.outcome == outcome) {
            let share = u128::from(stake.coins) * u128::from(self.total);
            let whole = u64::try_from(share / right).expect("a share of the pot is at most the pot");
            back[place] = whole;
            left -= whole;
            remainders.push((share % right, place));
        }
        remainders.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        for (_, place) in remainders {
            let more = u64::from(left > 0);
            back[place] += more;
            left -= more;
        }
        Some(back)
    }

    /// 1 for each guess that is right.
    fn points(&self, outcome: Outcome) -> Vec<u64> {
        self.stakes.iter().map(|stake| u64::from(stake.outcome == outcome)).collect()
    }

    fn refund(&self, why: VoidReason, result: Option<Outcome>) -> Settlement {
        let back = self.stakes.iter().map(|stake| stake.coins).collect();
        Settlement { void: Some(why), result, back }
    }
}

/// How a market in this state ends by this; nothing where it has ended. A result pays stakes that
/// stood when the game began, and no others.
#[must_use]
pub const fn ends(state: MarketState, end: MarketEnd) -> Option<MarketEnd> {
    match (state, end) {
        (MarketState::Settled | MarketState::Void, _) => None,
        (MarketState::Open | MarketState::Suspended, MarketEnd::Result { .. }) => {
            Some(MarketEnd::Void { why: VoidReason::Unrecoverable })
        }
        (MarketState::Locked, _) | (_, MarketEnd::Void { .. }) => Some(end),
    }
}

/// The place of an outcome in [`Outcome::ALL`].
#[must_use]
pub const fn place_of(outcome: Outcome) -> usize {
    match outcome {
        Outcome::South => 0,
        Outcome::Draw => 1,
        Outcome::North => 2,
    }
}
