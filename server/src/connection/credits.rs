//! How much one may ask: credits that come back with time.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use protocol::UserId;
use protocol::limits::{CREDITS_BURST, CREDITS_PER_SECOND};

/// Milliseconds in which one credit comes back.
const CREDIT_MS: u64 = 1_000 / CREDITS_PER_SECOND as u64;
/// Persons that are remembered before those with all their credits are forgotten.
const KEPT: usize = 10_000;

/// The credits of all persons, over all their sockets.
#[derive(Debug, Default)]
pub struct Credits(Mutex<HashMap<UserId, Bucket>>);

/// Something that fills up with time and is emptied by use. It knows only when it will be full.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bucket {
    full_at: u64,
}

/// How a bucket fills.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rate {
    /// Milliseconds for one.
    pub(super) each_ms: u64,
    /// What fits in.
    pub(super) burst: u64,
}

impl Credits {
    /// Take credits of a person.
    ///
    /// # Errors
    /// Milliseconds until there are enough; none are taken then.
    pub(super) fn take(&self, user: UserId, weight: u32, now: u64) -> Result<(), u64> {
        const RATE: Rate = Rate { each_ms: CREDIT_MS, burst: CREDITS_BURST as u64 };
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > KEPT {
            buckets.retain(|_, bucket| bucket.full_at > now);
        }
        buckets.entry(user).or_default().take(RATE, u64::from(weight), now)
    }
}

impl Bucket {
    /// Take some out.
    ///
    /// # Errors
    /// Milliseconds until there is enough in it; nothing is taken then.
    pub(super) fn take(&mut self, rate: Rate, count: u64, now: u64) -> Result<(), u64> {
        let full_at = self.full_at.max(now) + count * rate.each_ms;
        let late = full_at.saturating_sub(now + rate.burst * rate.each_ms);
        if late > 0 {
            return Err(late);
        }
        self.full_at = full_at;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_credits_at_once_then_five_a_second() {
        let credits = Credits::default();
        let user = UserId(uuid::Uuid::from_u128(1));
        for _ in 0..CREDITS_BURST {
            assert_eq!(credits.take(user, 1, 1_000), Ok(()));
        }
        assert_eq!(credits.take(user, 1, 1_000), Err(200));
        assert_eq!(credits.take(user, 3, 1_000), Err(600));
        assert_eq!(credits.take(user, 3, 1_600), Ok(()));
        assert_eq!(credits.take(user, 1, 1_600), Err(200));
        assert_eq!(credits.take(UserId(uuid::Uuid::from_u128(2)), 20, 1_600), Ok(()));
        assert_eq!(credits.take(user, 20, 60_000), Ok(()));
    }
}
