//! What a bot does next, from what it sees and thinks: a decision without waiting or chance.

use engine::{Move, Side};
use protocol::event::MemberKind;
use protocol::settings::DecisionMode;
use protocol::view::{BallotView, GameView, TableView, TeamView, TriedView, TurnView};
use protocol::{At, Command, MemberId};

use super::mind::Valued;

/// Seeds by which a move may be worse before a bot objects to it.
const OBJECTS_AT: i32 = 8;
/// Seeds that a bot gives up to vote as its team does.
const GOES_ALONG: i32 = 3;
/// Share of a ballot that a bot with the hand leaves to the others.
const LEAVES_TO_OTHERS: (u64, u64) = (1, 2);

/// What to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Plan {
    /// Nothing, until something happens.
    Rest,
    /// Nothing until then, or until something happens.
    Wait { until: u64 },
    /// Ask for this.
    Do { command: Command, at: Option<At> },
}

/// What a bot sees from its seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat<'a> {
    pub(super) me: MemberId,
    pub(super) sides: &'a [Side],
    pub(super) table: &'a TableView,
    pub(super) teams: &'a [(Side, TeamView)],
    pub(super) now: u64,
}

/// Decide. `ranked` is what the bot thinks of the position, best first, when its side is to move.
pub(super) fn plan(seat: &Seat<'_>, ranked: &[Valued]) -> Plan {
    let Some(game) = &seat.table.game else { return get_ready(seat) };
    let Some(turn) = &game.turn else { return agree_to_another(seat) };
    if !seat.table.holds.is_empty() || !seat.sides.contains(&turn.side) {
        return Plan::Rest;
    }
    let Some(team) = seat.teams.iter().find_map(|(side, team)| (*side == turn.side).then_some(team)) else {
        return Plan::Rest;
    };
    let at = At { game: game.game, ply: turn.ply, tries: turn.tries, back: game.back() };
    let command = match &turn.tried {
        Some(tried) => judge(seat, team, tried, ranked),
        None => match open_moves(turn, ranked) {
            open if open.is_empty() => None,
            open => return deliberate(seat, game, turn, team, &open, at),
        },
    };
    command.map_or(Plan::Rest, |command| Plan::Do { command, at: Some(at) })
}

fn get_ready(seat: &Seat<'_>) -> Plan {
    let ready = seat.table.members.iter().any(|member| member.id == seat.me && member.ready);
    if ready { Plan::Rest } else { Plan::Do { command: Command::ReadySet { on: true }, at: None } }
}

/// A bot wants another game when a person does.
fn agree_to_another(seat: &Seat<'_>) -> Plan {
    let rematch = &seat.table.rematch;
    if rematch.iter().any(|member| is_person(seat, *member)) && !rematch.contains(&seat.me) {
        Plan::Do { command: Command::RematchSet { on: true }, at: None }
    } else {
        Plan::Rest
    }
}

/// Whether to let a move of the own side stand.
fn judge(seat: &Seat<'_>, team: &TeamView, tried: &TriedView, ranked: &[Valued]) -> Option<Command> {
    if tried.by == seat.me || team.stances.iter().any(|row| row.member == seat.me) {
        return None;
    }
    let worth = |mv: &Move| ranked.iter().find(|valued| valued.mv == *mv).map(|valued| valued.worth);
    let loss = ranked.first().zip(worth(&tried.mv)).map_or(0, |(best, worth)| best.worth - worth);
    Some(if loss > OBJECTS_AT { Command::ObjectSet { on: true } } else { Command::ApproveSet { on: true } })
}

fn deliberate(
    seat: &Seat<'_>,
    game: &GameView,
    turn: &TurnView,
    team: &TeamView,
    open: &[&Valued],
    at: At,
) -> Plan {
    let hand = game.hands[turn.side];
    let mine = hand.is_none_or(|hand| hand == seat.me);
    let lay = |mv: &Move| Plan::Do { command: Command::MoveLay { mv: mv.clone() }, at: Some(at) };
    let Some(ballot) = &team.ballot else {
        return if mine { lay(&open[0].mv) } else { Plan::Rest };
    };
    if let Some(until) = ballot.hand_until {
        return if mine || until < seat.now { lay(&open[0].mv) } else { Plan::Wait { until: until + 1 } };
    }
    let favourite = favourite(seat, ballot, open);
    if ballot.roll.contains(&seat.me) && !has_voted(ballot, seat.me) {
        let command = Command::VoteSet { ballot: ballot.ballot, mv: favourite.mv.clone() };
        return Plan::Do { command, at: Some(at) };
    }
    if seat.table.settings.decision.mode != DecisionMode::Hand || !mine {
        return Plan::Rest;
    }
    match others_have_until(seat, ballot) {
        Some(until) if seat.now < until => Plan::Wait { until },
        Some(_) | None => lay(&favourite.mv),
    }
}

/// The best move; or one that persons of the team voted for, if it is nearly as good.
fn favourite<'v>(seat: &Seat<'_>, ballot: &BallotView, open: &[&'v Valued]) -> &'v Valued {
    let voices = |valued: &Valued| {
        let voters = ballot.options.iter().find(|option| option.mv == valued.mv).map(|option| &option.voters);
        voters.map_or(0, |voters| voters.iter().filter(|voter| is_person(seat, **voter)).count())
    };
    let allowed = |valued: &&&Valued| {
        !ballot.options_fixed || ballot.options.iter().any(|option| option.mv == valued.mv)
    };
    let best = open.iter().find(allowed).unwrap_or(&open[0]);
    let near = open.iter().filter(allowed).filter(|valued| best.worth - valued.worth <= GOES_ALONG);
    near.max_by_key(|valued| (voices(valued), valued.worth)).unwrap_or(best)
}

/// Until when a bot with the hand waits for persons who have not voted.
fn others_have_until(seat: &Seat<'_>, ballot: &BallotView) -> Option<u64> {
    let silent = |member: &MemberId| is_person(seat, *member) && !has_voted(ballot, *member);
    let deadline = ballot.deadline.filter(|_| ballot.roll.iter().any(silent))?;
    let (part, whole) = LEAVES_TO_OTHERS;
    Some(deadline.saturating_sub(u64::from(seat.table.settings.decision.vote_ms) * part / whole))
}

/// Moves that may still be laid in this turn.
fn open_moves<'v>(turn: &TurnView, ranked: &'v [Valued]) -> Vec<&'v Valued> {
    ranked.iter().filter(|valued| !turn.spent.contains(&valued.mv)).collect()
}

fn has_voted(ballot: &BallotView, member: MemberId) -> bool {
    ballot.options.iter().any(|option| option.voters.contains(&member))
}

fn is_person(seat: &Seat<'_>, member: MemberId) -> bool {
    seat.table.members.iter().any(|other| other.id == member && other.kind == MemberKind::Person)
}
