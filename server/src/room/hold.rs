//! Holds: while a reason holds the room, its clocks stand still, its turn timers wait and votes
//! are refused (`docs/room.md` 10).
//!
//! Times of a turn are not touched while the room is held; all of them move by the length of the
//! hold when the last reason falls away.

use std::collections::BTreeMap;

use engine::Side;
use protocol::betting::SuspendReason;
use protocol::event::{BallotKind, EndReason, Event, GameResult, HoldReason, MemberKind, Presence};
use protocol::settings::SIDES;

use super::roster::Member;
use super::sketch::Sketch;
use super::{Room, ballot, game, market, presence, start, turn};

/// Milliseconds after which a room is held when everybody is away.
const EMPTY_MS: u64 = 5_000;
/// Milliseconds from somebody's return to the release.
const COUNTDOWN_MS: u64 = 3_000;
/// Milliseconds after which a room goes on although nobody of the side to move is back: after a
/// restart, or when only the other side returned to an empty room.
const PATIENCE_MS: u64 = 60_000;
/// Milliseconds given once to the side to move after a restart.
const AMENDS_MS: u64 = 15_000;
/// Milliseconds after which a held game ends without counting.
const EXPIRY_MS: u64 = 86_400_000;
/// The same in a slow room, and after an adjournment.
const EXPIRY_LONG_MS: u64 = 30 * EXPIRY_MS;
/// Holds that people will, and people end.
const WILLED: [HoldReason; 2] = [HoldReason::Agreed, HoldReason::Adjourned];

/// Why the room is held, and what a release must make good.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Hold {
    /// The reasons, with the moment at which each of them came (again).
    reasons: BTreeMap<HoldReason, u64>,
    /// From when on time does not count.
    since: u64,
    /// Whether the server came back during this hold.
    recovered: bool,
    /// The end of the last hold.
    pub(super) lifted: u64,
    /// When a room that its people stopped goes on; nothing while that is not decided.
    pub(super) resume_at: Option<u64>,
}

impl Hold {
    pub(super) fn is_on(&self) -> bool {
        !self.reasons.is_empty()
    }

    pub(super) fn reasons(&self) -> Vec<HoldReason> {
        self.reasons.keys().copied().collect()
    }

    pub(super) fn has(&self, reason: HoldReason) -> bool {
        self.reasons.contains_key(&reason)
    }

    /// Whether both sides wanted it.
    pub(super) fn is_willed(&self) -> bool {
        WILLED.into_iter().any(|reason| self.has(reason))
    }

    /// From when on time does not count, while the room is held.
    pub(super) fn held_from(&self) -> Option<u64> {
        self.is_on().then_some(self.since)
    }

    /// The moment up to which time counts.
    pub(super) fn counts_until(&self, now: u64) -> u64 {
        self.held_from().map_or(now, |from| now.min(from))
    }

    /// Whether the server is about to stop.
    pub(super) fn is_stopping(&self) -> bool {
        self.has(HoldReason::Draining)
    }
}

// ---- deciding --------------------------------------------------------------------------------

/// Hold the room. Without a game there is nothing to hold.
pub(super) fn hold(sketch: &mut Sketch, reason: HoldReason) {
    let playing = sketch.room.game.as_ref().is_some_and(|game| game.is_running());
    // A second restart must begin its patience anew; any other reason is told once.
    if playing && (reason == HoldReason::Recovering || !sketch.room.hold.has(reason)) {
        // A server that came back counts time as lost from the last event that everybody learnt:
        // what a side did among itself must not show in the clocks.
        let since = (reason == HoldReason::Recovering).then_some(sketch.room.told_at);
        let from = since.unwrap_or(sketch.at);
        let left = sketch.room.game.as_ref().map(|game| game.clocks.all_left(from));
        sketch.emit(Event::Held { reason, remaining_ms: left.unwrap_or_default(), since });
    }
    if reason == HoldReason::Draining {
        market::suspend(sketch, SuspendReason::Server, true);
    }
    if reason == HoldReason::Recovering {
        release(sketch, HoldReason::Draining);
        nobody_is_here_yet(sketch);
        start::renew(sketch);
    }
}

/// After a restart there are no sockets: who was online has lost his.
fn nobody_is_here_yet(sketch: &mut Sketch) {
    let persons = sketch.room.roster.iter().filter(|member| member.kind == MemberKind::Person);
    let online = persons.filter(|person| person.presence == Presence::Online).map(|person| person.id);
    let online: Vec<_> = online.collect();
    for member in online {
        let grace = presence::grace_ms(&sketch.room);
        presence::lost(sketch, member, grace);
    }
}

/// Let a reason fall away; with the last one the room goes on.
pub(super) fn release(sketch: &mut Sketch, reason: HoldReason) {
    if reason == HoldReason::Draining {
        market::suspend(sketch, SuspendReason::Server, false);
    }
    if !sketch.room.hold.has(reason) {
        return;
    }
    let still: Vec<_> = sketch.room.hold.reasons().into_iter().filter(|&other| other != reason).collect();
    let Some(game) = &sketch.room.game else { return };
    let Some(turn) = game.turn.as_ref().filter(|_| still.is_empty()) else {
        let clock = game.clocks.view();
        let (deadline, until) = game.turn.as_ref().map_or((None, None), |turn| (turn.deadline, turn.until()));
        sketch.emit(Event::Released { reason, still, clock, deadline, until });
        return;
    };
    let hold = &sketch.room.hold;
    let amends = if hold.recovered { AMENDS_MS } else { 0 };
    let shift = sketch.at.saturating_sub(hold.since);
    let clock = game.clocks.given(game.clocks.started(turn.side, sketch.at), turn.side, amends);
    let later = |moment: Option<u64>| moment.map(|moment| moment + shift + amends);
    let awaited = turn.waits && turn::needs_ballot(&sketch.room, game);
    let deadline = if awaited {
        Some(game.clocks.with(clock).clamp(sketch.at + u64::from(game.decision.vote_ms)))
    } else {
        later(turn.deadline)
    };
    let released = Event::Released { reason, still, clock, deadline, until: later(turn.until()) };
    let retimed = turn.ballot.as_ref().map(|ballot| Event::BallotRetimed {
        side: turn.side,
        ballot: ballot.id,
        earliest: ballot.earliest + shift,
        deadline: later(ballot.deadline),
        closing: ballot.closing.map(|moment| moment + shift),
        hand_until: later(ballot.hand_until),
    });
    sketch.emit(released);
    if let Some(retimed) = retimed {
        sketch.emit(retimed);
    }
    if awaited {
        ballot::open(sketch, BallotKind::First, None, deadline);
    }
}

/// Both sides want the room to stand still. What would have let it go on does not any more.
pub(super) fn stay(sketch: &mut Sketch, reason: HoldReason) {
    // A pause within an adjournment is nothing new.
    let known = reason == HoldReason::Agreed && sketch.room.hold.has(HoldReason::Adjourned);
    if !known {
        hold(sketch, reason);
    }
    cancel_countdown(sketch);
}

/// The room goes on after a pause or an adjournment in a moment.
pub(super) fn count_down(sketch: &mut Sketch) {
    sketch.emit(Event::ResumeSet { at: Some(sketch.at + COUNTDOWN_MS) });
}

/// When the room goes on.
pub(super) fn resume_due(room: &Room) -> Option<u64> {
    room.hold.resume_at.filter(|_| !room.hold.is_stopping())
}

/// The room goes on, unless something else holds it.
pub(super) fn resume(sketch: &mut Sketch) {
    for reason in WILLED {
        release(sketch, reason);
    }
    cancel_countdown(sketch);
}

fn cancel_countdown(sketch: &mut Sketch) {
    if sketch.room.hold.resume_at.is_some() {
        sketch.emit(Event::ResumeSet { at: None });
    }
}

/// When a game that nobody goes on with ends.
pub(super) fn expiry_due(room: &Room) -> Option<u64> {
    let game = room.game.as_ref().filter(|game| game.is_running());
    game.filter(|_| !room.hold.is_stopping())?;
    let since = |reason: HoldReason| room.hold.reasons.get(&reason).copied();
    if let Some(adjourned) = since(HoldReason::Adjourned) {
        return Some(adjourned + EXPIRY_LONG_MS);
    }
    let held = [HoldReason::Empty, HoldReason::Agreed].into_iter().filter_map(since).min()?;
    Some(held + if room.is_slow() { EXPIRY_LONG_MS } else { EXPIRY_MS })
}

/// The game was held for too long.
pub(super) fn expire(sketch: &mut Sketch) {
    let Some(game) = &sketch.room.game else { return };
    let score = game.board.position().final_score(None);
    game::end(sketch, GameResult { reason: EndReason::Expired, winner: None, score });
}

/// The game is over: nothing is left to be held, except by a server that is about to stop.
pub(super) fn release_all(sketch: &mut Sketch) {
    for reason in [HoldReason::Empty, HoldReason::Recovering, HoldReason::Agreed, HoldReason::Adjourned] {
        release(sketch, reason);
    }
    cancel_countdown(sketch);
}

/// When the room becomes held because nobody is there; nothing while somebody is.
pub(super) fn empty_due(room: &Room) -> Option<u64> {
    let game = room.game.as_ref().filter(|game| game.is_running())?;
    // Being away is usual in a slow room.
    if room.hold.has(HoldReason::Empty) || room.roster.is_slow() {
        return None;
    }
    let since = if SIDES.iter().all(|&side| room.roster.count(side) == 0) {
        SIDES.iter().filter_map(|&side| game.vacant_since[side]).max()
    } else {
        // Bots keep nobody's seat warm: only persons count, unless there have never been any.
        let persons: Vec<&Member> = SIDES.iter().flat_map(|&side| room.roster.persons(side)).collect();
        let all_away = persons.iter().all(|person| person.presence == Presence::Away);
        persons.iter().map(|person| person.since).max().filter(|_| all_away)
    };
    since.map(|since| since + EMPTY_MS)
}

/// When each reason that ends by itself does so, with the people who are there now.
pub(super) fn release_due(room: &Room) -> Option<(u64, HoldReason)> {
    let side = room.game.as_ref()?.turn.as_ref()?.side;
    let due = |reason: HoldReason, armed: u64| match reason {
        HoldReason::Empty => {
            let soon = back_since(room, side).map(|back| back.max(armed) + COUNTDOWN_MS);
            let late = back_since(room, side.other()).map(|back| back.max(armed) + PATIENCE_MS);
            soon.into_iter().chain(late).min()
        }
        HoldReason::Recovering => {
            let soon = back_since(room, side).map(|back| back.max(armed) + COUNTDOWN_MS);
            soon.into_iter().chain([armed + PATIENCE_MS]).min()
        }
        HoldReason::Draining | HoldReason::Agreed | HoldReason::Adjourned => None,
    };
    room.hold.reasons.iter().filter_map(|(&reason, &armed)| Some((due(reason, armed)?, reason))).min()
}

/// Since when somebody of a side is there. A side without persons is there when anybody is, and a
/// room without persons always.
fn back_since(room: &Room, side: Side) -> Option<u64> {
    let roster = &room.roster;
    let online = |side: Side| {
        let online = roster.persons(side).filter(|person| person.presence == Presence::Online);
        online.map(|person| person.since).min()
    };
    if roster.persons(side).next().is_some() {
        online(side)
    } else if roster.persons(side.other()).next().is_some() {
        online(side.other())
    } else {
        SIDES.iter().any(|&side| roster.count(side) > 0).then_some(0)
    }
}

// ---- applying --------------------------------------------------------------------------------

impl Room {
    /// `before` is the moment of the last event before this one that everybody learnt. Older logs
    /// do not say since when time is lost to a restart: it is from there on.
    pub(super) fn held(&mut self, at: u64, before: u64, reason: HoldReason, since: Option<u64>) {
        let recovering = reason == HoldReason::Recovering;
        let from = since.or(recovering.then_some(before)).unwrap_or(at);
        if !self.hold.is_on() {
            self.hold.since = from;
            if let Some(game) = &mut self.game {
                game.clocks.set(game.clocks.stopped(from));
            }
        }
        self.hold.recovered |= reason == HoldReason::Recovering;
        self.hold.reasons.insert(reason, at);
    }

    pub(super) fn released(&mut self, at: u64, reason: HoldReason) {
        self.hold.reasons.remove(&reason);
        if self.hold.is_on() {
            return;
        }
        let held_from = self.hold.since;
        self.roster.missed_nobody(held_from, at);
        if let Some(game) = &mut self.game {
            let lost = |since: u64| at.saturating_sub(since.max(held_from));
            game.vacant_since = game.vacant_since.map(|since| since.map(|since| since + lost(since)));
        }
        self.hold.recovered = false;
        self.hold.resume_at = None;
        self.hold.lifted = at;
    }
}
