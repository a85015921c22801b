//! Whether a public stream is true: it is followed from its first event, every move is played again, and
//! what it says must be what happens.

use std::collections::BTreeSet;

use engine::{Move, Position, Side, Trace, Turn};
use protocol::event::{Audience, MemberKind};
use protocol::event::{GameResult, SeriesView};
use protocol::http::record::RecordFault;
use protocol::http::record::RecordFaultCode::{
    BadName, BadSettings, BadText, CaptureDiffers, NoGames, NotARecord, Numbering, OpeningDiffers,
    OutOfOrder, OutcomeDiffers, PositionDiffers, RaceDiffers, SealDiffers, SeriesDiffers, TooLong,
    TraceDiffers, TryDiffers, UnknownMember, WrongSide,
};
use protocol::limits::MEMBERS_MAX;
use protocol::view::TableView;
use protocol::{Event, MemberId, ServerFrame, Snapshot, Stream};

use super::board::{Board, Budget};
use super::course::{Beginning, Course};
use super::fault::{Located, Read, fault, shown};
use super::people::{People, is_name};
use crate::names::{clean_line, skeleton};
use crate::room::lots::LotSeed;
use crate::room::settings::check;

/// Follows a stream.
#[derive(Default)]
pub(super) struct Verify {
    /// Nothing before the table was told as a whole.
    course: Option<Course>,
    people: People,
    skeletons: BTreeSet<String>,
    budget: Budget,
    /// The number of the last event.
    told: u32,
    at: u64,
    games: usize,
    game: Option<Playing>,
}

/// The game that is played, or was played last.
struct Playing {
    number: u16,
    board: Board,
    turn: bool,
    tried: Option<Move>,
    over: bool,
    ended: bool,
    seal: Option<String>,
}

impl Verify {
    /// Go on by a frame.
    pub(super) fn frame(&mut self, frame: &ServerFrame) -> Read<()> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "a story has no other frames")]
        let read = match frame {
            ServerFrame::Snap(Snapshot::Table { as_of, view }) if self.course.is_none() => {
                self.opened(*as_of, view)
            }
            ServerFrame::Events { s: Stream::Table, n, t, e } if self.course.is_some() => {
                self.events(*n, *t, e)
            }
            _ => Err(fault(NotARecord, "a record is the table when it was opened, and then its events")),
        };
        read.map_err(|fault| self.located(fault))
    }

    /// There is nothing more.
    pub(super) fn end(&self) -> Read<()> {
        if self.games == 0 {
            return Err(fault(NoGames, "there is no game in the record"));
        }
        self.no_game_without_its_end().map_err(|fault| self.located(fault))
    }

    /// A fault with the game and the ply that the stream has come to.
    pub(super) fn located(&self, fault: Box<RecordFault>) -> Box<RecordFault> {
        match &self.game {
            None => fault,
            Some(game) => fault.in_game(self.games).at_ply(game.board.ply()),
        }
    }

    fn opened(&mut self, as_of: u32, view: &TableView) -> Read<()> {
        let agreed = check(&view.settings).map_err(|why| fault(BadSettings, format!("{why:?}")))?;
        if agreed.settings != view.settings {
            return Err(fault(BadSettings, "the title is not written so"));
        }
        let empty = view.game.is_none()
            && view.series == SeriesView::default()
            && view.rematch.is_empty()
            && view.holds.is_empty()
            && view.offers.is_empty()
            && view.chat.is_empty();
        if !empty {
            return Err(fault(OutOfOrder, "the table is that of a room in which something has happened"));
        }
        for member in &view.members {
            self.joins(member.id, &member.name, member.kind)?;
        }
        self.people = People::of(&view.members);
        self.course = Some(Course::new(&agreed));
        self.told = as_of;
        Ok(())
    }

    fn events(&mut self, n: u32, at: u64, events: &[Event]) -> Read<()> {
        if n != self.told.saturating_add(1) {
            return Err(fault(
                Numbering,
                format!("event {} comes next, not {n}", self.told.saturating_add(1)),
            ));
        }
        if at < self.at {
            return Err(fault(OutOfOrder, "it happens before what is told before it"));
        }
        self.at = at;
        for event in events {
            if event.audience() != Audience::Table || matches!(event, Event::Opened { .. }) {
                return Err(fault(OutOfOrder, "this is not told to everybody after the opening"));
            }
            self.told = self.told.checked_add(1).ok_or_else(|| fault(TooLong, "too many events"))?;
            self.event(event)?;
            self.people.take(event);
        }
        Ok(())
    }

    fn event(&mut self, event: &Event) -> Read<()> {
        if let Some(stranger) = mentioned(event).filter(|&member| self.people.get(member).is_none()) {
            return Err(fault(UnknownMember, format!("nobody is known as member {}", stranger.0)));
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "nothing can be wrong with other kinds")]
        match event {
            Event::Joined { member, name, kind } => self.joins(*member, name, *kind),
            Event::Renamed { member, name } => self.is_renamed(*member, name),
            Event::Seated { member, side } => self.sits(*member, *side, false),
            Event::Unseated { member, side } => self.sits(*member, *side, true),
            Event::Said { text, .. } => line(text),
            Event::GameBegan { .. } => self.begins(event),
            Event::GameEnded { game, result, series } => self.ends(*game, result, series),
            _ => match &mut self.game {
                Some(game) => game.event(event, &mut self.budget),
                None => Playing::no_game(event),
            },
        }
    }

    fn joins(&mut self, member: MemberId, name: &str, kind: MemberKind) -> Read<()> {
        if self.people.get(member).is_some() {
            return Err(fault(OutOfOrder, format!("member {} is known already", member.0)));
        }
        if self.skeletons.len() >= MEMBERS_MAX {
            return Err(fault(TooLong, format!("a room knows at most {MEMBERS_MAX} people")));
        }
        self.is_called(name, kind)
    }

    fn is_renamed(&mut self, member: MemberId, name: &str) -> Read<()> {
        let Some(player) = self.people.get(member) else { return Ok(()) };
        let kind = player.kind;
        self.skeletons.remove(&skeleton(&player.name));
        self.is_called(name, kind)
    }

    fn is_called(&mut self, name: &str, kind: MemberKind) -> Read<()> {
        if !is_name(name, kind) {
            return Err(fault(BadName, format!("nobody can be called {}", shown(name))));
        }
        if !self.skeletons.insert(skeleton(name)) {
            return Err(fault(BadName, format!("two people are called {}, or look so", shown(name))));
        }
        Ok(())
    }

    fn sits(&self, member: MemberId, side: Side, expected: bool) -> Read<()> {
        if self.people.sits(member, side) == expected {
            return Ok(());
        }
        Err(fault(OutOfOrder, format!("member {} cannot sit down or stand up there", member.0)))
    }

    fn no_game_without_its_end(&self) -> Read<()> {
        match &self.game {
            Some(game) if game.over && !game.ended => {
                Err(fault(OutcomeDiffers, "the game is over, which is not told"))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn begins(&mut self, event: &Event) -> Read<()> {
        let Event::GameBegan { game: number, opening, starter, race, seal, .. } = event else {
            return Ok(());
        };
        self.no_game_without_its_end()?;
        if self.game.as_ref().is_some_and(|game| !game.ended) {
            return Err(fault(OutOfOrder, "the game before has not ended"));
        }
        // What is wrong with it from here on is wrong with this game.
        self.games += 1;
        self.game = None;
        let Some(course) = &mut self.course else { return Ok(()) };
        let drops: Option<Vec<Side>> =
            race.as_ref().map(|race| race.drops.iter().map(|drop| drop.side).collect());
        let Beginning { rules, opening: expected, race: told } =
            course.begin(*number, drops.as_deref(), *starter).in_game(self.games)?;
        if told != *race {
            return Err(fault(RaceDiffers, "the race is told otherwise than it runs").in_game(self.games));
        }
        if expected != *opening {
            let detail = format!("the game begins with {expected}");
            return Err(fault(OpeningDiffers, detail).in_game(self.games));
        }
        let board = Board::new(rules, expected);
        let over = board.outcome(&mut self.budget).in_game(self.games)?.is_some();
        let seal = seal.clone();
        self.game =
            Some(Playing { number: *number, board, turn: false, tried: None, over, ended: false, seal });
        Ok(())
    }

    fn ends(&mut self, number: u16, result: &GameResult, series: &SeriesView) -> Read<()> {
        let (Some(game), Some(course)) = (&mut self.game, &mut self.course) else {
            return Err(fault(OutOfOrder, "no game is played"));
        };
        game.is_number(number)?;
        if game.ended {
            return Err(fault(OutOfOrder, "the game has ended already"));
        }
        let expected = course.end(&game.board, result, &mut self.budget)?;
        if expected != *series {
            return Err(fault(SeriesDiffers, format!("the match stands otherwise: {expected:?}")));
        }
        (game.ended, game.turn, game.tried) = (true, false, None);
        Ok(())
    }
}

impl Playing {
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing can be wrong with other kinds")]
    fn event(&mut self, event: &Event, budget: &mut Budget) -> Read<()> {
        match event {
            Event::TurnBegan { game, ply, side, .. } => {
                self.goes_on()?;
                self.is_now(*game, *ply, *side)?;
                (self.turn, self.tried) = (true, None);
                Ok(())
            }
            Event::Laid { mv, trace, after, .. } => {
                self.goes_on()?;
                if !self.turn || self.tried.is_some() {
                    return Err(fault(OutOfOrder, "nothing can be laid now"));
                }
                self.compare(mv, trace, after, budget)?;
                self.tried = Some(mv.clone());
                Ok(())
            }
            Event::ConsentCounted { .. } if self.tried.is_none() => {
                Err(fault(OutOfOrder, "nothing is tried"))
            }
            Event::Withdrawn { mv, .. } => match self.tried.take() {
                Some(tried) if tried == *mv => Ok(()),
                Some(tried) => Err(fault(TryDiffers, format!("{tried} is tried, not {mv}"))),
                None => Err(fault(TryDiffers, "nothing is tried")),
            },
            Event::Stood { .. } => self.stands(event, budget),
            Event::TakenBack { game, ply, side, position, .. } => {
                self.is_number(*game)?;
                self.is_taken_back(*ply, *side, position)
            }
            Event::Unsealed { game, seed } => {
                self.is_number(*game)?;
                let seal = LotSeed::of_hex(seed).map(|seed| seed.seal());
                match &self.seal {
                    Some(sealed) if seal.as_ref() != Some(sealed) => {
                        Err(fault(SealDiffers, "what the lots were drawn from is not what was sealed"))
                    }
                    Some(_) | None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// What needs a game and comes without one.
    fn no_game(event: &Event) -> Read<()> {
        let needs = matches!(
            event,
            Event::TurnBegan { .. }
                | Event::Laid { .. }
                | Event::ConsentCounted { .. }
                | Event::Withdrawn { .. }
                | Event::Stood { .. }
                | Event::TakenBack { .. }
                | Event::HandPassed { .. }
                | Event::Flagged { .. }
                | Event::Unsealed { .. }
        );
        if needs { Err(fault(OutOfOrder, "no game is played")) } else { Ok(()) }
    }

    fn stands(&mut self, event: &Event, budget: &mut Budget) -> Read<()> {
        let Event::Stood { game, ply, side, mv, trace, after, tried, .. } = event else { return Ok(()) };
        self.goes_on()?;
        self.is_now(*game, *ply, *side)?;
        if !self.turn {
            return Err(fault(OutOfOrder, "no turn has begun"));
        }
        match (&self.tried, tried) {
            (None, false) => {}
            (Some(laid), true) if laid == mv => {}
            (Some(laid), _) => return Err(fault(TryDiffers, format!("{laid} is tried, not {mv}"))),
            (None, true) => return Err(fault(TryDiffers, "nothing is tried")),
        }
        let turn = self.compare(mv, trace, after, budget)?;
        self.board.stand(&turn);
        (self.turn, self.tried) = (false, None);
        self.over = self.board.outcome(budget)?.is_some();
        Ok(())
    }

    fn is_taken_back(&mut self, ply: u16, side: Side, position: &Position) -> Read<()> {
        self.goes_on()?;
        if ply == 0 || ply.saturating_add(1) != self.board.ply() {
            return Err(fault(OutOfOrder, "only the last move can be taken back"));
        }
        let before = self.board.take_back().ok_or_else(|| fault(OutOfOrder, "no move stands"))?;
        (self.turn, self.tried) = (false, None);
        if before != *position {
            return Err(fault(PositionDiffers, format!("the position before the move is {before}")));
        }
        if before.turn() != side {
            return Err(fault(WrongSide, "it was a move of the other side"));
        }
        Ok(())
    }

    /// A move does what it is said to do.
    fn compare(&self, mv: &Move, trace: &Trace, after: &Position, budget: &mut Budget) -> Read<Turn> {
        let turn = self.board.look(mv, budget)?;
        if turn.trace.captured != trace.captured {
            let detail = format!("{mv} takes {}, not {}", turn.trace.captured, trace.captured);
            return Err(fault(CaptureDiffers, detail));
        }
        if turn.after != *after {
            return Err(fault(PositionDiffers, format!("{mv} leads to {}", turn.after)));
        }
        if turn.trace != *trace {
            return Err(fault(TraceDiffers, format!("the laps of {mv} are told otherwise than they run")));
        }
        Ok(turn)
    }

    fn goes_on(&self) -> Read<()> {
        if self.over || self.ended { Err(fault(OutOfOrder, "the game is over")) } else { Ok(()) }
    }

    fn is_number(&self, number: u16) -> Read<()> {
        if number == self.number {
            return Ok(());
        }
        Err(fault(Numbering, format!("game {} is played, not {number}", self.number)))
    }

    fn is_now(&self, number: u16, ply: u16, side: Side) -> Read<()> {
        self.is_number(number)?;
        if ply != self.board.ply() {
            return Err(fault(Numbering, format!("ply {} is to be played, not {ply}", self.board.ply())));
        }
        if side != self.board.position().turn() {
            return Err(fault(WrongSide, "it is the turn of the other side"));
        }
        Ok(())
    }
}

/// Whom an event speaks of, who must be known.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other kind of the table speaks of anybody")]
fn mentioned(event: &Event) -> Option<MemberId> {
    match event {
        Event::HostNamed { member }
        | Event::Renamed { member, .. }
        | Event::Seated { member, .. }
        | Event::Unseated { member, .. }
        | Event::PresenceChanged { member, .. }
        | Event::Muted { member, .. }
        | Event::Banned { member, .. }
        | Event::ReadySet { member, .. }
        | Event::RematchSet { member, .. } => Some(*member),
        Event::StarterWished { by, .. }
        | Event::EarsOpened { by, .. }
        | Event::Laid { by, .. }
        | Event::Stood { by, .. }
        | Event::Offered { by, .. }
        | Event::Said { by, .. } => Some(*by),
        Event::HandChosen { to, .. } | Event::HandPassed { to, .. } => *to,
        Event::TurnBegan { hand, .. } => *hand,
        _ => None,
    }
}

fn line(text: &str) -> Read<()> {
    if clean_line(text).is_ok_and(|clean| clean == text) {
        return Ok(());
    }
    Err(fault(BadText, format!("nobody can have said {}", shown(text))))
}
