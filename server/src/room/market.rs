//! The life of the market on the coming game: when bets are taken, when they are locked, what came
//! (`docs/room.md` 16, `docs/betting.md`). Who has bet what is in the books, not here; the room says
//! who may, and how a game ended for those who bet on it.
//!
//! One market is alive at a time: the next one opens when the last one is over and spectators may
//! know that the last game is. The game never waits for any of it.

mod bars;
mod state;
mod verdict;

use protocol::betting::{
    BettingMode, MarketEnd, MarketState, Outcome, SuspendReason, VoidReason, WalletScope,
};
use protocol::event::Event;
use protocol::settings::{SIDES, Visibility};
use protocol::{MarketId, MemberId, Refusal, UserId};

use super::order::Around;
use super::sketch::Sketch;
use super::{Room, opening};
use state::Newest;

pub(super) use bars::{bar, bet};
pub use state::MarketNow;
pub(super) use state::{Finished, Market};

/// Milliseconds after the last change of the roster in which no bets are taken.
const SETTLE_MS: u64 = 3_000;
/// Milliseconds after the last change of the roster at which a market whose game has not begun is
/// void.
const FORGOTTEN_MS: u64 = 86_400_000;

// ---- looking ---------------------------------------------------------------------------------

/// How bets may be placed here: as the room chose, never more than the server allows, and not where
/// one person holds both sides.
fn mode(room: &Room, around: &Around) -> BettingMode {
    let settings = room.agreed().map(|agreed| &agreed.settings);
    let chosen = settings.filter(|settings| !settings.practice).map(|settings| settings.stand.betting);
    chosen.unwrap_or_default().min(around.betting)
}

/// Whether the coming game has a market on which bets are taken, or will be again.
pub(super) fn awaits_game(room: &Room) -> bool {
    room.market.alive().is_some_and(|market| market.stale_at.is_none())
}

/// Whoever has a stake here can have no say in how the game ends.
pub(super) fn refuse_staked(sketch: &Sketch, user: UserId) -> Result<(), Refusal> {
    if sketch.around.staked.contains(&user) {
        return Err(Refusal::HasOpenStake { withdrawable: awaits_game(&sketch.room) });
    }
    Ok(())
}

/// Whether somebody may have a stake as far as the room can tell: a market is alive, and he takes no
/// part in its match.
pub(super) fn may_have_stake(room: &Room, member: MemberId) -> bool {
    room.market.alive().is_some() && !room.attendance.is_participant(&room.roster, member)
}

/// Whose coins are in the market of the game that is played.
pub(super) fn running(room: &Room) -> Option<WalletScope> {
    let market = room.market.alive()?;
    (market.stale_at.is_some() && market.finished.is_none()).then_some(market.scope)
}

/// When something of the market is due.
pub(super) fn due(room: &Room) -> Option<u64> {
    let market = room.market.alive()?;
    if let Some(finished) = &market.finished {
        return Some(finished.at + delay_ms(room));
    }
    if let Some(stale_at) = market.stale_at {
        return Some(stale_at);
    }
    let roster_at = room.market.roster_at;
    let settles = market.suspended.contains(&SuspendReason::Roster).then_some(roster_at + SETTLE_MS);
    Some(settles.unwrap_or(roster_at.max(market.opened_at) + FORGOTTEN_MS))
}

/// How far spectators are behind: nothing of a market may tell them more.
fn delay_ms(room: &Room) -> u64 {
    room.agreed().map_or(0, |agreed| u64::from(agreed.settings.stand.delay_ms))
}

// ---- what is asked of it ---------------------------------------------------------------------

/// The server stops or reopens betting.
pub(super) fn suspend(sketch: &mut Sketch, why: SuspendReason, on: bool) {
    if why == SuspendReason::Admin {
        return pause(sketch, on);
    }
    let Some(market) = taking(&sketch.room) else { return };
    let (id, has) = (market.id, market.suspended.contains(&why));
    match (has, on) {
        (false, true) => sketch.emit(Event::MarketSuspended { market: id, why }),
        (true, false) => ease(sketch, why),
        (true, true) | (false, false) => {}
    }
}

/// An administrator stops betting in the room, or lets it go on: on this market as long as it takes
/// bets, and on those that follow.
fn pause(sketch: &mut Sketch, on: bool) {
    let Some(market) = sketch.room.market.alive() else { return };
    let (id, why) = (market.id, SuspendReason::Admin);
    match (sketch.room.market.paused, on) {
        (false, true) => sketch.emit(Event::MarketSuspended { market: id, why }),
        (true, false) if taking(&sketch.room).is_some() => ease(sketch, why),
        (true, false) => sketch.emit(Event::MarketEased { market: id, why }),
        (true, true) | (false, false) => {}
    }
}

/// The stakes go back, unless the market is over already.
pub(super) fn void(sketch: &mut Sketch, why: VoidReason) {
    end(sketch, MarketEnd::Void { why });
}

/// The next game is about to begin: bets stand as they are. On a side without persons nobody bets.
pub(super) fn lock(sketch: &mut Sketch) {
    let room = &sketch.room;
    let Some(id) = taking(room).map(|market| market.id) else { return };
    if !has_persons(room) {
        return void(sketch, VoidReason::Abandoned);
    }
    let sides = room.attendance.persons(&room.roster);
    let host = room.roster.host.and_then(|host| room.user_of(host));
    let stale_at = sketch.at + sketch.around.stale_ms;
    sketch.emit(Event::MarketLocked { market: id, stale_at, sides, host });
}

/// Let happen what is due.
pub(super) fn fire(sketch: &mut Sketch) {
    let Some(market) = sketch.room.market.alive() else { return };
    if market.finished.is_some() {
        return pay(sketch);
    }
    if market.stale_at.is_some() {
        return void(sketch, VoidReason::Stale);
    }
    if market.suspended.contains(&SuspendReason::Roster) {
        return ease(sketch, SuspendReason::Roster);
    }
    void(sketch, VoidReason::Abandoned);
}

// ---- what follows ----------------------------------------------------------------------------

/// Let the market follow from the room as it is.
pub(super) fn settle(sketch: &mut Sketch) {
    pay(sketch);
    turn_off(sketch);
    open(sketch);
    heed_roster(sketch);
    heed_presence(sketch);
}

/// The game is over, and spectators may know it: whoever was right is paid.
fn pay(sketch: &mut Sketch) {
    let finished = sketch.room.market.alive().and_then(|market| market.finished);
    if let Some(finished) = finished.filter(|finished| finished.at + delay_ms(&sketch.room) <= sketch.at) {
        end(sketch, verdict::of(&finished));
    }
}

/// The server does not offer such bets any more.
fn turn_off(sketch: &mut Sketch) {
    let most = mode(&sketch.room, &sketch.around);
    if sketch.room.market.alive().is_some_and(|market| market.mode > most) {
        void(sketch, VoidReason::TurnedOff);
    }
}

/// A market on the coming game, as soon as a person sits on both sides.
fn open(sketch: &mut Sketch) {
    let room = &sketch.room;
    let mode = mode(room, &sketch.around);
    let known = room.market.game_ended.is_none_or(|ended| ended + delay_ms(room) <= sketch.at);
    let comes = !room.is_playing() && !room.market.had && room.market.alive().is_none();
    if mode == BettingMode::Off || !known || !comes || !has_persons(room) {
        return;
    }
    let listed = room.agreed().is_some_and(|agreed| agreed.settings.visibility == Visibility::Public);
    let (market, paused) = (MarketId(room.market.opened + 1), room.market.paused);
    sketch.emit(Event::MarketOpened {
        market,
        game: opening::next_number(room),
        mode,
        scope: if listed { WalletScope::Server } else { WalletScope::Room },
        // Whatever the rules say of ties, both sides may agree on a draw.
        outcomes: Outcome::ALL.to_vec(),
    });
    if paused {
        sketch.emit(Event::MarketSuspended { market, why: SuspendReason::Admin });
    }
}

/// Somebody sat down or stood up since the market opened, or since that was last waited out.
fn heed_roster(sketch: &mut Sketch) {
    if sketch.room.market.is_unsettled() {
        suspend(sketch, SuspendReason::Roster, true);
    }
}

/// Nobody of one side is there. In a slow room that is usual.
fn heed_presence(sketch: &mut Sketch) {
    let room = &sketch.room;
    let online = |side| room.roster.persons(side).any(|person| room.roster.is_online(person.id));
    let absent = !room.is_slow() && !SIDES.into_iter().all(online);
    suspend(sketch, SuspendReason::Absent, absent);
}

/// A reason for a suspension falls away.
fn ease(sketch: &mut Sketch, why: SuspendReason) {
    let Some(market) = taking(&sketch.room) else { return };
    let (id, last) = (market.id, market.suspended.len() == 1);
    let event =
        if last { Event::MarketReopened { market: id } } else { Event::MarketEased { market: id, why } };
    sketch.emit(event);
}

fn end(sketch: &mut Sketch, end: MarketEnd) {
    if let Some(market) = sketch.room.market.alive().map(|market| market.id) {
        sketch.emit(Event::MarketEnded { market, end });
    }
}

/// The market on the coming game.
fn taking(room: &Room) -> Option<&Newest> {
    room.market.alive().filter(|market| market.stale_at.is_none())
}

fn has_persons(room: &Room) -> bool {
    SIDES.into_iter().all(|side| room.roster.persons(side).next().is_some())
}

impl Room {
    /// The newest market: alive, or over as long as no other one has opened.
    #[must_use]
    pub fn market(&self) -> Option<MarketNow> {
        self.market.now()
    }
}

impl MarketNow {
    /// Whether bets are taken.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.state == MarketState::Open
    }
}
