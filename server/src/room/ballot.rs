//! A ballot of one side: options, votes, who counts, and when it may close
//! (`docs/room.md` 1, 4 and 13).
//!
//! What a ballot comes to is in `tally`.

mod state;

use engine::Move;
use protocol::event::{BallotKind, BallotResult, Event, WonBy};
use protocol::limits::OPTIONS_PER_MEMBER;
use protocol::refusal::{IllegalReason, Refusal};
use protocol::settings::DecisionMode;
use protocol::{BallotId, MemberId};

use super::Room;
use super::game::CurrentGame;
use super::sketch::Sketch;
use super::turn::{self, Turn};
use super::{lay, tally, telling, thresholds, trust};
use crate::names;

pub(super) use state::{Ballot, Opening, Vote};

// ---- looking ---------------------------------------------------------------------------------

/// When the ballot that is open may close early, should it be decided by then.
pub(super) fn earliest_due(room: &Room) -> Option<u64> {
    let (game, turn, ballot) = open_ballot(room)?;
    let waits = ballot.closing.is_none() && ballot.is_decided(game.decision.mode, &room.roster, turn.side);
    waits.then_some(ballot.earliest)
}

/// The ballot that takes votes now.
pub(super) fn open_ballot(room: &Room) -> Option<(&CurrentGame, &Turn, &Ballot)> {
    let game = room.game.as_ref()?;
    let turn = game.turn.as_ref()?;
    let ballot = turn.ballot.as_ref().filter(|ballot| ballot.is_open())?;
    Some((game, turn, ballot))
}

// ---- commands --------------------------------------------------------------------------------

/// Vote for a move. An unknown one becomes an option.
pub(super) fn vote(sketch: &mut Sketch, member: MemberId, id: BallotId, mv: &Move) -> Result<(), Refusal> {
    let (game, turn, ballot) = voting(&sketch.room, member, id)?;
    let mv = game.board.position().canonical(game.board.rules(), mv);
    if ballot.vote_of(member).is_some_and(|vote| vote.mv == mv) {
        return Ok(());
    }
    refuse_option(game, turn, ballot, member, &mv)?;
    let casts = ballot.casts.get(&member).copied().unwrap_or(0);
    if casts > game.decision.flips_max {
        return Err(Refusal::NoFlipsLeft);
    }
    let (side, quiet, mode) = (turn.side, ballot.told.is_some(), game.decision.mode);
    sketch.emit(Event::Voted { side, ballot: id, by: member, mv: Some(mv.clone()), quiet });
    if mode == DecisionMode::Anyone {
        close(sketch, BallotResult::Won { mv: mv.clone(), by: WonBy::Votes });
        lay::put_down(sketch, member, &mv, false);
    }
    Ok(())
}

/// Take one's vote back.
pub(super) fn clear(sketch: &mut Sketch, member: MemberId, id: BallotId) -> Result<(), Refusal> {
    let (_, turn, ballot) = voting(&sketch.room, member, id)?;
    if ballot.vote_of(member).is_some() {
        let (side, quiet) = (turn.side, ballot.told.is_some());
        sketch.emit(Event::Voted { side, ballot: id, by: member, mv: None, quiet });
    }
    Ok(())
}

/// Put a move up with a note, without voting for it. Whoever sits there may: it is advice.
pub(super) fn propose(
    sketch: &mut Sketch,
    member: MemberId,
    id: BallotId,
    mv: &Move,
    note: &str,
) -> Result<(), Refusal> {
    let note = names::clean_note(note).map_err(|why| Refusal::TextRefused { why })?;
    let (game, turn, ballot) = own_ballot(&sketch.room, member, id)?;
    let mv = game.board.position().canonical(game.board.rules(), mv);
    refuse_option(game, turn, ballot, member, &mv)?;
    let known = ballot.options.iter().find(|option| option.mv == mv && option.proposed);
    match known {
        Some(option) if note.is_none() || option.note == note => return Ok(()),
        // The words on a proposal are its author's.
        Some(option) if option.by != Some(member) => return Err(Refusal::ForbiddenRole),
        Some(_) | None => {}
    }
    let side = turn.side;
    sketch.emit(Event::Proposed { side, ballot: id, by: member, mv, note });
    Ok(())
}

/// A ballot, with its turn and its game.
type Open<'r> = (&'r CurrentGame, &'r Turn, &'r Ballot);

/// The ballot that a member may vote in.
pub(super) fn voting(room: &Room, member: MemberId, id: BallotId) -> Result<Open<'_>, Refusal> {
    let own = own_ballot(room, member, id)?;
    if own.2.roll.contains(&member) { Ok(own) } else { Err(Refusal::NotOnRoll) }
}

/// The open ballot of a member's side. Old, foreign and invented numbers get the same answer.
fn own_ballot(room: &Room, member: MemberId, id: BallotId) -> Result<Open<'_>, Refusal> {
    let own = open_ballot(room).filter(|(_, turn, _)| room.roster.sits(member, turn.side));
    own.filter(|(.., ballot)| ballot.id == id)
        .ok_or(Refusal::BallotClosed { open: own.map(|(.., ballot)| ballot.id) })
}

/// Whether a move may be an option of this ballot, and whether this member may make it one.
fn refuse_option(
    game: &CurrentGame,
    turn: &Turn,
    ballot: &Ballot,
    member: MemberId,
    mv: &Move,
) -> Result<(), Refusal> {
    if ballot.options.iter().any(|option| option.mv == *mv) {
        return Ok(());
    }
    turn::refuse_move(game, turn, mv)?;
    if ballot.fixed {
        return Err(Refusal::IllegalMove { why: IllegalReason::NotAnOption });
    }
    let brought = ballot.brought.get(&member);
    let spent =
        brought.is_some_and(|moves| moves.len() >= usize::from(OPTIONS_PER_MEMBER) && !moves.contains(mv));
    if ballot.options.len() >= usize::from(game.decision.options_max) || spent {
        return Err(Refusal::TooManyOptions);
    }
    Ok(())
}

// ---- what follows ----------------------------------------------------------------------------

/// Open a ballot of the side to move. `options` are the only ones of a run-off.
pub(super) fn open(sketch: &mut Sketch, kind: BallotKind, options: Option<Vec<Move>>, deadline: Option<u64>) {
    let room = &sketch.room;
    let Some(game) = &room.game else { return };
    let Some(turn) = &game.turn else { return };
    let (side, visibility) = (turn.side, game.decision.visibility);
    let roll = trust::voters(room, side);
    let effective = roll.iter().filter(|&&member| !room.roster.is_away(member)).count();
    let need = small(thresholds::needed(game.decision.mode, kind, effective));
    let opened = sketch.at;
    let earliest = opened + u64::from(game.decision.min_ms);
    let together = telling::is_together(room, side, visibility);
    sketch.emit(Event::BallotOpened {
        side,
        ballot: BallotId(room.ballots[side].saturating_add(1)),
        kind,
        roll,
        options,
        opened,
        earliest: deadline.map_or(earliest, |deadline| earliest.min(deadline)),
        deadline,
        effective: small(effective),
        need,
        visibility,
        together,
    });
}

/// Strike from the roll who left the side, and tell how many voices count now.
pub(super) fn strike(sketch: &mut Sketch) {
    let room = &sketch.room;
    let Some((game, turn, ballot)) = open_ballot(room) else { return };
    let gone = |member: &MemberId| !room.roster.sits(*member, turn.side);
    let struck: Vec<MemberId> = ballot.roll.iter().copied().filter(gone).collect();
    let voices = ballot.effective(&room.roster, turn.side).len();
    let need = small(thresholds::needed(game.decision.mode, ballot.kind, voices));
    let effective = small(voices);
    if !struck.is_empty() || (effective, need) != (ballot.effective, ballot.need) {
        let (side, ballot) = (turn.side, ballot.id);
        sketch.emit(Event::RollChanged { side, ballot, struck, effective, need });
    }
}

/// When everybody on the roll has left and others sit there, they get a ballot of their own with
/// the same deadline, once a turn.
pub(super) fn renew(sketch: &mut Sketch) {
    let room = &sketch.room;
    let Some((game, turn, ballot)) = open_ballot(room) else { return };
    if !ballot.roll.is_empty() || turn.renewed.is_some() || room.roster.count(turn.side) == 0 {
        return;
    }
    let (side, deadline) = (turn.side, ballot.deadline);
    let again = turn::needs_ballot(room, game);
    close(sketch, BallotResult::Void);
    if again {
        trust::seat_council(sketch, side);
        open(sketch, BallotKind::First, None, deadline);
    }
}

/// Let the ballot begin to close, or be open again.
pub(super) fn close_or_reopen(sketch: &mut Sketch) {
    let room = &sketch.room;
    let Some((game, turn, ballot)) = open_ballot(room) else { return };
    let decided =
        sketch.at >= ballot.earliest && ballot.is_decided(game.decision.mode, &room.roster, turn.side);
    if decided == ballot.closing.is_some() {
        return;
    }
    let settled = sketch.at + u64::from(game.decision.settle_ms);
    let until = decided.then(|| ballot.deadline.map_or(settled, |deadline| settled.min(deadline)));
    let (side, ballot) = (turn.side, ballot.id);
    sketch.emit(Event::ClosingSet { side, ballot, until });
}

/// Close the ballot, if there is one. One that fell back was counted already: it ends a second
/// time, without a tally, when somebody has laid. The side is told of all votes before.
pub(super) fn close(sketch: &mut Sketch, result: BallotResult) {
    telling::tell_votes(sketch);
    let room = &sketch.room;
    let Some(turn) = room.game.as_ref().and_then(|game| game.turn.as_ref()) else { return };
    let Some(ballot) = &turn.ballot else { return };
    let (side, id) = (turn.side, ballot.id);
    let counted = if ballot.is_open() { ballot.counted(&room.roster, side) } else { Vec::new() };
    let tally = tally::told(&tally::rows(&counted));
    sketch.emit(Event::BallotClosed { side, ballot: id, result, tally });
}

/// A count on the wire.
pub(super) fn small(count: usize) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}
