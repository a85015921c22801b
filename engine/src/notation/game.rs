//! Whole games as text: the ruleset, where it started, the moves, two of them a line.
//!
//! ```text
//! rules en-dodoi pits=6
//! start 4,4,4,4,4,4/4,4,4,4,4,4 0:0 S f
//! 2 1
//! 4
//! ```

use std::fmt;
use std::str::FromStr;

use super::{NotationError, rules};
use crate::game::Game;
use crate::moves::{Illegal, Move};
use crate::position::Position;
use crate::ruleset::{Preset, Ruleset};

/// A game to keep or to send to somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// The preset the ruleset is written from.
    pub preset: Preset,
    /// The rules.
    pub rules: Ruleset,
    /// The first position.
    pub start: Position,
    /// The moves in order.
    pub moves: Vec<Move>,
}

impl GameRecord {
    /// Plays the moves.
    ///
    /// # Errors
    /// The index of the first move that is not allowed, and why it is not.
    pub fn replay(&self) -> Result<Game, (usize, Illegal)> {
        let mut game = Game::new(self.rules.clone(), self.start);
        for (index, mv) in self.moves.iter().enumerate() {
            if game.outcome().is_some() {
                return Err((index, Illegal::GameOver));
            }
            game.play(mv).map_err(|illegal| (index, illegal))?;
        }
        Ok(game)
    }
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rules {}", rules::print_rules(self.preset, &self.rules))?;
        writeln!(f, "start {}", self.start)?;
        for pair in self.moves.chunks(2) {
            match pair {
                [one, two] => writeln!(f, "{one} {two}")?,
                rest => rest.iter().try_for_each(|mv| writeln!(f, "{mv}"))?,
            }
        }
        Ok(())
    }
}

impl FromStr for GameRecord {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut lines = text.lines();
        let mut line_of = |word: &'static str, expected| {
            let line = lines.next().unwrap_or_default();
            line.strip_prefix(word).ok_or_else(|| NotationError::new(expected, line))
        };
        let (preset, rules) = rules::parse_rules(line_of("rules ", "a line of rules")?)?;
        let start: Position = line_of("start ", "a start position")?.parse()?;
        if start.fits(&rules).is_err() {
            return Err(NotationError::new("a start position of the ruleset", text));
        }
        let moves = lines.flat_map(|line| line.split(' ')).map(str::parse);
        let moves = moves.collect::<Result<Vec<Move>, _>>()?;
        let record = Self { preset, rules, start, moves };
        // Only the printed form is the notation: no blank lines, two moves a line.
        if record.to_string() == text {
            Ok(record)
        } else {
            Err(NotationError::new("a game, two moves a line", text))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "rules en-dodoi pits=6\nstart 4,4,4,4,4,4/4,4,4,4,4,4 0:0 S f\n2 1\n3\n";

    #[test]
    fn a_game_is_read_back_and_replayed() {
        let record: GameRecord = TEXT.parse().unwrap();
        assert_eq!(record.to_string(), TEXT);
        let game = record.replay().unwrap();
        assert_eq!((game.plies(), game.position().captured().north), (3, 2));
    }

    #[test]
    fn other_texts_are_no_games() {
        let wrong = [
            "",
            "rules en-dodoi\n",
            "rules en-dodoi\nstart 4,4/4,4 0:0 S f\n",
            &TEXT.replace("2 1\n3\n", "2\n1\n3\n"),
            &TEXT.replace("2 1", "2  1"),
            &format!("{TEXT}\n"),
            TEXT.trim_end(),
        ];
        for text in wrong {
            assert!(text.parse::<GameRecord>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_illegal_move_is_named() {
        let record: GameRecord = TEXT.replace("\n3\n", "\n4\n").parse().unwrap();
        assert_eq!(record.replay().unwrap_err(), (2, Illegal::EmptyPit));
    }
}
