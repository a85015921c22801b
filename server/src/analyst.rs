//! The analyst: says what comes of a line of moves, and what the engine makes of its end. One line
//! after the other, on a thread of its own kind, within a budget: no room ever waits for it.

mod line;

use protocol::http::analysis::{AnalysisReply, AnalysisRequest};
use protocol::refusal::Refusal;
use tokio::sync::Semaphore;

/// How many are worked on at once.
const AT_ONCE: usize = 1;
/// How many may wait for it besides.
const WAITING: usize = 16;

/// Works on lines, and lets a few wait.
#[derive(Debug)]
pub struct Analyst {
    permits: Semaphore,
    places: Semaphore,
}

impl Default for Analyst {
    fn default() -> Self {
        Self { permits: Semaphore::new(AT_ONCE), places: Semaphore::new(AT_ONCE + WAITING) }
    }
}

impl Analyst {
    /// Play a line, and look from its end. `barred` keeps back what the engine would play.
    ///
    /// # Errors
    /// [`Refusal::BadMessage`] for a game or position that is none, [`Refusal::TooLarge`] for too
    /// many moves or laps, [`Refusal::Busy`] when too many wait.
    pub async fn look(&self, request: AnalysisRequest, barred: bool) -> Result<AnalysisReply, Refusal> {
        let _place = self.places.try_acquire().map_err(|_| Refusal::Busy)?;
        let _permit = self.permits.acquire().await.map_err(|_| Refusal::Busy)?;
        tokio::task::spawn_blocking(move || line::look(&request, barred))
            .await
            .map_err(|_| Refusal::Internal)?
    }
}
