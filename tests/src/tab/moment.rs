//! The server's clock, as a page comes to know it: for what happens at a moment that nobody tells.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use server::clock::Clock;
use tokio::time::{Instant, sleep_until};

use super::Tab;

/// Milliseconds since the Unix epoch, as a server on this machine counts them.
///
/// # Panics
/// Never: the clock is made at the first call.
#[must_use]
pub fn now() -> u64 {
    static CLOCK: OnceLock<Clock> = OnceLock::new();
    CLOCK.get_or_init(Clock::system).now()
}

/// The server's clock beside one's own.
#[derive(Clone, Copy, Debug)]
pub struct ServerClock {
    /// What it said.
    now: u64,
    /// When it most likely said so.
    when: Instant,
    /// When it had said so for certain.
    heard: Instant,
}

impl ServerClock {
    /// Return when it is about so late there, so many milliseconds earlier or later.
    pub async fn reaches(&self, at: u64, shift: i64) {
        // The moment is what is looked for: it lies between two things that are told.
        sleep_until(self.when + self.ahead(at.saturating_add_signed(shift))).await;
    }

    /// Return when it is that late there for certain.
    pub async fn has_reached(&self, at: u64) {
        // Nothing is told at that moment, and a page may not ask all the time.
        sleep_until(self.heard + self.ahead(at)).await;
    }

    const fn ahead(&self, at: u64) -> Duration {
        Duration::from_millis(at.saturating_sub(self.now))
    }
}

impl Tab {
    /// The server's clock as this page knows it. It is asked for once in each life of the room.
    ///
    /// # Panics
    /// When the server does not answer.
    pub async fn server_clock(&self) -> ServerClock {
        let known =
            self.look(|state| state.clock.clone().filter(|(epoch, _)| Some(epoch) == state.epoch.as_ref()));
        if let Some((_, clock)) = known {
            return clock;
        }
        let mut best: Option<(Duration, ServerClock)> = None;
        for _ in 0..3 {
            let asked = Instant::now();
            let now = self.server_now().await;
            let took = asked.elapsed();
            if best.is_none_or(|(least, _)| took < least) {
                best = Some((took, ServerClock { now, when: asked + took / 2, heard: asked + took }));
            }
        }
        let (_, clock) = best.expect("it was asked");
        let mut state = self.state();
        state.clock = state.epoch.clone().map(|epoch| (epoch, clock));
        clock
    }

    /// Wait until it is that late at the server.
    ///
    /// # Panics
    /// When the server does not answer.
    pub async fn waits_for_moment(&self, at: u64) {
        self.server_clock().await.has_reached(at).await;
    }

    async fn server_now(&self) -> u64 {
        static NEXT: AtomicU64 = AtomicU64::new(1_000);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        self.sends_text(&format!(r#"{{"k":"ping","d":{{"t":{number}}}}}"#));
        let pong = format!(r#"{{"f":"pong","t":{number},"#);
        self.until("the server answers a ping", |state| {
            let frame = state.frames.iter().rev().find(|frame| frame.starts_with(&pong))?;
            serde_json::from_str::<serde_json::Value>(frame).ok()?["now"].as_u64()
        })
        .await
    }
}
