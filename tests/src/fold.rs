//! The client's half of the contract: what a viewer sees is a snapshot with the events since then
//! folded over it. Written a second time here, from the words of the protocol alone, so that the
//! suites can hold it against fresh snapshots: if the two ever differ, no page can be right.
//!
//! No rule of the game or of the room is in it: everything that an event led to, it carries.

use engine::{BySide, Offer, Side};
use protocol::betting::{MarketView, TicketView};
use protocol::event::{
    BallotResult, CastRow, ClockView, CountRow, Event, HoldReason, Presence, SeriesView, Stance, StanceRow,
};
use protocol::message::{Heads, Role, Stream};
use protocol::settings::VoteVisibility;
use protocol::view::{
    AdviceRow, BallotView, BlockRow, ChatLine, GameView, LastPly, MeView, MemberView, MotionView, OfferView,
    OptionView, OwnVote, PlyRow, ReportRow, Snapshot, StandView, StarterWish, TableView, TeamView, TriedView,
    TrustRow, TurnView,
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
    /// The market, where one watches.
    pub market: Option<MarketView>,
    /// The own betting, where one watches.
    pub ticket: Option<TicketView>,
    /// How often each side was cheered so far.
    pub cheers: BySide<u32>,
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
            (self.market, self.ticket) = (None, None);
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
            Stream::Me => self.me.as_mut().and_then(|me| me_event(me, at, event)),
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
    people_event(table, at, event)?;
    motion_event(table, event)?;
    game_event(table, at, event)
}

/// Events about the room and its people; others are passed over.
fn people_event(table: &mut TableView, at: u64, event: &Event) -> Option<()> {
    match event {
        Event::Opened { settings } => table.settings = settings.clone(),
        Event::Joined { member, name, kind } => table.members.push(MemberView {
            id: *member,
            name: name.clone(),
            kind: *kind,
            seats: Vec::new(),
            presence: Presence::Online,
            since: at,
            until: None,
            missed_from: None,
            ready: false,
            muted: false,
            banned: false,
        }),
        Event::HostNamed { member } => table.host = Some(*member),
        Event::Renamed { member, name } => known(table, *member)?.name.clone_from(name),
        Event::Seated { member, side } => {
            let row = known(table, *member)?;
            if row.seats.is_empty() {
                row.presence = Presence::Online;
                row.since = at;
                row.until = None;
                row.missed_from = None;
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
            if table.chosen[*side] == Some(*member) {
                table.chosen[*side] = None;
            }
        }
        Event::PresenceChanged { member, presence, until } => {
            let row = known(table, *member)?;
            row.presence = *presence;
            row.since = at;
            row.until = *until;
            row.missed_from = (*presence == Presence::Away).then_some(at);
        }
        Event::Muted { member, on, why: _ } => known(table, *member)?.muted = *on,
        Event::Banned { member, on, why: _ } => known(table, *member)?.banned = *on,
        Event::HandChosen { side, to, why: _ } => table.chosen[*side] = *to,
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

/// Events about what a side asks of the other one, and about pauses; others are passed over.
fn motion_event(table: &mut TableView, event: &Event) -> Option<()> {
    match event {
        Event::Offered { side, by, what, until } => {
            table.offers.push(OfferView { side: *side, by: *by, what: *what, until: *until });
        }
        Event::OfferEnded { side, what, end: _ } => {
            table.offers.retain(|offer| (offer.side, offer.what.kind()) != (*side, *what));
        }
        Event::ResumeSet { at } => table.resume_at = *at,
        Event::StartSet { at } => table.start_at = *at,
        Event::EarsOpened { side, by: _, on } => table.ears[*side] = *on,
        _ => {}
    }
    Some(())
}

/// Events about the game; others are passed over.
fn game_event(table: &mut TableView, at: u64, event: &Event) -> Option<()> {
    match event {
        Event::GameBegan { game, opening, starter, how: _, race, seal, market } => {
            let nothing = ClockView {
                remaining_ms: BySide::new(0, 0),
                running: None,
                since: 0,
                periods: BySide::new(0, 0),
            };
            table.chosen = BySide::new(None, None);
            for member in &mut table.members {
                member.ready = false;
            }
            table.rematch.clear();
            table.start_at = None;
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
                takebacks: BySide::new(0, 0),
                seal: seal.clone(),
                unsealed: None,
                market: *market,
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
                given: BySide::new(false, false),
            });
        }
        Event::PeriodBegan { side: _, clock } => table.game.as_mut()?.clock = quiet(*clock),
        Event::TimeGiven { by, ms: _, clock } => {
            let game = table.game.as_mut()?;
            game.clock = quiet(*clock);
            game.turn.as_mut()?.given[*by] = true;
        }
        Event::TakenBack { game: _, ply: _, side, position, clock } => {
            let game = table.game.as_mut()?;
            game.plies.pop()?;
            game.takebacks[*side] += 1;
            game.position = *position;
            game.last = None;
            game.turn = None;
            game.clock = quiet(*clock);
        }
        Event::Unsealed { game: _, seed } => table.game.as_mut()?.unsealed = Some(seed.clone()),
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
                secured: BySide::from_fn(|side| after.captured()[side] + after.bull_seeds(side)),
            });
            game.last = Some(LastPly { before: game.position, trace: trace.clone() });
            game.position = *after;
            game.clock = standing(game.clock, *remaining_ms);
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
        Event::Held { reason, remaining_ms, since } => {
            add_hold(&mut table.holds, *reason);
            table.held_from.get_or_insert(since.unwrap_or(at));
            if let Some(game) = &mut table.game {
                game.clock = standing(game.clock, *remaining_ms);
            }
        }
        Event::Released { reason: _, still, clock, deadline, until } => {
            table.holds.clone_from(still);
            if still.is_empty() {
                table.resume_at = None;
                missed_nobody(table, at);
            }
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
            visibility,
            together,
        } => {
            let before = team.ballot.take().map(|old| old.options).unwrap_or_default();
            let listed = options.iter().flatten().map(|mv| {
                let old = before.iter().find(|option| option.mv == *mv);
                OptionView {
                    mv: mv.clone(),
                    by: old.and_then(|option| option.by),
                    note: old.and_then(|option| option.note.clone()),
                    proposed: old.is_some_and(|option| option.proposed),
                    voters: Vec::new(),
                    votes: no_votes(*visibility),
                    blocks: old.map(|option| option.blocks.clone()).unwrap_or_default(),
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
                visibility: *visibility,
                together: *together,
                voted: 0,
            });
            team.stances.clear();
        }
        Event::Proposed { side: _, ballot: _, by, mv, note } => {
            let ballot = team.ballot.as_mut()?;
            match ballot.options.iter_mut().find(|option| option.mv == *mv) {
                Some(option) => {
                    option.by = Some(*by);
                    option.proposed = true;
                    option.note.clone_from(note);
                }
                None => ballot.options.push(OptionView {
                    note: note.clone(),
                    proposed: true,
                    ..option_of(mv, Some(*by), no_votes(ballot.visibility))
                }),
            }
        }
        Event::Blocked { side: _, ballot: _, by, mv, reason } => {
            let ballot = team.ballot.as_mut()?;
            let option = ballot.options.iter_mut().find(|option| option.mv == *mv)?;
            option.blocks.push(BlockRow { by: *by, reason: reason.clone() });
        }
        Event::VotesTold { side: _, ballot: _, votes, rows, voted } => {
            let ballot = team.ballot.as_mut()?;
            told_together(ballot, votes, rows);
            ballot.voted = *voted;
        }
        Event::Voted { side: _, ballot: _, by, mv, quiet: _ } => {
            let ballot = team.ballot.as_mut()?;
            unvote(ballot, *by);
            if let Some(mv) = mv {
                match ballot.options.iter_mut().find(|option| option.mv == *mv) {
                    Some(option) => option.voters.push(*by),
                    None => ballot
                        .options
                        .push(OptionView { voters: vec![*by], ..option_of(mv, Some(*by), None) }),
                }
            }
            recount(ballot);
        }
        Event::RollChanged { side: _, ballot: _, struck, effective, need } => {
            let ballot = team.ballot.as_mut()?;
            for member in struck {
                ballot.roll.retain(|one| one != member);
                unvote(ballot, *member);
            }
            recount(ballot);
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
        Event::StanceTaken { side: _, by, stance, quiet: _ } => take_stance(team, *by, *stance),
        Event::StancesTold { side: _, stances } => {
            for row in stances {
                take_stance(team, row.member, row.stance);
            }
        }
        Event::Trusted { side: _, by, member, on } => {
            let row = TrustRow { by: *by, member: *member };
            team.trust.retain(|one| *one != row);
            if *on {
                team.trust.push(row);
            }
        }
        Event::CouncilSeated { side: _, members } => team.council.clone_from(members),
        Event::MotionOpened { side: _, motion, by, what, answer, roll, effective, need, until } => {
            team.motions.push(MotionView {
                motion: *motion,
                by: *by,
                what: *what,
                answer: *answer,
                roll: roll.clone(),
                yes: if *answer { Vec::new() } else { vec![*by] },
                no: Vec::new(),
                effective: *effective,
                need: *need,
                until: *until,
            });
        }
        Event::MotionVoted { side: _, motion, by, yes } => {
            let motion = team.motions.iter_mut().find(|one| one.motion == *motion)?;
            motion.yes.retain(|one| one != by);
            motion.no.retain(|one| one != by);
            match yes {
                Some(true) => motion.yes.push(*by),
                Some(false) => motion.no.push(*by),
                None => {}
            }
        }
        Event::MotionRollChanged { side: _, motion, struck, effective, need } => {
            let motion = team.motions.iter_mut().find(|one| one.motion == *motion)?;
            for list in [&mut motion.roll, &mut motion.yes, &mut motion.no] {
                list.retain(|one| !struck.contains(one));
            }
            (motion.effective, motion.need) = (*effective, *need);
        }
        Event::MotionEnded { side: _, motion, end: _ } => {
            team.motions.retain(|one| one.motion != *motion);
        }
        Event::Advised { side: _, game, ply, by, pit, text } => {
            let row = AdviceRow { game: *game, ply: *ply, by: *by, at, pit: *pit, text: text.clone() };
            team.advice.push(row);
            if team.advice.len() > limits::ADVICE_KEPT {
                team.advice.remove(0);
            }
        }
        Event::AdviceMuted { side: _, member, on } => {
            team.unheard.retain(|one| one != member);
            if *on {
                team.unheard.push(*member);
            }
        }
        // Of old logs.
        Event::ResignVoted { .. } => {}
        Event::TeamSaid { side: _, by, text } => say(&mut team.chat, limits::TEAM_CHAT_KEPT, *by, at, text),
        _ => return None,
    }
    Some(())
}

fn me_event(me: &mut MeView, at: u64, event: &Event) -> Option<()> {
    match event {
        Event::Done { member, cid: _ } => me.member = Some(*member),
        Event::Voted { side, ballot, by: _, mv, quiet: true } => {
            me.vote = Some(OwnVote { side: *side, ballot: *ballot, mv: mv.clone() });
        }
        Event::Reported { host: _, by, about, text } => {
            me.reports.push(ReportRow { by: *by, about: *about, at, text: text.clone() });
            if me.reports.len() > limits::REPORTS_KEPT {
                me.reports.remove(0);
            }
        }
        _ => return None,
    }
    Some(())
}

fn stand_event(stand: &mut StandView, at: u64, event: &Event) -> Option<()> {
    let Event::StandSaid { by, text, name } = event else { return None };
    say(&mut stand.chat, limits::CHAT_KEPT, *by, at, text);
    stand.chat.last_mut()?.name.clone_from(name);
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
    standing(clock, remaining_ms)
}

/// The clocks standing still with so much left.
fn standing(clock: ClockView, remaining_ms: BySide<u64>) -> ClockView {
    ClockView { remaining_ms, running: None, since: 0, ..clock }
}

fn known(table: &mut TableView, member: MemberId) -> Option<&mut MemberView> {
    table.members.iter_mut().find(|row| row.id == member)
}

fn unvote(ballot: &mut BallotView, by: MemberId) {
    for option in &mut ballot.options {
        option.voters.retain(|voter| *voter != by);
    }
}

fn take_stance(team: &mut TeamView, by: MemberId, stance: Stance) {
    team.stances.retain(|row| row.member != by);
    if stance != Stance::Undecided {
        team.stances.push(StanceRow { member: by, stance });
    }
}

fn option_of(mv: &engine::Move, by: Option<MemberId>, votes: Option<u8>) -> OptionView {
    OptionView {
        mv: mv.clone(),
        by,
        note: None,
        proposed: false,
        voters: Vec::new(),
        votes,
        blocks: Vec::new(),
    }
}

/// The count of an option for which nobody has voted.
fn no_votes(visibility: VoteVisibility) -> Option<u8> {
    (visibility != VoteVisibility::AfterClose).then_some(0)
}

/// The rows are all options; what is known of one of them stays with it.
fn told_together(ballot: &mut BallotView, votes: &[CastRow], rows: &[CountRow]) {
    for cast in votes {
        unvote(ballot, cast.by);
    }
    let before = std::mem::take(&mut ballot.options);
    ballot.options = rows
        .iter()
        .map(|row| {
            let old = before.iter().find(|option| option.mv == row.mv);
            let mut option = old.cloned().unwrap_or_else(|| option_of(&row.mv, row.by, row.votes));
            option.votes = row.votes;
            let new = votes.iter().filter(|cast| cast.mv.as_ref() == Some(&row.mv)).map(|cast| cast.by);
            option.voters.extend(new);
            option
        })
        .collect();
}

/// Where every vote is told as it is cast, the counts are those of the voters, and an option
/// without any goes unless it was proposed or blocked. Elsewhere the next [`Event::VotesTold`] says it.
fn recount(ballot: &mut BallotView) {
    if ballot.together || ballot.visibility != VoteVisibility::Open {
        return;
    }
    drop_empty(ballot);
    for option in &mut ballot.options {
        option.votes = u8::try_from(option.voters.len()).ok();
    }
    ballot.voted = ballot.options.iter().filter_map(|option| option.votes).sum();
}

fn drop_empty(ballot: &mut BallotView) {
    if !ballot.options_fixed {
        let stays = |option: &OptionView| option.proposed || !option.blocks.is_empty();
        ballot.options.retain(|option| stays(option) || !option.voters.is_empty());
    }
}

/// The room goes on: in the hold that is over nobody was missed.
fn missed_nobody(table: &mut TableView, at: u64) {
    let Some(held_from) = table.held_from.take() else { return };
    for missed_from in table.members.iter_mut().filter_map(|member| member.missed_from.as_mut()) {
        *missed_from += at.saturating_sub(held_from.max(*missed_from));
    }
}

fn add_hold(holds: &mut Vec<HoldReason>, reason: HoldReason) {
    if !holds.contains(&reason) {
        holds.push(reason);
        holds.sort();
    }
}

fn say(lines: &mut Vec<ChatLine>, kept: usize, by: MemberId, at: u64, text: &str) {
    lines.push(ChatLine { by, at, text: text.to_owned(), name: None });
    if lines.len() > kept {
        lines.remove(0);
    }
}
