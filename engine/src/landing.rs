//! Where the last seed fell and what that means (`docs/referee.md` 4.3, step 6).
//!
//! The tests come in the order of that page, and the first that fits decides.

use crate::board::Direction;
use crate::capture;
use crate::position::Position;
use crate::ruleset::{BullRows, CaptureLap, OwnSeed, Relay, Ruleset, SpecialPit};
use crate::sowing::Witness;
use crate::trace::LapEnd;

/// The end of a lap.
pub(crate) struct Landing {
    /// Which lap of the turn it was, from 1.
    pub(crate) lap: u32,
    /// The pit of the last seed.
    pub(crate) last: u8,
    /// The pit of the next-to-last seed, if the lap had one and it is another pit.
    pub(crate) before_last: Option<u8>,
    /// Which way the lap was sown.
    pub(crate) direction: Direction,
}

/// What follows from the last seed; bulls are made and seeds taken on the way.
#[inline]
pub(crate) fn land<W: Witness>(
    position: &mut Position,
    rules: &Ruleset,
    landing: &Landing,
    witness: &mut W,
) -> LapEnd {
    let last = landing.last;
    let seeds = position.pits[usize::from(last)];
    if rules.special_pit != SpecialPit::None {
        if position.is_bull(last) {
            return LapEnd::InBull;
        }
        if rules.special_pit == SpecialPit::Bull && make_bulls(position, rules, landing, witness) {
            return LapEnd::Bull;
        }
    }
    if seeds >= 2 {
        return match rules.relay {
            Relay::ToEmpty => LapEnd::Relay,
            Relay::Off => LapEnd::Sleep,
        };
    }
    let ring = position.ring();
    if ring.side(last) != position.turn {
        return LapEnd::Sleep;
    }
    let facing = ring.facing(last);
    if position.is_bull(facing) {
        return LapEnd::Sleep;
    }
    if rules.capture_lap == CaptureLap::FirstLapOnly && landing.lap > 1 {
        return LapEnd::Sleep;
    }
    let prey = position.pits[usize::from(facing)];
    if prey == 0 {
        if rules.own_seed != OwnSeed::Always {
            return LapEnd::Sleep;
        }
        capture::take(position, last, witness);
        return LapEnd::Capture;
    }
    if rules.special_pit == SpecialPit::Uur && prey == 3 {
        make_uurs(position, last, facing, witness);
        return LapEnd::Uur;
    }
    if rules.capture_max.is_some_and(|most| prey > most) {
        return LapEnd::Sleep;
    }
    capture::capture(position, rules, last, landing.direction, witness);
    LapEnd::Capture
}

/// Bulls by the last seeds of a lap: the pair first, then the single.
fn make_bulls<W: Witness>(
    position: &mut Position,
    rules: &Ruleset,
    landing: &Landing,
    witness: &mut W,
) -> bool {
    let seeds = position.pits[usize::from(landing.last)];
    if seeds != 3 && seeds != 4 {
        return false;
    }
    let ring = position.ring();
    let row = position.turn;
    let may_own = |pit| rules.bull_rows == BullRows::Both || ring.side(pit) == row;
    if let Some(before) = landing.before_last
        && rules.bull_pair
        && position.pits[usize::from(before)] == 7 - seeds
        && !position.is_bull(before)
        && may_own(before)
        && may_own(landing.last)
    {
        own(position, before, witness);
        own(position, landing.last, witness);
        return true;
    }
    if rules.bull_single && seeds == 4 && may_own(landing.last) {
        own(position, landing.last, witness);
        return true;
    }
    false
}

/// One seed crosses over, so both pits hold two, and both are the mover's.
fn make_uurs<W: Witness>(position: &mut Position, last: u8, facing: u8, witness: &mut W) {
    position.pits[usize::from(facing)] -= 1;
    position.pits[usize::from(last)] += 1;
    witness.cross(facing, last);
    own(position, last, witness);
    own(position, facing, witness);
}

fn own<W: Witness>(position: &mut Position, pit: u8, witness: &mut W) {
    let mover = position.turn;
    position.bulls[mover] |= 1 << pit;
    witness.own(pit);
}
