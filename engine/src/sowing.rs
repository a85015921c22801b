//! One lap, then the next: the heart.
//!
//! [`sow_turn`] plays a start on a scratch position until the turn ends or is seen never to
//! end. It checks nothing about the start and leaves whose turn it is alone: that is `play`.
//!
//! There are two loops for one rule. [`plain_laps`] serves rulesets in which nothing but the last
//! pit decides about the next lap (En Dodoi, En Gehé, Ndoto); [`every_lap`] serves all. A property
//! test plays both against each other.

use crate::board::{Direction, MAX_RING, Ring};
use crate::landing::{Landing, land};
use crate::position::Position;
use crate::ruleset::{Privilege, Relay, Ruleset, SowIntoSpecial, Sowing};
use crate::side::Side;
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
            Sowing::Cw => return plain_turn::<true, W>(position, rules, start, witness),
            Sowing::Ccw => return plain_turn::<false, W>(position, rules, start, witness),
            Sowing::Parity => {}
        }
    }
    every_lap(position, rules, start, directions, witness)
}

/// Plays the first lap of a start alone; also says which pits it drops nothing into.
pub(crate) fn first_lap(position: &mut Position, rules: &Ruleset, start: u8) -> (Lap, u128) {
    let mut course = Course::new(position, rules, start, &[]);
    course.choose_direction(position, rules);
    let skipped = course.skipped(rules);
    let (lap, _) = course.sow_lap(position, rules);
    (lap, skipped)
}

/// Whether a lap depends on nothing but the pit it starts from.
#[inline]
fn is_plain(rules: &Ruleset) -> bool {
    rules.direction_privilege == Privilege::Off
        && rules.relay == Relay::ToEmpty
        && !rules.has_special_pits()
        && !rules.skip_origin
}

/// [`plain_laps`] made to measure for the usual boards.
fn plain_turn<const CW: bool, W: Witness>(
    position: &mut Position,
    rules: &Ruleset,
    start: u8,
    witness: &mut W,
) -> Result<Summary, Unending> {
    match position.pits_per_row {
        6 => plain_laps::<CW, 12, W>(position, rules, start, witness),
        8 => plain_laps::<CW, 16, W>(position, rules, start, witness),
        10 => plain_laps::<CW, 20, W>(position, rules, start, witness),
        12 => plain_laps::<CW, 24, W>(position, rules, start, witness),
        _ => plain_laps::<CW, MAX_RING, W>(position, rules, start, witness),
    }
}

/// The loop for fixed directions without bulls, privilege and skipping.
///
/// With a fixed direction a lap can be undone, so a turn that never ends comes back to its own
/// first position (`docs/rules.md` 2.8): one comparison when the hand is over the start pit sees
/// it. The lap limit catches whatever a lap of more than `2n` seeds may bring.
///
/// `LEN` is the number of pits on the board, or [`MAX_RING`] for any other number: what is kept of
/// the board to go back to is that long, and for small boards that is most of the cost of a turn
/// beyond its seeds.
fn plain_laps<const CW: bool, const LEN: usize, W: Witness>(
    position: &mut Position,
    rules: &Ruleset,
    start: u8,
    witness: &mut W,
) -> Result<Summary, Unending> {
    let direction = if CW { Direction::Cw } else { Direction::Ccw };
    let len = if LEN == MAX_RING { usize::from(position.ring().len()) } else { LEN };
    let before: [u16; LEN] = std::array::from_fn(|pit| position.pits[pit]);
    let pits = &mut position.pits[..len];
    let first = usize::from(start);
    let mut at = first;
    let mut laps = 0;
    loop {
        laps += 1;
        let from = at;
        let lifted = std::mem::take(&mut pits[at]);
        let mut hand = usize::from(lifted);
        if hand >= len {
            let rounds = lifted / u16::from(position.pits_per_row * 2);
            for pit in pits.iter_mut() {
                *pit += rounds;
            }
            hand %= len;
        }
        for _ in 0..hand {
            at = step::<CW>(at, len);
            pits[at] += 1;
        }
        witness.lap(Lap { from: small(from), last: small(at), seeds: lifted, direction });
        if pits[at] == 1 {
            break;
        }
        if laps >= rules.max_laps || (at == first && *pits == before[..len]) {
            pits.copy_from_slice(&before[..len]);
            return Err(Unending { laps });
        }
    }
    let landing = Landing { lap: laps, last: small(at), before_last: None, direction };
    let captured_before = position.captured[position.turn];
    let end = land(position, rules, &landing, witness);
    Ok(Summary {
        laps,
        last: small(at),
        end,
        captured: position.captured[position.turn] - captured_before,
        made_bulls: 0,
        privilege: false,
        choices: 0,
    })
}

/// The next pit, by comparison: a remainder would cost a division for every seed.
#[inline]
fn step<const CW: bool>(at: usize, len: usize) -> usize {
    if CW {
        if at == 0 { len - 1 } else { at - 1 }
    } else if at + 1 == len {
        0
    } else {
        at + 1
    }
}

/// A ring index that came from one: `at` is below `2n`, which is at most 100.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a ring index is below 100")]
const fn small(at: usize) -> u8 {
    at as u8
}

/// The loop for every ruleset.
fn every_lap<W: Witness>(
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

/// The bulls that a side's sowing passes over.
pub(crate) fn passed_over(position: &Position, rules: &Ruleset, side: Side) -> u128 {
    match rules.sow_into_special {
        SowIntoSpecial::All => 0,
        SowIntoSpecial::SkipOpponents => position.bulls[side.other()],
        SowIntoSpecial::SkipAll => position.all_bulls(),
    }
}

/// Drops a hand into every following pit; returns where the last two seeds fell.
#[inline]
fn drop_all(
    pits: &mut [u16; MAX_RING],
    ring: Ring,
    from: u8,
    seeds: u16,
    direction: Direction,
) -> (u8, Option<u8>) {
    let len = usize::from(ring.len());
    let pits = &mut pits[..len];
    let mut hand = usize::from(seeds);
    if hand >= len {
        let rounds = seeds / u16::from(ring.len());
        for pit in pits.iter_mut() {
            *pit += rounds;
        }
        hand %= len;
    }
    let mut at = usize::from(from);
    match direction {
        Direction::Ccw => {
            for _ in 0..hand {
                at = step::<false>(at, len);
                pits[at] += 1;
            }
        }
        Direction::Cw => {
            for _ in 0..hand {
                at = step::<true>(at, len);
                pits[at] += 1;
            }
        }
    }
    let last = small(at);
    let before_last = (seeds > 1).then(|| ring.next(last, direction.reversed()));
    (last, before_last)
}

/// Drops a hand into every following pit that is not skipped.
fn drop_between(
    pits: &mut [u16; MAX_RING],
    ring: Ring,
    from: u8,
    seeds: u16,
    direction: Direction,
    skipped: u128,
) -> (u8, Option<u8>) {
    let mut order = [0u8; MAX_RING];
    let mut count = 0usize;
    let mut at = from;
    for _ in 0..ring.len() {
        at = ring.next(at, direction);
        if skipped & (1 << at) == 0 {
            order[count] = at;
            count += 1;
        }
    }
    let order = &order[..count];
    let hand = usize::from(seeds);
    // There is always one: a lifted pit is no bull, and it is skipped only where bulls are not.
    let (rounds, rest) = (hand / count, hand % count);
    for (index, &pit) in order.iter().enumerate() {
        let one_more = u16::from(index < rest);
        pits[usize::from(pit)] += u16::try_from(rounds).unwrap_or(u16::MAX) + one_more;
    }
    let last = order[(hand - 1) % count];
    let before_last = (hand > 1 && count > 1).then(|| order[(hand - 2) % count]);
    (last, before_last)
}

/// The pits that a lap dropped a seed into, as bits.
pub(crate) fn pits_reached(ring: Ring, lap: &Lap, skipped: u128) -> u128 {
    let mut reached = 0;
    let mut left = lap.seeds;
    let mut at = lap.from;
    for _ in 0..ring.len() {
        if left == 0 {
            break;
        }
        at = ring.next(at, lap.direction);
        if skipped & (1 << at) == 0 {
            reached |= 1 << at;
            left -= 1;
        }
    }
    reached
}
