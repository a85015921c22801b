//! A turn: from the moment a side is to move until a move stands (`docs/room.md` 5).

use engine::{BySide, Illegal, Move, Offer, Position, Ruleset, Side, Turn as Played};
use protocol::event::{BallotKind, ClockView, Event};
use protocol::refusal::{IllegalReason, Refusal};
use protocol::{At, MemberId};

use super::ballot::{self, Ballot};
use super::game::CurrentGame;
use super::sketch::Sketch;
use super::tried::Tried;
use super::{Room, hand, trust};

/// A turn under way.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Turn {
    pub(super) ply: u16,
    pub(super) side: Side,
    /// Who was seated when the turn or its newest ballot began and has not left since.
    pub(super) roll: Vec<MemberId>,
    /// The end of the first ballot since the last withdrawal. It is everybody's to see, so it
    /// does not follow what the side does among itself.
    pub(super) deadline: Option<u64>,
    /// Moves laid in this turn.
    pub(super) tries: u8,
    pub(super) withdrawn: u8,
    pub(super) spent: Vec<Move>,
    /// The next laid move stands at once.
    pub(super) last_try: bool,
    pub(super) tried: Option<Tried>,
    pub(super) ballot: Option<Ballot>,
    /// The ballot that led to the run-off which is about to open.
    pub(super) before_runoff: Option<Ballot>,
    /// A ballot was opened anew because its whole roll had left: after so many withdrawals.
    pub(super) renewed: Option<u8>,
    /// Members who have blocked an option in this turn.
    pub(super) blockers: Vec<MemberId>,
    /// The flag fell in this turn.
    pub(super) flagged: bool,
    /// The clocks as the turn began.
    pub(super) began: ClockView,
    /// Where the rotation of the hands stood before the turn.
    pub(super) rotated_from: u32,
    /// The side gets its ballot when the room goes on.
    pub(super) waits: bool,
    /// Sides that gave the other one time in this turn.
    pub(super) given: BySide<bool>,
}

impl Turn {
    /// When the tried move stands.
    pub(super) fn until(&self) -> Option<u64> {
        self.tried.as_ref().map(|tried| tried.until)
    }
}

// ---- deciding --------------------------------------------------------------------------------

/// Let the side to move begin its turn.
pub(super) fn begin(sketch: &mut Sketch) {
    let Some(side) = to_move(&sketch.room) else { return };
    trust::seat_council(sketch, side);
    let hand = hand::for_turn(&sketch.room, side, sketch.at);
    begin_with(sketch, side, hand);
}

/// Let the side to move have its turn again, after its move came back: the hand stays where it is.
pub(super) fn begin_again(sketch: &mut Sketch) {
    let Some(side) = to_move(&sketch.room) else { return };
    trust::seat_council(sketch, side);
    let roster = &sketch.room.roster;
    let holder = sketch.room.game.as_ref().and_then(|game| game.hands[side]);
    let holder = holder.filter(|&holder| roster.sits(holder, side) && !roster.is_away(holder));
    let hand = holder.or_else(|| hand::for_turn(&sketch.room, side, sketch.at));
    begin_with(sketch, side, hand);
}

fn to_move(room: &Room) -> Option<Side> {
    room.game.as_ref().map(|game| game.board.position().turn())
}

fn begin_with(sketch: &mut Sketch, side: Side, hand: Option<MemberId>) {
    let room = &sketch.room;
    let Some(game) = &room.game else { return };
    // In a room that is held the clock and the ballot wait until it goes on.
    let held = room.hold.is_on();
    let clock = if held { game.clocks.stopped(sketch.at) } else { game.clocks.started(side, sketch.at) };
    let ends = sketch.at + u64::from(game.decision.vote_ms);
    let voting = !held && is_voting(room, game, side);
    let deadline = voting.then(|| game.clocks.with(clock).clamp(ends));
    let ply = u16::try_from(game.plies.len() + 1).unwrap_or(u16::MAX);
    let game = game.number;
    sketch.emit(Event::TurnBegan { game, ply, side, hand, deadline, clock });
    if voting {
        ballot::open(sketch, BallotKind::First, None, deadline);
    }
}

/// Whether the side to move votes: two or more sit there, and there is something to choose.
pub(super) fn needs_ballot(room: &Room, game: &CurrentGame) -> bool {
    is_voting(room, game, game.board.position().turn())
}

fn is_voting(room: &Room, game: &CurrentGame, side: Side) -> bool {
    room.roster.count(side) > 1 && !is_forced(game.board.position(), game.board.rules())
}

/// Whether there is only one legal move.
pub(super) fn is_forced(position: &Position, rules: &Ruleset) -> bool {
    let mut starts = position.legal_starts(rules);
    let only = starts.next().is_some() && starts.next().is_none();
    only && position.legal_moves(rules).iter().all(|offer| !offer.has_choice)
}

/// The legal moves as they are offered, each plain move before its choices of directions.
pub(super) fn listed_moves(game: &CurrentGame) -> Vec<Move> {
    let offers = game.board.position().legal_moves(game.board.rules());
    let of =
        |offer: Offer| std::iter::once(offer.mv).chain(offer.choices.into_iter().map(|choice| choice.mv));
    offers.into_iter().flat_map(of).collect()
}

/// The same without those that are spent.
pub(super) fn open_moves(game: &CurrentGame, turn: &Turn) -> Vec<Move> {
    let mut moves = listed_moves(game);
    moves.retain(|mv| !turn.spent.contains(mv));
    moves
}

/// What a move does, unless the rules or this turn do not allow it.
pub(super) fn refuse_move(game: &CurrentGame, turn: &Turn, mv: &Move) -> Result<Played, Refusal> {
    let played = game.board.look(mv).map_err(illegal)?;
    if turn.spent.contains(mv) { Err(Refusal::MoveSpent) } else { Ok(played) }
}

/// The rule behind a move that is not allowed.
pub(crate) const fn illegal(why: Illegal) -> Refusal {
    let why = match why {
        Illegal::GameOver => return Refusal::GameOver,
        Illegal::NoSuchPit | Illegal::OtherBoard => IllegalReason::NoSuchPit,
        Illegal::EmptyPit => IllegalReason::EmptyPit,
        Illegal::Bull => IllegalReason::Bull,
        Illegal::SingleSeed => IllegalReason::SingleSeed,
        Illegal::FirstTurn => IllegalReason::FixedOpening,
        Illegal::MustReach => IllegalReason::StartFilter,
        Illegal::Endless => IllegalReason::Endless,
        Illegal::TooLong => IllegalReason::TooLong,
        Illegal::SpecialOff
        | Illegal::SpecialUsed
        | Illegal::LiftTwice
        | Illegal::BadLay
        | Illegal::LayCount
        | Illegal::NothingChanges
        | Illegal::Asleep
        | Illegal::RaceVoid => IllegalReason::Special,
    };
    Refusal::IllegalMove { why }
}

/// The game and the turn under way.
pub(super) fn current(room: &Room) -> Result<(&CurrentGame, &Turn), Refusal> {
    let game = room.game.as_ref().ok_or(Refusal::NoGame)?;
    let turn = game.turn.as_ref().ok_or(Refusal::GameOver)?;
    Ok((game, turn))
}

/// The turn under way, for an asker who knows the present.
pub(super) fn present(room: &Room, seen: Option<At>) -> Result<(&CurrentGame, &Turn), Refusal> {
    let (game, turn) = current(room)?;
    let seen = seen.ok_or_else(|| Refusal::BadMessage { why: "this needs `at`".to_owned() })?;
    if seen == (At { game: game.number, ply: turn.ply, tries: turn.tries, back: game.back() }) {
        Ok((game, turn))
    } else {
        Err(stale(game, turn))
    }
}

/// The present is another one: this.
pub(super) fn stale(game: &CurrentGame, turn: &Turn) -> Refusal {
    Refusal::Stale { game: game.number, ply: turn.ply, tries: turn.tries, back: game.back() }
}

// ---- applying --------------------------------------------------------------------------------

impl Turn {
    pub(super) fn begun(
        ply: u16,
        side: Side,
        roll: Vec<MemberId>,
        deadline: Option<u64>,
        last_try: bool,
        began: ClockView,
    ) -> Self {
        Self {
            ply,
            side,
            roll,
            deadline,
            tries: 0,
            withdrawn: 0,
            spent: Vec::new(),
            last_try,
            tried: None,
            ballot: None,
            before_runoff: None,
            renewed: None,
            blockers: Vec::new(),
            flagged: false,
            began,
            rotated_from: 0,
            waits: false,
            given: BySide::default(),
        }
    }

    /// Who leaves the side is struck: from its rolls, with his stance.
    pub(super) fn strike(&mut self, member: MemberId) {
        self.roll.retain(|other| *other != member);
        if let Some(tried) = &mut self.tried {
            tried.strike(member);
        }
    }
}
