//! What the logs say of markets and the books have not followed, made good when a server begins.

use std::sync::{Arc, Weak};

use super::super::registry::Shared;
use crate::clock::Clock;
use crate::store::ledger::Ledger;

/// Milliseconds that a server waits for its books before it serves without them.
const PATIENCE_MS: u64 = 10_000;
/// Milliseconds until it is tried again.
const RETRY_MS: u64 = 60_000;

/// Let the books follow all logs. Whether they did; what they did not they do with their rooms.
pub(in crate::rooms) async fn catch_up(ledger: &dyn Ledger, clock: &Clock) -> bool {
    let now = clock.now();
    tokio::select! {
        biased;
        followed = ledger.follow_all(now) => match followed {
            Ok(()) => true,
            Err(error) => {
                tracing::warn!(%error, "the books do not follow the logs");
                false
            }
        },
        () = clock.sleep_until(now + PATIENCE_MS) => {
            tracing::warn!("the books do not answer");
            false
        }
    }
}

/// Try it again until it is done, the rooms are gone or the server stops.
pub(in crate::rooms) async fn keep_trying(rooms: Weak<Shared>, ledger: Arc<dyn Ledger>, clock: Clock) {
    loop {
        clock.sleep_until(clock.now() + RETRY_MS).await;
        if rooms.upgrade().is_none_or(|shared| shared.is_draining())
            || catch_up(ledger.as_ref(), &clock).await
        {
            return;
        }
    }
}
