//! The task that rates games: each note once, in order, when its result may be told. It is in no
//! room's way, and no game is in the way of another: one that cannot be rated is tried again later.

use std::collections::BTreeSet;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::store::StoreError;
use crate::store::ratings::{Ratings, Unrated};

/// Milliseconds until a store that did not answer is asked again.
const RETRY_MS: u64 = 5_000;
/// Milliseconds after which it is looked again though nothing rang: who appends may be gone before
/// he can ring. So long a game waits that could not be rated.
const LOOK_MS: u64 = 60_000;

/// Games that could not be rated and are left alone for a while, at most. Others are tried each time.
const LEFT_ALONE: usize = 1_000;

/// Rate what is noted, and what will be, until `stop`.
pub async fn run(ratings: Arc<dyn Ratings>, clock: Clock, stop: CancellationToken) {
    let mut rater = Rater { ratings, failed: BTreeSet::new(), again_at: 0 };
    loop {
        let next = rater.rate_due(clock.now()).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "games wait to be rated");
            Some(clock.now() + RETRY_MS)
        });
        let look = clock.now() + LOOK_MS;
        tokio::select! {
            () = clock.sleep_until(next.map_or(look, |next| next.min(look))) => {}
            () = rater.ratings.rung() => {}
            () = stop.cancelled() => return,
        }
    }
}

struct Rater {
    ratings: Arc<dyn Ratings>,
    /// Notes of games that could not be rated.
    failed: BTreeSet<i64>,
    /// When they are tried again.
    again_at: u64,
}

impl Rater {
    /// Rate what is due. When the next one is, where one is left that was not due.
    async fn rate_due(&mut self, now: u64) -> Result<Option<u64>, StoreError> {
        if now >= self.again_at {
            self.failed.clear();
            self.again_at = now + LOOK_MS;
        }
        let mut behind = None;
        loop {
            let waiting = self.ratings.unrated(behind.as_ref()).await?;
            if waiting.is_empty() {
                return Ok(None);
            }
            for game in waiting {
                if game.from > now {
                    return Ok(Some(game.from));
                }
                self.rate(&game).await;
                behind = Some(game);
            }
        }
    }

    async fn rate(&mut self, game: &Unrated) {
        if self.failed.contains(&game.note) {
            return;
        }
        if let Err(error) = self.ratings.rate(game).await {
            tracing::error!(%error, room = %game.room, note = game.note, "a game could not be rated");
            if self.failed.len() < LEFT_ALONE {
                self.failed.insert(game.note);
            }
        }
    }
}
