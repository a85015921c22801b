//! The client's half of the contract: what a viewer sees is a snapshot with the events since then
//! folded over it. Written a second time here, from the words of the protocol alone, so that the
//! suites can hold it against fresh snapshots: if the two ever differ, no page can be right.
//!
//! No rule of the game or of the room is in it: everything that an event led to, it carries.

use engine::{BySide, Offer, Side};
use protocol::event::{BallotResult, ClockView, Event, HoldReason, Presence, SeriesView, Stance};
use protocol::message::{Heads, Role, Stream};
use protocol::view::{
    BallotView, ChatLine, GameView, LastPly, MeView, MemberView, OptionView, PlyRow, Snapshot, StanceRow,
    StandView, StarterWish, TableView, TeamView, TriedView, TurnView,
};
use protocol::{MemberId, limits};

/// All that one viewer knows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Seen {
    /// Who one is.
    pub role: Option<Role>,
    /// Numbers of the last events folded in.
    pub heads: Heads,
    /// The table.
    pub table: Option<TableView>,
    /// The sides one sits on.
    pub team: BySide<Option<TeamView>>,
    /// Oneself.
    pub me: Option<MeView>,
    /// The stand.
    pub stand: Option<StandView>,
    /// The newest legal moves, with their game and ply.
    pub legal: Option<Legal>,
    /// How many watch.
    pub crowd: Option<u32>,
}

/// The legal moves of one ply.
#[derive(Clone, PartialEq, Debug)]
pub struct Legal {
    /// The game.
    pub game: u16,
    /// The ply to be played.
    pub ply: u16,
    /// The moves.
    pub moves: Vec<Offer>,
}

/// Why events could not be folded: a breach of the contract.
pub type Breach = String;

impl Seen {
    /// Start a stream from a snapshot of it.
    pub fn snap(&mut self, snapshot: Snapshot) {
        let (stream, as_of) = match snapshot {
            Snapshot::Table { as_of, mut view } => {
                quiet_table(&mut view);
                self.table = Some(*view);
                (Stream::Table, as_of)
            }
            Snapshot::Team { side, as_of, view } => {
                self.team[side] = Some(*view);
                (Stream::team(side), as_of)
            }
            Snapshot::Me { as_of, view } => {
                self.me = Some(view);
                (Stream::Me, as_of)
            }
            Snapshot::Stand { as_of, view } => {
                self.stand = Some(view);
                (Stream::Stand, as_of)
            }
        };
        self.heads.set(stream, Some(as_of));
    }

    /// Go on with events of a stream.
    ///
    /// # Errors
    /// A gap, a repeat, a stream that never started, an event of another audience.
    pub fn events(&mut self, stream: Stream, first: u32, at: u64, events: &[Event]) -> Result<(), Breach> {
        let Some(head) = self.heads.get(stream) else {
            return Err(format!("events of {stream:?} before a snapshot of it"));
        };
        if first != head + 1 {
            return Err(format!("{stream:?} goes on at {first} after {head}"));
        }
        if events.is_empty() {
            return Err(format!("an empty list of events of {stream:?}"));
        }
        for event in events {
            self.event(stream, at, event)?;
        }
        let count = u32::try_from(events.len()).map_err(|error| error.to_string())?;
        self.heads.set(stream, Some(head + count));
        Ok(())
    }

    /// Take over who one is: streams that one no longer reads are forgotten.
    pub fn role(&mut self, role: Role) {
        for side in [Side::South, Side::North] {
            if !role.seats.contains(&side) {
                self.team[side] = None;
                self.heads.set(Stream::team(side), None);
            }
        }
        if !role.seats.is_empty() {
            self.stand = None;
            self.heads.set(Stream::Stand, None);
        }
        self.role = Some(role);
    }

    /// The game that is played or was played last.
    #[must_use]
    pub fn game(&self) -> Option<&GameView> {
        self.table.as_ref()?.game.as_ref()
    }

    /// The turn that is played.
    #[must_use]
    pub fn turn(&self) -> Option<&TurnView> {
        self.game()?.turn.as_ref()
    }

    /// The tried move.
    #[must_use]
    pub fn tried(&self) -> Option<&TriedView> {
        self.turn()?.tried.as_ref()
    }

    /// The open ballot of a side that one sits on.
    #[must_use]
    pub fn ballot(&self, side: Side) -> Option<&BallotView> {
        self.team[side].as_ref()?.ballot.as_ref()
    }

    /// A member by number.
    #[must_use]
    pub fn member(&self, id: MemberId) -> Option<&MemberView> {
        self.table.as_ref()?.members.iter().find(|member| member.id == id)
    }

    /// A member by name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&MemberView> {
        self.table.as_ref()?.members.iter().find(|member| member.name == name)
    }

    fn event(&mut self, stream: Stream, at: u64, event: &Event) -> Result<(), Breach> {
        use protocol::Audience;
        let expected = match event.audience() {
            Audience::Table => Stream::Table,
            Audience::Team(side) => Stream::team(side),
            Audience::Me(_) => Stream::Me,
            Audience::Stand => Stream::Stand,
            Audience::Log => return Err(format!("an event for the log alone: {event:?}")),
        };
        if expected != stream {
            return Err(format!("an event of {expected:?} in {stream:?}: {event:?}"));
        }
        let whole = match stream {
            Stream::Table => self.table.as_mut().and_then(|table| table_event(table, at, event)),
            Stream::South | Stream::North => {
                let side = if stream == Stream::South { Side::South } else { Side::North };
                self.team[side].as_mut().and_then(|team| team_event(team, at, event))
            }
            Stream::Me => self.me.as_mut().and_then(|me| me_event(me, event)),
            Stream::Stand => self.stand.as_mut().and_then(|stand| stand_event(stand, at, event)),
        };
        whole.ok_or_else(|| format!("does not fit what was seen before: {event:?}"))
    }
}

/// Since when clocks stand still is of no interest, and not compared.
pub fn quiet_table(table: &mut TableView) {
    if let Some(game) = &mut table.game {
        game.clock = quiet(game.clock);
    }
}

fn table_event(table: &mut TableView, at: u64, event: &Event) -> Option<()> {
    people_event(table, event)?;
    game_event(table, at, event)
}

/// Events about the room and its people; others are passed over.
fn people_event(table: &mut TableView, event: &Event) -> Option<()> {
    match event {
        Event::Opened { settings } => table.settings = settings.clone(),
        Event::Joined { member, name, kind } => table.members.push(MemberView {
            id: *member,
            name: name.clone(),
            kind: *kind,
            seats: Vec::new(),
            presence: Presence::Online,
            ready: false,
        }),
        Event::HostNamed { member } => table.host = Some(*member),
        Event::Renamed { member, name } => known(table, *member)?.name.clone_from(name),
        Event::Seated { member, side } => {
            let row = known(table, *member)?;
            if row.seats.is_empty() {
                row.presence = Presence::Online;
                row.ready = false;
            }
            row.seats.push(*side);
            row.seats.sort();
        }
        Event::Unseated { member, side } => {
            let row = known(table, *member)?;
            row.seats.retain(|seat| seat != side);
            row.ready = false;
            table.rematch.retain(|one| one != member);
        }
        Event::PresenceChanged { member, presence } => known(table, *member)?.presence = *presence,
        Event::ReadySet { member, on } => known(table, *member)?.ready = *on,
        Event::StarterWished { side, by, starter } => {
            table.wishes[*side] = Some(StarterWish { by: *by, starter: *starter });
        }
        Event::RematchSet { member, on } => {
            table.rematch.retain(|one| one != member);
            if *on {
                table.rematch.push(*member);
            }
        }
        _ => {}
    }
    Some(())
}

/// Events about the game; others are passed over.
fn game_event(table: &mut TableView, at: u64, event: &Event) -> Option<()> {
    match event {
        Event::GameBegan { game, opening, starter, how: _, race } => {
            let nothing = ClockView { remaining_ms: BySide::new(0, 0), running: None, since: 0 };
            for member in &mut table.members {
                member.ready = false;
            }
            table.rematch.clear();
            if *game == 1 {
                // A match begins with its first game.
                table.series = SeriesView::default();
            }
            table.game = Some(GameView {
                game: *game,
                opening: *opening,
                starter: *starter,
                race: race.clone(),
                position: *opening,
                plies: Vec::new(),
                last: None,
                hands: BySide::new(None, None),
                clock: nothing,
                turn: None,
                result: None,
            });
        }
        Event::TurnBegan { game: _, ply, side, hand, deadline, clock } => {
            let last_try = table.settings.decision.tries_max == 0;
            let game = table.game.as_mut()?;
            game.hands[*side] = *hand;
            game.clock = quiet(*clock);
            game.turn = Some(TurnView {
                ply: *ply,
                side: *side,
                deadline: *deadline,
                tries: 0,
                last_try,
                spent: Vec::new(),
                tried: None,
            });
        }
        Event::Laid { by, mv, trace, after, until, tries } => {
            let turn = table.game.as_mut()?.turn.as_mut()?;
            turn.tries = *tries;
            turn.tried = Some(TriedView {
                by: *by,
                mv: mv.clone(),
                trace: trace.clone(),
                after: *after,
                until: *until,
                objections: 0,
                approvals: 0,
                need: 0,
            });
        }
        Event::ConsentCounted { objections, approvals, need } => {
            let tried = table.game.as_mut()?.turn.as_mut()?.tried.as_mut()?;
            (tried.objections, tried.approvals, tried.need) = (*objections, *approvals, *need);
        }
        Event::Withdrawn { why: _, mv: _, deadline, last_try, spent } => {
            let turn = table.game.as_mut()?.turn.as_mut()?;
            turn.tried = None;
            turn.deadline = *deadline;
            turn.last_try = *last_try;
            turn.spent.clone_from(spent);
        }
        Event::Stood { game: _, ply: _, side, by, mv, trace, after, tried, remaining_ms } => {
            let game = table.game.as_mut()?;
            let tries = game.turn.take()?.tries;
            game.plies.push(PlyRow {
                side: *side,
                mv: mv.clone(),
                captured: trace.captured,
                bulls: u8::try_from(trace.made_bulls.len()).ok()?,
                by: *by,
                withdrawn: if *tried { tries.checked_sub(1)? } else { tries },
            });
            game.last = Some(LastPly { before: game.position, trace: trace.clone() });
            game.position = *after;
            game.clock = ClockView { remaining_ms: *remaining_ms, running: None, since: 0 };
        }
        Event::HandPassed { side, to, why: _ } => table.game.as_mut()?.hands[*side] = *to,
        Event::Flagged { side: _, effect: _, clock } => table.game.as_mut()?.clock = quiet(*clock),
        Event::GameEnded { game: _, result, series } => {
            let game = table.game.as_mut()?;
            game.result = Some(result.clone());
            game.turn = None;
            game.clock = stopped(game.clock, at);
            table.series = series.clone();
        }
        Event::Held { reason, remaining_ms } => {
            add_hold(&mut table.holds, *reason);
            if let Some(game) = &mut table.game {
                game.clock = ClockView { remaining_ms: *remaining_ms, running: None, since: 0 };
            }
        }
        Event::Released { reason: _, still, clock, deadline, until } => {
            table.holds.clone_from(still);
            if let Some(game) = &mut table.game {
                game.clock = quiet(*clock);
                if let Some(turn) = &mut game.turn {
                    turn.deadline = *deadline;
                    if let (Some(tried), Some(until)) = (&mut turn.tried, until) {
                        tried.until = *until;
                    }
                }
            }
        }
        Event::Said { by, text } => say(&mut table.chat, limits::CHAT_KEPT, *by, at, text),
        _ => {}
    }
    Some(())
}

fn team_event(team: &mut TeamView, at: u64, event: &Event) -> Option<()> {
    match event {
        Event::BallotOpened {
            side: _,
            ballot,
            kind,
            roll,
            options,
            opened: _,
            earliest,
            deadline,
            effective,
            need,
        } => {
            let before = team.ballot.take().map(|old| old.options).unwrap_or_default();
            let first = *roll.first()?;
            let listed = options.iter().flatten().map(|mv| {
                let old = before.iter().find(|option| option.mv == *mv);
                OptionView {
                    mv: mv.clone(),
                    by: old.map_or(first, |option| option.by),
                    note: old.and_then(|option| option.note.clone()),
                    proposed: old.is_some_and(|option| option.proposed),
                    voters: Vec::new(),
                }
            });
            team.ballot = Some(BallotView {
                ballot: *ballot,
                kind: *kind,
                roll: roll.clone(),
                options: listed.collect(),
                options_fixed: options.is_some(),
                earliest: *earliest,
                deadline: *deadline,
                closing: None,
                hand_until: None,
                effective: *effective,
                need: *need,
            });
            team.stances.clear();
        }
        Event::Proposed { side: _, ballot: _, by, mv, note } => {
            let ballot = team.ballot.as_mut()?;
            match ballot.options.iter_mut().find(|option| option.mv == *mv) {
                Some(option) => {
                    option.by = *by;
                    option.proposed = true;
                    option.note.clone_from(note);
                }
                None => ballot.options.push(OptionView {
                    mv: mv.clone(),
                    by: *by,
                    note: note.clone(),
                    proposed: true,
                    voters: Vec::new(),
                }),
            }
        }
        Event::Voted { side: _, ballot: _, by, mv } => {
            let ballot = team.ballot.as_mut()?;
            unvote(ballot, *by);
            if let Some(mv) = mv {
                match ballot.options.iter_mut().find(|option| option.mv == *mv) {
                    Some(option) => option.voters.push(*by),
                    None => ballot.options.push(OptionView {
                        mv: mv.clone(),
                        by: *by,
                        note: None,
                        proposed: false,
                        voters: vec![*by],
                    }),
                }
            }
            drop_empty(ballot);
        }
        Event::RollChanged { side: _, ballot: _, struck, effective, need } => {
            let ballot = team.ballot.as_mut()?;
            for member in struck {
                ballot.roll.retain(|one| one != member);
                unvote(ballot, *member);
            }
            drop_empty(ballot);
            (ballot.effective, ballot.need) = (*effective, *need);
        }
        Event::ClosingSet { side: _, ballot: _, until } => team.ballot.as_mut()?.closing = *until,
        // A ballot that falls back stays to be looked at, and one that leads to a run-off lends it
        // its words.
        Event::BallotClosed { result: BallotResult::TooFew | BallotResult::RunOff, .. } => {}
        Event::BallotClosed { .. } => team.ballot = None,
        Event::FellBack { side: _, ballot: _, hand_until } => {
            let ballot = team.ballot.as_mut()?;
            ballot.closing = None;
            ballot.hand_until = Some(*hand_until);
        }
        Event::BallotRetimed { side: _, ballot: _, earliest, deadline, closing, hand_until } => {
            let ballot = team.ballot.as_mut()?;
            ballot.earliest = *earliest;
            ballot.deadline = *deadline;
            ballot.closing = *closing;
            ballot.hand_until = *hand_until;
        }
        Event::StanceTaken { side: _, by, stance } => {
            team.stances.retain(|row| row.member != *by);
            if *stance != Stance::Undecided {
                team.stances.push(StanceRow { member: *by, stance: *stance });
            }
        }
        Event::ResignVoted { side: _, by, on } => {
            team.resign.retain(|one| one != by);
            if *on {
                team.resign.push(*by);
            }
        }
        Event::TeamSaid { side: _, by, text } => say(&mut team.chat, limits::TEAM_CHAT_KEPT, *by, at, text),
        _ => return None,
    }
    Some(())
}

fn me_event(me: &mut MeView, event: &Event) -> Option<()> {
    let Event::Done { member, cid: _ } = event else { return None };
    me.member = Some(*member);
    Some(())
}

fn stand_event(stand: &mut StandView, at: u64, event: &Event) -> Option<()> {
    let Event::StandSaid { by, text } = event else { return None };
    say(&mut stand.chat, limits::CHAT_KEPT, *by, at, text);
    Some(())
}

/// Since when clocks stand still is of no interest.
fn quiet(clock: ClockView) -> ClockView {
    ClockView { since: clock.running.map_or(0, |_| clock.since), ..clock }
}

/// The clocks standing still from a moment on.
fn stopped(clock: ClockView, at: u64) -> ClockView {
    let mut remaining_ms = clock.remaining_ms;
    if let Some(side) = clock.running {
        remaining_ms[side] = remaining_ms[side].saturating_sub(at.saturating_sub(clock.since));
    }
    ClockView { remaining_ms, running: None, since: 0 }
}

fn known(table: &mut TableView, member: MemberId) -> Option<&mut MemberView> {
    table.members.iter_mut().find(|row| row.id == member)
}

fn unvote(ballot: &mut BallotView, by: MemberId) {
    for option in &mut ballot.options {
        option.voters.retain(|voter| *voter != by);
    }
}

fn drop_empty(ballot: &mut BallotView) {
    if !ballot.options_fixed {
        ballot.options.retain(|option| option.proposed || !option.voters.is_empty());
    }
}

fn add_hold(holds: &mut Vec<HoldReason>, reason: HoldReason) {
    if !holds.contains(&reason) {
        holds.push(reason);
        holds.sort();
    }
}

fn say(lines: &mut Vec<ChatLine>, kept: usize, by: MemberId, at: u64, text: &str) {
    lines.push(ChatLine { by, at, text: text.to_owned() });
    if lines.len() > kept {
        lines.remove(0);
    }
}
