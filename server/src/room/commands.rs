//! Which noun a command is about. Who asks is looked after here; whatever else a command needs is
//! its noun's to check.

use protocol::event::Stance;
use protocol::{Command, MemberId, Refusal, UserId};

use super::order::{Caller, Order};
use super::sketch::Sketch;
use super::{
    Room, advice, appoint, ballot, blocks, bots, chat, hand, host, lay, market, moderation, motion, rematch,
    roster, seats, tried, trust, turn,
};

/// The answer to what is only looked at; nothing for a command that is to be carried out.
pub(super) fn look(room: &Room, order: &Order, command: &Command) -> Option<Result<(), Refusal>> {
    if let Command::BetSet { market, outcome, stake } = command {
        let (around, by) = (&order.around, &order.by);
        let may = |_| market::bet(room, around, by, *market, *outcome, *stake);
        return Some(admitted(room, by).and_then(may));
    }
    if let Command::Cheer { side: _ } = command {
        return Some(admitted(room, &order.by).and_then(|user| advice::cheer(room, user)));
    }
    None
}

/// Who asks, if he may enter.
fn admitted(room: &Room, by: &Caller) -> Result<UserId, Refusal> {
    room.agreed.as_ref().ok_or(Refusal::NoRoom)?;
    let user = by.user().ok_or(Refusal::ForbiddenRole)?;
    if room.is_banned(user) { Err(Refusal::Banned) } else { Ok(user) }
}

/// Carry a command out.
pub(super) fn carry_out(sketch: &mut Sketch, order: &Order, command: &Command) -> Result<(), Refusal> {
    let Some(agreed) = sketch.room.agreed.clone() else { return Err(Refusal::NoRoom) };
    let (by, seen) = (&order.by, order.seen);
    admitted(&sketch.room, by)?;
    match command {
        Command::NameSet { name } => {
            if let Some(member) = roster::asker(sketch, by) {
                moderation::refuse_muted(&sketch.room, member)?;
            }
            roster::set_name(sketch, by, name)
        }
        Command::ChatSay { to, text } => chat::say(sketch, by, *to, text),

        Command::SeatTake { side, withdraw: _ } => seats::take(sketch, &agreed, by, *side),
        Command::SeatLeave {} => {
            let member = seated(sketch, order)?;
            seats::leave(sketch, member);
            Ok(())
        }
        Command::ReadySet { on } => {
            let member = seated(sketch, order)?;
            seats::set_ready(sketch, member, *on)
        }
        Command::StarterSet { starter } => {
            let member = seated(sketch, order)?;
            seats::wish_starter(sketch, &agreed, member, *starter)
        }
        Command::BotAdd { side } => {
            let member = known(sketch, order)?;
            bots::add(sketch, &agreed, member, *side)
        }
        Command::BotRemove { member: bot } => {
            let member = known(sketch, order)?;
            bots::remove(sketch, member, *bot)
        }

        Command::VoteSet { ballot, mv } => {
            let member = acting(sketch, order)?;
            ballot::vote(sketch, member, *ballot, mv)
        }
        Command::VoteClear { ballot } => {
            let member = acting(sketch, order)?;
            ballot::clear(sketch, member, *ballot)
        }
        Command::ProposalAdd { ballot, mv, note } => {
            let member = acting(sketch, order)?;
            if !note.trim().is_empty() {
                moderation::refuse_muted(&sketch.room, member)?;
            }
            ballot::propose(sketch, member, *ballot, mv, note)
        }
        Command::MoveLay { mv } => {
            let member = acting(sketch, order)?;
            lay::lay(sketch, member, seen, mv)
        }
        Command::MoveWithdraw {} => {
            let member = acting(sketch, order)?;
            tried::take_back(sketch, member, seen)
        }
        Command::ObjectSet { on } => {
            let member = acting(sketch, order)?;
            tried::take_stance(sketch, member, seen, Stance::Object, *on)
        }
        Command::ApproveSet { on } => {
            let member = acting(sketch, order)?;
            tried::take_stance(sketch, member, seen, Stance::Approve, *on)
        }
        Command::HandPass { to } => {
            let member = acting(sketch, order)?;
            hand::pass(sketch, member, *to)
        }

        Command::HandClaim {} => {
            let member = seated(sketch, order)?;
            in_present(sketch, order)?;
            appoint::claim(sketch, &agreed, member)
        }
        Command::HandName { side, to } => {
            let member = known(sketch, order)?;
            in_present(sketch, order)?;
            appoint::name(sketch, &agreed, member, *side, *to)
        }
        Command::TrustSet { member: whom, on } => {
            let member = seated(sketch, order)?;
            trust::set(sketch, &agreed, member, *whom, *on)
        }
        Command::BlockAdd { ballot, mv, reason } => {
            let member = acting(sketch, order)?;
            moderation::refuse_muted(&sketch.room, member)?;
            blocks::add(sketch, member, *ballot, mv, reason)
        }
        Command::MotionOpen { what } => {
            // The host may let the room go on from wherever he is.
            let member = roster::asker(sketch, by).ok_or(Refusal::NotSeated)?;
            motion::open(sketch, member, *what)
        }
        Command::MotionVote { motion, yes } => {
            let member = seated(sketch, order)?;
            motion::vote(sketch, member, *motion, *yes)
        }
        Command::OfferCancel { what } => {
            let member = seated(sketch, order)?;
            motion::cancel(sketch, member, *what)
        }

        Command::MemberMute { member, on } => {
            let host = known(sketch, order)?;
            moderation::mute(sketch, host, *member, *on)
        }
        Command::MemberBan { member, on } => {
            let host = known(sketch, order)?;
            moderation::ban(sketch, host, *member, *on)
        }
        Command::MemberUnseat { member } => {
            let host = known(sketch, order)?;
            moderation::unseat(sketch, host, *member)
        }
        Command::MemberReport { member, text } => moderation::report(sketch, by, *member, text),
        Command::HostPass { to } => {
            let host = known(sketch, order)?;
            host::pass(sketch, host, *to)
        }
        Command::BetSet { .. } | Command::Cheer { .. } => {
            look(&sketch.room, order, command).unwrap_or(Ok(()))
        }
        Command::EarsSet { on } => {
            let member = seated(sketch, order)?;
            advice::open_ears(sketch, &agreed, member, *on)
        }
        Command::AdviceGive { side, pit, text } => advice::give(sketch, &agreed, by, *side, *pit, text),
        Command::AdviceMute { member: whom, on } => {
            let member = seated(sketch, order)?;
            advice::mute(sketch, &agreed, member, *whom, *on)
        }
        Command::RematchSet { on } => {
            let member = seated(sketch, order)?;
            rematch::set(sketch, member, *on)
        }
    }
}

/// The asker, who must be known: the host always is.
fn known(sketch: &Sketch, order: &Order) -> Result<MemberId, Refusal> {
    roster::asker(sketch, &order.by).ok_or(Refusal::ForbiddenRole)
}

/// The asker, who must have a seat.
fn seated(sketch: &Sketch, order: &Order) -> Result<MemberId, Refusal> {
    let member = roster::asker(sketch, &order.by).ok_or(Refusal::NotSeated)?;
    if sketch.room.roster.sides_of(member).is_empty() { Err(Refusal::NotSeated) } else { Ok(member) }
}

/// Who speaks of the present must know it, in what can be asked between games as well.
fn in_present(sketch: &Sketch, order: &Order) -> Result<(), Refusal> {
    if order.seen.is_some() { turn::present(&sketch.room, order.seen).map(drop) } else { Ok(()) }
}

/// The asker, who must have a seat in a game that goes on and is not held, and who must know the
/// present if he speaks of it.
fn acting(sketch: &Sketch, order: &Order) -> Result<MemberId, Refusal> {
    let member = seated(sketch, order)?;
    turn::current(&sketch.room)?;
    if order.seen.is_some() {
        turn::present(&sketch.room, order.seen)?;
    }
    if sketch.room.hold.is_on() { Err(Refusal::Held) } else { Ok(member) }
}
