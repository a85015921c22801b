//! The task that ends seasons and forgets what must not be kept: a season is closed once, its table
//! kept, everybody given the same coins again, and the next one begun (`docs/betting-http.md`).

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::betting::rules::Rules;
use crate::clock::Clock;
use crate::store::StoreError;
use crate::store::books::Season;
use crate::store::seasons::Seasons;

/// Milliseconds for which marks of addresses are kept.
pub const MARKS_KEPT_MS: u64 = 30 * DAY_MS;
/// Milliseconds between two looks, at most.
const LOOK_MS: u64 = DAY_MS / 4;
/// Milliseconds until a store that did not answer is asked again.
const RETRY_MS: u64 = 60_000;
const DAY_MS: u64 = 86_400_000;

/// Keep the seasons until `stop`.
pub async fn run(seasons: Arc<dyn Seasons>, rules: Rules, clock: Clock, stop: CancellationToken) {
    loop {
        let next = keep(&*seasons, &rules, clock.now()).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "a season waits to be ended");
            clock.now() + RETRY_MS
        });
        tokio::select! {
            () = clock.sleep_until(next) => {}
            () = stop.cancelled() => return,
        }
    }
}

/// Do what is due. When to look again.
///
/// # Errors
/// The store did not answer; what was done stays done.
pub async fn keep(seasons: &dyn Seasons, rules: &Rules, now: u64) -> Result<u64, StoreError> {
    // First what must not be kept any longer: the tables have counted addresses by then.
    while seasons.forget_marks(now.saturating_sub(MARKS_KEPT_MS)).await? {}
    let last = seasons.last().await?;
    let season = match last {
        None => Season { number: 1, from: day(now), until: day(now) + rules.season_ms },
        Some(last) if last.until <= now => after(last, now, rules.season_ms),
        Some(last) => last,
    };
    if last != Some(season) {
        seasons.turn(season, now).await?;
    }
    // The wallets of a season that ended come after it, and again after a crash: each once.
    while let Some(ended) = seasons.to_be_reset().await? {
        seasons.reset(ended, rules.season_reset, now).await?;
    }
    Ok(season.until.min(now + LOOK_MS))
}

/// The season that runs after one that ended: seasons in which no server ran are left out.
fn after(last: Season, now: u64, season_ms: u64) -> Season {
    let skipped = (now - last.until) / season_ms;
    let from = last.until + skipped * season_ms;
    Season { number: last.number + 1, from, until: from + season_ms }
}

const fn day(now: u64) -> u64 {
    now - now % DAY_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_season_follows_at_once_and_those_without_a_server_are_left_out() {
        let last = Season { number: 3, from: 0, until: 1_000 };
        assert_eq!(after(last, 1_000, 500), Season { number: 4, from: 1_000, until: 1_500 });
        assert_eq!(after(last, 1_499, 500), Season { number: 4, from: 1_000, until: 1_500 });
        assert_eq!(after(last, 2_700, 500), Season { number: 4, from: 2_500, until: 3_000 });
    }
}
