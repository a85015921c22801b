//! What a bot thinks of a position: greedy over two plies. What it takes and makes, less the best
//! that the other side can do about it.
//!
//! It counts the turns it plays out, and stops at a budget, so that no position takes long.

use engine::{Move, Position, Ruleset, Side};

/// Turns that are played out for one decision.
pub(super) const BUDGET: usize = 2_000;
/// What a decided game is worth, in seeds.
const DECIDED: i32 = 10_000;

/// A move and what it is worth to the side to move, in seeds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Valued {
    pub(super) mv: Move,
    pub(super) worth: i32,
}

/// All moves that come to mind, the best first.
pub(super) fn rank(position: &Position, rules: &Ruleset, budget: usize) -> Vec<Valued> {
    let side = position.turn();
    let mut looks: Vec<(Valued, Position)> = Vec::new();
    for offer in position.legal_moves(rules) {
        let choices = offer.choices.into_iter().map(|choice| choice.mv);
        for mv in std::iter::once(offer.mv).chain(choices) {
            if let Ok(turn) = position.play(rules, &mv) {
                let worth = balance(&turn.after, rules, side);
                looks.push((Valued { mv, worth }, turn.after));
            }
        }
    }
    // The promising ones first: the budget may not reach all of them.
    looks.sort_by_key(|(valued, _)| std::cmp::Reverse(valued.worth));
    let mut left = budget;
    for (valued, after) in &mut looks {
        if let Some(worst) = after_reply(after, rules, side, &mut left) {
            valued.worth = worst;
        }
    }
    let mut valued: Vec<Valued> = looks.into_iter().map(|(valued, _)| valued).collect();
    valued.sort_by_key(|valued| std::cmp::Reverse(valued.worth));
    valued
}

/// What is left to `side` after the best reply; nothing when there is none, or no budget.
fn after_reply(position: &Position, rules: &Ruleset, side: Side, left: &mut usize) -> Option<i32> {
    let mut worst = None;
    for pit in position.legal_starts(rules) {
        *left = left.checked_sub(1)?;
        let mut after = *position;
        if after.advance(rules, pit).is_ok() {
            let worth = balance(&after, rules, side);
            worst = Some(worst.map_or(worth, |least: i32| least.min(worth)));
        }
    }
    worst
}

/// What a side has more than the other, in the heap and in its bulls.
fn balance(position: &Position, rules: &Ruleset, side: Side) -> i32 {
    let of = |side: Side| i32::from(position.captured()[side]) + i32::from(position.bull_seeds(side));
    let seeds = of(side) - of(side.other());
    match position.outcome(rules) {
        None => seeds,
        Some(outcome) => {
            let lead = i32::from(outcome.score[side]) - i32::from(outcome.score[side.other()]);
            lead + lead.signum() * DECIDED
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::Preset;

    use super::*;

    #[test]
    fn the_best_move_is_first_and_legal_in_every_game() {
        for preset in Preset::ALL.iter().copied() {
            let rules = preset.ruleset();
            let Ok(position) = rules.opening_position() else { continue };
            let ranked = rank(&position, &rules, BUDGET);
            assert!(!ranked.is_empty(), "{preset:?}");
            assert!(ranked.is_sorted_by_key(|valued| std::cmp::Reverse(valued.worth)));
            assert!(position.play(&rules, &ranked[0].mv).is_ok());
        }
    }

    #[test]
    fn without_a_budget_the_own_gain_decides() {
        let rules = Preset::EnDodoi.ruleset();
        let position = rules.opening_position().unwrap();
        let most = position
            .legal_moves(&rules)
            .iter()
            .filter_map(|offer| offer.preview.map(|preview| preview.captured))
            .max()
            .unwrap();
        let best = rank(&position, &rules, 0).swap_remove(0);
        let after = position.play(&rules, &best.mv).unwrap().after;
        assert!(after.captured()[position.turn()] >= most);
    }
}
