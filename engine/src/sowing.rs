//! One lap, then the next: the heart.
//!
//! [`sow_turn`] plays a start on a scratch position until the turn ends or is seen never to
//! end. It checks nothing about the start and leaves whose turn it is alone: that is `play`.
//!
//! There are two loops for one rule. [`plain`] serves rulesets in which nothing but the last
//! pit decides about the next lap (En Dodoi, En Gehé, Ndoto); [`course`] serves all. A property
//! test plays both against each other.

mod course;
mod drops;
mod plain;

pub(crate) use course::{first_lap, passed_over};
pub(crate) use drops::pits_reached;

use crate::board::Direction;
use crate::position::Position;
use crate::ruleset::{Privilege, Relay, Ruleset, Sowing};
use crate::trace::{Lap, LapEnd, Trace};

/// What came of a turn, in a few numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Summary {
    /// How many laps it had.
    pub laps: u32,
    /// Ring index of the pit of the last seed.
    pub last: u8,
    /// How the last lap ended.
    pub end: LapEnd,
    /// Seeds taken.
    pub captured: u16,
    /// Bulls (or uurs) made.
    pub made_bulls: u8,
    /// Whether the mover gained the direction privilege.
    pub privilege: bool,
    /// How many laps began with the privilege: how many directions could have been chosen.
    pub choices: u32,
}

/// A turn that was seen never to end, or to pass the lap limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unending {
    /// Laps that were run to see it.
    pub(crate) laps: u32,
}

/// Somebody who is told what happens in a turn while it happens.
pub(crate) trait Witness {
    /// A lap was sown.
    fn lap(&mut self, lap: Lap);
    /// Seeds were taken.
    fn take(&mut self, ring: u8, seeds: u16);
    /// One seed crossed over.
    fn cross(&mut self, from: u8, to: u8);
    /// A pit became the mover's for good.
    fn own(&mut self, ring: u8);
}

/// A witness for callers that only want the position.
pub(crate) struct Nobody;

impl Witness for Nobody {
    #[inline]
    fn lap(&mut self, _: Lap) {}
    #[inline]
    fn take(&mut self, _: u8, _: u16) {}
    #[inline]
    fn cross(&mut self, _: u8, _: u8) {}
    #[inline]
    fn own(&mut self, _: u8) {}
}

impl Witness for Trace {
    fn lap(&mut self, lap: Lap) {
        self.laps.push(lap);
    }

    fn take(&mut self, ring: u8, seeds: u16) {
        self.taken.push((ring, seeds));
        self.captured += seeds;
    }

    fn cross(&mut self, from: u8, to: u8) {
        self.crossing = Some((from, to));
    }

    fn own(&mut self, ring: u8) {
        self.made_bulls.push(ring);
    }
}

/// Plays the laps of a turn in place. `start` is a filled own pit that is no bull.
///
/// After an error the position is as before.
#[inline]
pub(crate) fn sow_turn<W: Witness>(
    position: &mut Position,
    rules: &Ruleset,
    start: u8,
    directions: &[Direction],
    witness: &mut W,
) -> Result<Summary, Unending> {
    if is_plain(rules) && position.all_bulls() == 0 {
        match rules.direction {
            Sowing::Cw => return plain::turn::<true, W>(position, rules, start, witness),
            Sowing::Ccw => return plain::turn::<false, W>(position, rules, start, witness),
            Sowing::Parity => {}
        }
    }
    course::turn(position, rules, start, directions, witness)
}

/// Whether a lap depends on nothing but the pit it starts from.
#[inline]
fn is_plain(rules: &Ruleset) -> bool {
    rules.direction_privilege == Privilege::Off
        && rules.relay == Relay::ToEmpty
        && !rules.has_special_pits()
        && !rules.skip_origin
}
