//! What the rooms of a server have in common beside their store: its books, and how one may bet.

use std::sync::Arc;

use protocol::betting::BettingMode;

use crate::betting::rules::Rules;
use crate::store::ledger::Ledger;

/// The house in which the rooms are.
#[derive(Clone, Default)]
pub struct House {
    /// The books; without them nobody bets.
    pub ledger: Option<Arc<dyn Ledger>>,
    /// By which rules.
    pub rules: Rules,
}

impl House {
    /// A house in which nobody bets.
    #[must_use]
    pub fn without_bets() -> Self {
        Self::default()
    }

    /// The most that a room may allow.
    #[must_use]
    pub fn betting(&self) -> BettingMode {
        if self.ledger.is_some() { self.rules.mode } else { BettingMode::Off }
    }
}
