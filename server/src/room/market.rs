//! The life of the market on the next game: when bets are taken, when they are locked, what came
//! (`docs/betting.md`). Who has bet what is in the books, not here; the room says who may.

use protocol::Refusal;
use protocol::betting::{BetBar, SuspendReason, VoidReason};
use protocol::event::Event;

use super::order::Caller;
use super::sketch::Sketch;

/// The newest market of the room.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Market {}

/// Whether somebody may bet. Nothing is logged of it: the books take the bet.
pub(super) fn bet(_sketch: &Sketch, _by: &Caller) -> Result<(), Refusal> {
    Err(Refusal::BetRefused { why: BetBar::BettingOff })
}

/// The server stops or reopens betting.
pub(super) fn suspend(_sketch: &mut Sketch, _why: SuspendReason, _on: bool) {}

/// The server ends the market.
pub(super) fn void(_sketch: &mut Sketch, _why: VoidReason) {}

impl Market {
    pub(super) fn apply(&mut self, _at: u64, _event: &Event) {}
}
