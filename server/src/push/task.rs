//! The task that sends notices: what is due, few at a time, until the server stops. It is in no room's
//! way, and what a push service does not take costs nobody anything but his notice.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::courier::Courier;
use crate::clock::Clock;
use crate::store::StoreError;
use crate::store::push::{Notices, Outcome, Unsent};

/// Notices that are on their way at once.
const AT_ONCE: usize = 8;
/// Milliseconds until a store that did not answer is asked again.
const RETRY_MS: u64 = 5_000;
/// Milliseconds after which it is looked again though nothing rang.
const LOOK_MS: u64 = 60_000;
/// Milliseconds for which it is remembered what somebody was told: longer than a turn lasts.
const REMEMBERED_MS: u64 = 100 * 86_400_000;
/// How long a server that stops waits for what is on its way.
const LAST_TIME: Duration = Duration::from_secs(2);

/// Send what is to be sent, and what will be, until `stop`.
pub async fn run(notices: Arc<dyn Notices>, courier: Courier, clock: Clock, stop: CancellationToken) {
    while let Err(error) = notices.begin_with(courier.server_key(), forgotten(&clock)).await {
        tracing::debug!(%error, "notices wait for the store");
        tokio::select! {
            () = clock.sleep_until(clock.now() + RETRY_MS) => {}
            () = stop.cancelled() => return,
        }
    }
    let mut sender = Sender { notices, courier, clock, under_way: JoinSet::new(), numbers: BTreeSet::new() };
    loop {
        let next = sender.send_due().await.unwrap_or_else(|error| {
            tracing::debug!(%error, "notices wait");
            Some(sender.clock.now() + RETRY_MS)
        });
        let look = sender.clock.now() + LOOK_MS;
        let until = next.map_or(look, |next| next.min(look));
        tokio::select! {
            Some(carried) = sender.under_way.join_next() => sender.settle(carried.ok()).await,
            () = sender.clock.sleep_until(until) => {}
            () = sender.notices.notice_rung() => {}
            () = stop.cancelled() => break,
        }
    }
    // What is not answered by then is sent again after the next start, under the same number.
    drop(tokio::time::timeout(LAST_TIME, sender.finish()).await);
}

fn forgotten(clock: &Clock) -> u64 {
    clock.now().saturating_sub(REMEMBERED_MS)
}

struct Sender {
    notices: Arc<dyn Notices>,
    courier: Courier,
    clock: Clock,
    under_way: JoinSet<(u64, Outcome)>,
    /// What is under way, by its numbers.
    numbers: BTreeSet<u64>,
}

impl Sender {
    /// Send what is due, as far as there is room. When the next one is due; nothing while there is no
    /// room, or nothing waits.
    async fn send_due(&mut self) -> Result<Option<u64>, StoreError> {
        if self.under_way.is_empty() {
            // One that failed has answered nothing.
            self.numbers.clear();
        }
        if self.under_way.len() >= AT_ONCE {
            return Ok(None);
        }
        let now = self.clock.now();
        for notice in self.notices.unsent(self.numbers.iter().copied().collect()).await? {
            if self.under_way.len() >= AT_ONCE {
                return Ok(None);
            }
            if notice.at > now {
                return Ok(Some(notice.at));
            }
            self.send(notice, now);
        }
        Ok(None)
    }

    fn send(&mut self, notice: Unsent, now: u64) {
        let courier = self.courier.clone();
        self.numbers.insert(notice.number);
        self.under_way.spawn(async move { (notice.number, courier.carry(&notice, now).await) });
    }

    /// Write down what came of a notice. Where that cannot be, it is sent once more.
    async fn settle(&mut self, carried: Option<(u64, Outcome)>) {
        let Some((number, outcome)) = carried else { return };
        if let Err(error) = self.notices.settle(vec![(number, outcome)]).await {
            tracing::warn!(%error, "what came of a notice is not written down");
            self.clock.sleep_until(self.clock.now() + RETRY_MS).await;
        }
        self.numbers.remove(&number);
    }

    async fn finish(&mut self) {
        while let Some(carried) = self.under_way.join_next().await {
            self.settle(carried.ok()).await;
        }
    }
}
