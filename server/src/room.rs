//! The gathering as a pure state machine: who sits where, who decides what by when, what stands.
//!
//! [`decide`] is the only place that says no; [`Room::apply`] is total and free of rules;
//! [`Room::next_deadline`] says when the shell must send [`Ask::Tick`]. `docs/room.md` is the
//! model; each module below is one noun of it.
//!
//! Nothing here may know a socket, a database, a task, a clock or a source of chance: time and
//! chance arrive in the [`Order`], and what they led to is written in the events. A repeated
//! order of one member is recognised by its `cid` ([`Room::is_done`]).

mod advice;
mod apply;
mod appoint;
mod attendance;
mod ballot;
mod blocks;
mod bots;
mod calls;
mod chance;
mod chat;
mod clock;
mod commands;
mod consent;
mod flow;
mod game;
mod hand;
mod heads;
mod hold;
mod host;
mod lay;
pub mod lots;
mod market;
mod moderation;
mod motion;
mod open;
mod opening;
mod order;
mod past;
mod presence;
mod rematch;
mod roster;
mod seats;
pub mod settings;
mod sketch;
mod start;
mod tally;
mod telling;
pub mod thresholds;
mod timers;
mod told;
mod tried;
mod trust;
mod turn;
pub mod view;

use std::sync::Arc;

use engine::{BySide, Series};
use protocol::betting::BetBar;
use protocol::event::{HoldReason, SeriesView};
use protocol::view::StarterWish;
use protocol::{Cid, Entry, Event, MemberId, Refusal, UserId};

pub use calls::{Call, calls};
pub use heads::StreamHeads;
pub use market::MarketNow;
pub use order::{Around, Ask, Caller, Order, entry};
pub use settings::{Agreed, catalogue, catalogue_up_to};

use advice::Advice;
use attendance::Attendance;
use chat::Chats;
use game::CurrentGame;
use hold::Hold;
use market::Market;
use motion::{Moment, Motions};
pub(crate) use opening::{lifted_first, told as told_drop};
use roster::Roster;
use sketch::Sketch;
use start::Start;
use trust::Trust;
pub(crate) use turn::illegal;

/// Everything that is known of one room. The default is a room in which nothing has happened.
///
/// Cheap to clone: what grows is shared until it is changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Room {
    agreed: Option<Arc<Agreed>>,
    roster: Roster,
    wishes: BySide<Option<StarterWish>>,
    trust: Trust,
    /// Who is to hold each hand in the next game, where that was chosen.
    chosen: BySide<Option<MemberId>>,
    series: Option<Arc<Series>>,
    standing: SeriesView,
    game: Option<CurrentGame>,
    /// Seat numbers of the last hands, where the rotation goes on in the next turn or game.
    rotation: BySide<u32>,
    /// Ballots opened so far, for each side.
    ballots: BySide<u32>,
    hold: Hold,
    motions: Motions,
    rematch: Vec<MemberId>,
    start: Start,
    attendance: Attendance,
    market: Market,
    advice: BySide<Advice>,
    chats: Chats,
    heads: StreamHeads,
    /// The moment of the last event. Time never goes back, whatever the wall clock does.
    last_at: u64,
    /// The moment of the last event that everybody learnt.
    told_at: u64,
}

/// What comes of an order: the events to be written and told, or the reason why nothing does.
///
/// The list may be empty when the order sets what is already set and has no identity. With an
/// identity it always ends in [`Event::Done`], except for an order that was carried out before.
///
/// A bet and a cheer are only looked at, identity or not: whoever may place them is told so by an
/// empty list, of which nothing is logged and by which nobody becomes known. What comes of them is
/// the shell's.
///
/// # Errors
/// A [`Refusal`]; nothing has changed then.
pub fn decide(room: &Room, order: &Order) -> Result<Vec<Event>, Refusal> {
    if let Ask::Command(command) = &order.ask
        && let Some(allowed) = commands::look(room, order, command)
    {
        return allowed.map(|()| Vec::new());
    }
    if let (Some(user), Some(cid)) = (order.by.user(), order.cid)
        && room.is_done(user, cid)
    {
        return Ok(Vec::new());
    }
    let mut sketch = Sketch::new(room, order);
    match &order.ask {
        Ask::Open { settings, bots, bot_users } => {
            open::open(&mut sketch, &order.by, settings, *bots, bot_users)?
        }
        _ if room.agreed.is_none() => return Err(Refusal::NoRoom),
        Ask::Command(command) => commands::carry_out(&mut sketch, order, command)?,
        Ask::Presence { user, online } => presence::changed(&mut sketch, *user, *online),
        Ask::Farewell { user } => presence::said_goodbye(&mut sketch, *user),
        Ask::Hold(reason) => hold::hold(&mut sketch, *reason),
        Ask::Release(reason) => hold::release(&mut sketch, *reason),
        Ask::Suspend { why, on } => market::suspend(&mut sketch, *why, *on),
        Ask::Pause { market, on } => market::pause(&mut sketch, *market, *on)?,
        Ask::Void { market, why } => market::void_one(&mut sketch, *market, *why),
        Ask::Tick => timers::tick(&mut sketch),
    }
    flow::settle(&mut sketch);
    Ok(sketch.finish(order))
}

impl Room {
    /// The room after all these lines of its log.
    pub fn fold<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Self {
        let mut room = Self::default();
        for entry in entries {
            room.apply_entry(entry);
        }
        room
    }

    /// Take over one line of the log.
    pub fn apply_entry(&mut self, entry: &Entry) {
        for event in &entry.events {
            self.apply(entry.at, event);
        }
    }

    /// What was agreed when the room was opened; nothing before that.
    #[must_use]
    pub fn agreed(&self) -> Option<&Agreed> {
        self.agreed.as_deref()
    }

    /// Which member a person or bot is, once he sat or spoke.
    #[must_use]
    pub fn member_of(&self, user: UserId) -> Option<MemberId> {
        self.roster.member_of(user)
    }

    /// Which person or bot a member is.
    #[must_use]
    pub fn user_of(&self, member: MemberId) -> Option<UserId> {
        self.roster.get(member).and_then(|member| member.user)
    }

    /// Whether this order of this person was carried out already. The newest
    /// [`RESULTS_KEPT`](protocol::limits::RESULTS_KEPT) of each member are known here; older ones
    /// only to the log.
    #[must_use]
    pub fn is_done(&self, user: UserId, cid: Cid) -> bool {
        let member = self.member_of(user).and_then(|member| self.roster.get(member));
        member.is_some_and(|member| member.done.contains(&cid))
    }

    /// Numbers of the last event of each stream that everybody shares.
    #[must_use]
    pub const fn heads(&self) -> StreamHeads {
        self.heads
    }

    /// Number of the last event that only this member learnt.
    #[must_use]
    pub fn me_head(&self, member: MemberId) -> u32 {
        self.roster.get(member).map_or(0, |member| member.head)
    }

    /// The moment of the last event.
    #[must_use]
    pub const fn last_at(&self) -> u64 {
        self.last_at
    }

    /// The moment of the last event that everybody learnt.
    #[must_use]
    pub const fn told_at(&self) -> u64 {
        self.told_at
    }

    /// Whether it is a slow room: a game of days, in which being away is usual.
    #[must_use]
    pub const fn is_slow(&self) -> bool {
        self.roster.is_slow()
    }

    /// Whether a game is played that something holds, and what.
    #[must_use]
    pub fn holds(&self) -> Vec<HoldReason> {
        self.hold.reasons()
    }

    /// Whether a game is played.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.game.as_ref().is_some_and(CurrentGame::is_running)
    }

    /// Persons who hold a seat, bots aside.
    #[must_use]
    pub fn seated_persons(&self) -> Vec<UserId> {
        self.roster.seated_persons()
    }

    /// Every person known in the room, seated or not.
    #[must_use]
    pub fn known_persons(&self) -> Vec<UserId> {
        self.roster.known_persons()
    }

    /// Why somebody may not bet here now, as far as the room can tell; nothing where he may.
    #[must_use]
    pub fn bet_bar(&self, user: UserId, around: &Around) -> Option<BetBar> {
        market::bar(self, around, user)
    }

    /// Whether somebody may cheer.
    ///
    /// # Errors
    /// The reason why he may not.
    pub fn may_cheer(&self, user: UserId) -> Result<(), Refusal> {
        if self.is_banned(user) { Err(Refusal::Banned) } else { advice::cheer(self, user) }
    }

    /// The persons who take part in the match that is played or comes, on each side: who sits, or sat
    /// in it. None of them may bet on it.
    #[must_use]
    pub fn sides_of_series(&self) -> BySide<Vec<UserId>> {
        self.attendance.persons(&self.roster)
    }

    /// Bots that hold a seat, with the person each of them is.
    #[must_use]
    pub fn seated_bots(&self) -> Vec<(MemberId, UserId)> {
        self.roster.seated_bots()
    }

    /// The turn under way.
    fn moment(&self) -> Option<Moment> {
        let game = self.game.as_ref()?;
        let turn = game.turn.as_ref()?;
        Some(Moment { game: game.number, ply: turn.ply, back: game.back(), side: turn.side })
    }

    /// When [`Ask::Tick`] is due next, never before the last event; nothing while only people can
    /// move the room on.
    #[must_use]
    pub fn next_deadline(&self) -> Option<u64> {
        timers::next(self).map(|(due, _)| due.max(self.last_at))
    }
}
