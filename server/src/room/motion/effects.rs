//! What follows from a motion that passed.

use engine::Side;
use protocol::MemberId;
use protocol::event::{BallotResult, BanReason, EndReason, Event, GameResult, HoldReason};
use protocol::motion::Motion;

use crate::room::sketch::Sketch;
use crate::room::{ballot, game, hand, hold, moderation, turn};

/// Milliseconds that a side gives the other one.
const GIVEN_MS: u32 = 15_000;

/// Let follow what `side` moved, and where it must the other one agreed to.
pub(super) fn follow(sketch: &mut Sketch, side: Side, what: Motion) {
    match what {
        Motion::Replace { from: _, to } => hand::replace_by_vote(sketch, side, to),
        Motion::Takeback { .. } => take_back(sketch, side),
        Motion::Pause => hold::stay(sketch, HoldReason::Agreed),
        Motion::Adjourn => hold::stay(sketch, HoldReason::Adjourned),
        Motion::Resume => hold::count_down(sketch),
        Motion::Resign => end(sketch, EndReason::Resigned, Some(side.other())),
        Motion::Draw => end(sketch, EndReason::Agreed, None),
        Motion::Abort => end(sketch, EndReason::Aborted, None),
        Motion::Extend => give_time(sketch, side),
        Motion::Claim { draw } => end(sketch, EndReason::Absent, (!draw).then_some(side)),
        Motion::Kick { member } => moderation::send_away(sketch, member, BanReason::Side),
        Motion::Mute { member } => mute(sketch, member),
    }
}

fn end(sketch: &mut Sketch, reason: EndReason, winner: Option<Side>) {
    let Some(game) = &sketch.room.game else { return };
    let score = game.board.position().final_score(None);
    game::end(sketch, GameResult { reason, winner, score });
}

fn mute(sketch: &mut Sketch, member: MemberId) {
    sketch.emit(Event::Muted { member, on: true, why: BanReason::Side });
}

/// The last move comes off the board. The other side has its clock again as its turn began; the own
/// one keeps what it has.
fn take_back(sketch: &mut Sketch, side: Side) {
    ballot::close(sketch, BallotResult::Void);
    let Some(game) = &sketch.room.game else { return };
    let Some(turn) = &game.turn else { return };
    let Some(position) = game.before_last() else { return };
    let other = side.other();
    let mut clock = game.clocks.stopped(sketch.at);
    clock.remaining_ms[other] = turn.began.remaining_ms[other];
    clock.periods[other] = turn.began.periods[other];
    let (game, ply) = (game.number, turn.ply.saturating_sub(1));
    sketch.emit(Event::TakenBack { game, ply, side, position, clock });
    turn::begin_again(sketch);
}

fn give_time(sketch: &mut Sketch, by: Side) {
    let Some(game) = &sketch.room.game else { return };
    let now = game.clocks.at(sketch.at);
    let clock = game.clocks.given(now, by.other(), u64::from(GIVEN_MS));
    sketch.emit(Event::TimeGiven { by, ms: GIVEN_MS, clock });
}
