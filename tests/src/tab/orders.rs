//! What a page asked and what it was answered. Each sending of an order gets exactly one answer
//! on the socket it was sent on, and all answers to one identity that say yes are the same.

use std::collections::{HashMap, HashSet};

use protocol::message::{Answer, Asked};
use protocol::{At, Cid, Command, Query};
use tokio::time::Instant;
use uuid::Uuid;

use super::{State, Tab};

/// The identity of something that was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order(pub Cid);

/// What became of an order.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// Which.
    pub cid: Cid,
    /// What was asked; nothing for a question.
    pub command: Option<Command>,
    /// Times that it was sent.
    pub sent: u32,
    /// Number of the last event of one's own stream when it was sent again.
    pub again_at: Option<u32>,
    /// The last answer.
    pub answer: Option<Answer>,
    /// When it was first sent.
    pub asked: Instant,
    /// When the first answer came.
    pub answered: Option<Instant>,
    /// When it was first acknowledged as done.
    pub acknowledged: Option<Instant>,
}

#[derive(Default)]
pub(super) struct Orders {
    sequence: Vec<Cid>,
    strange: HashSet<Cid>,
    /// Orders that were acknowledged.
    pub(super) acknowledged: u32,
    all: HashMap<Cid, Record>,
}

struct Record {
    outcome: Outcome,
    frame: String,
    /// Answers that the open socket still owes.
    owed: u32,
}

impl Tab {
    /// Send an order without waiting for its answer.
    ///
    /// # Panics
    /// When it cannot be written as JSON.
    pub fn sends(&self, command: Command, at: Option<At>) -> Order {
        self.sends_as(Cid(Uuid::new_v4()), command, at)
    }

    /// Send an order under a certain identity, without waiting for its answer.
    ///
    /// # Panics
    /// When it cannot be written as JSON.
    pub fn sends_as(&self, c: Cid, command: Command, at: Option<At>) -> Order {
        let frame = serde_json::to_string(&Asked { c, at, what: &command }).expect("orders are JSON");
        self.sends_frame(c, Some(command), frame)
    }

    /// Send a question without waiting for its answer.
    ///
    /// # Panics
    /// When it cannot be written as JSON.
    pub fn sends_query(&self, query: Query, at: Option<At>) -> Order {
        let c = Cid(Uuid::new_v4());
        let frame = serde_json::to_string(&Asked { c, at, what: &query }).expect("questions are JSON");
        self.sends_frame(c, None, frame)
    }

    /// Send the same order again, under the same identity.
    ///
    /// # Panics
    /// When there was no such order.
    pub fn sends_again(&self, order: &Order) {
        let mut state = self.state();
        let record = state.orders.all.get_mut(&order.0).expect("an order that was sent before");
        record.owed += 1;
        record.outcome.sent += 1;
        record.outcome.answer = None;
        let frame = record.frame.clone();
        state.send(frame);
    }

    /// Wait for the answer.
    ///
    /// # Panics
    /// When none comes.
    pub async fn answer(&self, order: &Order) -> Answer {
        let cid = order.0;
        let what = format!("{:?} is answered", self.look(|state| state.orders.all[&cid].frame.clone()));
        self.until(&what, |state| {
            let record = &state.orders.all[&cid];
            if record.owed == 0 { record.outcome.answer.clone() } else { None }
        })
        .await
    }

    /// Frames that are written by hand may use this identity; nobody counts what is answered.
    pub fn ignores_answers_to(&self, cid: Cid) {
        self.state().orders.strange.insert(cid);
    }

    fn sends_frame(&self, c: Cid, command: Option<Command>, frame: String) -> Order {
        self.state().sends_frame(c, command, frame)
    }
}

impl State {
    /// Ask for everything anew.
    pub(super) fn asks_anew(&mut self, c: Cid) {
        let frame = serde_json::to_string(&Asked { c, at: None, what: &Query::Resync {} });
        self.sends_frame(c, None, frame.expect("questions are JSON"));
    }

    fn sends_frame(&mut self, c: Cid, command: Option<Command>, frame: String) -> Order {
        let outcome = Outcome {
            cid: c,
            command,
            sent: 1,
            again_at: None,
            answer: None,
            asked: Instant::now(),
            answered: None,
            acknowledged: None,
        };
        self.orders.sequence.push(c);
        self.orders.all.insert(c, Record { outcome, frame: frame.clone(), owed: 1 });
        self.send(frame);
        Order(c)
    }
}

impl Orders {
    /// Take an answer in.
    pub(super) fn answered(&mut self, cid: Cid, answer: Answer) -> Result<(), String> {
        if self.strange.contains(&cid) {
            return Ok(());
        }
        let record =
            self.all.get_mut(&cid).ok_or_else(|| format!("an answer to {cid:?}, which nobody sent"))?;
        if record.owed == 0 {
            return Err(format!("one answer too many to {}: {answer:?}", record.frame));
        }
        record.owed -= 1;
        record.outcome.answered.get_or_insert_with(Instant::now);
        if answer == Answer::Ok {
            self.acknowledged += 1;
            record.outcome.acknowledged.get_or_insert_with(Instant::now);
        }
        record.outcome.answer = Some(answer);
        Ok(())
    }

    /// The socket is gone, and with it the answers that it owed.
    pub(super) fn cut(&mut self) {
        for record in self.all.values_mut().filter(|record| record.owed > 0) {
            record.outcome.answer = None;
            record.owed = 0;
        }
    }

    /// On a new socket: send everything again that was not answered, oldest first. Questions are
    /// asked again too. `head` is the number of the last event of one's own stream.
    pub(super) fn resend(&mut self, head: Option<u32>) -> Vec<String> {
        let mut frames = Vec::new();
        for cid in &self.sequence {
            if let Some(record) = self.all.get_mut(cid).filter(|record| record.outcome.answer.is_none()) {
                record.owed = 1;
                record.outcome.sent += 1;
                record.outcome.again_at = head;
                frames.push(record.frame.clone());
            }
        }
        frames
    }

    pub(super) fn unanswered(&self) -> impl Iterator<Item = &Outcome> {
        self.all.values().map(|record| &record.outcome).filter(|outcome| outcome.answer.is_none())
    }

    pub(super) fn outcomes(&self) -> Vec<Outcome> {
        self.sequence.iter().map(|cid| self.all[cid].outcome.clone()).collect()
    }
}
