//! Advice from those who watch, to a side that listens (`docs/room.md` 24).

use std::sync::Arc;

use engine::Side;
use protocol::limits::ADVICE_KEPT;
use protocol::view::AdviceRow;
use protocol::{MemberId, Refusal};

use super::order::Caller;
use super::sketch::Sketch;

/// What one side hears from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Advice {
    /// Whether the side listens.
    pub(super) open: bool,
    /// Members from whom it hears nothing more.
    pub(super) unheard: Vec<MemberId>,
    rows: Arc<Vec<AdviceRow>>,
}

/// Cheer for a side. Nothing is logged of it: whoever may is counted by the shell.
pub(super) fn cheer(_sketch: &Sketch, _by: &Caller) -> Result<(), Refusal> {
    Err(Refusal::ForbiddenRole)
}

/// Listen to those who watch, or no longer.
pub(super) fn open_ears(_sketch: &mut Sketch, _member: MemberId, _on: bool) -> Result<(), Refusal> {
    Err(Refusal::NotHeard)
}

/// Advise a side.
pub(super) fn give(
    _sketch: &mut Sketch,
    _by: &Caller,
    _side: Side,
    _pit: Option<u8>,
    _text: &str,
) -> Result<(), Refusal> {
    Err(Refusal::NotHeard)
}

/// Hear nothing more from one who advises, or hear him again.
pub(super) fn mute(
    _sketch: &mut Sketch,
    _member: MemberId,
    _whom: MemberId,
    _on: bool,
) -> Result<(), Refusal> {
    Err(Refusal::NotHeard)
}

impl Advice {
    pub(super) fn rows(&self) -> Vec<AdviceRow> {
        self.rows.to_vec()
    }

    pub(super) fn add(&mut self, row: AdviceRow) {
        let rows = Arc::make_mut(&mut self.rows);
        if rows.len() >= ADVICE_KEPT {
            rows.remove(0);
        }
        rows.push(row);
    }
}
