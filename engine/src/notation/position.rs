//! Positions as text.

use std::fmt;
use std::str::FromStr;

use super::{NotationError, number};
use crate::position::Position;
use crate::setup::{OwnedPit, Setup};
use crate::side::{BySide, Side};

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ring = self.ring();
        for pit in 0..ring.len() {
            let before = match pit {
                0 => "",
                _ if pit == ring.pits_per_row() => "/",
                _ => ",",
            };
            let owner = match self.bull(pit) {
                None => "",
                Some(Side::South) => "s",
                Some(Side::North) => "n",
            };
            write!(f, "{before}{}{owner}", self.seeds(pit))?;
        }
        let captured = self.captured();
        write!(f, " {}:{} {} ", captured.south, captured.north, self.turn().letter())?;
        let used = self.special_used();
        let marks = [(self.first_turn(), 'f'), (used.south, 's'), (used.north, 'n')];
        if marks.iter().all(|(set, _)| !set) {
            return f.write_str("-");
        }
        marks.iter().filter(|(set, _)| *set).try_for_each(|(_, mark)| write!(f, "{mark}"))
    }
}

impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let position = parse(text).and_then(|setup| setup.position().ok());
        position.ok_or_else(|| NotationError::new("a position", text))
    }
}

fn parse(text: &str) -> Option<Setup> {
    let mut words = text.split(' ');
    let (south, north) = words.next()?.split_once('/')?;
    let (taken_south, taken_north) = words.next()?.split_once(':')?;
    let turn = match words.next()? {
        "S" => Side::South,
        "N" => Side::North,
        _ => return None,
    };
    let (first_turn, special_used) = parse_marks(words.next()?)?;
    if words.next().is_some() {
        return None;
    }
    let mut bulls = Vec::new();
    let south = parse_row(south, 0, &mut bulls)?;
    let north = parse_row(north, south.len(), &mut bulls)?;
    Some(Setup {
        rows: BySide::new(south, north),
        captured: BySide::new(number(taken_south)?, number(taken_north)?),
        bulls,
        turn,
        first_turn,
        special_used,
    })
}

fn parse_row(text: &str, first: usize, bulls: &mut Vec<OwnedPit>) -> Option<Vec<u16>> {
    let mut row = Vec::new();
    for (index, word) in text.split(',').enumerate() {
        let (digits, owner) = match word.as_bytes().last()? {
            b's' => (&word[..word.len() - 1], Some(Side::South)),
            b'n' => (&word[..word.len() - 1], Some(Side::North)),
            _ => (word, None),
        };
        if let Some(owner) = owner {
            bulls.push(OwnedPit { pit: u8::try_from(first + index).ok()?, owner });
        }
        row.push(number(digits)?);
    }
    Some(row)
}

fn parse_marks(text: &str) -> Option<(bool, BySide<bool>)> {
    let (first, rest) = match text {
        "-" => return Some((false, BySide::both(false))),
        "" => return None,
        _ => text.strip_prefix('f').map_or((false, text), |rest| (true, rest)),
    };
    match rest {
        "" => Some((first, BySide::new(false, false))),
        "s" => Some((first, BySide::new(true, false))),
        "n" => Some((first, BySide::new(false, true))),
        "sn" => Some((first, BySide::new(true, true))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_back() {
        for text in
            ["0,4s,0,0,5n,0,0,2/1,0,0,0,0,0,0,0 15:17 S -", "1,0/0,1n 0:0 N fsn", "9000,0/0,999 1:0 S n"]
        {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_no_positions() {
        let wrong = [
            "",
            "1,0/0,1 0:0 S",
            "1,0/0,1 0:0 S - ",
            " 1,0/0,1 0:0 S -",
            "1,0/0,1 0:0 s -",
            "1,0/0,1 0:0 S sf",
            "1,0/0,1,1 0:0 S -",
            "1/1 0:0 S -",
            "1,0s/0,1 0:0 S -",
            "1,00/0,1 0:0 S -",
            "1,0/0,1 0 S -",
            "9000,0/0,1000 1:0 S -",
        ];
        for text in wrong {
            assert!(text.parse::<Position>().is_err(), "{text}");
        }
    }
}
