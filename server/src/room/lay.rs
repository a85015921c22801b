//! Laying a move: who may, whether it is tried first, and what happens when it stands.

use engine::{Move, Turn as Played};
use protocol::event::{BallotKind, BallotResult, Event, GameResult};
use protocol::settings::DecisionMode;
use protocol::{At, MemberId, Refusal};

use super::ballot::{self, Ballot};
use super::game::{self, CurrentGame};
use super::sketch::Sketch;
use super::turn::{self, Turn};
use super::{Room, consent, tally, tried};

/// Lay a move on the board.
pub(super) fn lay(sketch: &mut Sketch, member: MemberId, seen: Option<At>, mv: &Move) -> Result<(), Refusal> {
    let (game, turn) = turn::present(&sketch.room, seen)?;
    if !sketch.room.roster.sits(member, turn.side) {
        return Err(Refusal::NotMover);
    }
    if turn.tried.is_some() {
        return Err(turn::stale(game, turn));
    }
    let at_once = may_lay(&sketch.room, game, turn, member, sketch.at)?;
    let mv = game.board.position().canonical(game.board.rules(), mv);
    turn::refuse_move(game, turn, &mv)?;
    // What somebody blocked is looked at first, even where the ballot came to nothing.
    let at_once = at_once && !turn.ballot.as_ref().is_some_and(|ballot| ballot.is_blocked(&mv));
    ballot::close(sketch, BallotResult::Laid);
    put_down(sketch, member, &mv, at_once);
    Ok(())
}

/// Whether a member may lay now; and if so, whether the move stands at once.
fn may_lay(
    room: &Room,
    game: &CurrentGame,
    turn: &Turn,
    member: MemberId,
    now: u64,
) -> Result<bool, Refusal> {
    let hand = game.hands[turn.side] == Some(member);
    match &turn.ballot {
        // One legal move: anybody may lay it.
        None if turn::is_forced(game.board.position(), game.board.rules()) => Ok(true),
        None if hand => Ok(false),
        None => Err(Refusal::NotMover),
        Some(ballot) if ballot.is_open() => may_lay_in_ballot(game, ballot, member, hand),
        Some(_) if hand => Ok(true),
        Some(ballot) if ballot.hand_until.is_some_and(|until| now < until) => Err(Refusal::NotMover),
        Some(_) if turn.roll.contains(&member) => Ok(true),
        // With nobody of the roll left, whoever sits there must be able to go on.
        Some(_) if turn.roll.iter().all(|voter| !room.roster.sits(*voter, turn.side)) => Ok(true),
        Some(_) => Err(Refusal::NotOnRoll),
    }
}

/// While a ballot is open, anyone on the roll may where the first one decides; elsewhere only the
/// hand, and only where the votes are advice.
fn may_lay_in_ballot(
    game: &CurrentGame,
    ballot: &Ballot,
    member: MemberId,
    hand: bool,
) -> Result<bool, Refusal> {
    match (game.decision.mode, ballot.kind, hand) {
        (DecisionMode::Anyone, BallotKind::First, _) if ballot.roll.contains(&member) => Ok(false),
        (DecisionMode::Anyone, BallotKind::First, _) => Err(Refusal::NotOnRoll),
        (DecisionMode::Hand, BallotKind::First, true) => Ok(false),
        (DecisionMode::Hand, BallotKind::First, false) => Err(Refusal::NotMover),
        (DecisionMode::Hand, BallotKind::RunOff, _)
        | (DecisionMode::Anyone, BallotKind::RunOff, _)
        | (DecisionMode::Plurality | DecisionMode::Majority | DecisionMode::Consensus, _, _) => {
            Err(Refusal::ForbiddenRole)
        }
    }
}

/// Put a move on the board: it stands where nobody may or can object, and is tried otherwise.
pub(super) fn put_down(sketch: &mut Sketch, maker: MemberId, mv: &Move, at_once: bool) {
    let Some(game) = &sketch.room.game else { return };
    let Some(turn) = &game.turn else { return };
    let Ok(played) = turn::refuse_move(game, turn, mv) else {
        // An option is legal and unspent as long as its ballot is open.
        return tally::fall_back(sketch, turn.side);
    };
    let no_window = game.decision.consent_ms == 0;
    let alone = tried::others(&sketch.room, turn.side, &turn.roll, maker).next().is_none();
    if at_once || turn.last_try || no_window || alone {
        stand(sketch, maker, mv, played, false);
        return;
    }
    let ends = sketch.at + u64::from(game.decision.consent_ms);
    let (until, tries) = (game.clocks.clamp(ends), turn.tries.saturating_add(1));
    let Played { after, trace } = played;
    sketch.emit(Event::Laid { by: maker, mv: mv.clone(), trace, after, until, tries });
    consent::tell(sketch);
}

/// The tried move stands.
pub(super) fn stand_tried(sketch: &mut Sketch) {
    consent::tell(sketch);
    tried::forget_stances(sketch);
    let Some(turn) = sketch.room.game.as_ref().and_then(|game| game.turn.as_ref()) else { return };
    let Some(tried) = &turn.tried else { return };
    let (by, mv, played) = (tried.by, tried.mv.clone(), tried.played.as_ref().clone());
    stand(sketch, by, &mv, played, true);
}

/// A move stands: the board changes, and either the game is over or the other side has its turn.
fn stand(sketch: &mut Sketch, by: MemberId, mv: &Move, played: Played, tried: bool) {
    let Some(game) = &sketch.room.game else { return };
    let Some(turn) = &game.turn else { return };
    sketch.emit(Event::Stood {
        game: game.number,
        ply: turn.ply,
        side: turn.side,
        by,
        mv: mv.clone(),
        remaining_ms: game.clocks.after_move(turn.side, sketch.at),
        trace: played.trace,
        after: played.after,
        tried,
    });
    match sketch.room.game.as_ref().and_then(|game| game.board.outcome()) {
        Some(outcome) => game::end(sketch, GameResult::from(&outcome)),
        None => turn::begin(sketch),
    }
}
