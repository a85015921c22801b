//! Any arrangement of seeds: either it is a possible [`Position`], or here is everything that
//! is wrong with it.

use std::fmt;

use crate::board::{MAX_RING, Ring};
use crate::position::Position;
use crate::ruleset::{MAX_SEEDS, Ruleset};
use crate::side::{BySide, Side};

/// A pit that a side owns for good: a bull of Enkeshui or an uur of Layli Goobalay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OwnedPit {
    /// Its ring index.
    pub pit: u8,
    /// Whose it is, in whichever row it lies.
    pub owner: Side,
}

/// An arrangement of seeds that nobody has looked at yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// Seeds, own left to own right.
    pub rows: BySide<Vec<u16>>,
    /// Seeds captured, or in hand at the start of a series game.
    pub captured: BySide<u16>,
    /// Pits owned for good.
    pub bulls: Vec<OwnedPit>,
    /// The side to move.
    pub turn: Side,
    /// Whether it is the first turn of a game.
    pub first_turn: bool,
    /// Who has used the special move.
    pub special_used: BySide<bool>,
}

/// One reason why an arrangement is not a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "problem", rename_all = "snake_case"))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum SetupProblem {
    /// The rows differ in length.
    UnequalRows {
        /// Pits of South's row.
        south: u32,
        /// Pits of North's row.
        north: u32,
    },
    /// A row does not have 2 to 50 pits.
    Pits {
        /// What it has.
        pits: u32,
    },
    /// The board is not the ruleset's.
    OtherBoard {
        /// Pits a row of the ruleset.
        pits: u8,
    },
    /// More than 10,000 seeds.
    TooManySeeds {
        /// All of them.
        seeds: u32,
    },
    /// The ruleset knows no bulls.
    NoBulls,
    /// A bull off the board.
    BullOffBoard {
        /// The ring index that was given.
        pit: u8,
    },
    /// A pit named twice among the bulls.
    BullTwice {
        /// Its ring index.
        pit: u8,
    },
    /// A bull without seeds.
    EmptyBull {
        /// Its ring index.
        pit: u8,
    },
    /// The ruleset has no start rows for this size of board.
    NoStartRows,
}

impl fmt::Display for SetupProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnequalRows { south, north } => {
                write!(f, "South's row has {south} pits, North's {north}")
            }
            Self::Pits { pits } => write!(f, "a row has 2 to 50 pits, not {pits}"),
            Self::OtherBoard { pits } => write!(f, "the ruleset has {pits} pits a row"),
            Self::TooManySeeds { seeds } => {
                write!(f, "{seeds} seeds; {MAX_SEEDS} are the most")
            }
            Self::NoBulls => f.write_str("the ruleset knows no bulls"),
            Self::BullOffBoard { pit } => write!(f, "there is no pit {pit} to be a bull"),
            Self::BullTwice { pit } => write!(f, "pit {pit} is a bull twice"),
            Self::EmptyBull { pit } => write!(f, "the bull in pit {pit} holds no seed"),
            Self::NoStartRows => f.write_str("the ruleset has no start rows for this board"),
        }
    }
}

impl std::error::Error for SetupProblem {}

impl Setup {
    /// Rows alone: nothing captured, no bulls, South to move, first turn.
    #[must_use]
    pub fn of_rows(rows: BySide<Vec<u16>>) -> Self {
        Self {
            rows,
            captured: BySide::both(0),
            bulls: Vec::new(),
            turn: Side::South,
            first_turn: true,
            special_used: BySide::both(false),
        }
    }

    /// The position, whatever the rules.
    ///
    /// # Errors
    /// Every reason why there is none.
    pub fn position(&self) -> Result<Position, Vec<SetupProblem>> {
        let mut problems = Vec::new();
        let ring = self.ring(&mut problems);
        let seeds = self.seeds();
        if seeds > u32::from(MAX_SEEDS) {
            problems.push(SetupProblem::TooManySeeds { seeds });
        }
        let Some(ring) = ring else {
            return Err(problems);
        };
        let bulls = self.bulls_on(ring, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut pits = [0; MAX_RING];
        let all = self.rows.south.iter().chain(&self.rows.north);
        for (pit, &seeds) in pits.iter_mut().zip(all) {
            *pit = seeds;
        }
        Ok(Position {
            pits,
            bulls,
            captured: self.captured,
            special_used: self.special_used,
            pits_per_row: ring.pits_per_row(),
            turn: self.turn,
            first_turn: self.first_turn,
        })
    }

    /// The position, if it can occur under these rules.
    ///
    /// # Errors
    /// Every reason why it cannot.
    pub fn position_for(&self, rules: &Ruleset) -> Result<Position, Vec<SetupProblem>> {
        let result = self.position();
        let mut problems = result.as_ref().err().cloned().unwrap_or_default();
        if self.rows.south.len() != usize::from(rules.pits) {
            problems.push(SetupProblem::OtherBoard { pits: rules.pits });
        }
        if !self.bulls.is_empty() && !rules.has_special_pits() {
            problems.push(SetupProblem::NoBulls);
        }
        if problems.is_empty() { result } else { Err(problems) }
    }

    fn ring(&self, problems: &mut Vec<SetupProblem>) -> Option<Ring> {
        let count = |row: &Vec<u16>| u32::try_from(row.len()).unwrap_or(u32::MAX);
        let pits = self.rows.as_ref().map(count);
        if pits.south != pits.north {
            problems.push(SetupProblem::UnequalRows { south: pits.south, north: pits.north });
        }
        let ring = u8::try_from(pits.south).ok().and_then(Ring::new);
        if ring.is_none() {
            problems.push(SetupProblem::Pits { pits: pits.south });
        }
        ring.filter(|_| pits.south == pits.north)
    }

    fn seeds(&self) -> u32 {
        let board = self.rows.south.iter().chain(&self.rows.north);
        board
            .chain([&self.captured.south, &self.captured.north])
            .fold(0u32, |sum, &seeds| sum.saturating_add(u32::from(seeds)))
    }

    fn bulls_on(&self, ring: Ring, problems: &mut Vec<SetupProblem>) -> BySide<u128> {
        let mut masks = BySide::both(0u128);
        for &OwnedPit { pit, owner } in &self.bulls {
            if pit >= ring.len() {
                problems.push(SetupProblem::BullOffBoard { pit });
                continue;
            }
            let bit = 1u128 << pit;
            if (masks.south | masks.north) & bit != 0 {
                problems.push(SetupProblem::BullTwice { pit });
                continue;
            }
            let row = &self.rows[ring.side(pit)];
            if row.get(usize::from(ring.number(pit) - 1)).is_none_or(|&seeds| seeds == 0) {
                problems.push(SetupProblem::EmptyBull { pit });
            }
            masks[owner] |= bit;
        }
        masks
    }
}

impl Ruleset {
    /// The position before the first turn: the start rows, South to move.
    ///
    /// For a ruleset with an opening race it is the position before the race; who moves first is
    /// for the caller to decide ([`Position::with_turn`]).
    ///
    /// # Errors
    /// [`SetupProblem::NoStartRows`] where the ruleset has none for its size.
    pub fn opening_position(&self) -> Result<Position, Vec<SetupProblem>> {
        let rows = self.start_rows().ok_or_else(|| vec![SetupProblem::NoStartRows])?;
        Setup::of_rows(rows).position_for(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_reasons_come_at_once() {
        let setup = Setup {
            rows: BySide::new(vec![9_000, 0, 1], vec![2_000, 1, 1]),
            captured: BySide::new(1, 0),
            bulls: vec![
                OwnedPit { pit: 1, owner: Side::South },
                OwnedPit { pit: 6, owner: Side::South },
                OwnedPit { pit: 0, owner: Side::South },
                OwnedPit { pit: 0, owner: Side::North },
            ],
            turn: Side::North,
            first_turn: false,
            special_used: BySide::both(false),
        };
        assert_eq!(
            setup.position(),
            Err(vec![
                SetupProblem::TooManySeeds { seeds: 11_004 },
                SetupProblem::EmptyBull { pit: 1 },
                SetupProblem::BullOffBoard { pit: 6 },
                SetupProblem::BullTwice { pit: 0 },
            ])
        );
    }

    #[test]
    fn unequal_rows_are_no_board() {
        let setup = Setup::of_rows(BySide::new(vec![1; 3], vec![1; 51]));
        assert_eq!(setup.position(), Err(vec![SetupProblem::UnequalRows { south: 3, north: 51 }]));
    }
}
