//! The past of a game, as far as a side can still ask for a move back (`docs/room.md` 7).
//!
//! What is kept are positions, so that no rule is run again. They go back to the last capture or
//! new bull before the oldest move that can come back: repetition and plies without progress count
//! from there, and what happened earlier cannot matter any more.

use std::collections::VecDeque;
use std::sync::Arc;

use engine::{Game, Position, Ruleset};

/// The newest plies of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Past {
    kept: Arc<VecDeque<Step>>,
}

/// A ply that stood.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    before: Position,
    /// Whether it took seeds or made a bull.
    progress: bool,
    /// Where the rotation of the side's hands stood before it.
    rotated_from: u32,
}

impl Past {
    /// A ply stood, in a game in which at most `backs` moves can come back.
    pub(super) fn add(&mut self, before: Position, progress: bool, rotated_from: u32, backs: usize) {
        if backs == 0 {
            return;
        }
        let kept = Arc::make_mut(&mut self.kept);
        kept.push_back(Step { before, progress, rotated_from });
        let oldest = kept.len().saturating_sub(backs);
        if let Some(past) = kept.iter().take(oldest).rposition(|step| step.progress) {
            kept.drain(..=past);
        }
    }

    /// The position before the newest ply.
    pub(super) fn before_last(&self) -> Option<Position> {
        self.kept.back().map(|step| step.before)
    }

    /// Where the rotation of its side's hands stood before the newest ply.
    pub(super) fn rotated_from(&self) -> Option<u32> {
        self.kept.back().map(|step| step.rotated_from)
    }

    /// Forget the newest ply: the game as it was before it, `plies` plies old; nothing when it is
    /// not kept.
    pub(super) fn take_back(&mut self, rules: &Ruleset, plies: u32) -> Option<Game> {
        let kept = Arc::make_mut(&mut self.kept);
        let newest = kept.pop_back()?;
        let begins = kept.iter().rposition(|step| step.progress).map_or(0, |index| index + 1);
        let stretch = kept.iter().skip(begins).chain([&newest]).map(|step| step.before);
        let first = kept.get(begins).unwrap_or(&newest).before;
        Some(Game::of_stretch(rules.clone(), first, stretch.skip(1), plies))
    }
}

#[cfg(test)]
mod tests {
    use engine::{Move, Preset};

    use super::*;

    /// Games forwards, then back as far as was agreed: each step back is the game as it was, and
    /// what is kept stays small.
    #[test]
    fn every_step_back_is_the_game_as_it_was() {
        for (preset, backs) in [(Preset::EnDodoi, 4), (Preset::EnGehe, 40), (Preset::Enkeshui, 1)] {
            let rules = preset.ruleset();
            let mut games = vec![Game::new(rules.clone(), rules.opening_position().unwrap())];
            let mut past = Past::default();
            while games.len() < 80 && games[games.len() - 1].outcome().is_none() {
                let mut game = games[games.len() - 1].clone();
                let before = *game.position();
                let starts: Vec<u8> = before.legal_starts(&rules).collect();
                let turn = game.play(&Move::sow(starts[games.len() % starts.len()])).unwrap();
                past.add(before, turn.trace.is_progress(), 0, backs);
                games.push(game);
            }
            assert!(games.len() > backs + 2, "{preset:?}");
            assert!(past.kept.len() < games.len());
            for _ in 0..backs {
                games.pop();
                let plies = u32::try_from(games.len() - 1).unwrap();
                assert_eq!(past.take_back(&rules, plies).as_ref(), games.last(), "{preset:?}");
            }
        }
    }

    #[test]
    fn where_no_move_comes_back_nothing_is_kept() {
        let rules = Preset::EnDodoi.ruleset();
        let mut past = Past::default();
        past.add(rules.opening_position().unwrap(), true, 0, 0);
        assert_eq!(past.take_back(&rules, 0), None);
    }
}
