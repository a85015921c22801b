//! The next game of the match: its number, its first position, who starts it and why
//! (`docs/rules.md` 2.2 and 2.9).

use engine::race::{RaceEnd, Then};
use engine::series::NextGame;
use engine::{BySide, Position, Race, Series, SeriesGoal, Side};
use protocol::event::{RaceDrop, RaceStory, StarterReason};
use protocol::settings::StarterRule;

use super::Room;
use super::chance::Chance;
use super::settings::Agreed;
use super::sketch::Sketch;

/// The number of the game that comes next. One that did not count has had its number all the same.
pub(super) fn next_number(room: &Room) -> u16 {
    let goes_on = room.series.as_ref().is_some_and(|series| series.next().is_some());
    let last = room.game.as_ref().filter(|_| goes_on);
    last.map_or(1, |game| game.number.saturating_add(1))
}

/// How a game begins.
pub(super) struct Opening {
    pub(super) number: u16,
    /// The starter to move.
    pub(super) position: Position,
    pub(super) starter: Side,
    pub(super) how: StarterReason,
    pub(super) race: Option<RaceStory>,
}

/// A match before its first game.
pub(super) fn new_match(agreed: &Agreed) -> Option<Series> {
    Series::new(agreed.rules.clone(), agreed.settings.series).ok()
}

/// How the next game begins. A match that is over is followed by a new one.
pub(super) fn next(sketch: &mut Sketch) -> Option<Opening> {
    let agreed = sketch.room.agreed.clone()?;
    let going_on = sketch.room.series.as_ref().and_then(|series| series.next().cloned());
    let number = next_number(&sketch.room);
    let next = match going_on.filter(|_| sketch.room.game.is_some()) {
        Some(next) => next,
        None => new_match(&agreed)?.next()?.clone(),
    };
    let (mut starter, mut how) = starter(&sketch.room, &agreed, number, &next, &mut sketch.chance);
    let mut position = next.position;
    let mut race = None;
    if agreed.settings.starter == StarterRule::Race
        && let Some((story, end)) = run_race(next.position, &mut sketch.chance)
    {
        race = Some(story);
        if let RaceEnd::Finished { starter: first, position: after } = end {
            (starter, how, position) = (first, StarterReason::Race, after);
        } else {
            // Void: the lot decides, from the rows as they were.
            (starter, how) = (sketch.chance.side(), StarterReason::Toss);
        }
    }
    Some(Opening { number, position: position.with_turn(starter), starter, how, race })
}

/// Who starts when no race decides it.
fn starter(
    room: &Room,
    agreed: &Agreed,
    number: u16,
    next: &NextGame,
    chance: &mut Chance,
) -> (Side, StarterReason) {
    if let Some(last) = room.game.as_ref().filter(|_| number > 1) {
        let counted = last.result.as_ref().is_none_or(|result| result.reason.counts());
        let loser_starts = matches!(agreed.settings.series, SeriesGoal::Refill { .. });
        return match next.previous_loser.filter(|_| loser_starts) {
            _ if !counted => (last.starter, StarterReason::Again),
            Some(loser) => (loser, StarterReason::LostLast),
            None => (last.starter.other(), StarterReason::Alternated),
        };
    }
    let wish = |side: Side| room.wishes[side].and_then(|wish| wish.starter);
    match (agreed.settings.starter, wish(Side::South), wish(Side::North)) {
        (StarterRule::Agreement, Some(south), Some(north)) if south == north => {
            (south, StarterReason::Agreed)
        }
        (StarterRule::Agreement | StarterRule::Toss | StarterRule::Race, ..) => {
            (chance.side(), StarterReason::Toss)
        }
    }
}

/// A race in which each drop is, by lot, that of either side that is still awake.
fn run_race(before: Position, chance: &mut Chance) -> Option<(RaceStory, RaceEnd)> {
    let mut race = Race::from_position(before, None).ok()?;
    let mut drops = Vec::new();
    let end = loop {
        if let Some(end) = race.end() {
            break end;
        }
        let drawn = chance.side();
        let side = if race.sleeps(drawn) { drawn.other() } else { drawn };
        drops.push(told(race.drop(side).ok()?));
    };
    let void = matches!(end, RaceEnd::Void { .. });
    Some((RaceStory { before, lifted: lifted_first(&before), drops, void }, end))
}

/// A drop as it is told.
pub(crate) const fn told(drop: engine::race::Drop) -> RaceDrop {
    let (lifted, sleeps) = match drop.then {
        Then::Drop => (0, false),
        Then::Lift(seeds) => (seeds, false),
        Then::Sleep => (0, true),
    };
    RaceDrop { side: drop.side, pit: drop.pit, lifted, sleeps }
}

/// The rightmost filled pit of each side, where its race starts.
pub(crate) fn lifted_first(position: &Position) -> BySide<u8> {
    BySide::from_fn(|side| {
        let mut row = position.ring().row(side).rev();
        row.find(|&pit| position.seeds(pit) > 0 && position.bull(pit).is_none()).unwrap_or_default()
    })
}
