//! A whole game: one position after the other, with what only the past can tell (repetition and
//! plies without progress, `docs/rules.md` 2.8 T3 and T4).

use std::collections::BTreeMap;

use crate::moves::{Illegal, Move};
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::ruleset::{Endless, Ruleset};
use crate::side::Side;
use crate::trace::Turn;

/// A game under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    rules: Ruleset,
    position: Position,
    /// How often each position has occurred since the last capture or new bull. Neither the
    /// captured seeds nor the bulls can differ within such a stretch, so side and seeds tell
    /// positions apart.
    stretch: BTreeMap<(Side, Box<[u16]>), u32>,
    occurrences: u32,
    quiet: u32,
    plies: u32,
    /// An endless start was played.
    endless: bool,
}

impl Game {
    /// A game from a position, which counts as its first occurrence.
    #[must_use]
    pub fn new(rules: Ruleset, position: Position) -> Self {
        let mut game = Self {
            rules,
            position,
            stretch: BTreeMap::new(),
            occurrences: 0,
            quiet: 0,
            plies: 0,
            endless: false,
        };
        game.occur();
        game
    }

    /// The game after turns that are already known: no rule is run again.
    pub fn resume<'a>(rules: Ruleset, position: Position, turns: impl IntoIterator<Item = &'a Turn>) -> Self {
        let mut game = Self::new(rules, position);
        for turn in turns {
            game.note(turn);
        }
        game
    }

    /// The game as it was after so many plies: from the position that the last capture or new bull
    /// led to (or the first one of the game) and the positions after it, none of which took or made
    /// anything. What happened before them cannot matter any more. No rule is run.
    #[must_use]
    pub fn of_stretch(
        rules: Ruleset,
        first: Position,
        after: impl IntoIterator<Item = Position>,
        plies: u32,
    ) -> Self {
        let mut game = Self::new(rules, first);
        for position in after {
            game.note_position(position, false);
        }
        game.plies = plies;
        game
    }

    /// Its rules.
    #[must_use]
    pub const fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// How often the position now has occurred since the last capture or new bull.
    #[must_use]
    pub const fn occurrences(&self) -> u32 {
        self.occurrences
    }

    /// How often a position has occurred since the last capture or new bull.
    pub(crate) fn seen(&self, position: &Position) -> u32 {
        let key: (Side, Box<[u16]>) = (position.turn(), position.pits().into());
        self.stretch.get(&key).copied().unwrap_or(0)
    }

    /// Plies since the last capture or new bull.
    #[must_use]
    pub const fn quiet(&self) -> u32 {
        self.quiet
    }

    /// Plies played.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Why it is not allowed; the game is as before then.
    pub fn play(&mut self, mv: &Move) -> Result<Turn, Illegal> {
        let turn = self.look(mv)?;
        self.note(&turn);
        Ok(turn)
    }

    /// What a move would do, without playing it.
    ///
    /// # Errors
    /// Why it is not allowed.
    pub fn look(&self, mv: &Move) -> Result<Turn, Illegal> {
        if self.past_outcome().is_some() {
            return Err(Illegal::GameOver);
        }
        self.position.play(&self.rules, mv)
    }

    /// Takes over a turn that is already known. Runs no rule and cannot fail.
    pub fn note(&mut self, turn: &Turn) {
        self.note_position(turn.after, turn.trace.is_progress());
        self.endless = turn.trace.endless;
    }

    /// Like [`note`](Self::note) from the position after a turn alone. `progress` says whether
    /// the turn captured or made a bull. The turn was no endless start.
    pub fn note_position(&mut self, after: Position, progress: bool) {
        self.position = after;
        self.plies = self.plies.saturating_add(1);
        self.endless = false;
        if progress {
            self.stretch.clear();
            self.quiet = 0;
        } else {
            self.quiet = self.quiet.saturating_add(1);
        }
        self.occur();
    }

    /// Why the game is over, if it is.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_counted(&mut 0)
    }

    /// [`outcome`](Self::outcome), adding to `work` the laps that had to be run.
    #[must_use]
    pub fn outcome_counted(&self, work: &mut u64) -> Option<Outcome> {
        if self.endless && self.rules.endless == Endless::EndsGame {
            return Some(Outcome::own_rows(Reason::Endless, &self.position));
        }
        self.position.outcome_counted(&self.rules, work).or_else(|| self.past_outcome())
    }

    /// The outcomes that only the past can tell.
    fn past_outcome(&self) -> Option<Outcome> {
        let reason = if self.endless && self.rules.endless == Endless::EndsGame {
            Reason::Endless
        } else if self.occurrences >= self.rules.repetition {
            Reason::Repetition
        } else if self.quiet >= self.rules.no_progress_limit() {
            Reason::NoProgress
        } else {
            return None;
        };
        Some(Outcome::own_rows(reason, &self.position))
    }

    fn occur(&mut self) {
        let key = (self.position.turn(), self.position.pits().into());
        let count = self.stretch.entry(key).or_insert(0);
        *count = count.saturating_add(1);
        self.occurrences = *count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Preset;
    use crate::setup::Setup;
    use crate::side::BySide;

    /// DOD-8: six plies that lead back to the first position.
    fn circle() -> (Game, [u8; 6]) {
        let rules = Ruleset::with_size(Preset::EnDodoi, Some(6), None).unwrap();
        let rows = BySide::new(vec![1, 0, 0, 1, 0, 0], vec![1, 0, 0, 0, 0, 1]);
        let position = Setup::of_rows(rows).position_for(&rules).unwrap();
        (Game::new(rules, position), [4, 6, 2, 2, 6, 4])
    }

    #[test]
    fn the_third_occurrence_ends_the_game() {
        let (mut game, circle) = circle();
        for pit in circle.into_iter().cycle().take(12) {
            assert_eq!(game.outcome(), None);
            game.play(&Move::sow(pit)).unwrap();
        }
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.reason, Reason::Repetition);
        assert_eq!(outcome.score, BySide::new(2, 2));
        assert_eq!(game.play(&Move::sow(4)), Err(Illegal::GameOver));
    }

    #[test]
    fn a_resumed_game_is_the_played_one() {
        let (mut game, circle) = circle();
        let start = game.clone();
        let turns: Vec<Turn> = circle.into_iter().map(|pit| game.play(&Move::sow(pit)).unwrap()).collect();
        let resumed = Game::resume(start.rules().clone(), *start.position(), &turns);
        assert_eq!(resumed, game);
        assert_eq!(game.occurrences(), 2);
    }

    #[test]
    fn a_game_is_known_by_its_last_stretch() {
        let rules = Preset::EnDodoi.ruleset();
        let mut game = Game::new(rules.clone(), rules.opening_position().unwrap());
        let (mut stretch, mut plies, mut longest) = (vec![*game.position()], 0, 0);
        for ply in 0..60 {
            if game.outcome().is_some() {
                break;
            }
            let starts: Vec<u8> = game.position().legal_starts(&rules).collect();
            let turn = game.play(&Move::sow(starts[ply % starts.len()])).unwrap();
            plies += 1;
            if turn.trace.is_progress() {
                stretch.clear();
            }
            stretch.push(turn.after);
            longest = longest.max(stretch.len());
            let again = Game::of_stretch(rules.clone(), stretch[0], stretch[1..].iter().copied(), plies);
            assert_eq!(again, game);
        }
        assert!(plies > 10 && longest > 1, "{plies} {longest}");
    }

    #[test]
    fn a_capture_or_a_new_bull_begins_a_new_stretch() {
        let (mut game, _) = circle();
        let start = *game.position();
        game.note_position(start, false);
        assert_eq!((game.occurrences(), game.quiet()), (2, 1));
        game.note_position(start, true);
        assert_eq!((game.occurrences(), game.quiet(), game.plies()), (1, 0, 2));
    }
}
