//! The shapes of positions and laps on the wire and in the log.

#![cfg(feature = "serde")]

use crate::board::Direction;
use crate::position::Position;
use crate::ruleset::Problems;
use crate::setup::{OwnedPit, Setup, SetupProblem};
use crate::side::{BySide, Side};
use crate::trace::Lap;

/// A position on the wire: `pits` are the seeds by ring index, `S1..Sn N1..Nn`.
#[derive(serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PositionWire {
    pits: Vec<u16>,
    bulls: Vec<OwnedPit>,
    captured: BySide<u16>,
    turn: Side,
    first_turn: bool,
    special_used: BySide<bool>,
}

impl From<Position> for PositionWire {
    fn from(position: Position) -> Self {
        Self {
            pits: position.pits().to_vec(),
            bulls: position.bulls().collect(),
            captured: position.captured(),
            turn: position.turn(),
            first_turn: position.first_turn(),
            special_used: position.special_used(),
        }
    }
}

impl TryFrom<PositionWire> for Position {
    type Error = Problems<SetupProblem>;

    fn try_from(wire: PositionWire) -> Result<Self, Self::Error> {
        // An odd number of pits leaves unequal rows, which a setup refuses.
        let (south, north) = wire.pits.split_at(wire.pits.len() / 2);
        let setup = Setup {
            rows: BySide::new(south.to_vec(), north.to_vec()),
            captured: wire.captured,
            bulls: wire.bulls,
            turn: wire.turn,
            first_turn: wire.first_turn,
            special_used: wire.special_used,
        };
        setup.position().map_err(Problems)
    }
}

/// A lap on the wire: `[from, seeds, direction, last]`, direction 1 (ccw) or -1 (cw).
#[derive(serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LapWire(u8, u16, i8, u8);

impl From<Lap> for LapWire {
    fn from(lap: Lap) -> Self {
        Self(lap.from, lap.seeds, lap.direction.step(), lap.last)
    }
}

impl TryFrom<LapWire> for Lap {
    type Error = String;

    fn try_from(LapWire(from, seeds, step, last): LapWire) -> Result<Self, Self::Error> {
        let direction = match step {
            1 => Direction::Ccw,
            -1 => Direction::Cw,
            other => return Err(format!("a lap goes 1 or -1, not {other}")),
        };
        Ok(Self { from, last, seeds, direction })
    }
}
