//! Who takes part in the match, and who was there for how much of a rated game
//! (`docs/room.md` 16 and 19).

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use engine::{BySide, Side};
use protocol::betting::Outcome;
use protocol::event::{Event, GameResult};
use protocol::settings::SIDES;
use protocol::{MemberId, UserId};

use super::Room;
use super::roster::Roster;
use super::sketch::Sketch;

/// Turns of both sides without which a game is not rated.
const TURNS_EACH: u16 = 2;

/// Who takes part, and who was there.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Attendance {
    /// Persons who sat down for the match, or wanted or began one of its games, on each side. Who sits
    /// takes part in any case.
    sat: BySide<Arc<BTreeSet<MemberId>>>,
    /// Who was the host of the room for a while of the match, and is not any more: he may have chosen
    /// who plays.
    hosted: Arc<BTreeSet<MemberId>>,
    /// In a rated game, turns of each side that ended in a move.
    turns: BySide<u16>,
    /// At how many of them each person was there.
    there: BySide<Arc<BTreeMap<MemberId, u16>>>,
    /// Rated games that ended and were not told to whoever rates.
    untold: VecDeque<Arc<Rating>>,
}

/// A rated game that ended.
#[derive(Clone, Debug, PartialEq)]
struct Rating {
    at: u64,
    game: u16,
    outcome: Outcome,
    turns: BySide<u16>,
    there: BySide<Arc<BTreeMap<MemberId, u16>>>,
}

// ---- looking ---------------------------------------------------------------------------------

impl Attendance {
    /// Whether a member takes part in the match that is played, or comes.
    pub(super) fn is_participant(&self, roster: &Roster, member: MemberId) -> bool {
        SIDES.into_iter().any(|side| roster.sits(member, side) || self.sat[side].contains(&member))
    }

    /// Whether a member is the host, or was while this match was played or came.
    pub(super) fn has_hosted(&self, roster: &Roster, member: MemberId) -> bool {
        roster.host == Some(member) || self.hosted.contains(&member)
    }

    /// The persons who take part, on each side.
    pub(super) fn persons(&self, roster: &Roster) -> BySide<Vec<UserId>> {
        BySide::from_fn(|side| {
            let seated = roster.persons(side).map(|person| person.id);
            let members: BTreeSet<MemberId> = self.sat[side].iter().copied().chain(seated).collect();
            members.iter().filter_map(|&member| roster.get(member)?.user).collect()
        })
    }
}

/// When a rated game is told to whoever rates: at once. A room that was put away before it was told
/// wakes for it.
pub(super) fn due(room: &Room) -> Option<u64> {
    room.attendance.untold.front().map(|rating| rating.at)
}

// ---- deciding --------------------------------------------------------------------------------

/// Tell of the rated games that ended. Spectators who are behind must not learn of the result by it:
/// until when it is to be kept is said with it, so that it outlives the room.
pub(super) fn settle(sketch: &mut Sketch) {
    while let Some(rating) = sketch.room.attendance.untold.front().cloned() {
        let room = &sketch.room;
        let user = |member: &MemberId| room.roster.get(*member)?.user;
        let sides = BySide::from_fn(|side| {
            let there = rating.there[side].iter();
            there.filter_map(|(member, &turns)| Some((user(member)?, turns))).collect()
        });
        let delay = room.agreed().map_or(0, |agreed| u64::from(agreed.settings.stand.delay_ms));
        let from = Some(rating.at + delay).filter(|_| delay > 0);
        let (game, outcome, turns) = (rating.game, rating.outcome, rating.turns);
        sketch.emit(Event::RatingDue { game, outcome, sides, turns, from });
    }
}

// ---- applying --------------------------------------------------------------------------------

impl Room {
    /// A person takes part on the sides on which he sits.
    pub(super) fn takes_part(&mut self, member: MemberId) {
        for side in SIDES {
            if self.roster.sits(member, side) && !self.roster.is_bot(member) {
                Arc::make_mut(&mut self.attendance.sat[side]).insert(member);
            }
        }
    }

    /// Somebody else becomes the host.
    pub(super) fn host_changes(&mut self) {
        if let Some(before) = self.roster.host {
            Arc::make_mut(&mut self.attendance.hosted).insert(before);
        }
    }

    /// Whoever sits takes part in the game that begins, or is about to.
    pub(super) fn all_take_part(&mut self) {
        for side in SIDES {
            let persons: Vec<MemberId> = self.roster.persons(side).map(|person| person.id).collect();
            if persons.iter().any(|person| !self.attendance.sat[side].contains(person)) {
                Arc::make_mut(&mut self.attendance.sat[side]).extend(persons);
            }
        }
    }

    /// A move of a side stood: who of it is there now was there in its turn.
    pub(super) fn attended(&mut self, side: Side) {
        if !self.is_rated() {
            return;
        }
        let there: Vec<MemberId> = self
            .roster
            .persons(side)
            .map(|person| person.id)
            .filter(|&person| self.roster.is_at_hand(person))
            .collect();
        let attendance = &mut self.attendance;
        attendance.turns[side] = attendance.turns[side].saturating_add(1);
        let counts = Arc::make_mut(&mut attendance.there[side]);
        for person in there {
            let turns = counts.entry(person).or_default();
            *turns = turns.saturating_add(1);
        }
    }

    /// A game is over: rated where it counts and was played, and with its match the list of those
    /// who took part is over as well.
    pub(super) fn game_attended(&mut self, at: u64, game: u16, result: &GameResult, over: bool) {
        let rated = self.is_rated() && result.reason.counts();
        let attendance = &mut self.attendance;
        let turns = std::mem::take(&mut attendance.turns);
        let there = std::mem::take(&mut attendance.there);
        if rated && SIDES.into_iter().all(|side| turns[side] >= TURNS_EACH) {
            let outcome = Outcome::of(result.winner);
            attendance.untold.push_back(Arc::new(Rating { at, game, outcome, turns, there }));
        }
        if over {
            attendance.sat = BySide::default();
            attendance.hosted = Arc::default();
        }
    }

    /// The oldest game that was not told is.
    pub(super) fn rating_told(&mut self) {
        self.attendance.untold.pop_front();
    }

    fn is_rated(&self) -> bool {
        self.agreed().is_some_and(|agreed| agreed.settings.rated)
    }
}
