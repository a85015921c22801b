//! The only place that asks for the time: milliseconds since the Unix epoch.
//!
//! The system clock is read once; from then on time is counted steadily, so that a wall clock that
//! jumps moves no deadline of a running server. Tests wind a clock by hand.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// A clock that all parts of a server share.
#[derive(Clone, Debug)]
pub struct Clock(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Steady { start: u64, since: Instant },
    Wound(Arc<watch::Sender<u64>>),
}

impl Clock {
    /// The clock of the machine.
    #[must_use]
    #[allow(clippy::disallowed_methods, reason = "this is the place that the others are sent to")]
    pub fn system() -> Self {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(Kind::Steady { start: millis(since_epoch), since: Instant::now() })
    }

    /// A clock that stands at `now` until it is wound.
    #[must_use]
    pub fn wound(now: u64) -> Self {
        Self(Kind::Wound(Arc::new(watch::Sender::new(now))))
    }

    /// The same clock, set forward to `least` if it is behind: time never runs back for what was
    /// written down, even when the machine's clock does between two starts.
    #[must_use]
    pub fn not_before(self, least: u64) -> Self {
        let behind = least.saturating_sub(self.now());
        match self.0 {
            Kind::Steady { start, since } => Self(Kind::Steady { start: start + behind, since }),
            Kind::Wound(hands) => {
                hands.send_modify(|now| *now += behind);
                Self(Kind::Wound(hands))
            }
        }
    }

    /// Milliseconds since the Unix epoch.
    #[must_use]
    pub fn now(&self) -> u64 {
        match &self.0 {
            Kind::Steady { start, since } => start + millis(since.elapsed()),
            Kind::Wound(hands) => *hands.borrow(),
        }
    }

    /// Let `ms` pass on a clock wound by hand; a steady one takes no orders.
    pub fn wind(&self, ms: u64) {
        if let Kind::Wound(hands) = &self.0 {
            hands.send_modify(|now| *now += ms);
        }
    }

    /// How many wait for a moment of a clock wound by hand.
    #[must_use]
    pub fn waiting(&self) -> usize {
        match &self.0 {
            Kind::Steady { .. } => 0,
            Kind::Wound(hands) => hands.receiver_count(),
        }
    }

    /// Return when it is `at`, at once when it is later.
    pub async fn sleep_until(&self, at: u64) {
        match &self.0 {
            Kind::Steady { .. } => {
                let wait = at.saturating_sub(self.now());
                if wait > 0 {
                    tokio::time::sleep(Duration::from_millis(wait)).await;
                }
            }
            Kind::Wound(hands) => {
                // The sender lives in `self`, so that waiting cannot fail.
                drop(hands.subscribe().wait_for(|now| *now >= at).await);
            }
        }
    }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_set_forward_to_what_was_written_down_and_never_back() {
        assert_eq!(Clock::wound(1_000).not_before(5_000).now(), 5_000);
        assert_eq!(Clock::wound(1_000).not_before(10).now(), 1_000);
        let ahead = Clock::system().now() + 3_600_000;
        assert!(Clock::system().not_before(ahead).now() >= ahead);
    }

    #[tokio::test]
    async fn a_wound_clock_wakes_its_sleepers_at_the_moment() {
        let clock = Clock::wound(1_000);
        let sleeper = tokio::spawn({
            let clock = clock.clone();
            async move { clock.sleep_until(1_500).await }
        });
        clock.wind(499);
        tokio::task::yield_now().await;
        assert!(!sleeper.is_finished());
        clock.wind(1);
        sleeper.await.unwrap();
        assert_eq!(clock.now(), 1_500);
    }
}
