//! When a game is over, why, and what each side has then (`docs/rules.md` 2.7 and 2.8).
//!
//! Reasons of people (resigning, agreeing, the clock) are not reasons of the board and live
//! elsewhere.

use crate::position::Position;
use crate::ruleset::{EndCheck, Endless, Remaining, Ruleset};
use crate::side::{BySide, Side};

/// Why a game is over. Of several that fit, the first in this order is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Reason {
    /// The side to move has no start, endless or not.
    Stuck,
    /// A side holds more than half of all seeds for good.
    Majority,
    /// There are starts, but every one is endless.
    AllEndless,
    /// The same position occurred too often.
    Repetition,
    /// Too many plies without capture or new bull.
    NoProgress,
    /// An endless start was played, and the rules say that this ends the game.
    Endless,
}

impl Reason {
    /// The word for it on the wire.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Stuck => "stuck",
            Self::Majority => "majority",
            Self::AllEndless => "all_endless",
            Self::Repetition => "repetition",
            Self::NoProgress => "no_progress",
            Self::Endless => "endless",
        }
    }
}

/// Who has won, if anyone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Winner {
    /// South has.
    South,
    /// North has.
    North,
    /// Neither has.
    Draw,
}

impl Winner {
    /// More seeds win.
    #[must_use]
    pub fn of_scores<N: Ord>(score: &BySide<N>) -> Self {
        match score.south.cmp(&score.north) {
            std::cmp::Ordering::Greater => Self::South,
            std::cmp::Ordering::Less => Self::North,
            std::cmp::Ordering::Equal => Self::Draw,
        }
    }

    /// The winning side; `None` for a draw.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::South => Some(Side::South),
            Self::North => Some(Side::North),
            Self::Draw => None,
        }
    }

    /// The word for it on the wire.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::South => "south",
            Self::North => "north",
            Self::Draw => "draw",
        }
    }
}

impl From<Side> for Winner {
    fn from(side: Side) -> Self {
        match side {
            Side::South => Self::South,
            Side::North => Self::North,
        }
    }
}

/// The end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
// Bets have outcomes of their own by the same name.
#[cfg_attr(feature = "export", ts(rename = "Ending"), schemars(rename = "Ending"))]
pub struct Outcome {
    /// Why it is over.
    pub reason: Reason,
    /// Captured seeds, own bulls and the share of the free seeds: all seeds together.
    pub score: BySide<u16>,
    /// Who has more.
    pub winner: Winner,
}

impl Outcome {
    /// An outcome in which each side takes the free seeds of its own row.
    #[must_use]
    pub fn own_rows(reason: Reason, position: &Position) -> Self {
        Self::new(reason, position.final_score(None))
    }

    fn new(reason: Reason, score: BySide<u16>) -> Self {
        Self { reason, score, winner: Winner::of_scores(&score) }
    }
}

impl Position {
    /// Why the game is over here, if it is, as far as one position can tell: stuck, majority,
    /// all starts endless. Repetition and no progress need a [`Game`](crate::Game).
    #[must_use]
    pub fn outcome(&self, rules: &Ruleset) -> Option<Outcome> {
        self.outcome_counted(rules, &mut 0)
    }

    /// [`outcome`](Self::outcome), adding to `work` the laps that had to be run.
    #[must_use]
    pub fn outcome_counted(&self, rules: &Ruleset, work: &mut u64) -> Option<Outcome> {
        if let Some(outcome) = self.plain_outcome(rules) {
            return Some(outcome);
        }
        let may_pass = rules.endless != Endless::Illegal;
        if !may_pass && !self.candidates(rules).any(|pit| self.ends(rules, pit, work)) {
            return Some(Outcome::own_rows(Reason::AllEndless, self));
        }
        None
    }

    /// The outcome without looking for endless starts, which would have to be run.
    pub(crate) fn plain_outcome(&self, rules: &Ruleset) -> Option<Outcome> {
        if let Some(stuck) = self.stuck_side(rules) {
            let rest = match rules.remaining {
                Remaining::OtherSide => Some(stuck.other()),
                Remaining::PitOwner => None,
            };
            return Some(Outcome::new(Reason::Stuck, self.final_score(rest)));
        }
        if rules.stop_at_majority && self.has_majority() {
            return Some(Outcome::own_rows(Reason::Majority, self));
        }
        None
    }

    /// What each side has when the game stops here: captured seeds, own bulls, and the free seeds
    /// either of the own row (`rest` is `None`) or all of them for one side.
    #[must_use]
    pub fn final_score(&self, rest: Option<Side>) -> BySide<u16> {
        let free = BySide::from_fn(|side| self.free_seeds(side));
        BySide::from_fn(|side| {
            let share = match rest {
                None => free[side],
                Some(taker) if taker == side => free.south + free.north,
                Some(_) => 0,
            };
            self.captured[side] + self.bull_seeds(side) + share
        })
    }

    /// The side whose lack of starts ends the game. Where both lack them, the side to move.
    fn stuck_side(&self, rules: &Ruleset) -> Option<Side> {
        if self.start_mask(rules) == 0 {
            return Some(self.turn);
        }
        if rules.end_check == EndCheck::AfterAnyMove {
            let mut reply = *self;
            reply.turn = self.turn.other();
            reply.first_turn = false;
            if reply.start_mask(rules) == 0 {
                return Some(reply.turn);
            }
        }
        None
    }

    /// Bulls count because they can never shrink.
    fn has_majority(&self) -> bool {
        let total = u32::from(self.total());
        Side::ALL.iter().any(|(_, &side)| 2 * u32::from(self.captured[side] + self.bull_seeds(side)) > total)
    }
}
