//! Counts lines of play: one number that notices almost any change of a rule.

use crate::play::Advanced;
use crate::position::Position;
use crate::ruleset::{Endless, Ruleset};

/// The number of different lines of exactly `depth` plies from a position.
///
/// A line that ends earlier does not count. Starts only: directions are never chosen and no
/// special move is played; repetition and quiet plies are not looked at.
#[must_use]
pub fn perft(position: &Position, rules: &Ruleset, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.plain_outcome(rules).is_some() {
        return 0;
    }
    let mut lines = 0;
    for pit in position.candidates(rules) {
        let mut after = *position;
        lines += match after.advance(rules, pit) {
            Err(_) => 0,
            Ok(Advanced::Endless) if rules.endless == Endless::EndsGame => u64::from(depth == 1),
            Ok(Advanced::Endless | Advanced::Sown(_)) => perft(&after, rules, depth - 1),
        };
    }
    lines
}
