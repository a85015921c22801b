//! Blocks: where a side looks for a consensus, a member may say once a turn that an option will
//! not do, and why. It needs two thirds from then on (`docs/room.md` 4).

use engine::Move;
use protocol::event::Event;
use protocol::refusal::{IllegalReason, Refusal};
use protocol::settings::DecisionMode;
use protocol::{BallotId, MemberId};

use super::ballot::{self, Ballot};
use super::sketch::Sketch;
use super::thresholds;
use crate::names;

/// Block an option that the side knows of. Blocking the same one again is nothing new.
pub(super) fn add(
    sketch: &mut Sketch,
    member: MemberId,
    id: BallotId,
    mv: &Move,
    reason: &str,
) -> Result<(), Refusal> {
    let reason = names::clean_reason(reason).map_err(|why| Refusal::TextRefused { why })?;
    let (game, turn, ballot) = ballot::voting(&sketch.room, member, id)?;
    let decision = &game.decision;
    if decision.mode != DecisionMode::Consensus || !decision.block {
        return Err(Refusal::NoBlock);
    }
    let mv = game.board.position().canonical(game.board.rules(), mv);
    // What only untold votes have brought up is not known to anybody yet.
    let known = ballot.seen().into_iter().find(|option| option.mv == mv);
    let option = known.ok_or(Refusal::IllegalMove { why: IllegalReason::NotAnOption })?;
    if option.blocks.iter().any(|block| block.by == member) {
        return Ok(());
    }
    if turn.blockers.contains(&member) {
        return Err(Refusal::NoBlock);
    }
    let side = turn.side;
    sketch.emit(Event::Blocked { side, ballot: id, by: member, mv, reason });
    Ok(())
}

impl Ballot {
    /// Whether somebody blocked an option.
    pub(super) fn is_blocked(&self, mv: &Move) -> bool {
        self.options.iter().any(|option| option.mv == *mv && !option.blocks.is_empty())
    }

    /// Whether an option with so many votes of so many voices may win: a blocked one with two
    /// thirds of them.
    pub(super) fn may_win(&self, mv: &Move, votes: usize, voices: usize) -> bool {
        votes >= thresholds::two_thirds(voices) || !self.is_blocked(mv)
    }
}
