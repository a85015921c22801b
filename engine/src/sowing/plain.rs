//! The quick loop: fixed direction, no bulls, no privilege, no skipping.

use super::drops::{small, step};
use super::{Summary, Unending, Witness};
use crate::board::{Direction, MAX_RING};
use crate::landing::{Landing, land};
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::trace::Lap;

/// [`laps`] made to measure for the usual boards.
pub(super) fn turn<const CW: bool, W: Witness>(
    position: &mut Position,
    rules: &Ruleset,
    start: u8,
    witness: &mut W,
) -> Result<Summary, Unending> {
    match position.pits_per_row {
        6 => laps::<CW, 12, W>(position, rules, start, witness),
        8 => laps::<CW, 16, W>(position, rules, start, witness),
        10 => laps::<CW, 20, W>(position, rules, start, witness),
        12 => laps::<CW, 24, W>(position, rules, start, witness),
        _ => laps::<CW, MAX_RING, W>(position, rules, start, witness),
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
fn laps<const CW: bool, const LEN: usize, W: Witness>(
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
    let mut count = 0;
    loop {
        count += 1;
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
        if count >= rules.max_laps || (at == first && *pits == before[..len]) {
            pits.copy_from_slice(&before[..len]);
            return Err(Unending { laps: count });
        }
    }
    let landing = Landing { lap: count, last: small(at), before_last: None, direction };
    let captured_before = position.captured[position.turn];
    let end = land(position, rules, &landing, witness);
    Ok(Summary {
        laps: count,
        last: small(at),
        end,
        captured: position.captured[position.turn] - captured_before,
        made_bulls: 0,
        privilege: false,
        choices: 0,
    })
}
