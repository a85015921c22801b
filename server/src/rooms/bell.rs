//! The bell by which a bot learns that something happened, and that it is dismissed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// A bell. Copies are the same one.
#[derive(Clone, Debug, Default)]
pub struct Bell(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    rings: Notify,
    dismissed: AtomicBool,
}

/// Nobody will ring any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dismissed;

impl Bell {
    /// Something happened. Rings that nobody waits for are one.
    pub(super) fn ring(&self) {
        self.0.rings.notify_one();
    }

    /// The seat is taken away, or the room goes: whoever waits must not wait for ever.
    pub(super) fn dismiss(&self) {
        self.0.dismissed.store(true, Ordering::SeqCst);
        self.0.rings.notify_one();
    }

    /// Wait until something happens.
    ///
    /// # Errors
    /// Nothing will any more.
    pub async fn heard(&self) -> Result<(), Dismissed> {
        self.check()?;
        self.0.rings.notified().await;
        self.check()
    }

    /// Whether there is still somebody to ring.
    ///
    /// # Errors
    /// There is not.
    pub fn check(&self) -> Result<(), Dismissed> {
        if self.0.dismissed.load(Ordering::SeqCst) { Err(Dismissed) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_ring_is_kept_and_a_dismissal_is_for_good() {
        let bell = Bell::default();
        bell.ring();
        bell.ring();
        assert_eq!(bell.heard().await, Ok(()));
        let waiting = tokio::spawn({
            let bell = bell.clone();
            async move { bell.heard().await }
        });
        tokio::task::yield_now().await;
        bell.dismiss();
        assert_eq!(waiting.await.unwrap(), Err(Dismissed));
        assert_eq!((bell.heard().await, bell.check()), (Err(Dismissed), Err(Dismissed)));
    }
}
