//! The analyst: says what comes of a line of moves, and what the engine makes of its end. One line
//! after the other, on a thread of its own kind, within a budget: no room ever waits for it.

mod line;

use protocol::http::analysis::{AnalysisReply, AnalysisRequest};
use protocol::refusal::Refusal;

use crate::workshop::Workshop;

/// How many lines are worked on at once.
const AT_ONCE: usize = 1;
/// How many may wait for it besides.
const WAITING: usize = 16;

/// Works on lines, and lets a few wait.
#[derive(Debug)]
pub struct Analyst(Workshop);

impl Default for Analyst {
    fn default() -> Self {
        Self(Workshop::new(AT_ONCE, WAITING))
    }
}

impl Analyst {
    /// Play a line, and look from its end. `barred` keeps back what the engine would play.
    ///
    /// # Errors
    /// [`Refusal::BadMessage`] for a game or position that is none, [`Refusal::TooLarge`] for too
    /// many moves or laps, [`Refusal::Busy`] when too many wait.
    pub async fn look(&self, request: AnalysisRequest, barred: bool) -> Result<AnalysisReply, Refusal> {
        self.0.work(move || line::look(&request, barred)).await?
    }
}
