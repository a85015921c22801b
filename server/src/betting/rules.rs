//! What a server allows and gives: the settings of betting (`docs/betting.md`).

use protocol::betting::{BettingMode, Coins};

/// The rules of betting on this server. Times are milliseconds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The most that a room may choose.
    pub mode: BettingMode,
    /// What a new wallet holds.
    pub start_grant: Coins,
    /// What is given on the first visit of a day.
    pub daily_grant: Coins,
    /// From so many coins on, stakes included, nothing is given.
    pub daily_below: Coins,
    /// What somebody who cannot make the smallest bet any more is helped to.
    pub relief_to: Coins,
    /// How often a day.
    pub reliefs_a_day: u8,
    /// The smallest stake.
    pub min_stake: Coins,
    /// The largest stake.
    pub max_stake: Coins,
    /// How old an account must be to bet in public rooms.
    pub min_account_age_ms: u64,
    /// What becomes of bets from the address of somebody who sits.
    pub shared_address: SharedAddress,
    /// How long a market on a game that has not ended lasts.
    pub market_max_age_ms: u64,
    /// How long a season lasts.
    pub season_ms: u64,
}

/// What becomes of a bet that comes from the address of somebody who sits. People in one house share
/// an address as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum SharedAddress {
    /// It is taken.
    Allow,
    /// It is taken, and noted for those who look for abuse.
    #[default]
    Flag,
    /// It is refused.
    Deny,
}

const fn coins(count: u64) -> Coins {
    match Coins::new(count) {
        Some(coins) => coins,
        None => Coins::MAX,
    }
}

impl Default for Rules {
    fn default() -> Self {
        const DAY_MS: u64 = 86_400_000;
        Self {
            mode: BettingMode::Pool,
            start_grant: coins(1_000),
            daily_grant: coins(100),
            daily_below: coins(2_000),
            relief_to: coins(100),
            reliefs_a_day: 3,
            min_stake: coins(10),
            max_stake: coins(200),
            min_account_age_ms: DAY_MS,
            shared_address: SharedAddress::default(),
            market_max_age_ms: 7 * DAY_MS,
            season_ms: 28 * DAY_MS,
        }
    }
}
