//! Seeds falling into pits: nothing but where they go.

use crate::board::{Direction, MAX_RING, Ring};
use crate::trace::Lap;

/// The next pit, by comparison: a remainder would cost a division for every seed.
#[inline]
pub(super) fn step<const CW: bool>(at: usize, len: usize) -> usize {
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
pub(super) const fn small(at: usize) -> u8 {
    at as u8
}

/// Drops a hand into every following pit; returns where the last two seeds fell.
#[inline]
pub(super) fn drop_all(
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
pub(super) fn drop_between(
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
