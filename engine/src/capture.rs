//! What is taken when the last seed falls into an own empty pit that faces seeds.

use crate::board::Direction;
use crate::position::Position;
use crate::ruleset::{Chain, OwnSeed, Ruleset};
use crate::sowing::Witness;

/// Takes everything in a pit for the side to move.
pub(crate) fn take<W: Witness>(position: &mut Position, pit: u8, witness: &mut W) {
    let seeds = std::mem::take(&mut position.pits[usize::from(pit)]);
    let mover = position.turn;
    position.captured[mover] += seeds;
    witness.take(pit, seeds);
}

/// The facing seeds, the capturing seed where the rules take it, then the chain.
pub(crate) fn capture<W: Witness>(
    position: &mut Position,
    rules: &Ruleset,
    last: u8,
    direction: Direction,
    witness: &mut W,
) {
    take(position, position.ring().facing(last), witness);
    if rules.own_seed != OwnSeed::Never {
        take(position, last, witness);
    }
    if rules.chain == Chain::EmptyRun {
        follow_chain(position, rules, last, direction, witness);
    }
}

/// Walks on through own empty pits as long as each faces seeds that may be taken.
///
/// The walk leaves the own row after fewer than `n` steps, so it ends.
fn follow_chain<W: Witness>(
    position: &mut Position,
    rules: &Ruleset,
    last: u8,
    direction: Direction,
    witness: &mut W,
) {
    let ring = position.ring();
    let mut pit = ring.next(last, direction);
    while ring.side(pit) == position.turn && position.pits[usize::from(pit)] == 0 {
        let facing = ring.facing(pit);
        let prey = position.pits[usize::from(facing)];
        let bull = position.is_bull(facing);
        if prey == 0 || bull || rules.capture_max.is_some_and(|most| prey > most) {
            break;
        }
        take(position, facing, witness);
        pit = ring.next(pit, direction);
    }
}
