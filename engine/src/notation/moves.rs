//! Moves as text.

use std::fmt;
use std::str::FromStr;

use super::{NotationError, number};
use crate::board::Direction;
use crate::moves::Move;

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sow { pit, directions } => {
                write!(f, "{pit}")?;
                directions.iter().try_for_each(|direction| match direction {
                    Direction::Ccw => f.write_str("R"),
                    Direction::Cw => f.write_str("L"),
                })
            }
            Self::Redistribute { lift: [one, two], lay } => {
                write!(f, "{one}+{two}=")?;
                lay.iter().enumerate().try_for_each(|(index, (pit, seeds))| {
                    let comma = if index == 0 { "" } else { "," };
                    write!(f, "{comma}{pit}:{seeds}")
                })
            }
        }
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        parse(text).ok_or_else(|| NotationError::new("a move", text))
    }
}

impl From<Move> for String {
    fn from(mv: Move) -> Self {
        mv.to_string()
    }
}

impl TryFrom<String> for Move {
    type Error = NotationError;

    fn try_from(text: String) -> Result<Self, NotationError> {
        text.parse()
    }
}

fn parse(text: &str) -> Option<Move> {
    match text.split_once('=') {
        None => parse_sow(text),
        Some((lift, lay)) => {
            let (one, two) = lift.split_once('+')?;
            let lift = [number(one)?, number(two)?];
            let lay = match lay {
                "" => Vec::new(),
                heaps => heaps.split(',').map(parse_heap).collect::<Option<_>>()?,
            };
            Some(Move::Redistribute { lift, lay })
        }
    }
}

fn parse_sow(text: &str) -> Option<Move> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (pit, choices) = text.split_at(end);
    let directions = choices.chars().map(|c| match c {
        'R' => Some(Direction::Ccw),
        'L' => Some(Direction::Cw),
        _ => None,
    });
    Some(Move::Sow { pit: number(pit)?, directions: directions.collect::<Option<_>>()? })
}

fn parse_heap(heap: &str) -> Option<(u8, u16)> {
    let (pit, seeds) = heap.split_once(':')?;
    Some((number(pit)?, number(seeds)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_back() {
        for text in ["1", "8", "50", "8L", "8LRRL", "3+4=1:1,2:1,8:3", "3+4=", "0"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_no_moves() {
        let wrong = [
            "",
            "08",
            "L",
            "8l",
            "8 L",
            "-1",
            "+1",
            "256",
            "8L8",
            "3+4",
            "3=1:1",
            "3+4=1",
            "3+4=1:",
            "3+4=1:1,",
            "3+4=1:01",
            "3+4=1:65536",
            "٣",
            "8\n",
        ];
        for text in wrong {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}
