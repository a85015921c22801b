//! What a server has chosen about its bets.

use protocol::betting::{BettingMode, Coins};
use thiserror::Error;

const HOUR_MS: u64 = 3_600_000;
const DAY_MS: u64 = 24 * HOUR_MS;

/// How often somebody may change his stake in one market; taking it back is always possible.
pub const CHANGES: u32 = 100;

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

/// The day of a moment (UTC), as `2026-01-31`.
#[must_use]
pub fn day(at: u64) -> String {
    // Years from March on have their odd day last, so that months are counted by one formula
    // (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    let days = at / DAY_MS + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let (month, late) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{of_month:02}", era * 400 + year + late)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let at = |days: u64| day(days * DAY_MS);
        for (days, date) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_454, "2026-01-01"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(at(days), date);
        }
        assert_eq!(day(20_454 * DAY_MS - 1), "2025-12-31");
        assert_eq!(day(20_455 * DAY_MS - 1), "2026-01-01");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        assert_eq!(Rules::default().checked(), Ok(Rules::default()));
        let refused = |change: fn(&mut Rules)| {
            let mut rules = Rules::default();
            change(&mut rules);
            rules.checked().unwrap_err()
        };
        assert_eq!(refused(|rules| rules.min_stake = 0), UnfitRules::StakeOfNothing);
        assert_eq!(refused(|rules| rules.max_stake = 9), UnfitRules::NoStakeFits);
        assert_eq!(refused(|rules| rules.max_stake = 1 << 53), UnfitRules::TooMuch);
        assert_eq!(refused(|rules| rules.start_grant = 1 << 53), UnfitRules::TooMuch);
        assert_eq!(refused(|rules| rules.season_ms = 0), UnfitRules::NoTime);
    }
}
