//! How often what was reached: a run that never came to a state says nothing about it.

use std::collections::BTreeMap;

use protocol::event::BallotResult;
use protocol::{Cid, Command, Entry, Event};
use server::room::{Room, view};

use crate::person::{Order, What};

/// Counts by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Figures(BTreeMap<String, u64>);

/// What arrived at the server at one moment.
#[derive(Default)]
pub(crate) struct Moment {
    at: u64,
    lays: Vec<Cid>,
}

impl Moment {
    pub(crate) fn arrives(&mut self, room: &Room, at: u64, order: &Order, figures: &mut Figures) {
        if self.at != at {
            (self.at, self.lays) = (at, Vec::new());
        }
        let What::Command(command) = &order.what else { return };
        let due = room.next_deadline() == Some(at);
        match command {
            Command::MoveLay { .. } => {
                if self.lays.iter().any(|lay| *lay != order.cid) {
                    figures.note("two lays at one moment");
                }
                self.lays.push(order.cid);
            }
            Command::VoteSet { .. } if due => figures.note("a vote at the moment of a timer"),
            Command::MoveWithdraw {} if due => figures.note("a withdrawal at the moment of a timer"),
            Command::ObjectSet { .. } if due => figures.note("an objection at the moment of a timer"),
            _ => {}
        }
    }
}

impl Figures {
    pub(crate) fn note(&mut self, what: &str) {
        self.add(what, 1);
    }

    pub(crate) fn add(&mut self, what: &str, count: u64) {
        match self.0.get_mut(what) {
            Some(sum) => *sum += count,
            None => drop(self.0.insert(what.to_owned(), count)),
        }
    }

    pub(crate) fn get(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or_default()
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for (what, count) in &other.0 {
            self.add(what, *count);
        }
    }

    /// What a line of the log says of where the room has been.
    pub(crate) fn entry(&mut self, before: &Room, entry: &Entry) {
        let has = |wanted: fn(&Event) -> bool| entry.events.iter().any(wanted);
        self.note("entries");
        self.add("events", u64::try_from(entry.events.len()).unwrap());
        let won =
            |event: &Event| matches!(event, Event::BallotClosed { result: BallotResult::Won { .. }, .. });
        if has(won) && has(|event| matches!(event, Event::Stood { .. } | Event::Laid { .. })) {
            self.note("a ballot closed and its move in one entry");
        }
        for event in &entry.events {
            match event {
                Event::Stood { .. } => self.note("stood"),
                Event::Laid { .. } => self.note("tried"),
                Event::Withdrawn { why, .. } => self.note(&format!("withdrawn: {why:?}")),
                Event::Flagged { effect, .. } => self.note(&format!("flagged: {effect:?}")),
                Event::FellBack { .. } => self.note("fell back"),
                Event::BallotOpened { kind, .. } => self.note(&format!("ballot: {kind:?}")),
                Event::BallotClosed { result: BallotResult::Won { by, .. }, .. } => {
                    self.note(&format!("won: {by:?}"));
                }
                Event::Held { reason, .. } => self.note(&format!("held: {reason:?}")),
                Event::Released { reason, .. } => self.note(&format!("released: {reason:?}")),
                Event::HandPassed { why, .. } => self.note(&format!("hand passed: {why:?}")),
                Event::GameBegan { how, .. } => self.note(&format!("began: {how:?}")),
                Event::MotionOpened { what, answer: false, .. } => {
                    self.note(&format!("moved: {:?}", what.kind()))
                }
                Event::MotionEnded { end, .. } => self.note(&format!("motion: {end:?}")),
                Event::OfferEnded { what, end, .. } => self.note(&format!("offer: {what:?}: {end:?}")),
                Event::TakenBack { .. } => self.note("a move was taken back"),
                Event::TimeGiven { .. } => self.note("time was given"),
                Event::Blocked { .. } => self.note("an option was blocked"),
                Event::VotesTold { .. } => self.note("votes told together"),
                Event::CouncilSeated { .. } => self.note("a council was seated"),
                Event::PeriodBegan { .. } => self.note("a period began"),
                Event::Muted { on: true, why, .. } => self.note(&format!("muted: {why:?}")),
                Event::Banned { on: true, why, .. } => self.note(&format!("banned: {why:?}")),
                Event::HostNamed { .. } => self.note("host named"),
                Event::ResumeSet { at: Some(_) } => self.note("resume set"),
                Event::Unsealed { .. } => self.note("unsealed"),
                Event::Reported { .. } => self.note("reported"),
                Event::GameEnded { result, .. } => self.note(&format!("ended: {:?}", result.reason)),
                Event::RollChanged { .. } => self.note("roll changed"),
                Event::Unseated { .. } => {
                    self.note("stood up");
                    if view::table(before).is_some_and(|table| !table.holds.is_empty()) {
                        self.note("stood up in a held room");
                    }
                }
                _ => {}
            }
        }
    }

    /// Those of a list that were not reached so often.
    pub(crate) fn missing<'l>(&self, wanted: &[&'l str], least: u64) -> Vec<&'l str> {
        wanted.iter().copied().filter(|what| self.get(what) < least).collect()
    }

    pub(crate) fn print(&self) {
        for (what, count) in &self.0 {
            println!("{count:>10}  {what}");
        }
    }
}
