//! Telling a large side of its votes and stances together, a few times a second, instead of one by
//! one; and votes that are not open, which only their counts may tell of (`docs/room.md` 4 and 6).
//!
//! Nothing is withheld from the machine: a vote counts from the moment in which it is cast, and a
//! ballot closes on it at once. What is told late is told through the log like all else.

use engine::{Move, Side};
use protocol::MemberId;
use protocol::event::{CastRow, CountRow, Event, Stance, StanceRow};
use protocol::limits::{LARGE_FROM, TOGETHER_FROM, TOGETHER_LARGE_MS, TOGETHER_MS};
use protocol::settings::VoteVisibility;

use super::ballot::{self, Ballot, small};
use super::sketch::Sketch;
use super::told::Told;
use super::turn::Turn;
use super::{Room, consent, tally};

/// Whether votes of a ballot that opens now are told together.
pub(super) fn is_together(room: &Room, side: Side, visibility: VoteVisibility) -> bool {
    is_large(room, side) || visibility != VoteVisibility::Open
}

/// Whether a side is too large for every stance to be told by itself.
pub(super) fn is_large(room: &Room, side: Side) -> bool {
    room.roster.count(side) >= TOGETHER_FROM
}

/// Milliseconds between two tellings: none in a small side.
pub(super) fn interval(room: &Room, side: Side) -> u64 {
    match room.roster.count(side) {
        LARGE_FROM.. => TOGETHER_LARGE_MS,
        TOGETHER_FROM.. => TOGETHER_MS,
        _ => 0,
    }
}

/// When something is to be told that was not told at once.
pub(super) fn due(room: &Room) -> Option<u64> {
    let side = room.game.as_ref()?.turn.as_ref()?.side;
    let interval = interval(room, side);
    let after = |told: Option<u64>| told.map_or(0, |told| told + interval);
    let votes = stale_votes(room).map(|(.., told)| after(told.at));
    let stances = stale_stances(room).map(|turn| after(turn.tried.as_ref().and_then(|t| t.stances_told_at)));
    votes.into_iter().chain(stances).chain(consent::telling_due(room)).min()
}

/// Tell whatever is to be told by now.
pub(super) fn tell(sketch: &mut Sketch) {
    let Some(side) = sketch.room.game.as_ref().and_then(|game| game.turn.as_ref()).map(|turn| turn.side)
    else {
        return;
    };
    let (interval, now) = (interval(&sketch.room, side), sketch.at);
    let is_due = |told: Option<u64>| told.is_none_or(|told| told + interval <= now);
    if stale_votes(&sketch.room).is_some_and(|(.., told)| is_due(told.at)) {
        tell_votes(sketch);
    }
    let waits = |turn: &Turn| is_due(turn.tried.as_ref().and_then(|tried| tried.stances_told_at));
    if stale_stances(&sketch.room).is_some_and(waits) {
        tell_stances(sketch);
    }
    consent::tell_when_due(sketch);
}

/// Tell where the votes stand, if they are not where the side was told they were.
pub(super) fn tell_votes(sketch: &mut Sketch) {
    let room = &sketch.room;
    let Some((turn, ballot, told)) = stale_votes(room) else { return };
    let (side, id) = (turn.side, ballot.id);
    let counted = ballot.counted(&room.roster, side);
    let counts = tally::rows(&counted);
    let votes_for = |mv: &Move| small(counts.iter().find(|row| row.mv == *mv).map_or(0, |row| row.votes));
    let is_secret = ballot.visibility == VoteVisibility::AfterClose;
    // Where nothing is told before the close, an option that only votes have brought up would tell
    // of a vote.
    let shown = ballot.options.iter().filter(|option| !is_secret || option.proposed || ballot.fixed);
    let rows = shown
        .map(|option| CountRow {
            mv: option.mv.clone(),
            by: option.by,
            votes: (!is_secret).then(|| votes_for(&option.mv)),
        })
        .collect();
    let votes = if ballot.visibility == VoteVisibility::Open { changed(ballot, told) } else { Vec::new() };
    let voted = small(counted.len());
    sketch.emit(Event::VotesTold { side, ballot: id, votes, rows, voted });
}

/// Tell which stances changed, if any did since they were told.
pub(super) fn tell_stances(sketch: &mut Sketch) {
    let Some(turn) = stale_stances(&sketch.room) else { return };
    let (side, Some(tried)) = (turn.side, &turn.tried) else { return };
    let taken = tried.stances().iter().copied();
    let new = taken.filter(|(member, stance)| tried.told_stance(*member) != *stance);
    let gone = tried.told_stances().iter().map(|(member, _)| (*member, Stance::Undecided));
    let gone = gone.filter(|(member, _)| tried.stance(*member) == Stance::Undecided);
    let rows = new.chain(gone).map(|(member, stance)| StanceRow { member, stance });
    let stances = rows.collect();
    sketch.emit(Event::StancesTold { side, stances });
}

/// Votes that the side has not been told of, the ones taken back first.
fn changed(ballot: &Ballot, told: &Told) -> Vec<CastRow> {
    let voters = told.options.iter().flat_map(|option| &option.voters);
    let silent = |member: &&MemberId| ballot.vote_of(**member).is_none();
    let back = voters.filter(silent).map(|&by| CastRow { by, mv: None });
    let new = ballot.votes.iter().filter(|vote| told.vote_of(vote.by) != Some(&vote.mv));
    back.chain(new.map(|vote| CastRow { by: vote.by, mv: Some(vote.mv.clone()) })).collect()
}

fn stale_votes(room: &Room) -> Option<(&Turn, &Ballot, &Told)> {
    let (_, turn, ballot) = ballot::open_ballot(room)?;
    let told = ballot.told.as_ref().filter(|told| told.is_stale)?;
    Some((turn, ballot, told))
}

fn stale_stances(room: &Room) -> Option<&Turn> {
    let turn = room.game.as_ref()?.turn.as_ref()?;
    turn.tried.as_ref().filter(|tried| tried.has_untold).map(|_| turn)
}
