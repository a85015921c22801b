//! Every knob of the rules as data, which values go together, and the named presets.
//!
//! `docs/rules.md` part 4 is the source of each knob and `docs/referee.md` 4.2 of its name and
//! default. A [`RulesetDraft`] is what somebody asks for, a [`Ruleset`] is one that goes
//! together; only [`RulesetDraft::check`] makes one out of the other, so nothing further on has
//! to ask again. No rule is *played* here.

mod knobs;
mod layout;
mod preset;

pub use knobs::{
    BullRows, CaptureLap, Chain, EndCheck, Endless, Opening, OwnSeed, Privilege, Relay, Remaining,
    SingleSeed, SowIntoSpecial, Sowing, SpecialMove, SpecialPit, StartFilter,
};
pub use layout::Layout;
pub use preset::Preset;

use std::fmt;
use std::ops::Deref;

use crate::board::{Direction, MAX_PITS, MIN_PITS, Ring};
use crate::side::BySide;

/// The most seeds a game may have, on the board and captured together.
pub const MAX_SEEDS: u16 = 10_000;
/// The highest lap limit that may be set.
pub const MAX_LAP_LIMIT: u32 = 1_000_000;

/// A set of rules as somebody asks for it: every knob, in any combination.
///
/// The default is the list of defaults of `docs/referee.md` 4.2, which is `en-dodoi`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RulesetDraft {
    /// Pits a row, 2 to 50.
    pub pits: u8,
    /// The start rows.
    pub setup: Layout,
    /// Seeds in every pit of a uniform layout, 1 to 100.
    pub seeds_per_pit: u8,
    /// What is special about the start.
    pub opening: Opening,
    /// Which way laps are sown.
    pub direction: Sowing,
    /// When a mover may choose the direction of later laps.
    pub direction_privilege: Privilege,
    /// Whether sowing goes on from the pit of the last seed.
    pub relay: Relay,
    /// Whether a lap drops nothing into the pit it lifted.
    pub skip_origin: bool,
    /// When a pit of one seed may start.
    pub single_seed: SingleSeed,
    /// What the first lap must do.
    pub start_filter: StartFilter,
    /// The most seeds that are captured from one facing pit; `None` for any number.
    pub capture_max: Option<u16>,
    /// Which laps may take anything.
    pub capture_lap: CaptureLap,
    /// When the capturing seed is taken.
    pub own_seed: OwnSeed,
    /// Whether a capture goes on along the row.
    pub chain: Chain,
    /// Whether there are pits that a side owns for good.
    pub special_pit: SpecialPit,
    /// Whether a last seed that makes four makes a bull.
    pub bull_single: bool,
    /// Whether two last seeds that make three and four make two bulls.
    pub bull_pair: bool,
    /// In which rows a lap makes bulls.
    pub bull_rows: BullRows,
    /// Which bulls sowing drops seeds into.
    pub sow_into_special: SowIntoSpecial,
    /// Whether seeds may be laid anew instead of a turn.
    pub special_move: SpecialMove,
    /// Whose lack of starts ends a game.
    pub end_check: EndCheck,
    /// Who gets the free seeds when a side is stuck.
    pub remaining: Remaining,
    /// Whether more than half of all seeds ends a game.
    pub stop_at_majority: bool,
    /// What an endless start does.
    pub endless: Endless,
    /// The most laps of a turn, 1 to 1,000,000.
    pub max_laps: u32,
    /// How often a position occurs before the game ends, 2 to 1,000,000.
    pub repetition: u32,
    /// Plies without capture or new bull that end the game, 1 to 1,000,000; `None` for `4 n²`.
    pub no_progress: Option<u32>,
}

impl Default for RulesetDraft {
    fn default() -> Self {
        Self {
            pits: 8,
            setup: Layout::Uniform,
            seeds_per_pit: 4,
            opening: Opening::Free,
            direction: Sowing::Ccw,
            direction_privilege: Privilege::Off,
            relay: Relay::ToEmpty,
            skip_origin: false,
            single_seed: SingleSeed::Free,
            start_filter: StartFilter::Any,
            capture_max: None,
            capture_lap: CaptureLap::AnyLap,
            own_seed: OwnSeed::OnCapture,
            chain: Chain::None,
            special_pit: SpecialPit::None,
            bull_single: true,
            bull_pair: true,
            bull_rows: BullRows::Both,
            sow_into_special: SowIntoSpecial::All,
            special_move: SpecialMove::Off,
            end_check: EndCheck::AtTurnStart,
            remaining: Remaining::OtherSide,
            stop_at_majority: false,
            endless: Endless::Illegal,
            max_laps: 10_000,
            repetition: 3,
            no_progress: None,
        }
    }
}

/// One reason why a draft is not a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "problem", rename_all = "snake_case"))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum RulesetProblem {
    /// The number of pits a row is not 2 to 50.
    Pits {
        /// The number asked for.
        pits: u8,
    },
    /// A layout has another number of pits than the board.
    SetupLength {
        /// Pits of the board's row.
        pits: u8,
        /// Pits of the layout's row.
        length: u32,
    },
    /// A layout holds more than 10,000 seeds.
    TooManySeeds {
        /// What it holds.
        seeds: u32,
    },
    /// `seeds_per_pit` is not 1 to 100.
    SeedsPerPit {
        /// The number asked for.
        seeds: u8,
    },
    /// `capture_max` is zero.
    CaptureMax,
    /// `skip_origin` does not go with passing over bulls.
    SkipOriginAndSpecial,
    /// `max_laps` is not 1 to 1,000,000.
    MaxLaps {
        /// The number asked for.
        laps: u32,
    },
    /// `repetition` is not 2 to 1,000,000.
    Repetition {
        /// The number asked for.
        occurrences: u32,
    },
    /// `no_progress` is not 1 to 1,000,000.
    NoProgress {
        /// The number asked for.
        plies: u32,
    },
}

impl fmt::Display for RulesetProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pits { pits } => {
                write!(f, "a row has {MIN_PITS} to {MAX_PITS} pits, not {pits}")
            }
            Self::SetupLength { pits, length } => {
                write!(f, "the setup has {length} pits a row, the board {pits}")
            }
            Self::TooManySeeds { seeds } => {
                write!(f, "the setup has {seeds} seeds; {MAX_SEEDS} are the most")
            }
            Self::SeedsPerPit { seeds } => {
                write!(f, "seeds_per_pit must be 1 to 100, not {seeds}")
            }
            Self::CaptureMax => f.write_str("capture_max must be at least 1"),
            Self::SkipOriginAndSpecial => f.write_str("skip_origin goes with sow_into_special = all only"),
            Self::MaxLaps { laps } => {
                write!(f, "max_laps must be 1 to {MAX_LAP_LIMIT}, not {laps}")
            }
            Self::Repetition { occurrences } => {
                write!(f, "repetition must be 2 to 1000000, not {occurrences}")
            }
            Self::NoProgress { plies } => {
                write!(f, "no_progress must be 1 to 1000000, not {plies}")
            }
        }
    }
}

impl std::error::Error for RulesetProblem {}

/// Several problems at once, as one error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems<P>(pub Vec<P>);

impl<P: fmt::Display> fmt::Display for Problems<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl<P: fmt::Display + fmt::Debug> std::error::Error for Problems<P> {}

impl RulesetDraft {
    /// The ruleset, or every reason why there is none.
    ///
    /// # Errors
    /// All problems of the draft, never only the first.
    pub fn check(self) -> Result<Ruleset, Vec<RulesetProblem>> {
        let mut problems = Vec::new();
        if Ring::new(self.pits).is_none() {
            problems.push(RulesetProblem::Pits { pits: self.pits });
        }
        if !(1..=100).contains(&self.seeds_per_pit) {
            problems.push(RulesetProblem::SeedsPerPit { seeds: self.seeds_per_pit });
        }
        self.check_rows(&mut problems);
        if self.capture_max == Some(0) {
            problems.push(RulesetProblem::CaptureMax);
        }
        if self.skip_origin && self.sow_into_special != SowIntoSpecial::All {
            problems.push(RulesetProblem::SkipOriginAndSpecial);
        }
        if !(1..=MAX_LAP_LIMIT).contains(&self.max_laps) {
            problems.push(RulesetProblem::MaxLaps { laps: self.max_laps });
        }
        if !(2..=1_000_000).contains(&self.repetition) {
            problems.push(RulesetProblem::Repetition { occurrences: self.repetition });
        }
        if let Some(plies) = self.no_progress
            && !(1..=1_000_000).contains(&plies)
        {
            problems.push(RulesetProblem::NoProgress { plies });
        }
        if problems.is_empty() { Ok(Ruleset(self)) } else { Err(problems) }
    }

    fn check_rows(&self, problems: &mut Vec<RulesetProblem>) {
        let mut length_of = |row: &[u16]| {
            if row.len() != usize::from(self.pits) {
                let length = u32::try_from(row.len()).unwrap_or(u32::MAX);
                problems.push(RulesetProblem::SetupLength { pits: self.pits, length });
            }
        };
        match &self.setup {
            Layout::Uniform | Layout::Open => {}
            Layout::Rows(rows) => {
                length_of(&rows.south);
                if rows.north.len() != rows.south.len() {
                    length_of(&rows.north);
                }
                let seeds = rows
                    .iter()
                    .flat_map(|(_, row)| row)
                    .fold(0u32, |sum, &seeds| sum.saturating_add(u32::from(seeds)));
                if seeds > u32::from(MAX_SEEDS) {
                    problems.push(RulesetProblem::TooManySeeds { seeds });
                }
            }
            Layout::EightA | Layout::EightB | Layout::TenR | Layout::Twelve => {
                length_of(self.setup.pattern().unwrap_or_default());
            }
        }
    }
}

/// A set of rules whose knobs go together. Reads like its [`RulesetDraft`]: `rules.pits`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "RulesetDraft", into = "RulesetDraft"))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "export", ts(as = "RulesetDraft"))]
pub struct Ruleset(RulesetDraft);

impl Deref for Ruleset {
    type Target = RulesetDraft;

    #[inline]
    fn deref(&self) -> &RulesetDraft {
        &self.0
    }
}

impl From<Ruleset> for RulesetDraft {
    fn from(rules: Ruleset) -> Self {
        rules.0
    }
}

impl TryFrom<RulesetDraft> for Ruleset {
    type Error = Problems<RulesetProblem>;

    fn try_from(draft: RulesetDraft) -> Result<Self, Self::Error> {
        draft.check().map_err(Problems)
    }
}

impl Ruleset {
    /// A preset on another board: `pits` a row, and `seeds_per_pit` where the layout is uniform.
    ///
    /// `None` keeps the preset's own value. The Enkeshui presets know their layouts for 8, 10 and
    /// 12 pits; on any other size they have no start rows ([`Layout::Open`]).
    ///
    /// # Errors
    /// All problems of the combination.
    pub fn with_size(
        preset: Preset,
        pits: Option<u8>,
        seeds_per_pit: Option<u8>,
    ) -> Result<Self, Vec<RulesetProblem>> {
        preset.draft_with_size(pits, seeds_per_pit).check()
    }

    /// The geometry of the board.
    #[inline]
    #[must_use]
    pub fn ring(&self) -> Ring {
        Ring::of_checked(self.pits)
    }

    /// The seeds before the first turn, own left to own right; `None` for [`Layout::Open`].
    #[must_use]
    pub fn start_rows(&self) -> Option<BySide<Vec<u16>>> {
        match &self.setup {
            Layout::Uniform => {
                let row = vec![u16::from(self.seeds_per_pit); usize::from(self.pits)];
                Some(BySide::both(row))
            }
            Layout::Rows(rows) => Some(rows.clone()),
            Layout::Open => None,
            named @ (Layout::EightA | Layout::EightB | Layout::TenR | Layout::Twelve) => {
                named.pattern().map(|row| BySide::both(row.to_vec()))
            }
        }
    }

    /// Plies without capture or new bull that end a game (`docs/rules.md` 2.8, T4).
    #[must_use]
    pub fn no_progress_limit(&self) -> u32 {
        self.no_progress.unwrap_or(4 * u32::from(self.pits) * u32::from(self.pits))
    }

    /// Whether some pits may be owned for good (bulls or uurs).
    #[inline]
    #[must_use]
    pub fn has_special_pits(&self) -> bool {
        self.special_pit != SpecialPit::None
    }

    /// The direction of every lap when no seed and no choice has a say in it.
    #[must_use]
    pub fn base_direction(&self) -> Direction {
        match self.direction {
            Sowing::Ccw | Sowing::Parity => Direction::Ccw,
            Sowing::Cw => Direction::Cw,
        }
    }
}
