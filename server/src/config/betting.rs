//! The settings of bets.

use protocol::betting::BettingMode;

use crate::betting::rules::{Rules, SharedAddress, UnfitRules};

/// What a host sets of betting (`docs/betting.md`).
#[derive(Clone, Debug, clap::Args)]
pub struct Betting {
    /// The most that a room may choose: off, picks (free guesses) or pool (play money).
    #[arg(long, global = true, env = "SINDILLO_BETTING", value_enum, default_value_t = Bets::Pool)]
    pub betting: Bets,
    /// Coins of a new wallet.
    #[arg(long, global = true, env = "SINDILLO_START_GRANT", default_value_t = 1_000)]
    pub start_grant: u64,
    /// Coins on the first visit of a day, to who has less than twice the start grant.
    #[arg(long, global = true, env = "SINDILLO_DAILY_GRANT", default_value_t = 100)]
    pub daily_grant: u64,
    /// Coins to which somebody is helped who cannot make the smallest bet any more, three times a day
    /// at most.
    #[arg(long, global = true, env = "SINDILLO_RELIEF", default_value_t = 100)]
    pub relief: u64,
    /// The smallest stake.
    #[arg(long, global = true, env = "SINDILLO_MIN_STAKE", default_value_t = 10)]
    pub min_stake: u64,
    /// The largest stake.
    #[arg(long, global = true, env = "SINDILLO_MAX_STAKE", default_value_t = 200)]
    pub max_stake: u64,
    /// Hours that an account must be old to bet in public rooms.
    #[arg(long, global = true, env = "SINDILLO_MIN_ACCOUNT_AGE_HOURS", default_value_t = 24)]
    pub min_account_age_hours: u32,
    /// Bets from the address of somebody who sits: allow, flag (noted for the administrator), deny.
    #[arg(long, global = true, env = "SINDILLO_SHARED_ADDRESS", value_enum, default_value_t = SharedAddress::Flag)]
    pub shared_address: SharedAddress,
    /// Minutes after which a market on a game that has not ended is void; the game goes on.
    #[arg(long, global = true, env = "SINDILLO_MARKET_MAX_AGE_MINUTES", default_value_t = 10_080,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub market_max_age_minutes: u32,
    /// Days of a season.
    #[arg(long, global = true, env = "SINDILLO_SEASON_DAYS", default_value_t = 28,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub season_days: u32,
    /// Do not begin each season with new wallets.
    #[arg(long, global = true, env = "SINDILLO_KEEP_WALLETS")]
    pub keep_wallets: bool,
}

/// How spectators may bet at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Bets {
    /// Not at all.
    Off,
    /// One free guess of the winner.
    Picks,
    /// Play money in a pool.
    Pool,
}

impl Betting {
    /// The rules that come of it.
    ///
    /// # Errors
    /// They do not go together.
    pub fn rules(&self) -> Result<Rules, UnfitRules> {
        const MINUTE_MS: u64 = 60_000;
        let rules = Rules {
            mode: match self.betting {
                Bets::Off => BettingMode::Off,
                Bets::Picks => BettingMode::Picks,
                Bets::Pool => BettingMode::Pool,
            },
            start_grant: self.start_grant,
            daily_grant: self.daily_grant,
            relief_to: self.relief,
            min_stake: self.min_stake,
            max_stake: self.max_stake,
            min_account_age_ms: u64::from(self.min_account_age_hours) * 60 * MINUTE_MS,
            shared_address: self.shared_address,
            market_max_age_ms: u64::from(self.market_max_age_minutes) * MINUTE_MS,
            season_ms: u64::from(self.season_days) * 24 * 60 * MINUTE_MS,
            season_reset: !self.keep_wallets,
            ..Rules::default()
        };
        rules.checked()
    }
}

impl Default for Betting {
    fn default() -> Self {
        Self {
            betting: Bets::Pool,
            start_grant: 1_000,
            daily_grant: 100,
            relief: 100,
            min_stake: 10,
            max_stake: 200,
            min_account_age_hours: 24,
            shared_address: SharedAddress::Flag,
            market_max_age_minutes: 10_080,
            season_days: 28,
            keep_wallets: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;

    #[test]
    fn without_settings_betting_is_as_the_rules_have_it() {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            settings: Settings,
        }
        let read = |words: &[&str]| {
            let line = <Line as clap::Parser>::try_parse_from([&["sindillo"], words].concat());
            line.map(|line| line.settings.betting.rules())
        };
        assert_eq!(read(&[]).unwrap(), Ok(Rules::default()));
        assert_eq!(Betting::default().rules(), Ok(Rules::default()));
        let other = ["--betting", "picks", "--market-max-age-minutes", "1", "--max-stake", "500"];
        let other = read(&other).unwrap().unwrap();
        assert_eq!((other.mode, other.market_max_age_ms, other.max_stake), (BettingMode::Picks, 60_000, 500));
        for bad in [["--betting", "live"], ["--min-stake", "-1"], ["--season-days", "0"]] {
            assert!(read(&bad).is_err(), "{bad:?}");
        }
        for unfit in [["--min-stake", "0"], ["--max-stake", "9"], ["--start-grant", "9007199254740992"]] {
            assert!(read(&unfit).unwrap().is_err(), "{unfit:?}");
        }
    }
}
