//! How often a person may bet, over all rooms.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use protocol::UserId;
use protocol::limits::BETS_PER_MINUTE;
use protocol::refusal::Refusal;

/// Milliseconds over which bets are counted.
const SPAN_MS: u64 = 60_000;
/// Persons that are remembered before those who have not bet for a minute are forgotten.
const KEPT: usize = 10_000;

/// The bets of the last minute.
#[derive(Debug, Default)]
pub(in crate::rooms) struct BetRate(Mutex<BTreeMap<UserId, VecDeque<u64>>>);

impl BetRate {
    /// Count a bet.
    ///
    /// # Errors
    /// [`Refusal::RateLimited`]: there were too many. It is not counted then.
    pub(in crate::rooms) fn count(&self, user: UserId, now: u64) -> Result<(), Refusal> {
        // Nothing panics while it is held; were it so, the map would still be one.
        let mut lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lately.len() > KEPT {
            lately.retain(|_, times| times.back().is_some_and(|last| last + SPAN_MS > now));
        }
        let times = lately.entry(user).or_default();
        while times.front().is_some_and(|first| first + SPAN_MS <= now) {
            times.pop_front();
        }
        if times.len() >= BETS_PER_MINUTE {
            let wait = times.front().map_or(0, |first| (first + SPAN_MS).saturating_sub(now));
            return Err(Refusal::RateLimited { wait_ms: u32::try_from(wait).unwrap_or(u32::MAX) });
        }
        times.push_back(now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_bets_in_any_minute() {
        let rate = BetRate::default();
        let user = |n| UserId(uuid::Uuid::from_u128(n));
        for n in 0..20 {
            assert_eq!(rate.count(user(1), 1_000 + n), Ok(()));
        }
        assert_eq!(rate.count(user(1), 2_000), Err(Refusal::RateLimited { wait_ms: 59_000 }));
        assert_eq!(rate.count(user(2), 2_000), Ok(()));
        assert_eq!(rate.count(user(1), 61_000), Ok(()));
        assert_eq!(rate.count(user(1), 61_000), Err(Refusal::RateLimited { wait_ms: 1 }));
    }
}
