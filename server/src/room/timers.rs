//! Everything that time does: when it is due, and what happens then.
//!
//! There are no timers to cancel. What is due is read from the room as it is, so a timer of a
//! ballot that is gone cannot fire.

use engine::Side;
use protocol::MemberId;
use protocol::event::{BallotResult, EndReason, Event, FlagEffect, GameResult, HoldReason};
use protocol::settings::FlagPolicy;

use super::ballot::Ballot;
use super::sketch::Sketch;
use super::{
    Room, attendance, ballot, consent, flow, game, hand, hold, host, lay, lots, market, motion, presence,
    start, tally, telling, turn,
};

/// More than can be due at one moment: each member's grace and a few of the turn.
const MOST: usize = 1_000;

/// What time does. Of two things due at one moment, the first in this order happens first: a move
/// that lies on the board, then a ballot, then the flag, then people.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Timer {
    /// The consent window ends.
    Consent,
    /// The tried move has been looked at long enough, and nobody can withdraw it.
    EarlyStand,
    /// A ballot that was about to close does.
    Settle,
    /// A ballot may close from now on, and is decided.
    Earliest,
    /// A ballot ends.
    Deadline,
    /// The bank or a period of a clock is used up, and there is another period.
    Period,
    /// A clock comes to zero.
    Flag,
    /// Somebody's grace is over.
    Grace(MemberId),
    /// The hand has been away for too long.
    HandAway,
    /// Votes or stances of a large side are to be told.
    Tell,
    /// A side has been without members for too long.
    Vacant(Side),
    /// Nobody is there.
    Empty,
    /// A hold ends.
    Release(HoldReason),
    /// The countdown after a pause is over.
    Resume,
    /// The time of a motion or an offer runs out.
    Motion,
    /// The host has been missed for too long.
    Host,
    /// The game was held for too long.
    Expiry,
    /// Something of the market is due.
    Market,
    /// The next game begins.
    Start,
    /// A rated game is told.
    Rating,
}

/// What is due next, and when.
pub(super) fn next(room: &Room) -> Option<(u64, Timer)> {
    let turn = if room.hold.is_on() { [None; 9] } else { of_turn(room) };
    let people = [
        presence::grace_due(room).map(|(due, member)| (due, Timer::Grace(member))),
        game::vacant_due(room).map(|(due, side)| (due, Timer::Vacant(side))),
        hold::empty_due(room).map(|due| (due, Timer::Empty)),
        hold::release_due(room).map(|(due, reason)| (due, Timer::Release(reason))),
        hold::resume_due(room).map(|due| (due, Timer::Resume)),
        motion::due(room).map(|due| (due, Timer::Motion)),
        host::missed_due(room).map(|due| (due, Timer::Host)),
        hold::expiry_due(room).map(|due| (due, Timer::Expiry)),
        market::due(room).map(|due| (due, Timer::Market)),
        start::due(room).map(|due| (due, Timer::Start)),
        attendance::due(room).map(|due| (due, Timer::Rating)),
    ];
    turn.into_iter().chain(people).flatten().min()
}

/// The timers that wait while the room is held.
fn of_turn(room: &Room) -> [Option<(u64, Timer)>; 9] {
    let Some(game) = &room.game else { return [None; 9] };
    let Some(turn) = &game.turn else { return [None; 9] };
    let open = turn.ballot.as_ref().filter(|ballot| ballot.is_open());
    [
        turn.until().map(|due| (due, Timer::Consent)),
        consent::early_due(room).map(|due| (due, Timer::EarlyStand)),
        open.and_then(|ballot| ballot.closing).map(|due| (due, Timer::Settle)),
        ballot::earliest_due(room).map(|due| (due, Timer::Earliest)),
        open.and_then(|ballot| ballot.deadline).map(|due| (due, Timer::Deadline)),
        game.clocks.period_at().map(|due| (due, Timer::Period)),
        game.clocks.zero_at().map(|due| (due, Timer::Flag)),
        hand::absent_due(room).map(|due| (due, Timer::HandAway)),
        telling::due(room).map(|due| (due, Timer::Tell)),
    ]
}

/// Let everything happen that is due by now, one after the other, each with what follows from it.
pub(super) fn tick(sketch: &mut Sketch) {
    for _ in 0..MOST {
        let Some((_, timer)) = next(&sketch.room).filter(|(due, _)| *due <= sketch.at) else { return };
        fire(sketch, timer);
        flow::settle(sketch);
    }
}

fn fire(sketch: &mut Sketch, timer: Timer) {
    match timer {
        Timer::Consent => lay::stand_tried(sketch),
        Timer::EarlyStand => consent::count(sketch),
        Timer::Settle | Timer::Deadline => tally::tally(sketch),
        Timer::Earliest => ballot::close_or_reopen(sketch),
        Timer::Period => begin_period(sketch),
        Timer::Flag => flag(sketch),
        Timer::Grace(member) => presence::give_up(sketch, member),
        Timer::HandAway => hand::replace_absent(sketch),
        Timer::Tell => telling::tell(sketch),
        Timer::Vacant(side) => game::abandon(sketch, side),
        Timer::Empty => hold::hold(sketch, HoldReason::Empty),
        Timer::Release(reason) => hold::release(sketch, reason),
        Timer::Resume => hold::resume(sketch),
        Timer::Motion => motion::expire(sketch),
        Timer::Host => host::succeed(sketch),
        Timer::Expiry => hold::expire(sketch),
        Timer::Market => market::fire(sketch),
        Timer::Start => start::begin(sketch),
        Timer::Rating => attendance::settle(sketch),
    }
}

/// The next period of the side to move begins.
fn begin_period(sketch: &mut Sketch) {
    let Some(game) = &sketch.room.game else { return };
    let Some(side) = game.turn.as_ref().map(|turn| turn.side) else { return };
    let clock = game.clocks.next_period(side, sketch.at);
    sketch.emit(Event::PeriodBegan { side, clock });
}

/// The clock of the side to move is at zero. A laid move beats the flag, and so do votes.
fn flag(sketch: &mut Sketch) {
    let Some(game) = &sketch.room.game else { return };
    let Some(turn) = &game.turn else { return };
    if turn.tried.is_some() {
        return lay::stand_tried(sketch);
    }
    let roster = &sketch.room.roster;
    let open = turn.ballot.as_ref().filter(|ballot| ballot.is_open());
    if open.is_some_and(|ballot| !ballot.counted(roster, turn.side).is_empty()) {
        return tally::tally(sketch);
    }
    let side = turn.side;
    let policy = game.clocks.flag_policy();
    if policy == Some(FlagPolicy::RandomLegal) && lay_by_lot(sketch, side) {
        return;
    }
    let Some(game) = &sketch.room.game else { return };
    let voting = game.turn.as_ref().and_then(|turn| turn.ballot.as_ref()).is_some_and(Ballot::is_open);
    let lost = policy != Some(FlagPolicy::PassHand) || game.flags[side] > 0;
    let score = game.board.position().final_score(None);
    if lost {
        let clock = game.clocks.stopped(sketch.at);
        sketch.emit(Event::Flagged { side, effect: FlagEffect::Lost, clock });
        game::end(sketch, GameResult { reason: EndReason::Flag, winner: Some(side.other()), score });
        return;
    }
    let clock = game.clocks.second_chance(side, sketch.at);
    sketch.emit(Event::Flagged { side, effect: FlagEffect::HandPassed, clock });
    hand::pass_after_flag(sketch, side);
    if voting {
        ballot::close(sketch, BallotResult::TooFew);
    }
    // The new hand has the board for itself as long as the old one had.
    tally::fall_back(sketch, side);
}

/// A move drawn by lot stands for a side that has laid nothing, and its bank has a little time for
/// the moves after it. Nothing happens where nobody sits to whom the move could be written.
fn lay_by_lot(sketch: &mut Sketch, side: Side) -> bool {
    let Some(game) = &sketch.room.game else { return false };
    let Some(turn) = &game.turn else { return false };
    let Some(maker) = game.hands[side].or_else(|| sketch.room.roster.seated(side).next()) else {
        return false;
    };
    let moves = turn::open_moves(game, turn);
    let place = game.lot(lots::Lot::Move(side, turn.ply), moves.len());
    let Some(mv) = moves.get(place).cloned() else { return false };
    let clock = game.clocks.second_chance(side, sketch.at);
    sketch.emit(Event::Flagged { side, effect: FlagEffect::RandomMove, clock });
    ballot::close(sketch, BallotResult::Void);
    lay::put_down(sketch, maker, &mv, true);
    true
}
