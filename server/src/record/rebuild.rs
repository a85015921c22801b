//! A record as the public stream that it tells of: every move is played again, and what the record says
//! of it must be what happens.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::slice::Iter;

use engine::{BySide, Move, Side, Turn};
use protocol::event::{ClockView, GameResult, HandReason, WithdrawReason};
use protocol::http::record::RecordFaultCode::{
    BadSettings, BullsDiffer, CaptureDiffers, OpeningDiffers, OutOfOrder, OutcomeDiffers, PositionDiffers,
    SeriesDiffers, TooLong, UnknownMember,
};
use protocol::http::record::RulesSince;
use protocol::limits::MEMBERS_MAX;
use protocol::settings::{Clock, SIDES, bounds};
use protocol::{Event, MemberId, RoomSettings, ServerFrame, Snapshot, Stream};

use super::Told;
use super::board::{Board, Budget};
use super::course::{Beginning, Course};
use super::fault::{Located, Place, Read, fault, shown};
use super::model::{Counts, Ending, GameTold, Mark, Played, Player, Record};
use super::settings;
use crate::room::{Room, view};

/// Seats of the larger of two practising sides; what a side may have besides is the room's affair.
const LEAST_SEATS: usize = 1;

/// Play a record again.
pub(super) fn told(record: &Record) -> Read<Told> {
    let seats = record.games.iter().flat_map(|game| SIDES.map(|side| game.teams[side].len())).max();
    let races = record.games.iter().any(|game| game.race.is_some());
    let seats = seats.unwrap_or_default().clamp(LEAST_SEATS, usize::from(protocol::limits::TEAM_MAX));
    let agreed = settings::agreed(&record.room, seats, races).map_err(|why| fault(BadSettings, why));
    let agreed = agreed.at(record.games.first().map_or(Place::default(), |game| game.place)).in_game(1)?;
    let mut rebuild = Rebuild::new(Course::new(&agreed), agreed.settings);
    for (game, number) in record.games.iter().zip(1..) {
        rebuild.game(game).in_game(number)?;
    }
    rebuild.finish()
}

struct Rebuild {
    course: Course,
    settings: RoomSettings,
    budget: Budget,
    frames: Vec<ServerFrame>,
    /// Events told so far.
    told: u32,
    at: u64,
    members: BTreeMap<String, MemberId>,
    seats: BySide<Vec<MemberId>>,
}

/// A game under way.
struct Playing<'g> {
    game: &'g GameTold,
    /// What is still to happen.
    marks: Peekable<Iter<'g, (Place, Mark)>>,
    board: Board,
    hands: BySide<Option<MemberId>>,
    /// Sides that had a turn.
    begun: BySide<bool>,
    remaining_ms: BySide<u64>,
    spent: Vec<Move>,
    /// By its rules.
    over: bool,
}

impl Rebuild {
    fn new(course: Course, settings: RoomSettings) -> Self {
        Self {
            course,
            settings,
            budget: Budget::default(),
            frames: Vec::new(),
            // The first one opened the room.
            told: 1,
            at: 0,
            members: BTreeMap::new(),
            seats: BySide::default(),
        }
    }

    /// All frames, the table before everything else.
    fn finish(mut self) -> Read<Told> {
        let mut room = Room::default();
        let opened = self.frames.first().and_then(|frame| match frame {
            ServerFrame::Events { t, .. } => Some(*t),
            _ => None,
        });
        room.apply(opened.unwrap_or_default(), &Event::Opened { settings: self.settings });
        let view = view::table(&room).ok_or_else(|| fault(BadSettings, "no room has such settings"))?;
        self.frames.insert(0, ServerFrame::Snap(Snapshot::Table { as_of: 1, view: Box::new(view) }));
        let version = protocol::RULES_VERSION;
        Ok(Told { frames: self.frames, rules: vec![RulesSince { n: 1, version }] })
    }

    fn game(&mut self, game: &GameTold) -> Read<()> {
        // Moments of a record are seconds; its events keep their order.
        self.at = self.at.max(game.began * 1_000);
        self.sit_down(game).at(game.place)?;
        let mut playing = self.begin(game).at(game.place)?;
        while let Some((place, mark)) = playing.marks.next() {
            let ply = match mark {
                Mark::Back(to) => *to,
                Mark::Hand(_) | Mark::Tried { .. } | Mark::Played(_) => playing.board.ply(),
            };
            self.mark(&mut playing, mark).at_ply(ply).at(*place)?;
        }
        let ply = playing.board.ply().saturating_sub(1).max(1);
        self.end(&playing).at_ply(ply).at(game.place)
    }

    /// Those who play this game take their seats, in their order.
    fn sit_down(&mut self, game: &GameTold) -> Read<()> {
        let mut events = Vec::new();
        let mut wanted: BySide<Vec<MemberId>> = BySide::default();
        for side in SIDES {
            for player in &game.teams[side] {
                wanted[side].push(self.member(player, &mut events)?);
            }
        }
        let kept = BySide::from_fn(|side| {
            self.seats[side].iter().zip(&wanted[side]).take_while(|(sits, wants)| sits == wants).count()
        });
        for side in SIDES {
            let gone = self.seats[side].iter().skip(kept[side]);
            events.extend(gone.map(|&member| Event::Unseated { member, side }));
        }
        for side in SIDES {
            let new = wanted[side].iter().skip(kept[side]);
            events.extend(new.map(|&member| Event::Seated { member, side }));
        }
        self.seats = wanted;
        self.tell(events);
        Ok(())
    }

    fn member(&mut self, player: &Player, events: &mut Vec<Event>) -> Read<MemberId> {
        if let Some(&member) = self.members.get(&player.name) {
            return Ok(member);
        }
        if self.members.len() >= MEMBERS_MAX {
            return Err(fault(TooLong, format!("a record names at most {MEMBERS_MAX} people")));
        }
        let member = MemberId(u32::try_from(self.members.len() + 1).unwrap_or(u32::MAX));
        self.members.insert(player.name.clone(), member);
        events.push(Event::Joined { member, name: player.name.clone(), kind: player.kind });
        Ok(member)
    }

    fn begin<'g>(&mut self, game: &'g GameTold) -> Read<Playing<'g>> {
        let beginning = self.course.begin(game.round, game.race.as_deref(), game.starter)?;
        let Beginning { rules, opening, race } = beginning;
        let said = game.opening.unwrap_or(opening);
        if said != opening {
            return Err(fault(OpeningDiffers, format!("the game begins with {opening}")));
        }
        let named = |name: &Option<String>| name.as_ref().and_then(|name| self.members.get(name).copied());
        let board = Board::new(rules, opening);
        let over = board.outcome(&mut self.budget)?.is_some();
        let mut playing = Playing {
            game,
            marks: game.marks.iter().peekable(),
            board,
            hands: BySide::from_fn(|side| named(&game.hands[side])),
            begun: BySide::default(),
            remaining_ms: BySide::both(first_clock(self.settings.clock)),
            spent: Vec::new(),
            over,
        };
        let (number, starter, how) = (game.round, game.starter, game.how);
        let began = Event::GameBegan { game: number, opening, starter, how, race, seal: None, market: None };
        let mut events = vec![began];
        for side in SIDES {
            let (to, why) = (playing.hands[side], HandReason::Named);
            events.extend(to.map(|_| Event::HandPassed { side, to, why }));
        }
        self.begin_turn(&mut playing, &mut events)?;
        self.tell(events);
        Ok(playing)
    }

    /// The turn of whoever is to move, if the game goes on. A hand that passes before anything else
    /// happens has passed with the turn.
    fn begin_turn(&self, playing: &mut Playing<'_>, events: &mut Vec<Event>) -> Read<()> {
        playing.spent.clear();
        if playing.over {
            return Ok(());
        }
        let side = playing.board.position().turn();
        if std::mem::replace(&mut playing.begun[side], true)
            && let Some((place, Mark::Hand(to))) = playing.marks.peek()
        {
            playing.hands[side] = self.of_side(side, to.as_deref()).at(*place)?;
            playing.marks.next();
        }
        let running = (self.settings.clock != Clock::None).then_some(side);
        let (remaining_ms, periods) = (playing.remaining_ms, BySide::default());
        events.push(Event::TurnBegan {
            game: playing.game.round,
            ply: playing.board.ply(),
            side,
            hand: playing.hands[side],
            deadline: None,
            clock: ClockView { remaining_ms, running, since: self.at, periods },
        });
        Ok(())
    }

    fn mark(&mut self, playing: &mut Playing<'_>, mark: &Mark) -> Read<()> {
        self.at += 1;
        let side = playing.board.position().turn();
        if playing.over && !matches!(mark, Mark::Back(_)) {
            return Err(fault(OutOfOrder, "the game is over before this"));
        }
        match mark {
            Mark::Hand(to) => {
                let to = self.of_side(side, to.as_deref())?;
                playing.hands[side] = to;
                self.tell(vec![Event::HandPassed { side, to, why: HandReason::HandedOver }]);
                Ok(())
            }
            Mark::Tried { mv, told, by } => self.withdrawn(playing, (mv, *told, by.as_deref())),
            Mark::Played(played) => self.played(playing, played),
            Mark::Back(ply) => self.taken_back(playing, *ply),
        }
    }

    fn withdrawn(&mut self, playing: &mut Playing<'_>, tried: (&Move, Counts, Option<&str>)) -> Read<()> {
        let (mv, told, by) = tried;
        let side = playing.board.position().turn();
        let mut events = Vec::new();
        self.laid(playing, (mv, told, by), &mut events)?;
        let by_team = told.need > 0 && told.objections >= told.need;
        let mut why = if by_team { WithdrawReason::Team } else { WithdrawReason::Layer };
        if !by_team && let Some((place, Mark::Hand(to))) = playing.marks.peek() {
            let to = self.of_side(side, to.as_deref()).at(*place)?;
            playing.marks.next();
            playing.hands[side] = to;
            events.push(Event::HandPassed { side, to, why: HandReason::Replaced });
            why = WithdrawReason::HandReplaced;
        }
        playing.spent.push(mv.clone());
        let spent = playing.spent.clone();
        events.push(Event::Withdrawn { why, mv: mv.clone(), deadline: None, last_try: false, spent });
        self.tell(events);
        Ok(())
    }

    /// A move is put on the board to be looked at.
    fn laid(
        &mut self,
        playing: &Playing<'_>,
        tried: (&Move, Counts, Option<&str>),
        events: &mut Vec<Event>,
    ) -> Read<Turn> {
        let (mv, Counts { objections, need, approvals }, by) = tried;
        let turn = playing.board.look(mv, &mut self.budget)?;
        let most = *bounds::TRIES.end();
        let tries = u8::try_from(playing.spent.len()).unwrap_or(u8::MAX).saturating_add(1);
        // A move may be tried once more and stand when all others were withdrawn.
        if tries > most.saturating_add(1) {
            return Err(fault(TooLong, format!("a turn has at most {most} tries")));
        }
        events.push(Event::Laid {
            by: self.maker(playing, by)?,
            mv: mv.clone(),
            trace: turn.trace.clone(),
            after: turn.after,
            until: self.at,
            tries,
        });
        events.push(Event::ConsentCounted { objections, approvals, need });
        Ok(turn)
    }

    fn played(&mut self, playing: &mut Playing<'_>, played: &Played) -> Read<()> {
        let mut events = Vec::new();
        let turn = match played.tried {
            Some(counts) => self.laid(playing, (&played.mv, counts, played.by.as_deref()), &mut events)?,
            None => playing.board.look(&played.mv, &mut self.budget)?,
        };
        compare(played, &turn)?;
        let side = turn.trace.side;
        let by = self.maker(playing, played.by.as_deref())?;
        if let Some(seconds) = played.clock {
            playing.remaining_ms[side] = seconds.saturating_mul(1_000);
        }
        let ply = playing.board.ply();
        playing.board.stand(&turn);
        playing.over = playing.board.outcome(&mut self.budget)?.is_some();
        events.push(Event::Stood {
            game: playing.game.round,
            ply,
            side,
            by,
            mv: played.mv.clone(),
            trace: turn.trace,
            after: turn.after,
            tried: played.tried.is_some(),
            remaining_ms: playing.remaining_ms,
        });
        self.begin_turn(playing, &mut events)?;
        self.tell(events);
        Ok(())
    }

    fn taken_back(&mut self, playing: &mut Playing<'_>, ply: u16) -> Read<()> {
        if playing.over || ply == 0 || ply.saturating_add(1) != playing.board.ply() {
            return Err(fault(OutOfOrder, "only the last move of a game that goes on can be taken back"));
        }
        let position = playing.board.take_back().ok_or_else(|| fault(OutOfOrder, "no move stands"))?;
        let clock = ClockView {
            remaining_ms: playing.remaining_ms,
            running: None,
            since: self.at,
            periods: BySide::default(),
        };
        let (game, side) = (playing.game.round, position.turn());
        let mut events = vec![Event::TakenBack { game, ply, side, position, clock }];
        self.begin_turn(playing, &mut events)?;
        self.tell(events);
        Ok(())
    }

    fn end(&mut self, playing: &Playing<'_>) -> Read<()> {
        let (game, position) = (playing.game, playing.board.position());
        if game.last.is_some_and(|last| last != *position) {
            return Err(fault(PositionDiffers, format!("the moves lead to {position}")));
        }
        let Some(ending) = &game.ending else {
            return if playing.over { Err(fault(OutcomeDiffers, "the game is over")) } else { Ok(()) };
        };
        let Ending { reason, winner, score, pins } = ending;
        let result = GameResult { reason: *reason, winner: *winner, score: *score };
        let series = self.course.end(&playing.board, &result, &mut self.budget)?;
        if series.pins != *pins {
            let BySide { south, north } = series.pins;
            return Err(fault(SeriesDiffers, format!("the match stands {south}-{north} in pins")));
        }
        self.at += 1;
        self.tell(vec![Event::GameEnded { game: game.round, result, series }]);
        Ok(())
    }

    /// Who made a move: whom the record names, or the hand.
    fn maker(&self, playing: &Playing<'_>, by: Option<&str>) -> Read<MemberId> {
        let side = playing.board.position().turn();
        let maker = match by {
            Some(name) => self.of_side(side, Some(name))?,
            None => playing.hands[side].or_else(|| self.seats[side].first().copied()),
        };
        maker.ok_or_else(|| fault(UnknownMember, "nobody sits on the side that moves"))
    }

    /// Somebody of a side, by his name.
    fn of_side(&self, side: Side, name: Option<&str>) -> Read<Option<MemberId>> {
        let Some(name) = name else { return Ok(None) };
        let member = self.members.get(name).filter(|member| self.seats[side].contains(member));
        let unknown = || fault(UnknownMember, format!("{} is not in the team of this side", shown(name)));
        member.copied().map(Some).ok_or_else(unknown)
    }

    fn tell(&mut self, events: Vec<Event>) {
        if events.is_empty() {
            return;
        }
        let n = self.told + 1;
        self.told += u32::try_from(events.len()).unwrap_or(u32::MAX);
        self.frames.push(ServerFrame::Events { s: Stream::Table, n, t: self.at, e: events });
    }
}

fn compare(said: &Played, turn: &Turn) -> Read<()> {
    let (captured, bulls) = (turn.trace.captured, turn.trace.made_bulls.len());
    if said.captured != captured {
        let detail = format!("{} takes {captured}, not {}", said.mv, said.captured);
        return Err(fault(CaptureDiffers, detail));
    }
    if said.bulls != bulls {
        return Err(fault(BullsDiffer, format!("{} makes {bulls} bulls, not {}", said.mv, said.bulls)));
    }
    Ok(())
}

/// Milliseconds that each side has before its first move.
fn first_clock(clock: Clock) -> u64 {
    u64::from(match clock {
        Clock::None => 0,
        Clock::PerMove { ms, .. }
        | Clock::Bank { ms, .. }
        | Clock::ByoYomi { ms, .. }
        | Clock::Slow { ms, .. } => ms,
    })
}
