//! The games of a match one behind the other: what each of them begins with, how it may end, and how the
//! match stands then.

use engine::race::RaceEnd;
use engine::{Position, Race, Ruleset, Series, SeriesGoal, Side, Winner};
use protocol::event::{EndReason, GameResult, MatchEnd, RaceStory, SeriesView};
use protocol::http::record::RecordFaultCode::{BadSettings, Numbering, OutcomeDiffers, RaceDiffers};
use protocol::settings::StarterRule;

use super::board::{Board, Budget};
use super::fault::{Read, fault};
use crate::room::{Agreed, lifted_first, told_drop};

/// The games of a room.
#[derive(Clone, Debug)]
pub(super) struct Course {
    rules: Ruleset,
    goal: SeriesGoal,
    races: bool,
    series: Option<Series>,
    standing: SeriesView,
    /// The number of the last game in its match.
    last: Option<u16>,
}

/// How a game begins.
pub(super) struct Beginning {
    pub(super) rules: Ruleset,
    /// The starter to move.
    pub(super) opening: Position,
    pub(super) race: Option<RaceStory>,
}

impl Course {
    pub(super) fn new(agreed: &Agreed) -> Self {
        Self {
            rules: agreed.rules.clone(),
            goal: agreed.settings.series,
            races: agreed.settings.starter == StarterRule::Race,
            series: None,
            standing: SeriesView::default(),
            last: None,
        }
    }

    /// How a game begins that has this number and this starter, after a race with drops of these sides.
    pub(super) fn begin(&mut self, number: u16, race: Option<&[Side]>, starter: Side) -> Read<Beginning> {
        let goes_on = self.series.as_ref().is_some_and(|series| series.next().is_some());
        let expected = self.last.filter(|_| goes_on).map_or(1, |last| last.saturating_add(1));
        if number != expected {
            let detail = format!("game {expected} of the match is to be played, not {number}");
            return Err(fault(Numbering, detail));
        }
        if number == 1 {
            let series = Series::new(self.rules.clone(), self.goal);
            self.series = Some(series.map_err(|why| fault(BadSettings, format!("{why:?}")))?);
            self.standing = SeriesView::default();
        }
        self.last = Some(number);
        let next = self.series.as_ref().and_then(Series::next);
        let next = next.ok_or_else(|| fault(Numbering, "the match is over"))?;
        let (rules, position) = (next.rules.clone(), next.position);
        let (opening, race) = match race {
            Some(drops) if self.races => run_race(position, drops, starter)?,
            None if self.races && Race::from_position(position, None).is_ok() => {
                return Err(fault(RaceDiffers, "the race that comes before the game is missing"));
            }
            None => (position, None),
            Some(_) => return Err(fault(RaceDiffers, "no race is run in this room")),
        };
        Ok(Beginning { rules, opening: opening.with_turn(starter), race })
    }

    /// How the match stands after a game that ended so, which it must be able to.
    pub(super) fn end(
        &mut self,
        board: &Board,
        result: &GameResult,
        budget: &mut Budget,
    ) -> Read<SeriesView> {
        let expected = match board.outcome(budget)? {
            Some(outcome) => GameResult::from(&outcome),
            None => by_people(board, result)?,
        };
        if expected != *result {
            let detail = format!(
                "the game ends by {}, {}, {}-{}",
                super::settings::word(&expected.reason),
                expected.winner.map_or("a draw".to_owned(), |side| format!("{side:?} wins")),
                expected.score.south,
                expected.score.north
            );
            return Err(fault(OutcomeDiffers, detail));
        }
        if let Some(series) = self.series.as_mut().filter(|_| result.reason.counts()) {
            let winner = result.winner.map_or(Winner::Draw, Winner::from);
            let state = series.record_score(winner, result.score);
            let over = state.winner.map(|winner| MatchEnd { winner: winner.side() });
            self.standing = SeriesView { games: state.games, pins: state.pins, seeds: state.seeds, over };
        }
        Ok(self.standing.clone())
    }
}

/// The end that people can have made of a game that goes on by its rules.
fn by_people(board: &Board, result: &GameResult) -> Read<GameResult> {
    let (reason, score) = (result.reason, board.position().final_score(None));
    let winner = match reason {
        EndReason::Resigned | EndReason::Flag | EndReason::Abandoned | EndReason::Absent => {
            // Which side it was only the people know.
            Some(result.winner.ok_or_else(|| fault(OutcomeDiffers, "somebody has won this game"))?)
        }
        EndReason::Agreed | EndReason::Aborted | EndReason::Expired => None,
        EndReason::Stuck
        | EndReason::Majority
        | EndReason::AllEndless
        | EndReason::Repetition
        | EndReason::NoProgress
        | EndReason::Endless => {
            return Err(fault(OutcomeDiffers, "by its rules the game is not over"));
        }
    };
    Ok(GameResult { reason, winner, score })
}

/// A race with drops of these sides: the position that it leads to, and its story.
fn run_race(before: Position, drops: &[Side], starter: Side) -> Read<(Position, Option<RaceStory>)> {
    let differs = |detail: &str| fault(RaceDiffers, detail);
    let mut race = Race::from_position(before, None).map_err(|_| differs("no race can be run from here"))?;
    let mut told = Vec::new();
    for (&side, number) in drops.iter().zip(1..) {
        let drop = race.drop(side).map_err(|why| differs(&format!("drop {number}: {why}")))?;
        told.push(told_drop(drop));
    }
    let position = match race.end() {
        Some(RaceEnd::Finished { starter: first, position }) if first == starter => position,
        Some(RaceEnd::Finished { .. }) => return Err(differs("the other side sleeps first and starts")),
        Some(RaceEnd::Void { position }) => position,
        None => return Err(differs("the race has not ended")),
    };
    let void = race.is_void();
    let story = RaceStory { before, lifted: lifted_first(&before), drops: told, void };
    Ok((position, Some(story)))
}
