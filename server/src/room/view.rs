//! What a viewer may see of the room: one part for each stream, and the answers to questions.
//!
//! Nothing in [`table`] depends on what a side does among itself.

use engine::{BySide, Move, Offer, Position, Ruleset, Side, Trace};
use protocol::event::{Presence, StanceRow};
use protocol::http::glance::Glance;
use protocol::http::{LobbyPhase, LobbyRow};
use protocol::message::{Heads, Role};
use protocol::settings::{DecisionMode, SIDES};
use protocol::view::{
    BallotView, GameView, MeView, MemberView, MotionView, StandView, TableView, TeamView, TriedView, TurnView,
};
use protocol::{At, MemberId, Refusal, RoomId, UserId};

use super::Room;
use super::ballot::{Ballot, small};
use super::game::CurrentGame;
use super::roster::Member;
use super::tried::{Counts, Tried};
use super::turn::{self, Turn};

/// What everybody sees; nothing of a room that was never opened.
#[must_use]
pub fn table(room: &Room) -> Option<TableView> {
    Some(TableView {
        settings: room.agreed()?.settings.clone(),
        host: room.roster.host,
        members: room.roster.iter().map(|member| member_view(room, member)).collect(),
        wishes: room.wishes,
        game: room.game.as_ref().map(game_view),
        series: room.standing.clone(),
        holds: room.hold.reasons(),
        resume_at: room.hold.resume_at,
        held_from: room.hold.held_from(),
        offers: room.motions.offer_views(),
        chosen: room.chosen,
        start_at: room.start.at,
        ears: BySide::from_fn(|side| room.advice[side].open),
        rematch: room.rematch.clone(),
        chat: room.chats.all.to_vec(),
    })
}

/// The board alone, for the first look of somebody who sits on these sides; nothing before there is a game.
#[must_use]
pub fn glance(room: &Room, seats: &[Side]) -> Option<Glance> {
    let game = room.game.as_ref()?;
    let tried = game.turn.as_ref().and_then(|turn| turn.tried.as_ref());
    let viewer = if seats == [Side::North] { Side::North } else { Side::South };
    let position = tried.map_or_else(|| *game.board.position(), |tried| tried.played.after);
    Some(Glance { viewer, practice: room.agreed()?.settings.practice, position })
}

/// What a side sees of itself.
#[must_use]
pub fn team(room: &Room, side: Side) -> TeamView {
    let turn = room.game.as_ref().and_then(|game| game.turn.as_ref()).filter(|turn| turn.side == side);
    TeamView {
        ballot: turn.and_then(|turn| turn.ballot.as_ref()).map(ballot_view),
        stances: turn.and_then(|turn| turn.tried.as_ref()).map(stances).unwrap_or_default(),
        council: room.trust.council(side).to_vec(),
        trust: room.trust.rows(side).to_vec(),
        motions: room.motions.views(side),
        advice: room.advice[side].rows(),
        unheard: room.advice[side].unheard.clone(),
        chat: room.chats.team[side].to_vec(),
    }
}

/// What one person sees of himself.
#[must_use]
pub fn me(room: &Room, user: UserId) -> MeView {
    let member = room.member_of(user);
    let known = member.and_then(|member| room.roster.get(member));
    let vote = known.and_then(|member| member.vote.clone());
    let reports = known.map(|member| member.reports.iter().cloned().collect()).unwrap_or_default();
    MeView { member, vote, reports }
}

/// What the spectators see of themselves.
#[must_use]
pub fn stand(room: &Room) -> StandView {
    StandView { chat: room.chats.stand.to_vec() }
}

/// Who somebody is in the room.
#[must_use]
pub fn role(room: &Room, user: UserId) -> Role {
    let member = room.member_of(user);
    Role {
        member,
        seats: member.map(|member| room.roster.sides_of(member)).unwrap_or_default(),
        host: member.is_some() && member == room.roster.host,
    }
}

/// Where the streams stand that somebody may read: everybody's, his own, and either his side's or
/// the spectators'.
#[must_use]
pub fn heads(room: &Room, user: UserId) -> Heads {
    let role = role(room, user);
    let shared = room.heads();
    let team = |side: Side| role.seats.contains(&side).then_some(shared.of(side));
    Heads {
        table: Some(shared.table),
        south: team(Side::South),
        north: team(Side::North),
        me: Some(role.member.map_or(0, |member| room.me_head(member))),
        stand: role.seats.is_empty().then_some(shared.stand),
    }
}

/// The legal moves of the position on the board, with the game and the ply that they are for;
/// nothing while nobody is to move.
#[must_use]
pub fn offers(room: &Room) -> Option<(u16, u16, Vec<Offer>)> {
    let (game, turn) = turn::current(room).ok()?;
    let moves = game.board.position().legal_moves(game.board.rules());
    Some((game.number, turn.ply, moves))
}

/// The rules of the game that is played or was played last.
#[must_use]
pub fn rules(room: &Room) -> Option<&Ruleset> {
    Some(room.game.as_ref()?.board.rules())
}

/// The story of a move of the side to move, and the board after it. Tries do not matter: the
/// position before the ply is the same.
///
/// # Errors
/// `stale` when another ply is to be played, or the rule that forbids the move.
pub fn trace(room: &Room, seen: At, mv: &Move) -> Result<(Trace, Position), Refusal> {
    let (game, turn) = turn::current(room)?;
    if (seen.game, seen.ply, seen.back) != (game.number, turn.ply, game.back()) {
        return Err(turn::stale(game, turn));
    }
    let played = game.board.look(mv).map_err(turn::illegal)?;
    Ok((played.trace, played.after))
}

/// What is said to somebody who speaks of another present than that of the room.
#[must_use]
pub fn stale(room: &Room) -> Refusal {
    match turn::current(room) {
        Ok((game, turn)) => turn::stale(game, turn),
        Err(refusal) => refusal,
    }
}

/// What the lobby tells of the room, apart from who watches; nothing of one that was never opened.
#[must_use]
pub fn lobby(room: &Room, id: &RoomId) -> Option<LobbyRow> {
    let settings = &room.agreed()?.settings;
    let seated = |side: Side| small(room.roster.count(side));
    let plies = room.game.as_ref().map_or(0, |game| game.plies.len());
    Some(LobbyRow {
        room: id.clone(),
        title: settings.title.clone(),
        preset: settings.game.preset,
        pits: settings.game.pits,
        mode: settings.decision.mode,
        south: seated(Side::South),
        north: seated(Side::North),
        team_max: settings.team_max,
        watching: 0,
        phase: phase(room),
        plies: u16::try_from(plies).unwrap_or(u16::MAX),
        slow: room.is_slow(),
        betting: room.market().is_some_and(|market| market.is_open()),
        rated: settings.rated,
    })
}

/// What goes on in the room.
#[must_use]
pub fn phase(room: &Room) -> LobbyPhase {
    match &room.game {
        None => LobbyPhase::Seating,
        Some(game) if game.is_running() => LobbyPhase::Playing,
        Some(_) => LobbyPhase::Ended,
    }
}

/// Whose turn it is, and when its time ends; no end where nobody counts or the room is held.
#[must_use]
pub fn to_move(room: &Room) -> Option<(Side, Option<u64>)> {
    let game = room.game.as_ref()?;
    Some((game.turn.as_ref()?.side, game.clocks.zero_at()))
}

/// A person in a seat, and whether he is waited for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sitting {
    /// Who.
    pub user: UserId,
    /// Where.
    pub side: Side,
    /// Whether the room waits for him: a move to be laid, a vote, an answer.
    pub awaited: bool,
}

/// The persons in their seats, as long as there are games to be played.
#[must_use]
pub fn sittings(room: &Room) -> Vec<Sitting> {
    if room.standing.over.is_some() && !room.is_playing() {
        return Vec::new();
    }
    let of = |side: Side| {
        room.roster.persons(side).filter_map(move |person| {
            let awaited = is_awaited(room, person.id, side);
            Some(Sitting { user: person.user?, side, awaited })
        })
    };
    SIDES.into_iter().flat_map(of).collect()
}

/// Whether the room waits for a member of a side: for the hand where a move is to be laid, for those
/// on the roll of an open ballot who have not voted, and for who is asked by a motion. Where both sides
/// agreed to go on later nobody is to act; that the server stops, or that people are missing, makes
/// nobody less awaited.
fn is_awaited(room: &Room, member: MemberId, side: Side) -> bool {
    let asked = |motion: &MotionView| {
        let said = motion.yes.contains(&member) || motion.no.contains(&member);
        motion.roll.contains(&member) && !said
    };
    room.motions.views(side).iter().any(asked) || is_to_act(room, member, side).unwrap_or(false)
}

/// Whether a member is to lay a move or to vote; nothing where his side is not to do anything.
pub(super) fn is_to_act(room: &Room, member: MemberId, side: Side) -> Option<bool> {
    let game = room.game.as_ref()?;
    let turn = game.turn.as_ref().filter(|turn| turn.side == side && !room.hold.is_willed())?;
    if turn.tried.is_some() {
        return None;
    }
    let is_hand = game.hands[side] == Some(member);
    let Some(ballot) = turn.ballot.as_ref().filter(|ballot| ballot.is_open()) else { return Some(is_hand) };
    let silent = ballot.roll.contains(&member) && ballot.vote_of(member).is_none();
    Some(silent || (is_hand && game.decision.mode == DecisionMode::Hand))
}

fn member_view(room: &Room, member: &Member) -> MemberView {
    MemberView {
        id: member.id,
        name: member.name.clone(),
        kind: member.kind,
        seats: SIDES.into_iter().filter(|&side| room.roster.sits(member.id, side)).collect(),
        presence: member.presence,
        since: member.since,
        until: member.until,
        missed_from: (member.presence == Presence::Away).then_some(member.missed_from),
        ready: member.ready,
        muted: member.muted,
        banned: member.banned,
    }
}

fn game_view(game: &CurrentGame) -> GameView {
    GameView {
        game: game.number,
        opening: game.opening,
        starter: game.starter,
        race: game.race.as_deref().cloned(),
        position: *game.board.position(),
        plies: game.plies.to_vec(),
        last: game.last.as_deref().cloned(),
        takebacks: game.takebacks,
        seal: game.seal.clone(),
        unsealed: game.seed.filter(|_| game.is_unsealed).map(|seed| seed.hex()),
        market: game.market,
        hands: game.hands,
        clock: game.clocks.view(),
        turn: game.turn.as_ref().map(turn_view),
        result: game.result.clone(),
    }
}

fn turn_view(turn: &Turn) -> TurnView {
    TurnView {
        ply: turn.ply,
        side: turn.side,
        deadline: turn.deadline,
        tries: turn.tries,
        last_try: turn.last_try,
        spent: turn.spent.clone(),
        tried: turn.tried.as_ref().map(tried_view),
        given: turn.given,
    }
}

fn tried_view(tried: &Tried) -> TriedView {
    let Counts { objections, approvals, need } = tried.told.unwrap_or_default();
    TriedView {
        by: tried.by,
        mv: tried.mv.clone(),
        trace: tried.played.trace.clone(),
        after: tried.played.after,
        until: tried.until,
        objections,
        approvals,
        need,
    }
}

fn stances(tried: &Tried) -> Vec<StanceRow> {
    tried.told_stances().iter().map(|&(member, stance)| StanceRow { member, stance }).collect()
}

fn ballot_view(ballot: &Ballot) -> BallotView {
    BallotView {
        ballot: ballot.id,
        kind: ballot.kind,
        roll: ballot.roll.clone(),
        options: ballot.seen(),
        options_fixed: ballot.fixed,
        earliest: ballot.earliest,
        deadline: ballot.deadline,
        closing: ballot.closing,
        hand_until: ballot.hand_until,
        effective: ballot.effective,
        need: ballot.need,
        visibility: ballot.visibility,
        together: ballot.told.is_some(),
        voted: ballot.told.as_ref().map_or_else(|| small(ballot.votes.len()), |told| told.voted),
    }
}
