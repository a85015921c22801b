//! What a room remembers after the store refused a batch.
//!
//! People ask again when they are told `busy`. What the server itself had to say, that somebody
//! came or went, nobody repeats, and a timer that was not saved is due at once again. So the room
//! pauses its timers for a moment, and then says anew who is here.

/// Milliseconds until timers are tried again.
const PAUSE_MS: u64 = 1_000;

/// The state of a room towards its store.
#[derive(Debug, Default)]
pub(super) struct Setback {
    until: Option<u64>,
    unsure: bool,
}

impl Setback {
    /// A batch was not saved, or a timer came to nothing.
    pub(super) const fn befell(&mut self, now: u64) {
        self.until = Some(now + PAUSE_MS);
        self.unsure = true;
    }

    /// A batch was saved.
    pub(super) const fn is_over(&mut self) {
        self.until = None;
    }

    /// Whether timers wait.
    pub(super) fn pauses(&self, now: u64) -> bool {
        self.until.is_some_and(|until| now < until)
    }

    /// Whether it is time to say anew who is here; asked once for each setback.
    pub(super) fn must_repeat(&mut self, now: u64) -> bool {
        let due = self.unsure && !self.pauses(now);
        self.unsure &= !due;
        due
    }

    /// Whether something the server had to say may have been lost.
    pub(super) const fn is_unsure(&self) -> bool {
        self.unsure
    }

    /// When the room is to wake, given when it would.
    pub(super) fn wake_at(&self, wake: Option<u64>) -> Option<u64> {
        match (self.until, self.unsure) {
            (Some(until), _) => Some(wake.map_or(until, |wake| wake.max(until))),
            (None, true) => Some(0),
            (None, false) => wake,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timers_wait_and_then_it_is_said_once_who_is_here() {
        let mut setback = Setback::default();
        assert_eq!((setback.wake_at(None), setback.wake_at(Some(7))), (None, Some(7)));
        setback.befell(10);
        assert!(setback.pauses(1_009) && !setback.must_repeat(1_009));
        assert_eq!((setback.wake_at(None), setback.wake_at(Some(7))), (Some(1_010), Some(1_010)));
        assert!(!setback.pauses(1_010) && setback.must_repeat(1_010) && !setback.must_repeat(1_010));
    }

    #[test]
    fn a_batch_that_is_saved_meanwhile_ends_the_pause_but_not_the_doubt() {
        let mut setback = Setback::default();
        setback.befell(10);
        setback.is_over();
        assert!(!setback.pauses(11) && setback.is_unsure());
        assert_eq!(setback.wake_at(None), Some(0));
        assert!(setback.must_repeat(11) && setback.wake_at(None).is_none());
    }
}
