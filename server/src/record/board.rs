//! A game that is played again, move by move, within a budget: what a file may cost is known before it
//! is read.

use engine::{Game, Move, Outcome, Position, Ruleset, Turn};
use protocol::http::record::{RECORD_PLIES, RecordFaultCode};

use super::fault::{Read, fault, illegal};

/// Laps of all moves of a record, and of the looks at their ends. Real matches have some hundred a game.
const LAPS: u64 = 400_000;

/// What is left of what a record may cost.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    moves: usize,
    laps: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { moves: RECORD_PLIES, laps: LAPS }
    }
}

/// A game under way.
#[derive(Clone, Debug)]
pub(super) struct Board {
    game: Game,
    /// The plies that stand.
    past: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    before: Position,
    /// Whether it took seeds or made a bull.
    progress: bool,
}

impl Board {
    pub(super) fn new(rules: Ruleset, opening: Position) -> Self {
        Self { game: Game::new(rules, opening), past: Vec::new() }
    }

    pub(super) const fn position(&self) -> &Position {
        self.game.position()
    }

    /// The ply that is to be played, from 1.
    pub(super) fn ply(&self) -> u16 {
        u16::try_from(self.past.len() + 1).unwrap_or(u16::MAX)
    }

    /// What a move does. It must be written as it is always written.
    pub(super) fn look(&self, mv: &Move, budget: &mut Budget) -> Read<Turn> {
        budget.moves = budget.moves.checked_sub(1).ok_or_else(|| {
            fault(RecordFaultCode::TooLong, format!("a record has at most {RECORD_PLIES} moves"))
        })?;
        let turn = self.game.look(mv).map_err(|why| illegal(mv, why))?;
        budget.spend(turn.trace.laps.len() as u64)?;
        let usual = self.position().canonical(self.game.rules(), mv);
        if usual != *mv {
            let detail = format!("{mv} is written {usual}: there is no other choice to be made");
            return Err(fault(RecordFaultCode::DirectionDiffers, detail));
        }
        Ok(turn)
    }

    /// A move that was looked at stands.
    pub(super) fn stand(&mut self, turn: &Turn) {
        self.past.push(Step { before: *self.position(), progress: turn.trace.is_progress() });
        self.game.note(turn);
    }

    /// The last ply comes off again; the position before it, or nothing where none stands.
    pub(super) fn take_back(&mut self) -> Option<Position> {
        let newest = self.past.pop()?;
        let begins = self.past.iter().rposition(|step| step.progress).map_or(0, |index| index + 1);
        let stretch = self.past.iter().skip(begins).chain([&newest]).map(|step| step.before);
        let first = self.past.get(begins).unwrap_or(&newest).before;
        let plies = u32::try_from(self.past.len()).unwrap_or(u32::MAX);
        self.game = Game::of_stretch(self.game.rules().clone(), first, stretch.skip(1), plies);
        Some(newest.before)
    }

    /// How the game ends here by its rules, if it does.
    pub(super) fn outcome(&self, budget: &mut Budget) -> Read<Option<Outcome>> {
        let mut work = 0;
        let outcome = self.game.outcome_counted(&mut work);
        budget.spend(work)?;
        Ok(outcome)
    }
}

impl Budget {
    fn spend(&mut self, laps: u64) -> Read<()> {
        self.laps = self
            .laps
            .checked_sub(laps)
            .ok_or_else(|| fault(RecordFaultCode::TooLong, format!("a record has at most {LAPS} laps")))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use engine::Preset;

    use super::*;

    #[test]
    fn what_is_taken_back_was_never_played() {
        for &preset in Preset::ALL {
            let rules = preset.ruleset();
            let mut board = Board::new(rules.clone(), rules.opening_position().unwrap());
            let mut budget = Budget::default();
            let mut games = Vec::new();
            for ply in 0..30 {
                if board.outcome(&mut budget).unwrap().is_some() {
                    break;
                }
                let starts: Vec<u8> = board.position().legal_starts(&rules).collect();
                let turn = board.look(&Move::sow(starts[ply % starts.len()]), &mut budget).unwrap();
                games.push(board.game.clone());
                board.stand(&turn);
            }
            assert!(games.len() > 5);
            while let Some(game) = games.pop() {
                assert_eq!(board.take_back(), Some(*game.position()));
                assert_eq!(board.game, game, "{preset:?}");
            }
            assert_eq!(board.take_back(), None);
        }
    }

    #[test]
    fn a_budget_ends() {
        let rules = Preset::EnDodoi.ruleset();
        let board = Board::new(rules.clone(), rules.opening_position().unwrap());
        let mut budget = Budget { moves: 2, laps: 1_000 };
        let codes = [1, 2, 3].map(|pit| board.look(&Move::sow(pit), &mut budget).err().map(|f| f.code));
        assert_eq!(codes, [None, None, Some(RecordFaultCode::TooLong)]);
        let mut budget = Budget { moves: 9, laps: 0 };
        assert_eq!(board.look(&Move::sow(1), &mut budget).unwrap_err().code, RecordFaultCode::TooLong);
    }
}
