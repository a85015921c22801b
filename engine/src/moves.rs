//! What a side may ask of the board, and the reasons it may be told no.
//!
//! A [`Move`] on the wire is its text (see [`notation`](crate::notation)): `"8"`, `"8LR"`,
//! `"3+4=1:1,2:1,8:3"`.

use std::fmt;

use crate::board::Direction;

/// A move of the side to move. Pits are own numbers, `1..=n`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "export", ts(as = "String"))]
pub enum Move {
    /// Lift a pit and sow.
    Sow {
        /// The start pit.
        pit: u8,
        /// Choices for the later laps under the direction privilege, in order: each lap after the
        /// first that begins with the privilege takes the next one. When they are used up the
        /// direction stays as it was.
        directions: Vec<Direction>,
    },
    /// The special move of Enkeshui: lift two pits and lay their seeds anew in the own row.
    Redistribute {
        /// The two pits to lift.
        lift: [u8; 2],
        /// How many seeds go where, by ascending pit.
        lay: Vec<(u8, u16)>,
    },
}

impl Move {
    /// Lift a pit and sow, choosing no direction.
    #[must_use]
    pub const fn sow(pit: u8) -> Self {
        Self::Sow { pit, directions: Vec::new() }
    }
}

/// Why a move (or a drop of a race) is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Illegal {
    /// The game is over.
    GameOver,
    /// The position's board is not the ruleset's.
    OtherBoard,
    /// No such pit in the own row.
    NoSuchPit,
    /// The pit holds no seed.
    EmptyPit,
    /// The pit is a bull (or an uur), which is never emptied.
    Bull,
    /// A lone seed may not start here under the ruleset's `single_seed`.
    SingleSeed,
    /// The first turn starts from the rightmost filled pit.
    FirstTurn,
    /// The first lap must reach the other row or an empty pit.
    MustReach,
    /// The turn would never end.
    Endless,
    /// With these direction choices the turn passes the lap limit.
    TooLong,
    /// The ruleset has no special move.
    SpecialOff,
    /// This side has used its special move.
    SpecialUsed,
    /// The special move lifts two different pits.
    LiftTwice,
    /// Something is laid outside the own row, on a bull, twice on one pit, or a heap of none.
    BadLay,
    /// Not as many seeds are laid as were lifted.
    LayCount,
    /// The special move leaves the rows as they were.
    NothingChanges,
    /// This side sleeps: it has finished its race.
    Asleep,
    /// The race has used up its drops.
    RaceVoid,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GameOver => "the game is over",
            Self::OtherBoard => "the position does not belong to this ruleset",
            Self::NoSuchPit => "no such pit in the own row",
            Self::EmptyPit => "the pit is empty",
            Self::Bull => "a bull is never emptied",
            Self::SingleSeed => "this lone seed may not start",
            Self::FirstTurn => "the first turn starts from the rightmost filled pit",
            Self::MustReach => "the first lap must reach the other row or an empty pit",
            Self::Endless => "the turn would never end",
            Self::TooLong => "with these directions the turn has too many laps",
            Self::SpecialOff => "there is no special move in this ruleset",
            Self::SpecialUsed => "the special move is used up",
            Self::LiftTwice => "the special move lifts two different pits",
            Self::BadLay => "seeds are laid on own pits that are no bulls",
            Self::LayCount => "the special move lays exactly what it lifted",
            Self::NothingChanges => "the special move must change the rows",
            Self::Asleep => "this side sleeps",
            Self::RaceVoid => "the race is void",
        })
    }
}

impl std::error::Error for Illegal {}
