//! What must hold in every log, whoever played: each ply stands once and is played from the
//! position before it, no seed is lost, votes count once and in time, clocks never run backwards.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Move, Position, Side};
use protocol::event::{BallotResult, Event};
use protocol::{BallotId, MemberId};

use super::Story;

/// What was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Soundness {
    /// Plies that stood.
    pub plies: u32,
    /// Ballots that closed.
    pub ballots: u32,
    /// Votes that were cast in them.
    pub votes: u32,
    /// Moves that were tried.
    pub tried: u32,
}

#[derive(Default)]
struct Reader {
    found: Soundness,
    game: u16,
    position: Option<Position>,
    seeds: u32,
    stood: BTreeSet<(u16, u16)>,
    seats: BTreeMap<MemberId, BTreeSet<Side>>,
    ballots: BTreeMap<(Side, BallotId), BallotBox>,
    tries: u8,
    held: bool,
}

/// What is in a ballot box.
#[derive(Default)]
struct BallotBox {
    open: bool,
    roll: BTreeSet<MemberId>,
    votes: BTreeMap<MemberId, Move>,
}

impl Story {
    /// Read the log from its beginning and look for anything that must not be.
    pub fn is_sound(&self) -> Soundness {
        let mut reader = Reader::default();
        let (mut matches, mut last) = (0_u32, 0);
        for entry in &self.entries {
            assert!(entry.at >= last, "time runs back at {entry:?}");
            last = entry.at;
            for event in &entry.events {
                if matches!(event, Event::GameBegan { game: 1, .. }) {
                    matches += 1;
                    reader.stood.clear();
                }
                reader.read(event);
            }
        }
        assert!(matches > 0 || reader.found == Soundness::default(), "plies without a match");
        reader.found
    }
}

impl Reader {
    fn read(&mut self, event: &Event) {
        match event {
            Event::Seated { member, side } => {
                assert!(self.seats.entry(*member).or_default().insert(*side), "sits down twice: {event:?}");
            }
            Event::Unseated { member, side } => {
                assert!(
                    self.seats.entry(*member).or_default().remove(side),
                    "stands up from nowhere: {event:?}"
                );
            }
            Event::GameBegan { game, opening, .. } => {
                self.game = *game;
                self.position = Some(*opening);
                self.seeds = seeds(opening);
            }
            Event::TurnBegan { ply, side, hand, .. } => {
                self.tries = 0;
                assert_eq!(
                    self.position.map(|position| position.turn()),
                    Some(*side),
                    "whose turn: {event:?}"
                );
                assert!(!self.stood.contains(&(self.game, *ply)), "a turn for a ply that stood: {event:?}");
                let sits =
                    |member: &MemberId| self.seats.get(member).is_some_and(|seats| seats.contains(side));
                assert!(hand.as_ref().is_none_or(sits), "the hand does not sit there: {event:?}");
            }
            Event::Laid { after, tries, .. } => {
                self.found.tried += 1;
                self.tries += 1;
                assert_eq!(self.tries, *tries, "tries are counted: {event:?}");
                assert_eq!(seeds(after), self.seeds, "seeds are lost: {event:?}");
                assert!(!self.held, "something is laid in a hold: {event:?}");
            }
            Event::Stood { game, ply, side, after, .. } => {
                self.found.plies += 1;
                assert!(self.stood.insert((*game, *ply)), "a ply stands twice: {event:?}");
                assert_eq!(
                    self.position.map(|position| position.turn()),
                    Some(*side),
                    "out of turn: {event:?}"
                );
                assert_eq!(seeds(after), self.seeds, "seeds are lost: {event:?}");
                self.position = Some(*after);
            }
            Event::TakenBack { game, ply, side, position, .. } => {
                assert!(self.stood.remove(&(*game, *ply)), "what never stood is taken back: {event:?}");
                assert_eq!(position.turn(), *side, "whose ply it was: {event:?}");
                assert_eq!(seeds(position), self.seeds, "seeds are lost: {event:?}");
                self.position = Some(*position);
            }
            Event::GameEnded { result, .. } => {
                let score = u32::from(result.score.south) + u32::from(result.score.north);
                assert_eq!(score, self.seeds, "every seed is somebody's: {event:?}");
            }
            Event::Held { .. } => self.held = true,
            Event::Released { still, .. } => self.held = !still.is_empty(),
            _ => self.read_ballot(event),
        }
    }

    fn read_ballot(&mut self, event: &Event) {
        match event {
            Event::BallotOpened { side, ballot, roll, .. } => {
                let fresh =
                    BallotBox { open: true, roll: roll.iter().copied().collect(), votes: BTreeMap::new() };
                assert!(self.ballots.values().all(|ballot| !ballot.open), "two ballots at once: {event:?}");
                assert!(self.ballots.insert((*side, *ballot), fresh).is_none(), "a number twice: {event:?}");
            }
            Event::Voted { side, ballot, by, mv, quiet: _ } => {
                assert!(!self.held, "a vote in a hold: {event:?}");
                let ballot = self.open(*side, *ballot, event);
                assert!(ballot.roll.contains(by), "a vote of a stranger: {event:?}");
                match mv {
                    Some(mv) => drop(ballot.votes.insert(*by, mv.clone())),
                    None => drop(ballot.votes.remove(by)),
                }
                self.found.votes += 1;
            }
            Event::Proposed { side, ballot, .. } => drop(self.open(*side, *ballot, event).open),
            Event::RollChanged { side, ballot, struck, .. } => {
                let ballot = self.open(*side, *ballot, event);
                for member in struck {
                    assert!(ballot.roll.remove(member), "struck twice: {event:?}");
                    ballot.votes.remove(member);
                }
            }
            Event::BallotClosed { side, ballot, result, tally } => {
                let Some(ballot) = self.ballots.get_mut(&(*side, *ballot)) else {
                    panic!("never opened: {event:?}")
                };
                if !ballot.open {
                    // It fell back before, and what it came to then was laid now.
                    return assert!(tally.is_empty(), "counted twice: {event:?}");
                }
                ballot.open = false;
                self.found.ballots += 1;
                let mut counts = BTreeMap::<&Move, u8>::new();
                for mv in ballot.votes.values() {
                    *counts.entry(mv).or_default() += 1;
                }
                let told: BTreeMap<&Move, u8> = tally.iter().map(|row| (&row.mv, row.votes)).collect();
                assert_eq!(told, counts, "the tally is that of the last votes: {event:?}");
                assert!(tally.is_sorted_by(|a, b| a.votes >= b.votes), "most votes first: {event:?}");
                if let (BallotResult::Won { mv, .. }, Some(top)) = (result, tally.first()) {
                    let votes = counts.get(mv).copied().unwrap_or_default();
                    assert_eq!(votes, top.votes, "the winner has most votes: {event:?}");
                }
            }
            _ => {}
        }
    }

    fn open(&mut self, side: Side, ballot: BallotId, event: &Event) -> &mut BallotBox {
        let found = self.ballots.get_mut(&(side, ballot)).filter(|ballot| ballot.open);
        found.unwrap_or_else(|| panic!("no such ballot is open: {event:?}"))
    }
}

fn seeds(position: &Position) -> u32 {
    let board: u32 = position.pits().iter().map(|&seeds| u32::from(seeds)).sum();
    board + u32::from(position.captured().south) + u32::from(position.captured().north)
}
