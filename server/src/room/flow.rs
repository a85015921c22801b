//! What follows by itself from what just happened: every order ends here, until nothing follows
//! any more. Each step is idempotent and does nothing when the room is already so.

use super::sketch::Sketch;
use super::{attendance, ballot, consent, hand, market, motion, start, telling};

/// More rounds than any order can need: each withdrawal, ballot and turn ends at least one, and no
/// move is laid here.
const ROUNDS: usize = 64;

/// Let everything follow that follows at once.
pub(super) fn settle(sketch: &mut Sketch) {
    for _ in 0..ROUNDS {
        let before = sketch.len();
        round(sketch);
        if sketch.len() == before {
            return;
        }
    }
}

fn round(sketch: &mut Sketch) {
    motion::settle(sketch);
    attendance::settle(sketch);
    market::settle(sketch);
    start::settle(sketch);
    hand::fill(sketch);
    ballot::strike(sketch);
    if sketch.room.hold.is_on() {
        return;
    }
    hand::replace_absent(sketch);
    ballot::renew(sketch);
    ballot::close_or_reopen(sketch);
    consent::count(sketch);
    telling::tell(sketch);
}
