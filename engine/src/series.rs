//! Several games in a row: what the next one starts from and when the match is won
//! (`docs/rules.md` 2.9).
//!
//! Everything is computed from the final scores. Who starts the next game is decided by people
//! (or by a race); [`Series`] only says who lost the last one.

mod layout;

pub use layout::{Next, SeriesProblem, even_spread, refill};

use crate::outcome::{Outcome, Winner};
use crate::position::Position;
use crate::ruleset::{Layout, Ruleset};
use crate::setup::Setup;
use crate::side::{BySide, Side};

/// What a match is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "goal", rename_all = "snake_case"))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum SeriesGoal {
    /// One game.
    Single,
    /// So many won games; a draw gives nobody a pin.
    FirstToWins {
        /// Pins that win the match, at least one.
        wins: u8,
    },
    /// So many seeds over all games. When both get there in the same game, more seeds win, and
    /// equal ones are a draw.
    FirstToSeeds {
        /// Seeds that win the match, at least one.
        seeds: u16,
    },
    /// Each game is set up with the seeds won in the last (Enkeshui).
    Refill {
        /// Games after which more seeds win.
        max_games: u16,
    },
    /// The poorer side spreads its seeds evenly, the richer mirrors them (Layli of Gabradarre).
    EvenSpread,
}

/// A game of a match that is about to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextGame {
    /// Its rules: those of the match, on a smaller board where pits are out of play.
    pub rules: Ruleset,
    /// Its first position, South to move until somebody decides otherwise.
    pub position: Position,
    /// Who lost the game before, if anyone.
    pub previous_loser: Option<Side>,
}

/// Where a match stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SeriesState {
    /// Games finished.
    pub games: u16,
    /// Games won by each side: its pins (*ol alai*).
    pub pins: BySide<u16>,
    /// Seeds of all games together. In Refill and EvenSpread those of the last game: the seeds
    /// are the same ones all the time.
    pub seeds: BySide<u32>,
    /// Who has won the match, once it is over.
    pub winner: Option<Winner>,
}

/// A match: give it the outcome of each game, and it says what comes next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    rules: Ruleset,
    goal: SeriesGoal,
    state: SeriesState,
    next: Option<NextGame>,
}

impl Series {
    /// A match under these rules, before its first game.
    ///
    /// # Errors
    /// [`SeriesProblem::NoPattern`] when the ruleset has no start rows, or for Refill no even
    /// pattern.
    pub fn new(rules: Ruleset, goal: SeriesGoal) -> Result<Self, SeriesProblem> {
        let position = rules.opening_position().map_err(|_| SeriesProblem::NoPattern)?;
        let rows = |side| position.row(side).iter().sum();
        match goal {
            SeriesGoal::Refill { .. } => drop(refill(&rules, BySide::from_fn(rows))?),
            SeriesGoal::Single
            | SeriesGoal::FirstToWins { .. }
            | SeriesGoal::FirstToSeeds { .. }
            | SeriesGoal::EvenSpread => {}
        }
        let state = SeriesState { games: 0, pins: BySide::both(0), seeds: BySide::both(0), winner: None };
        let next = Some(NextGame { rules: rules.clone(), position, previous_loser: None });
        Ok(Self { rules, goal, state, next })
    }

    /// What it is played for.
    #[must_use]
    pub const fn goal(&self) -> SeriesGoal {
        self.goal
    }

    /// Where it stands.
    #[must_use]
    pub const fn state(&self) -> &SeriesState {
        &self.state
    }

    /// The game to play now; `None` once the match is over.
    #[must_use]
    pub const fn next(&self) -> Option<&NextGame> {
        self.next.as_ref()
    }

    /// Takes the outcome of the game that [`next`](Self::next) described. An outcome after the end
    /// of the match changes nothing.
    pub fn record(&mut self, outcome: &Outcome) -> SeriesState {
        self.record_score(outcome.winner, outcome.score)
    }

    /// Like [`record`](Self::record), for games that people ended: resigned or agreed.
    pub fn record_score(&mut self, winner: Winner, score: BySide<u16>) -> SeriesState {
        if self.state.winner.is_some() {
            return self.state;
        }
        self.state.games = self.state.games.saturating_add(1);
        if let Some(side) = winner.side() {
            self.state.pins[side] = self.state.pins[side].saturating_add(1);
        }
        let carried = self.carries_seeds();
        self.state.seeds = BySide::from_fn(|side| {
            let before = if carried { 0 } else { self.state.seeds[side] };
            before.saturating_add(u32::from(score[side]))
        });
        let next = self.follow(winner, score);
        self.state.winner = next.as_ref().err().copied();
        self.next = next.ok();
        self.state
    }

    /// Whether a game starts with the seeds won in the last.
    const fn carries_seeds(&self) -> bool {
        matches!(self.goal, SeriesGoal::Refill { .. } | SeriesGoal::EvenSpread)
    }

    /// The next game, or who has won the match.
    fn follow(&self, winner: Winner, score: BySide<u16>) -> Result<NextGame, Winner> {
        let loser = winner.side().map(Side::other);
        let decided = match self.goal {
            SeriesGoal::Single => Some(winner),
            SeriesGoal::FirstToWins { wins } => winner
                .side()
                .filter(|&side| self.state.pins[side] >= u16::from(wins.max(1)))
                .map(Winner::from),
            SeriesGoal::FirstToSeeds { seeds } => {
                let enough = |side| self.state.seeds[side] >= u32::from(seeds.max(1));
                let reached = enough(Side::South) || enough(Side::North);
                reached.then(|| Winner::of_scores(&self.state.seeds))
            }
            SeriesGoal::Refill { max_games } => {
                (self.state.games >= max_games).then(|| Winner::of_scores(&score))
            }
            SeriesGoal::EvenSpread => None,
        };
        if let Some(winner) = decided {
            return Err(winner);
        }
        let next = match self.goal {
            SeriesGoal::Refill { .. } => refill(&self.rules, score),
            SeriesGoal::EvenSpread => even_spread(&self.rules, score),
            SeriesGoal::Single | SeriesGoal::FirstToWins { .. } | SeriesGoal::FirstToSeeds { .. } => {
                return self.again(loser).ok_or(Winner::of_scores(&score));
            }
        };
        match next {
            Ok(Next::Game { pits, rows, hands }) => {
                self.set_up(pits, rows, hands, loser).ok_or(Winner::of_scores(&score))
            }
            Ok(Next::Over(winner)) => Err(winner),
            // A score of another game than the one that was set up: more seeds win.
            Err(_) => Err(Winner::of_scores(&score)),
        }
    }

    fn again(&self, previous_loser: Option<Side>) -> Option<NextGame> {
        let position = self.rules.opening_position().ok()?;
        Some(NextGame { rules: self.rules.clone(), position, previous_loser })
    }

    fn set_up(
        &self,
        pits: u8,
        rows: BySide<Vec<u16>>,
        hands: BySide<u16>,
        previous_loser: Option<Side>,
    ) -> Option<NextGame> {
        let mut draft = crate::ruleset::RulesetDraft::from(self.rules.clone());
        draft.pits = pits;
        draft.setup = Layout::Rows(rows.clone());
        let rules = draft.check().ok()?;
        let setup = Setup { captured: hands, ..Setup::of_rows(rows) };
        let position = setup.position_for(&rules).ok()?;
        Some(NextGame { rules, position, previous_loser })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Reason;
    use crate::ruleset::Preset;

    fn outcome(south: u16, north: u16) -> Outcome {
        let score = BySide::new(south, north);
        Outcome { reason: Reason::Stuck, score, winner: Winner::of_scores(&score) }
    }

    /// ENK-16.
    #[test]
    fn refill_lays_whole_pits_from_the_right() {
        let rules = Preset::Enkeshui.ruleset();
        let mut series = Series::new(rules, SeriesGoal::Refill { max_games: 20 }).unwrap();
        assert_eq!(series.record(&outcome(30, 18)).winner, None);
        let next = series.next().unwrap();
        assert_eq!(next.position.row(Side::South), [0, 0, 4, 4, 4, 4, 4, 4]);
        assert_eq!(next.position.row(Side::North), [0, 0, 0, 0, 4, 4, 4, 4]);
        assert_eq!(next.position.captured(), BySide::new(6, 2));
        assert_eq!(next.previous_loser, Some(Side::North));
        assert_eq!(series.record(&outcome(45, 3)).winner, Some(Winner::South));
        assert!(series.next().is_none());
    }

    #[test]
    fn refill_stops_after_its_last_game() {
        let rules = Preset::Enkeshui.ruleset();
        let mut series = Series::new(rules, SeriesGoal::Refill { max_games: 2 }).unwrap();
        series.record(&outcome(24, 24));
        let next = series.next().unwrap();
        assert_eq!(next.position.captured(), BySide::both(0));
        assert_eq!(next.position.row(Side::North), [0, 0, 4, 4, 4, 4, 4, 4]);
        assert_eq!(series.record(&outcome(24, 24)).winner, Some(Winner::Draw));
    }

    #[test]
    fn even_spread_mirrors_the_poorer_row() {
        let rules = Preset::LayliGabradarre.ruleset();
        let next = even_spread(&rules, BySide::new(39, 21)).unwrap();
        let rows = BySide::new(vec![4, 4, 4, 3, 3, 3], vec![3, 3, 3, 4, 4, 4]);
        assert_eq!(next, Next::Game { pits: 6, rows, hands: BySide::new(18, 0) });
    }

    #[test]
    fn few_seeds_leave_a_smaller_board() {
        let rules = Preset::LayliGabradarre.ruleset();
        let mut series = Series::new(rules, SeriesGoal::EvenSpread).unwrap();
        series.record(&outcome(3, 57));
        let next = series.next().unwrap();
        assert_eq!(next.rules.pits, 3);
        assert_eq!(next.position.pits(), [1; 6]);
        assert_eq!(next.position.captured(), BySide::new(0, 54));
        assert_eq!(next.position.total(), 60);
        assert_eq!(series.record(&outcome(1, 59)).winner, Some(Winner::North));
    }

    #[test]
    fn pins_and_totals_decide_the_other_matches() {
        let rules = Preset::EnDodoi.ruleset();
        let mut wins = Series::new(rules.clone(), SeriesGoal::FirstToWins { wins: 2 }).unwrap();
        assert_eq!(wins.record(&outcome(40, 24)).winner, None);
        assert_eq!(wins.record(&outcome(32, 32)).winner, None);
        let state = wins.record(&outcome(33, 31));
        assert_eq!((state.winner, state.pins), (Some(Winner::South), BySide::new(2, 0)));
        let mut seeds = Series::new(rules, SeriesGoal::FirstToSeeds { seeds: 70 }).unwrap();
        assert_eq!(seeds.record(&outcome(30, 34)).winner, None);
        assert_eq!(seeds.record(&outcome(40, 24)).winner, Some(Winner::South));
    }
}
