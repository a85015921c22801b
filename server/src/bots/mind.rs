//! What a bot thinks of a position: what a short search says of each of its moves.

use engine::search::{self, Budget, Line};
use engine::{Game, Move, Position, Ruleset};

/// Enough to see the other side's best answer on a board of 2×50, and a few plies more on a small one.
pub(super) const BUDGET: Budget = Budget { work: 30_000, depth: 4, lines: search::MAX_LINES };
/// What a decided game is worth beside its margin, in seeds.
const DECIDED: i32 = 10_000;

/// A move and what it is worth to the side to move, in seeds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Valued {
    pub(super) mv: Move,
    pub(super) worth: i32,
}

/// All moves that come to mind, the best first.
pub(super) fn rank(position: &Position, rules: &Ruleset, budget: Budget) -> Vec<Valued> {
    let game = Game::new(rules.clone(), *position);
    search::analyse(&game, budget).lines.into_iter().filter_map(valued).collect()
}

fn valued(line: Line) -> Option<Valued> {
    let decided = if line.worth.decided { line.worth.seeds.signum() * DECIDED } else { 0 };
    let mv = line.moves.into_iter().next()?;
    Some(Valued { mv, worth: line.worth.seeds + decided })
}

#[cfg(test)]
mod tests {
    use engine::{Preset, Side};

    use super::*;

    #[test]
    fn every_move_comes_to_mind_the_best_first_in_every_game() {
        for preset in Preset::ALL.iter().copied() {
            let rules = preset.ruleset();
            let Ok(position) = rules.opening_position() else { continue };
            let ranked = rank(&position, &rules, BUDGET);
            let offers = position.legal_moves(&rules);
            assert_eq!(
                ranked.len(),
                offers.iter().map(|offer| 1 + offer.choices.len()).sum::<usize>(),
                "{preset:?}"
            );
            assert!(ranked.is_sorted_by_key(|valued| std::cmp::Reverse(valued.worth)));
            assert!(ranked.iter().all(|valued| position.play(&rules, &valued.mv).is_ok()));
        }
    }

    #[test]
    fn it_looks_at_what_the_others_can_answer() {
        let rules = Preset::EnDodoi.ruleset();
        let mut position = rules.opening_position().unwrap();
        for _ in 0..12 {
            if position.outcome(&rules).is_some() {
                break;
            }
            let side = position.turn();
            let ranked = rank(&position, &rules, Budget { depth: 2, ..BUDGET });
            let best = ranked.iter().map(|valued| after_reply(&position, &rules, &valued.mv, side)).max();
            assert_eq!(Some(ranked[0].worth), best);
            position = position.play(&rules, &ranked[0].mv).unwrap().after;
        }
    }

    /// What is left to a side after a move and the best answer to it, counted plainly.
    fn after_reply(position: &Position, rules: &Ruleset, mv: &Move, side: Side) -> i32 {
        let after = position.play(rules, mv).unwrap().after;
        let worth = |position: &Position| match position.outcome(rules) {
            None => i32::from(position.captured()[side]) - i32::from(position.captured()[side.other()]),
            Some(over) => {
                let lead = i32::from(over.score[side]) - i32::from(over.score[side.other()]);
                lead + lead.signum() * DECIDED
            }
        };
        if after.outcome(rules).is_some() {
            return worth(&after);
        }
        let answers =
            after.legal_moves(rules).into_iter().map(|offer| after.play(rules, &offer.mv).unwrap().after);
        answers.map(|answer| worth(&answer)).min().unwrap()
    }
}
