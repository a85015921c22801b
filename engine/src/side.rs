//! The two sides of a game and a value for each of them.
//!
//! A side may be one person or a team: the board does not care. Nothing here (or anywhere in
//! this crate) uses an array of two: `side as usize` is an index waiting to be mixed up.

use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the two sides. South is the one whose pits come first on the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Side {
    /// The side that owns `S1..Sn`.
    South,
    /// The side that owns `N1..Nn`.
    North,
}

impl Side {
    /// South, then North: the order in which anything per side is listed.
    pub const ALL: BySide<Self> = BySide { south: Self::South, north: Self::North };

    /// The side across the board.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// `"south"` or `"north"`, the word used on the wire.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::South => "south",
            Self::North => "north",
        }
    }

    /// The side with that [`id`](Self::id).
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        match id {
            "south" => Some(Self::South),
            "north" => Some(Self::North),
            _ => None,
        }
    }

    /// `'S'` or `'N'`, the first letter of the names of its pits.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::South => 'S',
            Self::North => 'N',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// One value for South and one for North.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BySide<T> {
    /// South's value.
    pub south: T,
    /// North's value.
    pub north: T,
}

impl<T> BySide<T> {
    /// A value for each side.
    pub const fn new(south: T, north: T) -> Self {
        Self { south, north }
    }

    /// What `make` gives for each side, South first.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        let south = make(Side::South);
        let north = make(Side::North);
        Self { south, north }
    }

    /// The value of one side.
    #[inline]
    pub const fn get(&self, side: Side) -> &T {
        match side {
            Side::South => &self.south,
            Side::North => &self.north,
        }
    }

    /// The value of one side, to change it.
    #[inline]
    pub const fn get_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::South => &mut self.south,
            Side::North => &mut self.north,
        }
    }

    /// Both values changed in the same way.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> BySide<U> {
        BySide { south: change(self.south), north: change(self.north) }
    }

    /// References to both values.
    pub const fn as_ref(&self) -> BySide<&T> {
        BySide { south: &self.south, north: &self.north }
    }

    /// Both values with their side, South first.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        [(Side::South, &self.south), (Side::North, &self.north)].into_iter()
    }

    /// The two values with their sides exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { south: self.north, north: self.south }
    }
}

impl<T: Clone> BySide<T> {
    /// The same value for each side.
    pub fn both(value: T) -> Self {
        Self { south: value.clone(), north: value }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        self.get(side)
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        self.get_mut(side)
    }
}
