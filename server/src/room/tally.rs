//! What a ballot comes to: winner, run-off, tie chain, or fallback to the hand
//! (`docs/room.md` 4).
//!
//! A function of the log and the game's sealed seed alone.

use engine::{Move, Side};
use protocol::event::{BallotKind, BallotResult, Event, TallyRow, WonBy};
use protocol::settings::{DecisionMode, TieRule};
use protocol::{BallotId, MemberId};

use super::Room;
use super::ballot::{self, Ballot, Vote, small};
use super::game::CurrentGame;
use super::lots::Lot;
use super::sketch::Sketch;
use super::turn::Turn;
use super::{lay, thresholds};

/// Options that a run-off is held among, at most.
const CONTENDERS: usize = 4;

/// The count of one option.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) mv: Move,
    pub(super) votes: usize,
    /// The order of the vote with which it reached this count. Never equal for two options.
    reached: u32,
}

/// Counts for each option that has votes: most first, the earlier count before the later.
pub(super) fn rows(votes: &[&Vote]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for vote in votes {
        match rows.iter_mut().find(|row| row.mv == vote.mv) {
            Some(row) => {
                row.votes += 1;
                row.reached = row.reached.max(vote.order);
            }
            None => rows.push(Row { mv: vote.mv.clone(), votes: 1, reached: vote.order }),
        }
    }
    rows.sort_by(|one, other| other.votes.cmp(&one.votes).then(one.reached.cmp(&other.reached)));
    rows
}

/// Counts as they are told.
pub(super) fn told(rows: &[Row]) -> Vec<TallyRow> {
    rows.iter().map(|row| TallyRow { mv: row.mv.clone(), votes: small(row.votes) }).collect()
}

/// What the votes say.
enum Verdict {
    TooFew,
    RunOff(Vec<Move>),
    Won { mv: Move, by: WonBy, votes: usize },
}

/// Count the open ballot and act on it.
pub(super) fn tally(sketch: &mut Sketch) {
    let Some((game, turn, ballot)) = ballot::open_ballot(&sketch.room) else { return };
    let side = turn.side;
    let voices = ballot.effective(&sketch.room.roster, side).len();
    let verdict = verdict(&sketch.room, game, turn, ballot, sketch.at);
    let (hand, runoff_ms) = (game.hands[side], u64::from(game.decision.runoff_ms));
    let maker = hand.or_else(|| ballot.roll.first().copied());
    match (verdict, maker) {
        (Verdict::RunOff(options), _) => {
            ballot::close(sketch, BallotResult::RunOff);
            let deadline = sketch.at + runoff_ms;
            ballot::open(sketch, BallotKind::RunOff, Some(options), Some(deadline));
        }
        (Verdict::Won { mv, by, votes }, Some(maker)) => {
            ballot::close(sketch, BallotResult::Won { mv: mv.clone(), by });
            let carried = votes >= thresholds::majority(voices);
            lay::put_down(sketch, maker, &mv, carried);
        }
        (Verdict::TooFew | Verdict::Won { .. }, _) => {
            ballot::close(sketch, BallotResult::TooFew);
            fall_back(sketch, side);
        }
    }
}

/// Nobody decided: the hand lays, and after a while anyone on the roll.
pub(super) fn fall_back(sketch: &mut Sketch, side: Side) {
    let Some(game) = &sketch.room.game else { return };
    let Some(ballot) = game.turn.as_ref().and_then(|turn| turn.ballot.as_ref()) else { return };
    let hand_until = sketch.at + u64::from(game.decision.fallback_ms);
    let ballot = ballot.id;
    sketch.emit(Event::FellBack { side, ballot, hand_until });
}

fn verdict(room: &Room, game: &CurrentGame, turn: &Turn, ballot: &Ballot, now: u64) -> Verdict {
    let counted = counted(room, turn, ballot);
    let rows = rows(&counted);
    let voices = ballot.effective(&room.roster, turn.side).len();
    // Nobody waits for voices that are not there, and with the clock at zero any voice will do.
    let asked = if game.clocks.is_at_zero(now) { 1 } else { usize::from(game.decision.quorum) };
    let quorum = asked.min(voices).max(1);
    let enough = counted.len() >= quorum || ballot.kind == BallotKind::RunOff;
    let Some(top) = rows.first().filter(|_| enough) else { return Verdict::TooFew };
    let leaders = leaders(&rows, ballot, voices);
    let needed = thresholds::needed(game.decision.mode, ballot.kind, voices);
    let wins = |leader: &Row| match (ballot.kind, game.decision.mode) {
        (BallotKind::First, DecisionMode::Majority | DecisionMode::Consensus) => leader.votes >= needed,
        (BallotKind::RunOff, _)
        | (BallotKind::First, DecisionMode::Plurality | DecisionMode::Hand | DecisionMode::Anyone) => {
            leaders.len() == 1
        }
    };
    if let Some(winner) = leaders.first().filter(|leader| wins(leader)) {
        return Verdict::Won { mv: winner.mv.clone(), by: WonBy::Votes, votes: winner.votes };
    }
    let time = game.clocks.allows(now, u64::from(game.decision.runoff_ms));
    let first = ballot.kind == BallotKind::First && turn.renewed != Some(turn.withdrawn);
    if game.decision.runoff && first && voices >= 3 && time {
        let contenders = contenders(&rows, top.votes);
        if contenders.len() > 1 {
            return Verdict::RunOff(contenders);
        }
    }
    let Some((leader, by)) = break_tie(game, turn.side, ballot.id, &counted, &leaders) else {
        // Whatever has votes is blocked.
        return Verdict::TooFew;
    };
    Verdict::Won { mv: leader.mv.clone(), by, votes: leader.votes }
}

/// Those with the most votes among the options that may win, the earlier count before the later.
fn leaders<'r>(rows: &'r [Row], ballot: &Ballot, voices: usize) -> Vec<&'r Row> {
    let may_win = |row: &&Row| ballot.may_win(&row.mv, row.votes, voices);
    let most = rows.iter().find(may_win).map_or(0, |row| row.votes);
    rows.iter().filter(|row| row.votes == most).filter(may_win).collect()
}

/// The votes that count; in a run-off without any, those of the first round.
fn counted<'b>(room: &Room, turn: &Turn, ballot: &'b Ballot) -> Vec<&'b Vote> {
    let counted = ballot.counted(&room.roster, turn.side);
    if counted.is_empty() && ballot.kind == BallotKind::RunOff {
        let counts = |vote: &&Vote| {
            room.roster.sits(vote.by, turn.side) && ballot.options.iter().any(|option| option.mv == vote.mv)
        };
        return ballot.first_round.iter().filter(counts).collect();
    }
    counted
}

/// The tied leaders, or the leader and who comes second.
fn contenders(rows: &[Row], top: usize) -> Vec<Move> {
    let leaders = rows.iter().filter(|row| row.votes == top).count();
    let second = rows.get(1).map_or(0, |row| row.votes);
    let least = if leaders > 1 { top } else { second };
    rows.iter().filter(|row| row.votes >= least).take(CONTENDERS).map(|row| row.mv.clone()).collect()
}

/// The hand's own vote, then the earlier count or the lot; nothing among nobody.
fn break_tie<'r>(
    game: &CurrentGame,
    side: Side,
    ballot: BallotId,
    counted: &[&Vote],
    leaders: &[&'r Row],
) -> Option<(&'r Row, WonBy)> {
    let earliest = *leaders.first()?;
    if leaders.len() == 1 {
        return Some((earliest, WonBy::Votes));
    }
    let wish = |hand: MemberId| counted.iter().find(|vote| vote.by == hand);
    let wish = game.hands[side].and_then(wish);
    if let Some(row) = leaders.iter().find(|row| wish.is_some_and(|vote| vote.mv == row.mv)) {
        return Some((row, WonBy::Hand));
    }
    match game.decision.tie {
        TieRule::Earliest => Some((earliest, WonBy::Earliest)),
        TieRule::Chance => {
            let place = game.lot(Lot::Tie(side, ballot), leaders.len());
            leaders.get(place).map(|row| (*row, WonBy::Chance))
        }
    }
}
