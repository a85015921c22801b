//! How long a test waits for what only has to happen at some time, on a machine that may have much
//! else to do. No test is about these spans: what is due at a certain moment is told with that
//! moment, and is compared with it.

use std::time::Duration;

use tokio::time::Instant;

/// How long nothing at all may happen before what is waited for is given up.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// How long it may take altogether, where something else happens all the time.
const ALTOGETHER: Duration = Duration::from_secs(600);

/// How many came back of a limit since a moment, where one does in each such while; at most.
///
/// # Panics
/// Where that are more than there are numbers.
#[must_use]
pub fn came_back(since: Instant, each: Duration) -> u32 {
    u32::try_from(since.elapsed().as_millis() / each.as_millis() + 1).expect("a short while")
}

/// Somebody who waits, and waits on for as long as he hears anything.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    heard: usize,
    until: Instant,
    at_last: Instant,
}

impl Patience {
    /// It begins now.
    #[must_use]
    pub fn begins() -> Self {
        let now = Instant::now();
        Self { heard: 0, until: now + PATIENCE, at_last: now + ALTOGETHER }
    }

    /// So much was heard until now. Where that is more than the last time it begins anew.
    pub fn hears(&mut self, heard: usize) {
        if std::mem::replace(&mut self.heard, heard) != heard {
            self.until = self.at_last.min(Instant::now() + PATIENCE);
        }
    }

    /// When it ends, if nothing more is heard.
    #[must_use]
    pub const fn ends(&self) -> Instant {
        self.until
    }
}
