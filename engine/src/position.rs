//! A possible position: seeds, bulls, what is captured, who is to move.
//!
//! Only a [`Setup`] or a turn makes one, so every position keeps these promises:
//! 2 to 50 pits a row, every bull holds a seed and has one owner, all seeds together are at
//! most 10,000. What a turn does to it is in `play`, `sowing` and `landing`.

use crate::board::{MAX_RING, Ring};
use crate::ruleset::Ruleset;
use crate::setup::{OwnedPit, Setup, SetupProblem};
use crate::side::{BySide, Side};

/// A position of a game. Plain memory: 256 bytes for every board size, and `Copy`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "crate::wire::PositionWire", into = "crate::wire::PositionWire")
)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "export", ts(as = "crate::wire::PositionWire"))]
pub struct Position {
    /// Seeds by ring index; zero beyond `2n`.
    pub(crate) pits: [u16; MAX_RING],
    /// The pits each side owns for good, as bits by ring index.
    pub(crate) bulls: BySide<u128>,
    pub(crate) captured: BySide<u16>,
    pub(crate) special_used: BySide<bool>,
    pub(crate) pits_per_row: u8,
    pub(crate) turn: Side,
    pub(crate) first_turn: bool,
}

impl Position {
    /// Pits a row.
    #[inline]
    #[must_use]
    pub const fn pits_per_row(&self) -> u8 {
        self.pits_per_row
    }

    /// The geometry of its board.
    #[inline]
    #[must_use]
    pub const fn ring(&self) -> Ring {
        Ring::of_checked(self.pits_per_row)
    }

    /// Seeds in a pit; zero for a ring index that is not on the board.
    #[inline]
    #[must_use]
    pub fn seeds(&self, ring: u8) -> u16 {
        self.pits.get(usize::from(ring)).copied().unwrap_or(0)
    }

    /// Seeds by ring index, all `2n` of them.
    #[inline]
    #[must_use]
    pub fn pits(&self) -> &[u16] {
        &self.pits[..usize::from(self.ring().len())]
    }

    /// The row of a side, from its own left to its own right.
    #[inline]
    #[must_use]
    pub fn row(&self, side: Side) -> &[u16] {
        let row = self.ring().row(side);
        &self.pits[usize::from(row.start)..usize::from(row.end)]
    }

    /// Who owns a pit for good, if anyone: bulls and uurs alike.
    #[must_use]
    pub fn bull(&self, ring: u8) -> Option<Side> {
        let bit = 1u128.checked_shl(u32::from(ring)).unwrap_or(0);
        if self.bulls.south & bit != 0 {
            Some(Side::South)
        } else if self.bulls.north & bit != 0 {
            Some(Side::North)
        } else {
            None
        }
    }

    /// Every bull with its owner, by ring index.
    pub fn bulls(&self) -> impl Iterator<Item = OwnedPit> + '_ {
        (0..self.ring().len()).filter_map(|pit| self.bull(pit).map(|owner| OwnedPit { pit, owner }))
    }

    /// Seeds each side has captured (or in hand from the start).
    #[inline]
    #[must_use]
    pub const fn captured(&self) -> BySide<u16> {
        self.captured
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Whether this is the first turn of a game; it matters for a fixed first pit only.
    #[inline]
    #[must_use]
    pub const fn first_turn(&self) -> bool {
        self.first_turn
    }

    /// Who has used the special move.
    #[inline]
    #[must_use]
    pub const fn special_used(&self) -> BySide<bool> {
        self.special_used
    }

    /// All seeds, on the board and captured. No turn changes it.
    #[must_use]
    pub fn total(&self) -> u16 {
        self.pits().iter().sum::<u16>() + self.captured.south + self.captured.north
    }

    /// Seeds in the bulls of a side.
    #[must_use]
    pub fn bull_seeds(&self, owner: Side) -> u16 {
        bits(self.bulls[owner]).map(|ring| self.seeds(ring)).sum()
    }

    /// Seeds of a row outside bulls.
    #[must_use]
    pub fn free_seeds(&self, side: Side) -> u16 {
        let all = self.all_bulls();
        self.ring().row(side).filter(|&ring| all & (1 << ring) == 0).map(|ring| self.seeds(ring)).sum()
    }

    /// The same position with another side to move: for the toss or the race that decides it.
    #[must_use]
    pub fn with_turn(mut self, side: Side) -> Self {
        self.turn = side;
        self
    }

    /// The board turned by half: South's seeds, bulls and turn become North's.
    #[must_use]
    pub fn turned(&self) -> Self {
        let n = usize::from(self.pits_per_row);
        let mut turned = *self;
        turned.pits[..2 * n].rotate_left(n);
        let half = |mask: u128| (mask >> n) | ((mask & ((1 << n) - 1)) << n);
        turned.bulls = self.bulls.map(half).swapped();
        turned.captured = self.captured.swapped();
        turned.special_used = self.special_used.swapped();
        turned.turn = self.turn.other();
        turned
    }

    /// The arrangement this position came from, or might have.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            rows: BySide::from_fn(|side| self.row(side).to_vec()),
            captured: self.captured,
            bulls: self.bulls().collect(),
            turn: self.turn,
            first_turn: self.first_turn,
            special_used: self.special_used,
        }
    }

    /// Whether this position can occur under `rules`: size of the board, bulls only where the
    /// rules know them.
    ///
    /// # Errors
    /// Every reason why not.
    pub fn fits(&self, rules: &Ruleset) -> Result<(), Vec<SetupProblem>> {
        self.setup().position_for(rules).map(|_| ())
    }

    /// The bulls of both sides, as bits by ring index.
    #[inline]
    pub(crate) const fn all_bulls(&self) -> u128 {
        self.bulls.south | self.bulls.north
    }

    /// Whether a pit is owned for good. Most boards have no bulls at all, and then it is one test.
    #[inline]
    pub(crate) const fn is_bull(&self, ring: u8) -> bool {
        let all = self.all_bulls();
        all != 0 && all & (1 << ring) != 0
    }

    /// The ring indices `0..2n` as bits.
    #[cfg(test)]
    pub(crate) const fn board_mask(&self) -> u128 {
        (1 << (2 * self.pits_per_row)) - 1
    }
}

/// The indices of the set bits, lowest first.
pub(crate) fn bits(mut mask: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let index = mask.trailing_zeros();
        mask &= mask - 1;
        u8::try_from(index).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Preset;

    #[test]
    fn a_position_stays_small() {
        assert!(size_of::<Position>() <= 256);
    }

    #[test]
    fn turning_twice_changes_nothing() {
        let setup = Setup {
            rows: BySide::new(vec![1, 4, 0], vec![2, 0, 3]),
            captured: BySide::new(5, 6),
            bulls: vec![OwnedPit { pit: 1, owner: Side::North }],
            turn: Side::South,
            first_turn: false,
            special_used: BySide::new(true, false),
        };
        let position = setup.position().unwrap();
        let turned = position.turned();
        assert_eq!(turned.row(Side::North), [1, 4, 0]);
        assert_eq!(turned.bull(4), Some(Side::South));
        assert_eq!(turned.all_bulls() & !turned.board_mask(), 0);
        assert_eq!(turned.turned(), position);
    }

    #[test]
    fn a_position_of_another_size_does_not_fit() {
        let position = Preset::EnDodoi.ruleset().opening_position().unwrap();
        assert!(position.fits(&Preset::EnGehe.ruleset()).is_err());
        assert!(position.fits(&Preset::Ndoto.ruleset()).is_ok());
    }
}
