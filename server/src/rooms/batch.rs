//! Orders decided together on a copy of the room, before anything is saved.
//!
//! Timers that were due before an order count first, each at its own moment; an order stamped at
//! the very moment counts before the timer.

use protocol::command::Query;
use protocol::limits::RESULTS_KEPT;
use protocol::message::Answer;
use protocol::refusal::Refusal;
use protocol::{At, Cid, Entry, MemberId, UserId};

use super::mailbox::Reply;
use crate::chance::Chance;
use crate::room::{self, Around, Ask, Caller, Order, Room, view};
use crate::store::ledger::Bet;

/// Timers fired at once; a room that asks for more is broken.
const TIMERS_MAX: usize = 1_000;

/// What a batch has come to so far.
#[derive(Debug)]
pub(super) struct Batch {
    /// The room as it would be.
    pub(super) next: Room,
    /// What is to be saved.
    pub(super) entries: Vec<Entry>,
    /// What is to be answered afterwards.
    pub(super) answers: Vec<Pending>,
    /// Bets for the books, all of them behind what is to be saved.
    pub(super) bets: Vec<Wanted>,
    /// A timer was due and came to nothing.
    pub(super) stuck: bool,
    chance: Chance,
    around: Around,
}

/// An answer that waits for the commit.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) reply: Reply,
    pub(super) answer: Answer,
    /// Whose order it was, to look it up when the commit's outcome is unknown.
    pub(super) order: Option<(UserId, Cid)>,
}

/// A bet that waits for the books, or was refused before it came there.
#[derive(Debug)]
pub(super) struct Wanted {
    pub(super) reply: Reply,
    pub(super) what: Result<Bet, Refusal>,
}

impl Batch {
    pub(super) fn on(room: &Room, chance: &Chance, around: Around) -> Self {
        Self {
            next: room.clone(),
            entries: Vec::new(),
            answers: Vec::new(),
            bets: Vec::new(),
            stuck: false,
            chance: chance.clone(),
            around,
        }
    }

    /// Whether there is nothing to be saved and nobody to be answered.
    pub(super) fn is_idle(&self) -> bool {
        self.entries.is_empty() && self.answers.is_empty() && self.bets.is_empty()
    }

    /// The member in whose name the log is to be asked whether it has the order: the room
    /// remembers the newest only.
    pub(super) fn forgotten(&self, user: UserId, cid: Cid) -> Option<MemberId> {
        let member = self.next.member_of(user)?;
        let kept = u32::try_from(RESULTS_KEPT).unwrap_or(u32::MAX);
        (self.next.me_head(member) > kept && !self.next.is_done(user, cid)).then_some(member)
    }

    /// Decide an order.
    pub(super) fn order(&mut self, order: &Order, reply: Reply) {
        let before = |due: u64| due < order.at;
        self.fire(before);
        let whom = order.by.user().zip(order.cid);
        let answer = if whom.is_some_and(|(user, cid)| self.next.is_done(user, cid)) {
            Answer::Ok
        } else {
            self.carry_out(order).map_or_else(Answer::from, |()| Answer::Ok)
        };
        self.answers.push(Pending { reply, answer, order: whom });
    }

    /// Whether the room, as it would be, grants an order. Nothing is done.
    pub(super) fn grants(&self, order: &Order) -> Result<(), Refusal> {
        room::decide(&self.next, order).map(drop)
    }

    /// Decide an order of the server without firing any timer before it.
    pub(super) fn order_first(&mut self, order: &Order) {
        if let Err(refusal) = self.carry_out(order) {
            tracing::error!(?refusal, "a room refuses its own server");
        }
    }

    /// Answer a question about the room as it would be, or as it is `behind` a gate for who asks from
    /// there.
    pub(super) fn query(&mut self, behind: Option<&Room>, seen: Option<At>, query: &Query, reply: Reply) {
        let room = behind.unwrap_or(&self.next);
        let answer = match query {
            Query::TraceGet { mv } => match seen {
                None => Answer::from(Refusal::BadMessage { why: "trace.get needs at".to_owned() }),
                Some(seen) => match view::trace(room, seen, mv) {
                    Ok((trace, after)) => Answer::Trace { trace: Box::new(trace), after: Box::new(after) },
                    Err(refusal) => refusal.into(),
                },
            },
            // Tickets are not asked of the room.
            Query::TicketGet {} | Query::Resync {} => Answer::Ok,
        };
        self.answers.push(Pending { reply, answer, order: None });
    }

    /// Answer without deciding anything.
    pub(super) fn answer(&mut self, reply: Reply, answer: Answer) {
        self.answers.push(Pending { reply, answer, order: None });
    }

    /// Fire the timers whose moment is due, each at its moment.
    pub(super) fn fire(&mut self, is_due: impl Fn(u64) -> bool) {
        for _ in 0..TIMERS_MAX {
            let Some(due) = self.next.next_deadline().filter(|due| is_due(*due)) else { return };
            let tick = Order {
                at: due,
                entropy: self.chance.draw(),
                by: Caller::Server,
                cid: None,
                seen: None,
                around: self.around.clone(),
                ask: Ask::Tick,
            };
            let written = self.entries.len();
            let fired = self.carry_out(&tick);
            if fired.is_err() || self.entries.len() == written {
                tracing::error!(?fired, "a timer was due and did nothing");
                self.stuck = true;
                return;
            }
        }
        tracing::error!("a room's timers do not come to an end");
        self.stuck = true;
    }

    fn carry_out(&mut self, order: &Order) -> Result<(), Refusal> {
        let events = room::decide(&self.next, order)?;
        if events.is_empty() && order.cid.is_none() {
            return Ok(());
        }
        let entry = room::entry(&self.next, order, events);
        self.next.apply_entry(&entry);
        self.entries.push(entry);
        Ok(())
    }
}
