//! From the moment everybody wants the next game to its beginning. Where somebody watches and may
//! bet there is a while between them, which is shown to all (`docs/room.md` 17). It waits for no
//! bettor, and for whoever sits down or stands up only so long.

use protocol::MemberId;
use protocol::event::Event;

use super::sketch::Sketch;
use super::{Room, game, market, rematch};

/// Milliseconds from being ready to the game.
const COUNTDOWN_MS: u64 = 20_000;
/// Milliseconds that are left at least when somebody sits down or stands up.
const LEFT_MS: u64 = 10_000;
/// Milliseconds by which that puts a game off, all together.
const RAISES_MS: u64 = 60_000;

/// A game that is about to begin.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Start {
    /// When it begins; nothing when it waits for somebody.
    pub(super) at: Option<u64>,
    /// When it would have begun if nobody had sat down or stood up.
    first: u64,
    /// Who sat down since the moment was set. Nobody waits for them.
    newcomers: Vec<MemberId>,
}

impl Start {
    /// Whether a member is not waited for.
    pub(super) fn is_new(&self, member: MemberId) -> bool {
        self.newcomers.contains(&member)
    }
}

// ---- deciding --------------------------------------------------------------------------------

/// Let the game begin, or set its moment, or take that back.
pub(super) fn settle(sketch: &mut Sketch) {
    let room = &sketch.room;
    if room.hold.is_on() {
        return;
    }
    match (room.start.at, rematch::is_wanted(room)) {
        (None, true) if sketch.around.watched && market::awaits_game(room) => set(sketch, COUNTDOWN_MS),
        (None, true) => game::begin(sketch),
        (Some(_), false) => sketch.emit(Event::StartSet { at: None }),
        (Some(at), true) => raise(sketch, at),
        (None, false) => {}
    }
}

/// When the game begins. A server that is about to stop begins none.
pub(super) fn due(room: &Room) -> Option<u64> {
    room.start.at.filter(|_| !room.hold.is_on())
}

/// The countdown is over.
pub(super) fn begin(sketch: &mut Sketch) {
    game::begin(sketch);
    if sketch.room.start.at.is_some() {
        sketch.emit(Event::StartSet { at: None });
    }
}

/// The server came back: nobody could see the time run out.
pub(super) fn renew(sketch: &mut Sketch) {
    if sketch.room.start.at.is_some() {
        set(sketch, COUNTDOWN_MS);
    }
}

/// Whoever bets sees who plays for a while.
fn raise(sketch: &mut Sketch, at: u64) {
    let room = &sketch.room;
    let most = room.start.first + RAISES_MS;
    let raised = most.min(room.market.roster_at() + LEFT_MS);
    if raised > at {
        sketch.emit(Event::StartSet { at: Some(raised) });
    }
}

fn set(sketch: &mut Sketch, ms: u64) {
    let at = Some(sketch.at + ms);
    sketch.emit(Event::StartSet { at });
}

// ---- applying --------------------------------------------------------------------------------

impl Start {
    pub(super) fn set(&mut self, at: Option<u64>) {
        match (self.at, at) {
            (Some(_), Some(_)) => self.at = at,
            (None, Some(first)) => *self = Self { at, first, newcomers: Vec::new() },
            (_, None) => *self = Self::default(),
        }
    }

    pub(super) fn sat_down(&mut self, member: MemberId) {
        if self.at.is_some() && !self.is_new(member) {
            self.newcomers.push(member);
        }
    }

    pub(super) fn stood_up(&mut self, member: MemberId) {
        self.newcomers.retain(|other| *other != member);
    }
}
