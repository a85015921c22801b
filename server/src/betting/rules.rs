//! What a server has chosen about its bets.

use protocol::betting::{BettingMode, Coins};
use thiserror::Error;

const HOUR_MS: u64 = 3_600_000;
const DAY_MS: u64 = 24 * HOUR_MS;

/// The settings of the bets of a server; the default is what `docs/betting.md` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The most that a room may choose.
    pub mode: BettingMode,
    /// Coins that an account begins with, and that everybody begins with in a room of its own
    /// coins.
    pub start_grant: u64,
    /// Coins for the first visit of a day (UTC), to who has less than [`Rules::daily_ceiling`].
    pub daily_grant: u64,
    /// To how many coins who has less than the smallest stake is brought.
    pub relief_to: u64,
    /// How often a day that is done.
    pub reliefs_a_day: u8,
    /// Smallest stake.
    pub min_stake: u64,
    /// Largest stake, which is also the most that one person risks in a game.
    pub max_stake: u64,
    /// Milliseconds that an account must be old in public rooms.
    pub min_account_age_ms: u64,
    /// What becomes of bets from an address from which somebody plays.
    pub shared_address: SharedAddress,
    /// Milliseconds after the lock at which a market is void if its game has not ended.
    pub market_max_age_ms: u64,
    /// Milliseconds of a season.
    pub season_ms: u64,
    /// Whether everybody has the start grant again when a season ends.
    pub season_reset: bool,
}

/// What becomes of a bet from an address from which somebody plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum SharedAddress {
    /// Nothing.
    Allow,
    /// It is taken, and noted for those who look for abuse: people at one table share an address.
    #[default]
    Flag,
    /// It is refused.
    Deny,
}

/// These settings cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum UnfitRules {
    /// A stake of nothing is none.
    #[error("the smallest stake must be at least 1")]
    StakeOfNothing,
    /// The smallest is larger than the largest.
    #[error("the smallest stake must not be larger than the largest one")]
    NoStakeFits,
    /// Somebody may be given more than there can be.
    #[error("no amount may be more than 2^53 - 1")]
    TooMuch,
    /// A time of nothing.
    #[error("a season and the life of a market must last longer than nothing")]
    NoTime,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            mode: BettingMode::Pool,
            start_grant: 1000,
            daily_grant: 100,
            relief_to: 100,
            reliefs_a_day: 3,
            min_stake: 10,
            max_stake: 200,
            min_account_age_ms: DAY_MS,
            shared_address: SharedAddress::Flag,
            market_max_age_ms: 7 * DAY_MS,
            season_ms: 28 * DAY_MS,
            season_reset: true,
        }
    }
}

impl Rules {
    /// Coins, free and staked, from which on nothing comes with the day: twice the start grant.
    #[must_use]
    pub const fn daily_ceiling(&self) -> u64 {
        self.start_grant.saturating_mul(2)
    }

    /// These rules, unless they cannot be.
    ///
    /// # Errors
    /// Says what is wrong with them.
    pub fn checked(self) -> Result<Self, UnfitRules> {
        let amounts = [self.start_grant, self.daily_grant, self.relief_to, self.max_stake];
        if self.min_stake == 0 {
            Err(UnfitRules::StakeOfNothing)
        } else if self.min_stake > self.max_stake {
            Err(UnfitRules::NoStakeFits)
        } else if amounts.iter().any(|&coins| coins > Coins::MAX.get()) {
            Err(UnfitRules::TooMuch)
        } else if self.season_ms == 0 || self.market_max_age_ms == 0 {
            Err(UnfitRules::NoTime)
        } else {
            Ok(self)
        }
    }
}
