//! Two rows of pits as a ring: which pit faces which, what comes next, what a pit is called.
//!
//! Every pit has a *ring index*, a `u8` named `ring` throughout: `S1..Sn` are `0..n` and
//! `N1..Nn` are `n..2n`, so counterclockwise sowing counts upwards. People and moves use the *own
//! number* instead: each side counts its pits `1..=n` from its own left to its own right.
//!
//! No seeds here: only geometry.

use crate::side::Side;

/// The fewest pits a row may have.
pub const MIN_PITS: u8 = 2;
/// The most pits a row may have.
pub const MAX_PITS: u8 = 50;
/// The most pits a board may have.
pub const MAX_RING: usize = 100;

/// The way seeds are sown round the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Direction {
    /// Counterclockwise: towards the sower's right in the own row, ring index counting up.
    Ccw,
    /// Clockwise: towards the sower's left in the own row, ring index counting down.
    Cw,
}

impl Direction {
    /// `"ccw"` or `"cw"`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ccw => "ccw",
            Self::Cw => "cw",
        }
    }

    /// The direction with that [`id`](Self::id).
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        match id {
            "ccw" => Some(Self::Ccw),
            "cw" => Some(Self::Cw),
            _ => None,
        }
    }

    /// The opposite way.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Ccw => Self::Cw,
            Self::Cw => Self::Ccw,
        }
    }

    /// By how much a ring index changes: 1 for counterclockwise, -1 for clockwise.
    #[must_use]
    pub const fn step(self) -> i8 {
        match self {
            Self::Ccw => 1,
            Self::Cw => -1,
        }
    }
}

/// The geometry of a board with `n` pits in each of two rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ring {
    n: u8,
}

impl Ring {
    /// The ring of a board with `pits` pits a row; `None` unless [`MIN_PITS`] to [`MAX_PITS`].
    #[must_use]
    pub const fn new(pits: u8) -> Option<Self> {
        if pits < MIN_PITS || pits > MAX_PITS { None } else { Some(Self { n: pits }) }
    }

    /// For callers that hold an already checked number of pits.
    #[inline]
    pub(crate) const fn of_checked(pits: u8) -> Self {
        Self { n: pits }
    }

    /// Pits a row.
    #[inline]
    #[must_use]
    pub const fn pits_per_row(self) -> u8 {
        self.n
    }

    /// Pits on the board, twice the row.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u8 {
        self.n * 2
    }

    /// Never: a board has at least four pits.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        false
    }

    /// The pit across the board: own pit `k` faces the other side's `n + 1 - k`.
    #[inline]
    #[must_use]
    pub const fn facing(self, ring: u8) -> u8 {
        self.len() - 1 - ring
    }

    /// The pit after `ring` in a direction.
    #[inline]
    #[must_use]
    pub const fn next(self, ring: u8, direction: Direction) -> u8 {
        match direction {
            Direction::Ccw => {
                if ring + 1 == self.len() {
                    0
                } else {
                    ring + 1
                }
            }
            Direction::Cw => {
                if ring == 0 {
                    self.len() - 1
                } else {
                    ring - 1
                }
            }
        }
    }

    /// The ring index of the leftmost pit of a side.
    #[inline]
    #[must_use]
    pub const fn first(self, side: Side) -> u8 {
        match side {
            Side::South => 0,
            Side::North => self.n,
        }
    }

    /// The ring indices of a row, from the side's own left to its own right.
    #[inline]
    #[must_use]
    pub fn row(self, side: Side) -> std::ops::Range<u8> {
        let first = self.first(side);
        first..first + self.n
    }

    /// Whose row a pit is in.
    #[inline]
    #[must_use]
    pub const fn side(self, ring: u8) -> Side {
        if ring < self.n { Side::South } else { Side::North }
    }

    /// The own number (`1..=n`) of a pit, in the count of the side whose row it is in.
    #[inline]
    #[must_use]
    pub const fn number(self, ring: u8) -> u8 {
        if ring < self.n { ring + 1 } else { ring - self.n + 1 }
    }

    /// The ring index of a side's pit with that own number; `None` outside `1..=n`.
    #[inline]
    #[must_use]
    pub const fn at(self, side: Side, number: u8) -> Option<u8> {
        if number == 0 || number > self.n { None } else { Some(self.first(side) + number - 1) }
    }

    /// The name of a pit: `"S3"`, `"N12"`.
    #[must_use]
    pub fn name(self, ring: u8) -> String {
        format!("{}{}", self.side(ring).letter(), self.number(ring))
    }

    /// The ring index of a pit name: capital letter, own number without leading zeros.
    #[must_use]
    pub fn parse(self, name: &str) -> Option<u8> {
        let (side, digits) = match name.as_bytes().first()? {
            b'S' => (Side::South, &name[1..]),
            b'N' => (Side::North, &name[1..]),
            _ => return None,
        };
        self.at(side, parse_number(digits)?)
    }
}

/// A decimal number without sign or leading zeros; `None` for anything else and above 255.
pub(crate) fn parse_number(digits: &str) -> Option<u8> {
    if digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        let ring = Ring::new(12).unwrap();
        for pit in 0..ring.len() {
            assert_eq!(ring.parse(&ring.name(pit)), Some(pit));
            assert_eq!(ring.facing(ring.facing(pit)), pit);
            assert_ne!(ring.side(ring.facing(pit)), ring.side(pit));
            assert_eq!(ring.number(ring.facing(pit)), 13 - ring.number(pit));
            assert_eq!(ring.next(ring.next(pit, Direction::Cw), Direction::Ccw), pit);
        }
        for wrong in ["", "S", "S0", "S01", "S13", "s1", "E1", "S+1", "S 1", "N256", "Ñ1"] {
            assert_eq!(ring.parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_board_has_two_to_fifty_pits_a_row() {
        assert!(Ring::new(1).is_none() && Ring::new(51).is_none());
        assert!(Ring::new(2).is_some() && Ring::new(50).is_some());
    }
}
