//! What a bot does next, from what it sees and thinks: a decision without waiting or chance.

use engine::{Move, Side};
use protocol::event::MemberKind;
use protocol::settings::DecisionMode;
use protocol::view::{BallotView, GameView, OwnVote, TableView, TeamView, TriedView, TurnView};
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
    /// The own vote, where the side learns of votes together.
    pub(super) vote: Option<&'a OwnVote>,
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
    let decides = seat.table.settings.decision.mode == DecisionMode::Anyone;
    if ballot.roll.contains(&seat.me) && !has_voted_myself(seat, turn.side, ballot) {
        // Where the first vote decides, persons have the time to cast it.
        if let Some(until) = others_have_until(seat, ballot).filter(|until| decides && seat.now < *until) {
            return Plan::Wait { until };
        }
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

/// Until when a bot that would decide alone waits for persons who have not voted.
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

/// The bot's own vote, which its side may not have been told of.
fn has_voted_myself(seat: &Seat<'_>, side: Side, ballot: &BallotView) -> bool {
    let own = |vote: &OwnVote| (vote.side, vote.ballot) == (side, ballot.ballot) && vote.mv.is_some();
    has_voted(ballot, seat.me) || seat.vote.is_some_and(own)
}

fn has_voted(ballot: &BallotView, member: MemberId) -> bool {
    ballot.options.iter().any(|option| option.voters.contains(&member))
}

fn is_person(seat: &Seat<'_>, member: MemberId) -> bool {
    seat.table.members.iter().any(|other| other.id == member && other.kind == MemberKind::Person)
}

#[cfg(test)]
mod tests {
    use engine::Preset;
    use protocol::UserId;
    use protocol::http::BotSeats;
    use protocol::settings::{Clock, HandPolicy, RoomSettings, Stand, VoteVisibility};
    use uuid::Uuid;

    use super::super::mind::{BUDGET, rank};
    use super::*;
    use crate::room::{Around, Ask, Caller, Order, Room, decide, entry, settings, view};

    const NOW: u64 = 1_000_000;

    fn ask(room: &mut Room, who: u128, ask: Ask) {
        let by = Caller::Person { user: UserId(Uuid::from_u128(who)), name: format!("Bird {who}") };
        let order = Order { at: NOW, entropy: 5, by, cid: None, seen: None, around: Around::default(), ask };
        let events = decide(room, &order).unwrap();
        let entry = entry(room, &order, events);
        room.apply_entry(&entry);
    }

    /// Two on each side, whose votes are told after the close.
    fn room(mode: DecisionMode) -> Room {
        let usual = settings::defaults(Preset::EnDodoi);
        let mut settings = RoomSettings { clock: Clock::None, stand: Stand::default(), ..usual };
        settings.decision.mode = mode;
        settings.decision.hand = HandPolicy::Fixed;
        settings.decision.visibility = VoteVisibility::AfterClose;
        let mut room = Room::default();
        ask(&mut room, 1, Ask::Open { settings, bots: BotSeats::default(), bot_users: Vec::new() });
        for (who, side) in [(1, Side::South), (2, Side::South), (3, Side::North), (4, Side::North)] {
            ask(&mut room, who, Ask::Command(Command::SeatTake { side: Some(side), withdraw: false }));
        }
        for who in 1..=4 {
            ask(&mut room, who, Ask::Command(Command::ReadySet { on: true }));
        }
        room
    }

    /// What somebody of the side to move would do.
    fn plan_of(room: &Room, who: u128, now: u64) -> Plan {
        let user = UserId(Uuid::from_u128(who));
        let table = view::table(room).unwrap();
        let (role, me) = (view::role(room, user), view::me(room, user));
        let teams: Vec<_> = role.seats.iter().map(|&side| (side, view::team(room, side))).collect();
        let rules = &room.agreed().unwrap().rules;
        let ranked = rank(&table.game.as_ref().unwrap().position, rules, BUDGET);
        let seat = Seat {
            me: role.member.unwrap(),
            sides: &role.seats,
            table: &table,
            teams: &teams,
            vote: me.vote.as_ref(),
            now,
        };
        plan(&seat, &ranked)
    }

    /// Somebody of the side to move, who does not hold its hand.
    fn voter(room: &Room) -> u128 {
        let game = view::table(room).unwrap().game.unwrap();
        if game.turn.unwrap().side == Side::South { 2 } else { 4 }
    }

    #[test]
    fn a_vote_that_nobody_is_told_of_is_cast_once() {
        let mut room = room(DecisionMode::Plurality);
        let who = voter(&room);
        let Plan::Do { command, .. } = plan_of(&room, who, NOW) else { panic!("it votes") };
        assert!(matches!(command, Command::VoteSet { .. }));
        ask(&mut room, who, Ask::Command(command));
        assert_eq!(plan_of(&room, who, NOW), Plan::Rest);
    }

    #[test]
    fn where_the_first_vote_decides_persons_have_half_of_the_time_for_it() {
        let room = room(DecisionMode::Anyone);
        let Plan::Wait { until } = plan_of(&room, voter(&room), NOW) else { panic!("it waits") };
        assert_eq!(until, NOW + 22_500);
        assert!(matches!(plan_of(&room, voter(&room), until), Plan::Do { .. }));
    }
}
