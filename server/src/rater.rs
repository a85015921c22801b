//! The task that rates games: each note once, in order, when its result may be told. It is in no
//! room's way.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::store::StoreError;
use crate::store::ratings::{Ratings, Unrated};

/// Milliseconds until a store that did not answer is asked again.
const RETRY_MS: u64 = 5_000;
/// Milliseconds after which it is looked again though nothing rang: who appends may be gone before
/// he can ring.
const LOOK_MS: u64 = 60_000;

/// Rate what is noted, and what will be, until `stop`.
pub async fn run(ratings: Arc<dyn Ratings>, clock: Clock, stop: CancellationToken) {
    loop {
        let next = rate_due(&*ratings, clock.now()).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "games wait to be rated");
            Some(clock.now() + RETRY_MS)
        });
        let look = clock.now() + LOOK_MS;
        tokio::select! {
            () = clock.sleep_until(next.map_or(look, |next| next.min(look))) => {}
            () = ratings.rung() => {}
            () = stop.cancelled() => return,
        }
    }
}

/// Rate what is due. When the next one is, where one is left.
async fn rate_due(ratings: &dyn Ratings, now: u64) -> Result<Option<u64>, StoreError> {
    loop {
        let waiting = ratings.unrated().await?;
        let Some(first) = waiting.first() else { return Ok(None) };
        if first.from > now {
            return Ok(Some(first.from));
        }
        for game in waiting.iter().take_while(|game: &&Unrated| game.from <= now) {
            ratings.rate(game).await?;
        }
    }
}
