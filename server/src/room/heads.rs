//! How far each stream has come: an event has a number in the one stream that it belongs to.

use engine::{BySide, Side};
use protocol::Event;
use protocol::event::Audience;

/// Numbers of the last events of the streams that are shared. A person's own stream is counted
/// with the member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StreamHeads {
    /// Everybody's.
    pub table: u32,
    /// Each side's own.
    pub team: BySide<u32>,
    /// The spectators'.
    pub stand: u32,
}

impl StreamHeads {
    /// The number for a side's stream.
    #[must_use]
    pub const fn of(&self, side: Side) -> u32 {
        *self.team.get(side)
    }

    pub(super) const fn count(&mut self, event: &Event) {
        match event.audience() {
            Audience::Table => self.table += 1,
            Audience::Team(side) => *self.team.get_mut(side) += 1,
            Audience::Stand => self.stand += 1,
            Audience::Me(_) | Audience::Log => {}
        }
    }
}
