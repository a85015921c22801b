//! What a slow room calls people back for who are not there. Each call is for one person, about what
//! he may know anyway; who is told of it, and how, is the shell's.
//!
//! A call is known by its kind and the moment since when there is something to come back for: that
//! of the turn, or of the end of the game. So a turn calls once, however often a move in it is tried
//! or a motion made.

use engine::Side;
use protocol::event::Stance;
use protocol::http::push::Notice;
use protocol::settings::SIDES;
use protocol::{MemberId, UserId};

use super::Room;
use super::game::CurrentGame;
use super::turn::Turn;
use super::view;

/// Somebody is called back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Call {
    /// Who.
    pub user: UserId,
    /// What for.
    pub kind: Notice,
    /// Since when there is that to come back for: milliseconds since the Unix epoch.
    pub since: u64,
    /// When it is too late, where that is known.
    pub until: Option<u64>,
}

/// Who is called back, and what for; nobody by a live room, whose games are over in an evening.
#[must_use]
pub fn calls(room: &Room) -> Vec<Call> {
    let Some(game) = room.game.as_ref().filter(|_| room.is_slow()) else { return Vec::new() };
    SIDES.into_iter().flat_map(|side| calls_of(room, game, side)).collect()
}

fn calls_of(room: &Room, game: &CurrentGame, side: Side) -> Vec<Call> {
    let persons = room.roster.persons(side).filter_map(|person| Some((person.id, person.user?)));
    let of = |(member, user): (MemberId, UserId)| match &game.turn {
        Some(turn) => during(room, turn, side, member, user),
        None => after(room, game, member, user),
    };
    persons.flat_map(of).collect()
}

/// A turn is under way, of this side or of the other one.
fn during(room: &Room, turn: &Turn, side: Side, member: MemberId, user: UserId) -> Vec<Call> {
    let call = |kind: Notice, until: Option<u64>| Call { user, kind, since: turn.began.since, until };
    let ends = view::to_move(room).and_then(|(_, ends)| ends);
    let to_act = view::is_to_act(room, member, side).unwrap_or(false);
    // One from before called him in its own turn.
    let is_asked = room.motions.waits_for(side, room.moment(), member);
    [
        to_act.then(|| call(Notice::Turn, ends)),
        may_object(room, turn, side, member).then(|| call(Notice::Tried, turn.until())),
        is_asked.then(|| call(Notice::Motion, None)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// No turn is under way: the game is over, or begins only now.
fn after(room: &Room, game: &CurrentGame, member: MemberId, user: UserId) -> Vec<Call> {
    if game.is_running() {
        return Vec::new();
    }
    let since = game.clocks.view().since;
    let call = |kind: Notice| Call { user, kind, since, until: None };
    let offered = room.rematch.iter().any(|&other| other != member && !room.roster.is_bot(other));
    let rematch = offered && !room.rematch.contains(&member);
    let mut calls = vec![call(Notice::Ended)];
    calls.extend(rematch.then(|| call(Notice::Rematch)));
    calls
}

/// Whether a tried move waits for what this member says of it.
fn may_object(room: &Room, turn: &Turn, side: Side, member: MemberId) -> bool {
    let Some(tried) = turn.tried.as_ref().filter(|_| turn.side == side && !room.hold.is_willed()) else {
        return false;
    };
    tried.stance(member) == Stance::Undecided && tried.others(room, side).any(|other| other == member)
}
