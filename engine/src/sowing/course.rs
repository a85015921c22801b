//! The loop for every ruleset: the course of a turn from lap to lap.

use super::drops::{drop_all, drop_between, pits_reached};
use super::{Summary, Unending, Witness};
use crate::board::{Direction, MAX_RING};
use crate::landing::{Landing, land};
use crate::position::Position;
use crate::ruleset::{Privilege, Ruleset, SowIntoSpecial, Sowing};
use crate::side::Side;
use crate::trace::{Lap, LapEnd};

/// The loop for every ruleset.
pub(super) fn turn<W: Witness>(
    position: &mut Position,
    rules: &Ruleset,
    start: u8,
    directions: &[Direction],
    witness: &mut W,
) -> Result<Summary, Unending> {
    let before = position.pits;
    let mut course = Course::new(position, rules, start, directions);
    let captured_before = position.captured[position.turn];
    let bulls_before = position.all_bulls().count_ones();
    loop {
        course.choose_direction(position, rules);
        let (lap, before_last) = course.sow_lap(position, rules);
        witness.lap(lap);
        course.note_reach(position, rules, &lap);
        let landing = Landing { lap: course.laps, last: lap.last, before_last, direction: course.direction };
        let end = land(position, rules, &landing, witness);
        course.at = lap.last;
        if end != LapEnd::Relay {
            let made = position.all_bulls().count_ones() - bulls_before;
            return Ok(Summary {
                laps: course.laps,
                last: lap.last,
                end,
                captured: position.captured[position.turn] - captured_before,
                made_bulls: if made > 1 { 2 } else { u8::from(made == 1) },
                privilege: course.privilege,
                choices: course.choices,
            });
        }
        if course.laps >= rules.max_laps || course.is_back(position) {
            position.pits = before;
            return Err(Unending { laps: course.laps });
        }
    }
}

/// Plays the first lap of a start alone; also says which pits it drops nothing into.
pub(crate) fn first_lap(position: &mut Position, rules: &Ruleset, start: u8) -> (Lap, u128) {
    let mut course = Course::new(position, rules, start, &[]);
    course.choose_direction(position, rules);
    let skipped = course.skipped(rules);
    let (lap, _) = course.sow_lap(position, rules);
    (lap, skipped)
}

/// The bulls that a side's sowing passes over.
pub(crate) fn passed_over(position: &Position, rules: &Ruleset, side: Side) -> u128 {
    match rules.sow_into_special {
        SowIntoSpecial::All => 0,
        SowIntoSpecial::SkipOpponents => position.bulls[side.other()],
        SowIntoSpecial::SkipAll => position.all_bulls(),
    }
}

/// Where a turn is between two laps.
struct Course<'a> {
    side: Side,
    at: u8,
    laps: u32,
    direction: Direction,
    privilege: bool,
    /// Laps that began with the privilege.
    choices: u32,
    directions: &'a [Direction],
    /// Opponent pits that the turn has dropped a seed into (`per_turn` only).
    reached: u128,
    /// Bulls that sowing passes over.
    passed_over: u128,
    anchor: Anchor,
}

/// A remembered state: if it comes back, the turn never ends.
struct Anchor {
    pits: [u16; MAX_RING],
    at: u8,
    /// When the anchor is cast anew, in laps; doubling finds cycles that do not contain the
    /// start, which occur when the number of seeds decides the direction.
    next: u32,
}

impl<'a> Course<'a> {
    fn new(position: &Position, rules: &Ruleset, start: u8, directions: &'a [Direction]) -> Self {
        let side = position.turn;
        Self {
            side,
            at: start,
            laps: 0,
            direction: rules.base_direction(),
            privilege: false,
            choices: 0,
            directions,
            reached: 0,
            passed_over: passed_over(position, rules, side),
            anchor: Anchor {
                pits: position.pits,
                at: start,
                next: if rules.direction == Sowing::Parity { 2 } else { u32::MAX },
            },
        }
    }

    fn choose_direction(&mut self, position: &Position, rules: &Ruleset) {
        self.laps += 1;
        if rules.direction == Sowing::Parity {
            let odd = position.pits[usize::from(self.at)] % 2 == 1;
            self.direction = if odd { Direction::Cw } else { Direction::Ccw };
        } else if self.laps > 1 && self.privilege {
            let chosen = usize::try_from(self.choices).ok().and_then(|i| self.directions.get(i));
            self.choices += 1;
            if let Some(&chosen) = chosen {
                self.direction = chosen;
                // What came before this choice says nothing about what comes after it.
                self.anchor.pits = position.pits;
                self.anchor.at = self.at;
            }
        }
    }

    /// The pits that the lap from `self.at` drops nothing into.
    fn skipped(&self, rules: &Ruleset) -> u128 {
        self.passed_over | if rules.skip_origin { 1u128 << self.at } else { 0 }
    }

    /// Sows one lap; also says where the next-to-last seed fell, if it is another pit.
    fn sow_lap(&self, position: &mut Position, rules: &Ruleset) -> (Lap, Option<u8>) {
        let ring = position.ring();
        let seeds = std::mem::take(&mut position.pits[usize::from(self.at)]);
        let skipped = self.skipped(rules);
        let (last, before_last) = if skipped == 0 {
            drop_all(&mut position.pits, ring, self.at, seeds, self.direction)
        } else {
            drop_between(&mut position.pits, ring, self.at, seeds, self.direction, skipped)
        };
        (Lap { from: self.at, last, seeds, direction: self.direction }, before_last)
    }

    /// Grants the privilege once the opponent row has been reached completely.
    fn note_reach(&mut self, position: &Position, rules: &Ruleset, lap: &Lap) {
        let n = position.pits_per_row;
        let enough = match rules.direction_privilege {
            Privilege::Off => false,
            Privilege::PerLap => lap.seeds >= u16::from(n),
            Privilege::PerTurn => true,
        };
        if !enough || self.privilege {
            return;
        }
        let skipped = self.skipped(rules);
        let mut reached = match rules.direction_privilege {
            Privilege::PerTurn => self.reached,
            Privilege::PerLap | Privilege::Off => 0,
        };
        reached |= pits_reached(position.ring(), lap, skipped);
        let row = ((1u128 << n) - 1) << position.ring().first(self.side.other());
        self.privilege = reached & row == row;
        self.reached = reached;
    }

    /// Whether the turn is where it has been before, with nothing left to choose.
    fn is_back(&mut self, position: &Position) -> bool {
        let unspent =
            self.privilege && usize::try_from(self.choices).is_ok_and(|spent| spent < self.directions.len());
        if unspent {
            return false;
        }
        if self.at == self.anchor.at && position.pits == self.anchor.pits {
            return true;
        }
        if self.laps >= self.anchor.next {
            self.anchor.pits = position.pits;
            self.anchor.at = self.at;
            self.anchor.next = self.anchor.next.saturating_mul(2);
        }
        false
    }
}
