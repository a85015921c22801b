//! What those who watch are told of bets, and everybody of cheers: beside the streams, not numbered.
//! Nobody who sits is ever told of a market.

use std::sync::Arc;

use engine::BySide;
use protocol::betting::{MarketView, TicketView};
use protocol::{ServerFrame, UserId};

use super::super::frame::{Frame, encode};
use super::super::listeners::{Ears, Listener};
use super::super::outbox::Outbox;
use super::Publisher;

/// Milliseconds between two tellings of a market.
const MARKET_MS: u64 = 250;

/// The market as it is, and how far that was told.
#[derive(Debug, Default)]
pub(super) struct Stand {
    over: Shown,
    newest: Shown,
    /// Whether it was told since it changed.
    untold: bool,
    told_at: u64,
}

/// A market, and the frame that tells it.
#[derive(Debug, Default)]
struct Shown {
    view: Option<MarketView>,
    frame: Option<Frame>,
}

impl Publisher {
    /// The newest market is so now, and the one before it ended so. Told by
    /// [`Publisher::tell_market`].
    pub(in crate::rooms) fn set_market(&mut self, over: Option<MarketView>, newest: Option<MarketView>) {
        self.stand.untold |= self.stand.over.set(over) | self.stand.newest.set(newest);
    }

    /// When the market is to be told.
    pub(in crate::rooms) fn market_due(&self) -> Option<u64> {
        self.stand.untold.then_some(self.stand.told_at + MARKET_MS)
    }

    /// Tell the market, if it is another one and none was told just now.
    pub(in crate::rooms) fn tell_market(&mut self, now: u64) {
        if self.market_due().is_none_or(|due| due > now) {
            return;
        }
        self.stand.untold = false;
        self.stand.told_at = now;
        self.listeners.iter().for_each(|listener| self.stand.tell(listener));
    }

    /// Tell a person who watches of his own betting; not the one of his sockets that was answered.
    pub(in crate::rooms) fn tell_ticket(
        &self,
        user: UserId,
        ticket: &TicketView,
        answered: Option<&Arc<Outbox>>,
    ) {
        let own = self.listeners.iter().filter(|listener| listener.user == user);
        let (mut frame, ticket_is_paid) = (None, ticket.paid.is_some());
        for outbox in own.filter_map(watching) {
            if answered.is_none_or(|answered| !Arc::ptr_eq(answered, outbox)) {
                let ticket = || encode(&ServerFrame::Ticket(Box::new(ticket.clone())));
                let frame = frame.get_or_insert_with(ticket);
                if ticket_is_paid { outbox.set_paid(frame) } else { outbox.set_ticket(frame) }
            }
        }
    }

    /// Tell everybody what was cheered.
    pub(in crate::rooms) fn tell_cheers(&self, cheers: BySide<u32>) {
        let frame = encode(&ServerFrame::Cheers { cheers });
        for listener in self.listeners.iter() {
            if let Ears::Socket(outbox) = &listener.ears {
                outbox.add_cheers(cheers, &frame);
            }
        }
    }
}

impl Stand {
    /// Somebody came, sat down or stood up: he is told the market, or has to forget it.
    pub(super) fn tell(&self, listener: &Listener) {
        match (watching(listener), &listener.ears) {
            (Some(outbox), _) => {
                self.over.frame.iter().for_each(|frame| outbox.set_over(frame));
                self.newest.frame.iter().for_each(|frame| outbox.set_market(frame));
            }
            (None, Ears::Socket(outbox)) => outbox.forget_market(),
            (None, Ears::Bot(_)) => {}
        }
    }
}

impl Shown {
    /// Whether it is another one now, and there is one.
    fn set(&mut self, view: Option<MarketView>) -> bool {
        if self.view == view {
            return false;
        }
        let market = view.clone().map(Box::new);
        self.frame = market.is_some().then(|| encode(&ServerFrame::Market { market }));
        self.view = view;
        self.frame.is_some()
    }
}

/// The way to somebody who watches.
fn watching(listener: &Listener) -> Option<&Arc<Outbox>> {
    match &listener.ears {
        Ears::Socket(outbox) if listener.role.seats.is_empty() => Some(outbox),
        Ears::Socket(_) | Ears::Bot(_) => None,
    }
}
