//! Faults of a record, and where they are.

use protocol::http::record::{RecordFault, RecordFaultCode};
use protocol::refusal::{IllegalReason, Refusal};

/// Characters of a file that a fault repeats.
const REPEATED: usize = 60;

/// A result of reading a record.
pub(super) type Read<T> = Result<T, Box<RecordFault>>;

/// A place in a file: line and character, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    pub(super) line: u32,
    pub(super) column: u32,
}

/// A fault with no place yet.
pub(super) fn fault(code: RecordFaultCode, detail: impl Into<String>) -> Box<RecordFault> {
    let detail = detail.into();
    Box::new(RecordFault { line: None, column: None, game: None, ply: None, code, why: None, detail })
}

/// The rules do not allow a move.
pub(super) fn illegal(mv: &engine::Move, illegal: engine::Illegal) -> Box<RecordFault> {
    let mut fault = fault(RecordFaultCode::IllegalMove, format!("{mv}: {illegal}"));
    fault.why = reason(illegal);
    fault
}

fn reason(illegal: engine::Illegal) -> Option<IllegalReason> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "only this refusal names a rule")]
    match crate::room::illegal(illegal) {
        Refusal::IllegalMove { why } => Some(why),
        _ => None,
    }
}

/// Where a fault is. What is known already stays.
pub(super) trait Located {
    /// In the file.
    fn at(self, place: Place) -> Self;
    /// In a game, from 1.
    fn in_game(self, game: usize) -> Self;
    /// At a ply of it, from 1.
    fn at_ply(self, ply: u16) -> Self;
}

impl Located for Box<RecordFault> {
    fn at(mut self, place: Place) -> Self {
        if place.line > 0 {
            self.line.get_or_insert(place.line);
            self.column.get_or_insert(place.column);
        }
        self
    }

    fn in_game(mut self, game: usize) -> Self {
        self.game.get_or_insert(u16::try_from(game).unwrap_or(u16::MAX));
        self
    }

    fn at_ply(mut self, ply: u16) -> Self {
        self.ply.get_or_insert(ply);
        self
    }
}

impl<T> Located for Read<T> {
    fn at(self, place: Place) -> Self {
        self.map_err(|fault| fault.at(place))
    }

    fn in_game(self, game: usize) -> Self {
        self.map_err(|fault| fault.in_game(game))
    }

    fn at_ply(self, ply: u16) -> Self {
        self.map_err(|fault| fault.at_ply(ply))
    }
}

/// A piece of a file as a fault may repeat it: short, and without characters that could be taken for
/// something else.
pub(super) fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(REPEATED).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}
