//! A tried move, the stances of the side to it, and its withdrawal (`docs/room.md` 6).

use std::sync::Arc;

use engine::{Move, Side, Turn as Played};
use protocol::event::{BallotKind, Event, Stance, StanceRow, WithdrawReason};
use protocol::{At, MemberId, Refusal};

use super::game::CurrentGame;
use super::sketch::Sketch;
use super::turn::{self, Turn};
use super::{Room, ballot, consent, telling};

/// A move that lies on the board to be looked at.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tried {
    pub(super) by: MemberId,
    pub(super) mv: Move,
    pub(super) played: Arc<Played>,
    pub(super) laid: u64,
    pub(super) until: u64,
    /// Who may take a stance, the maker aside. It only shrinks.
    pub(super) roll: Vec<MemberId>,
    /// Stances in the order in which they were taken; who is not in it is undecided.
    stances: Vec<(MemberId, Stance)>,
    /// The same as the side was told last.
    told_stances: Vec<(MemberId, Stance)>,
    /// A stance was taken that the side was not told of.
    pub(super) has_untold: bool,
    /// When stances were told together last.
    pub(super) stances_told_at: Option<u64>,
    /// The counts as last told, and when.
    pub(super) told: Option<Counts>,
    pub(super) counts_told_at: u64,
}

/// The counts that everybody sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) objections: u8,
    pub(super) approvals: u8,
    pub(super) need: u8,
}

impl Tried {
    pub(super) const fn laid(
        laid: u64,
        by: MemberId,
        mv: Move,
        played: Arc<Played>,
        until: u64,
        roll: Vec<MemberId>,
    ) -> Self {
        Self {
            by,
            mv,
            played,
            laid,
            until,
            roll,
            stances: Vec::new(),
            told_stances: Vec::new(),
            has_untold: false,
            stances_told_at: None,
            told: None,
            counts_told_at: laid,
        }
    }

    pub(super) fn stance(&self, member: MemberId) -> Stance {
        stance_in(&self.stances, member)
    }

    /// A member's stance as far as the side knows.
    pub(super) fn told_stance(&self, member: MemberId) -> Stance {
        stance_in(&self.told_stances, member)
    }

    /// The stances that the side knows.
    pub(super) fn told_stances(&self) -> &[(MemberId, Stance)] {
        &self.told_stances
    }

    pub(super) fn stances(&self) -> &[(MemberId, Stance)] {
        &self.stances
    }

    /// `quiet`: the side learns of it later.
    pub(super) fn take_stance(&mut self, member: MemberId, stance: Stance, quiet: bool) {
        set_stance(&mut self.stances, member, stance);
        if quiet {
            self.has_untold = true;
        } else {
            set_stance(&mut self.told_stances, member, stance);
        }
    }

    /// The side learnt of these stances.
    pub(super) fn tell_stances(&mut self, at: u64, rows: &[StanceRow]) {
        for row in rows {
            set_stance(&mut self.told_stances, row.member, row.stance);
        }
        self.has_untold = false;
        self.stances_told_at = Some(at);
    }

    /// Who left the side has no say any more.
    pub(super) fn strike(&mut self, member: MemberId) {
        self.roll.retain(|other| *other != member);
        set_stance(&mut self.stances, member, Stance::Undecided);
    }

    /// Members who may object and can: on the roll, and here or already heard.
    pub(super) fn others<'a>(&'a self, room: &'a Room, side: Side) -> impl Iterator<Item = MemberId> + 'a {
        let roster = &room.roster;
        let here = move |member: &MemberId| roster.sits(*member, side) && !roster.is_away(*member);
        let heard = |member: &MemberId| self.stance(*member) != Stance::Undecided;
        self.roll
            .iter()
            .copied()
            .filter(|member| *member != self.by)
            .filter(move |member| here(member) || heard(member))
    }
}

fn stance_in(stances: &[(MemberId, Stance)], member: MemberId) -> Stance {
    let taken = stances.iter().find(|(by, _)| *by == member);
    taken.map_or(Stance::Undecided, |(_, stance)| *stance)
}

fn set_stance(stances: &mut Vec<(MemberId, Stance)>, member: MemberId, stance: Stance) {
    stances.retain(|(by, _)| *by != member);
    if stance != Stance::Undecided {
        stances.push((member, stance));
    }
}

/// Members of a roll who can object to a move that nobody has seen yet.
pub(super) fn others<'a>(
    room: &'a Room,
    side: Side,
    roll: &'a [MemberId],
    maker: MemberId,
) -> impl Iterator<Item = MemberId> + 'a {
    let here = move |member: &MemberId| room.roster.sits(*member, side) && !room.roster.is_away(*member);
    roll.iter().copied().filter(move |member| *member != maker).filter(here)
}

// ---- commands --------------------------------------------------------------------------------

/// Object to the tried move, approve of it, or be undecided again.
pub(super) fn take_stance(
    sketch: &mut Sketch,
    member: MemberId,
    seen: Option<At>,
    stance: Stance,
    on: bool,
) -> Result<(), Refusal> {
    let (_, turn, tried) = tried_by_own_side(&sketch.room, member, seen)?;
    if tried.by == member {
        return Err(Refusal::ForbiddenRole);
    }
    if !tried.roll.contains(&member) {
        return Err(Refusal::NotOnRoll);
    }
    let (side, had) = (turn.side, tried.stance(member));
    let wanted = match (on, had == stance) {
        (true, _) => stance,
        (false, true) => Stance::Undecided,
        (false, false) => had,
    };
    if wanted != had {
        let quiet = telling::is_large(&sketch.room, side);
        sketch.emit(Event::StanceTaken { side, by: member, stance: wanted, quiet });
    }
    Ok(())
}

/// Take the tried move back: its maker may at any time, and whoever has the hand after him.
pub(super) fn take_back(sketch: &mut Sketch, member: MemberId, seen: Option<At>) -> Result<(), Refusal> {
    let (game, turn, tried) = tried_by_own_side(&sketch.room, member, seen)?;
    if tried.by != member && game.hands[turn.side] != Some(member) {
        return Err(Refusal::NotMover);
    }
    withdraw(sketch, WithdrawReason::Layer);
    Ok(())
}

fn tried_by_own_side(
    room: &Room,
    member: MemberId,
    seen: Option<At>,
) -> Result<(&CurrentGame, &Turn, &Tried), Refusal> {
    let (game, turn) = turn::present(room, seen)?;
    if !room.roster.sits(member, turn.side) {
        return Err(Refusal::NotOnRoll);
    }
    let tried = turn.tried.as_ref().ok_or_else(|| turn::stale(game, turn))?;
    Ok((game, turn, tried))
}

// ---- what follows ----------------------------------------------------------------------------

/// The side is told that its stances are over, whatever becomes of the move: each stream tells its
/// readers all of what they see.
pub(super) fn forget_stances(sketch: &mut Sketch) {
    telling::tell_stances(sketch);
    let Some(turn) = sketch.room.game.as_ref().and_then(|game| game.turn.as_ref()) else { return };
    let Some(tried) = &turn.tried else { return };
    let (side, stance) = (turn.side, Stance::Undecided);
    let taken: Vec<MemberId> = tried.told_stances.iter().map(|(member, _)| *member).collect();
    if telling::is_large(&sketch.room, side) && !taken.is_empty() {
        let stances = taken.into_iter().map(|member| StanceRow { member, stance }).collect();
        sketch.emit(Event::StancesTold { side, stances });
        return;
    }
    for by in taken {
        sketch.emit(Event::StanceTaken { side, by, stance, quiet: false });
    }
}

/// The tried move is taken back and spent; the side decides anew.
pub(super) fn withdraw(sketch: &mut Sketch, why: WithdrawReason) {
    consent::tell(sketch);
    forget_stances(sketch);
    let room = &sketch.room;
    let Some(game) = &room.game else { return };
    let Some(turn) = &game.turn else { return };
    let Some(tried) = &turn.tried else { return };
    let mv = tried.mv.clone();
    let mut spent = turn.spent.clone();
    spent.push(mv.clone());
    let all_spent = is_all_spent(game, &spent);
    if all_spent {
        spent.clear();
    }
    let last_try = all_spent || turn.last_try || turn.withdrawn.saturating_add(1) >= game.decision.tries_max;
    let ends = sketch.at + u64::from(game.decision.vote_ms);
    // In a room that is held the side gets its ballot when the room goes on.
    let voting = !room.hold.is_on() && turn::needs_ballot(room, game);
    let deadline = voting.then(|| game.clocks.clamp(ends));
    sketch.emit(Event::Withdrawn { why, mv, deadline, last_try, spent });
    if voting {
        ballot::open(sketch, BallotKind::First, None, deadline);
    }
}

/// Whether every legal move is spent, as far as they are listed.
fn is_all_spent(game: &CurrentGame, spent: &[Move]) -> bool {
    let (position, rules) = (game.board.position(), game.board.rules());
    if position.legal_starts(rules).nth(spent.len()).is_some() {
        return false;
    }
    turn::listed_moves(game).iter().all(|mv| spent.contains(mv))
}
