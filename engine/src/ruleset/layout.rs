//! Where the seeds lie before the first turn.

use crate::side::BySide;

/// The seeds before the first turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Layout {
    /// `seeds_per_pit` in every pit.
    #[default]
    Uniform,
    /// `0 0 4 4 4 4 4 4`.
    #[cfg_attr(feature = "serde", serde(rename = "8A"))]
    EightA,
    /// `4 4 4 4 4 4 0 0`.
    #[cfg_attr(feature = "serde", serde(rename = "8B"))]
    EightB,
    /// `0 0 3 3 3 3 3 3 3 3`.
    #[cfg_attr(feature = "serde", serde(rename = "10R"))]
    TenR,
    /// `0 3 3 0 3 3 0 3 3 0 3 3`.
    #[cfg_attr(feature = "serde", serde(rename = "12"))]
    Twelve,
    /// Rows somebody wrote down, own left to own right.
    Rows(BySide<Vec<u16>>),
    /// There are no start rows: only given positions can be played.
    Open,
}

impl Layout {
    /// The row of a named layout.
    #[must_use]
    pub const fn pattern(&self) -> Option<&'static [u16]> {
        match self {
            Self::EightA => Some(&[0, 0, 4, 4, 4, 4, 4, 4]),
            Self::EightB => Some(&[4, 4, 4, 4, 4, 4, 0, 0]),
            Self::TenR => Some(&[0, 0, 3, 3, 3, 3, 3, 3, 3, 3]),
            Self::Twelve => Some(&[0, 3, 3, 0, 3, 3, 0, 3, 3, 0, 3, 3]),
            Self::Uniform | Self::Rows(_) | Self::Open => None,
        }
    }

    /// The layout with that name on the wire: `"uniform"`, `"8A"`, `"8B"`, `"10R"`, `"12"`.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        match id {
            "uniform" => Some(Self::Uniform),
            "8A" => Some(Self::EightA),
            "8B" => Some(Self::EightB),
            "10R" => Some(Self::TenR),
            "12" => Some(Self::Twelve),
            _ => None,
        }
    }
}
