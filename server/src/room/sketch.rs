//! The room as it would be: `decide` draws on a copy, event by event, so that what follows from
//! an event is decided in the light of it and a refusal leaves nothing behind.

use protocol::{Event, MemberId};

use super::Room;
use super::chance::Chance;
use super::order::{Around, Order};

/// A copy of the room, with the events that made it differ.
pub(super) struct Sketch {
    /// The room after all events so far.
    pub(super) room: Room,
    /// The moment.
    pub(super) at: u64,
    /// The order's chance.
    pub(super) chance: Chance,
    /// What the room cannot know of the world around it.
    pub(super) around: Around,
    events: Vec<Event>,
}

impl Sketch {
    pub(super) fn new(room: &Room, order: &Order) -> Self {
        Self {
            room: room.clone(),
            at: order.at.max(room.last_at),
            chance: Chance::new(order.entropy),
            around: order.around.clone(),
            events: Vec::new(),
        }
    }

    /// Let it happen.
    pub(super) fn emit(&mut self, event: Event) {
        self.room.apply(self.at, &event);
        self.events.push(event);
    }

    /// How much has happened: equal numbers mean that nothing did in between.
    pub(super) const fn len(&self) -> usize {
        self.events.len()
    }

    /// What happened, closed by the note that this member's order is done.
    pub(super) fn finish(self, order: &Order) -> Vec<Event> {
        let mut events = self.events;
        let member = order.by.user().and_then(|user| self.room.member_of(user));
        if let (Some(cid), Some(member)) = (order.cid, member) {
            events.push(done(member, cid));
        }
        events
    }
}

const fn done(member: MemberId, cid: protocol::Cid) -> Event {
    Event::Done { member, cid }
}
