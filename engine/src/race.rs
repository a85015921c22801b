//! The opening race of Enkeshui, from a list of drops (`docs/rules.md` 2.2, `docs/referee.md`
//! 3.3).
//!
//! Both sides lift their race pit before anyone drops; then each drop puts one seed of one side
//! into its next pit counterclockwise. Who drops when is for the caller to say: people or lots.

use crate::board::Direction;
use crate::moves::Illegal;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::setup::SetupProblem;
use crate::side::{BySide, Side};

/// Drops after which a race without a result is void (`docs/rules.md` 2.8, T5).
pub const DROP_LIMIT: u32 = 2_000;

/// A race under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Race {
    start: Position,
    position: Position,
    hands: BySide<Hand>,
    finished: Vec<Side>,
    drops: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hand {
    /// Ring index of the pit of its last seed, or of the pit it lifted.
    at: u8,
    seeds: u16,
}

/// One seed dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Drop {
    /// Whose seed.
    pub side: Side,
    /// Ring index of the pit it fell into.
    pub pit: u8,
    /// What followed.
    pub then: Then,
}

/// What followed a drop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Then {
    /// Nothing: there are seeds left in the hand.
    Drop,
    /// The hand was empty and the pit occupied: it was lifted, so many seeds.
    Lift(u16),
    /// The hand was empty and so was the pit: the side sleeps.
    Sleep,
}

/// How a race ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RaceEnd {
    /// Both sides sleep; the first of them starts the game from this position.
    Finished {
        /// Who starts.
        starter: Side,
        /// The board after the race, the starter to move.
        position: Position,
    },
    /// The limit of drops was reached: the start position is restored and the caller draws the
    /// starter by lot.
    Void {
        /// The board before the race.
        position: Position,
    },
}

/// Why there can be no race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum RaceProblem {
    /// The ruleset has no start rows for its size.
    NoStartRows,
    /// A side has no filled pit that is no bull to race from.
    NothingToLift,
    /// A race pit is off the board, empty or a bull.
    BadPit,
}

impl From<Vec<SetupProblem>> for RaceProblem {
    fn from(_: Vec<SetupProblem>) -> Self {
        Self::NoStartRows
    }
}

impl Race {
    /// A race from the start rows. `pits` are own numbers; `None` is the rightmost filled pit of
    /// each side.
    ///
    /// # Errors
    /// Why there can be none.
    pub fn new(rules: &Ruleset, pits: Option<BySide<u8>>) -> Result<Self, RaceProblem> {
        Self::from_position(rules.opening_position()?, pits)
    }

    /// A race from any position: a game of a series starts from other rows.
    ///
    /// # Errors
    /// Why there can be none.
    pub fn from_position(start: Position, pits: Option<BySide<u8>>) -> Result<Self, RaceProblem> {
        let ring = start.ring();
        let may_lift = |pit: u8| start.seeds(pit) > 0 && start.bull(pit).is_none();
        let race_pit = |side: Side| match pits {
            Some(pits) => ring.at(side, pits[side]).filter(|&pit| may_lift(pit)).ok_or(RaceProblem::BadPit),
            None => ring.row(side).rev().find(|&pit| may_lift(pit)).ok_or(RaceProblem::NothingToLift),
        };
        let lifted = BySide::new(race_pit(Side::South)?, race_pit(Side::North)?);
        let mut position = start.with_turn(Side::South);
        let hands = lifted.map(|at| Hand { at, seeds: std::mem::take(&mut position.pits[usize::from(at)]) });
        Ok(Self { start, position, hands, finished: Vec::new(), drops: 0 })
    }

    /// Drops the next seed of a side.
    ///
    /// # Errors
    /// [`Illegal::Asleep`] for a side that has finished, [`Illegal::RaceVoid`] after the limit.
    pub fn drop(&mut self, side: Side) -> Result<Drop, Illegal> {
        if self.is_void() {
            return Err(Illegal::RaceVoid);
        }
        if self.sleeps(side) {
            return Err(Illegal::Asleep);
        }
        self.drops += 1;
        let hand = &mut self.hands[side];
        let pit = self.position.ring().next(hand.at, Direction::Ccw);
        let seeds = &mut self.position.pits[usize::from(pit)];
        *seeds += 1;
        hand.at = pit;
        hand.seeds -= 1;
        let then = if hand.seeds > 0 {
            Then::Drop
        } else if *seeds > 1 {
            hand.seeds = std::mem::take(seeds);
            Then::Lift(hand.seeds)
        } else {
            self.finished.push(side);
            Then::Sleep
        };
        Ok(Drop { side, pit, then })
    }

    /// Whether a side has finished.
    #[must_use]
    pub fn sleeps(&self, side: Side) -> bool {
        self.finished.contains(&side)
    }

    /// The sides that have finished, in order.
    #[must_use]
    pub fn finished(&self) -> &[Side] {
        &self.finished
    }

    /// The side that will start the game: the first that sleeps.
    #[must_use]
    pub fn starter(&self) -> Option<Side> {
        self.finished.first().copied()
    }

    /// Seeds in the hands, which are not on the board.
    #[must_use]
    pub fn hands(&self) -> BySide<u16> {
        self.hands.map(|hand| hand.seeds)
    }

    /// Drops so far.
    #[must_use]
    pub const fn drops(&self) -> u32 {
        self.drops
    }

    /// Whether the limit is reached while somebody is still awake.
    #[must_use]
    pub const fn is_void(&self) -> bool {
        self.drops >= DROP_LIMIT && self.finished.len() < 2
    }

    /// The position before the race.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The board now, without what is in the hands; the starter is to move, South while there is
    /// none.
    #[must_use]
    pub fn position(&self) -> Position {
        self.position.with_turn(self.starter().unwrap_or(Side::South))
    }

    /// How it ended, once it has.
    #[must_use]
    pub fn end(&self) -> Option<RaceEnd> {
        if self.is_void() {
            return Some(RaceEnd::Void { position: self.start });
        }
        match (self.starter(), self.finished.len()) {
            (Some(starter), 2) => Some(RaceEnd::Finished { starter, position: self.position() }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Preset;

    fn alternate(pits: u8) -> (u32, Position) {
        let rules = Ruleset::with_size(Preset::Enkeshui, Some(pits), None).unwrap();
        let mut race = Race::new(&rules, None).unwrap();
        loop {
            race.drop(Side::South).unwrap();
            if race.sleeps(Side::South) {
                assert_eq!(race.drop(Side::South), Err(Illegal::Asleep));
            }
            race.drop(Side::North).unwrap();
            if let Some(RaceEnd::Finished { starter, position }) = race.end() {
                assert_eq!(starter, Side::South);
                return (race.drops() / 2, position);
            }
        }
    }

    /// ENK-14.
    #[test]
    fn lock_step_races_take_as_many_drops_for_both_sides() {
        for (pits, drops, row) in [
            (8, 17, vec![1, 2, 0, 1, 6, 6, 6, 2]),
            (10, 13, vec![0, 2, 1, 4, 4, 4, 0, 4, 4, 1]),
            (12, 7, vec![1, 4, 0, 1, 4, 4, 1, 3, 3, 0, 3, 0]),
        ] {
            let (took, position) = alternate(pits);
            assert_eq!(took, drops);
            assert_eq!(position.row(Side::South), row);
            assert_eq!(position.row(Side::North), row);
        }
    }

    #[test]
    fn an_endless_race_becomes_void() {
        let rows = BySide::new(vec![1, 3], vec![3, 1]);
        let start = crate::Setup::of_rows(rows).position().unwrap();
        let mut race = Race::from_position(start, None).unwrap();
        for _ in 0..DROP_LIMIT {
            assert_eq!(race.end(), None);
            race.drop(Side::South).unwrap();
        }
        assert_eq!(race.end(), Some(RaceEnd::Void { position: start }));
        assert_eq!(race.drop(Side::South), Err(Illegal::RaceVoid));
    }
}
