//! What keeps a room in order: silence, leave of the room, empty seats, and word to the host
//! (`docs/room.md` 15).

use protocol::betting::{VoidReason, WalletScope};
use protocol::event::{BanReason, Event};
use protocol::limits::REPORTS_PER_HOUR;
use protocol::motion::MotionBar;
use protocol::{MemberId, Refusal, UserId};

use super::order::Caller;
use super::sketch::Sketch;
use super::{Room, host, market, roster, seats};
use crate::names;

/// Milliseconds in which a member may report so often.
const HOUR_MS: u64 = 3_600_000;

// ---- commands --------------------------------------------------------------------------------

/// Let a member say nothing any more, or let him speak again.
pub(super) fn mute(sketch: &mut Sketch, host: MemberId, member: MemberId, on: bool) -> Result<(), Refusal> {
    let muted = refuse_target(sketch, host, member)?.muted;
    if muted != on {
        sketch.emit(Event::Muted { member, on, why: BanReason::Host });
    }
    Ok(())
}

/// Send a member out of the room for good, or let him in again.
pub(super) fn ban(sketch: &mut Sketch, host: MemberId, member: MemberId, on: bool) -> Result<(), Refusal> {
    let banned = refuse_target(sketch, host, member)?.banned;
    match (banned, on) {
        (false, true) => {
            let seat = refuse_in_market(sketch, host, member)?;
            send_away(sketch, member, BanReason::Host);
            void_for(sketch, seat);
        }
        (true, false) => sketch.emit(Event::Banned { member, on, why: BanReason::Host }),
        (true, true) | (false, false) => {}
    }
    Ok(())
}

/// Take a person's seat; he watches from now on.
pub(super) fn unseat(sketch: &mut Sketch, host: MemberId, member: MemberId) -> Result<(), Refusal> {
    host::refuse_others(sketch, host)?;
    if sketch.room.roster.sides_of(member).is_empty() || sketch.room.roster.is_bot(member) {
        return Err(Refusal::NoSuchMember);
    }
    let seat = refuse_in_market(sketch, host, member)?;
    seats::leave(sketch, member);
    void_for(sketch, seat);
    Ok(())
}

/// Tell the host of a member. Whoever does so becomes known.
pub(super) fn report(sketch: &mut Sketch, by: &Caller, about: MemberId, text: &str) -> Result<(), Refusal> {
    let text = names::clean_reason(text).map_err(|why| Refusal::TextRefused { why })?;
    let roster = &sketch.room.roster;
    let host = roster.host.ok_or(Refusal::NoSuchMember)?;
    roster.get(about).ok_or(Refusal::NoSuchMember)?;
    let known = roster::asker(sketch, by);
    if known == Some(about) {
        return Err(Refusal::MotionBarred { why: MotionBar::Oneself });
    }
    if let Some(wait) = known.and_then(|known| report_wait(&sketch.room, known, sketch.at)) {
        return Err(Refusal::RateLimited { wait_ms: u32::try_from(wait).unwrap_or(u32::MAX) });
    }
    let by = roster::join(sketch, by, None)?;
    sketch.emit(Event::Reported { host, by, about, text });
    Ok(())
}

/// Whoever is silenced may say nothing, to nobody.
pub(super) fn refuse_muted(room: &Room, member: MemberId) -> Result<(), Refusal> {
    let muted = room.roster.get(member).is_some_and(|member| member.muted);
    if muted { Err(Refusal::Muted) } else { Ok(()) }
}

/// The host may do this to any person but himself.
fn refuse_target(sketch: &Sketch, host: MemberId, member: MemberId) -> Result<&roster::Member, Refusal> {
    host::refuse_others(sketch, host)?;
    if member == host {
        return Err(Refusal::MotionBarred { why: MotionBar::Oneself });
    }
    let roster = &sketch.room.roster;
    roster.get(member).filter(|_| !roster.is_bot(member)).ok_or(Refusal::NoSuchMember)
}

/// Somebody's seat in a game on which coins stand, as the host takes it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seat {
    /// Nothing stands on who sits there.
    Free,
    /// Coins of the room do: they go back.
    Staked,
}

/// While the coins of accounts stand on a game, its host takes nobody's seat: he could end what his
/// friend is about to lose.
fn refuse_in_market(sketch: &Sketch, host: MemberId, member: MemberId) -> Result<Seat, Refusal> {
    let room = &sketch.room;
    if member == host || room.roster.sides_of(member).is_empty() {
        return Ok(Seat::Free);
    }
    match market::running(room) {
        Some(WalletScope::Server) => Err(Refusal::MarketRunning),
        Some(WalletScope::Room) => Ok(Seat::Staked),
        None => Ok(Seat::Free),
    }
}

fn void_for(sketch: &mut Sketch, seat: Seat) {
    if seat == Seat::Staked {
        market::void(sketch, VoidReason::Host);
    }
}

/// Milliseconds until a member may report again, if he has to wait.
fn report_wait(room: &Room, by: MemberId, now: u64) -> Option<u64> {
    let reported = &room.roster.get(by)?.reported;
    let oldest = reported.front().filter(|_| reported.len() >= REPORTS_PER_HOUR)?;
    (oldest + HOUR_MS).checked_sub(now).filter(|wait| *wait > 0)
}

// ---- what follows ----------------------------------------------------------------------------

/// A person leaves his seat, if he has one, and may not enter again until the host lets him.
pub(super) fn send_away(sketch: &mut Sketch, member: MemberId, why: BanReason) {
    seats::leave(sketch, member);
    sketch.emit(Event::Banned { member, on: true, why });
}

impl Room {
    /// Whether a person may not enter the room. Cheap: for every `hello`.
    #[must_use]
    pub fn is_banned(&self, user: UserId) -> bool {
        let member = self.member_of(user).and_then(|member| self.roster.get(member));
        member.is_some_and(|member| member.banned)
    }
}
