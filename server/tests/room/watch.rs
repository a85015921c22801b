//! The invariants of `docs/room.md` 14 that every step is held against.

use std::collections::{BTreeMap, BTreeSet};

use engine::{BySide, Side};
use protocol::event::{Audience, BallotKind, BallotResult, Event, FlagEffect, HoldReason, WithdrawReason};
use protocol::message::Stream;
use protocol::settings::{Clock, DecisionMode, SIDES, VoteVisibility};
use protocol::view::{BallotView, MeView, Snapshot, StandView, TeamView};
use protocol::{BallotId, Entry, MemberId};
use server::room::thresholds::{majority, needed, two_thirds};
use server::room::{Around, Ask, Order, Room, decide, view};

use crate::fold::{Seen, quiet_table};
use crate::market_watch::MarketWatch;
use crate::motion_watch::MotionWatch;

/// What must be remembered from step to step.
#[derive(Default)]
pub(crate) struct Watch {
    matches: u32,
    /// Match, game, ply, and how many moves had come back by then.
    stood: BTreeSet<(u32, u16, u16, u16)>,
    motions: MotionWatch,
    market: MarketWatch,
    withdrawals: u8,
    ballots: u8,
    renewed: bool,
    /// Voices that count and votes that decide, as last told, for each open ballot.
    told: BTreeMap<(bool, BallotId), (BallotKind, u8, u8)>,
    /// What somebody has seen who reads the streams of the table, of both sides and of the stand.
    seen: Seen,
    /// What each member has seen of himself.
    own: BTreeMap<MemberId, Seen>,
}

impl Watch {
    pub(crate) fn entry(&mut self, before: &Room, after: &Room, entry: &Entry, order: &Order) {
        counted_streams(before, after, entry);
        let mut step = before.clone();
        for (index, event) in entry.events.iter().enumerate() {
            self.event(&step, event, order);
            self.motions.event(&step, entry.at, event);
            self.market.event(&step, entry.at, event, entry.events.get(index + 1), &order.around);
            step.apply(entry.at, event);
        }
        self.motions.state(after);
        self.market.state(after, entry.at, &order.around);
        assert_eq!(&step, after);
        self.fold(after, entry);
        self.state(before, after, entry);
        settled(after, entry, &order.around);
    }

    /// A viewer who folds events sees what a fresh snapshot shows.
    fn fold(&mut self, after: &Room, entry: &Entry) {
        if self.seen.table.is_none() {
            self.begin(after);
        } else {
            for stream in [Stream::Table, Stream::South, Stream::North, Stream::Stand] {
                let events = of_stream(entry, stream);
                if !events.is_empty() {
                    let first = self.seen.heads.get(stream).unwrap() + 1;
                    self.seen.events(stream, first, entry.at, &events).unwrap();
                }
            }
        }
        let mut table = view::table(after).unwrap();
        quiet_table(&mut table);
        assert_eq!(self.seen.table.as_ref(), Some(&table), "the table, folded");
        for side in SIDES {
            assert_eq!(self.seen.team[side], Some(view::team(after, side)), "{side}, folded");
        }
        self.fold_own(after, entry);
    }

    fn begin(&mut self, after: &Room) {
        let heads = after.heads();
        self.seen.snap(Snapshot::Table { as_of: heads.table, view: Box::new(view::table(after).unwrap()) });
        for side in SIDES {
            self.seen.snap(Snapshot::Team { side, as_of: heads.of(side), view: Box::default() });
        }
        self.seen.snap(Snapshot::Stand { as_of: heads.stand, view: StandView::default() });
    }

    fn fold_own(&mut self, after: &Room, entry: &Entry) {
        let members: BTreeSet<MemberId> = entry.events.iter().filter_map(addressee).collect();
        for member in members {
            let seen = self.own.entry(member).or_insert_with(|| {
                let mut seen = Seen::default();
                seen.snap(Snapshot::Me { as_of: 0, view: MeView::default() });
                seen
            });
            let events = entry.events.iter().filter(|event| addressee(event) == Some(member)).cloned();
            let first = seen.heads.me.unwrap() + 1;
            seen.events(Stream::Me, first, entry.at, &events.collect::<Vec<_>>()).unwrap();
            let now = view::me(after, after.user_of(member).unwrap());
            assert_eq!(seen.me.as_ref().map(|me| &me.vote), Some(&now.vote), "the own vote, folded");
            assert_eq!(seen.heads.me, Some(after.me_head(member)), "P21");
        }
    }

    fn event(&mut self, before: &Room, event: &Event, order: &Order) {
        let now = order.at.max(before.last_at());
        let held = view::table(before).is_some_and(|table| !table.holds.is_empty());
        match event {
            Event::GameBegan { game, .. } => {
                self.matches += u32::from(*game == 1);
                self.told.clear();
            }
            Event::TurnBegan { .. } => (self.withdrawals, self.ballots, self.renewed) = (0, 0, false),
            Event::Stood { game, ply, mv, after, trace, .. } => {
                assert!(!held, "P8: a move stood in a held room");
                let back = view::table(before).unwrap().game.unwrap().back();
                assert!(self.stood.insert((self.matches, *game, *ply, back)), "P1: one move a ply");
                let rules_say =
                    view::trace(before, protocol::At { game: *game, ply: *ply, tries: 0, back }, mv);
                assert_eq!(rules_say, Ok((trace.clone(), *after)), "P1: a legal move");
            }
            Event::Withdrawn { why, last_try, .. } => {
                let replaced = *why == WithdrawReason::HandReplaced;
                assert!(!held || replaced, "P8: a move was withdrawn in a held room");
                self.withdrawals += 1;
                let tries_max = before.agreed().unwrap().settings.decision.tries_max;
                assert!(self.withdrawals <= tries_max, "P7: withdrawals of a turn");
                assert!(*last_try || self.withdrawals < tries_max);
            }
            Event::BallotOpened { side, ballot, kind, effective, need, .. } => {
                assert!(!held, "P8: a ballot opened in a held room");
                self.ballots += 1;
                let tries_max = before.agreed().unwrap().settings.decision.tries_max;
                let bound = 2 * (tries_max + 1) + u8::from(self.renewed);
                assert!(self.ballots <= bound, "P7: {} ballots in a turn", self.ballots);
                assert!(*kind == BallotKind::First || self.ballots > 1);
                self.told.insert((*side == Side::South, *ballot), (*kind, *effective, *need));
            }
            Event::RollChanged { side, ballot, effective, need, .. } => {
                let told = self.told.get_mut(&(*side == Side::South, *ballot)).unwrap();
                *told = (told.0, *effective, *need);
            }
            Event::Voted { side, quiet: true, .. } | Event::StanceTaken { side, quiet: true, .. } => {
                let mut after = before.clone();
                after.apply(now, event);
                let told = view::team(before, *side);
                assert_eq!(view::team(&after, *side), told, "what is not told is not shown");
                assert_eq!(view::table(&after), view::table(before), "what is not told is not shown");
            }
            Event::BallotClosed { side, ballot, result, tally } => {
                self.renewed |= *result == BallotResult::Void;
                let decision = before.agreed().unwrap().settings.decision;
                let (kind, effective, need) = self.told[&(*side == Side::South, *ballot)];
                let voices = usize::from(effective);
                assert_eq!(usize::from(need), needed(decision.mode, kind, voices).max(1));
                let votes: u8 = tally.iter().map(|row| row.votes).sum();
                let counted = !matches!(result, BallotResult::Laid | BallotResult::Void);
                let seen = view::team(before, *side).ballot.unwrap();
                let blocked =
                    |mv: &engine::Move| seen.options.iter().any(|it| it.mv == *mv && !it.blocks.is_empty());
                let enough = if decision.mode == DecisionMode::Consensus && kind == BallotKind::First {
                    need
                } else {
                    u8::try_from(majority(voices)).unwrap()
                };
                let thirds = u8::try_from(two_thirds(voices)).unwrap();
                let decides = tally.first().filter(|row| {
                    let wins = row.votes >= enough && (row.votes >= thirds || !blocked(&row.mv));
                    counted && wins && votes >= decision.quorum
                });
                if let Some(top) = decides {
                    let won = matches!(result, BallotResult::Won { mv, .. } if *mv == top.mv);
                    assert!(won, "P12: enough of the voices, and yet {result:?}");
                }
                if let (BallotResult::Won { mv, .. }, false) = (result, tally.is_empty()) {
                    let votes = tally.iter().find(|row| row.mv == *mv).map_or(0, |row| row.votes);
                    assert!(votes >= thirds || !blocked(mv), "a blocked option won");
                }
            }
            Event::Held { reason, remaining_ms, since: _ } if *reason != HoldReason::Recovering && !held => {
                assert_eq!(*remaining_ms, left(before, now), "P17: a hold takes no time");
            }
            Event::Flagged { side, effect, .. } => {
                assert_eq!(left(before, now)[*side], 0, "a flag falls at zero");
                let periods = view::table(before).unwrap().game.unwrap().clock.periods[*side];
                assert_eq!(periods, 0, "and after the last period");
                assert!(
                    !held
                        && matches!(
                            effect,
                            FlagEffect::Lost | FlagEffect::HandPassed | FlagEffect::RandomMove
                        )
                );
            }
            Event::PeriodBegan { side, .. } => {
                assert!(!held, "P8: {event:?}");
                assert_eq!(left(before, now)[*side], 0, "a period begins when what ran is used up");
            }
            Event::Laid { .. } | Event::ClosingSet { .. } => assert!(!held, "P8: {event:?}"),
            _ => {}
        }
        if let Event::Stood { side, remaining_ms, .. } = event {
            let mut expected = left(before, now);
            match before.agreed().unwrap().settings.clock {
                Clock::None => {}
                Clock::PerMove { ms, .. } | Clock::Slow { ms, .. } => expected[*side] = u64::from(ms),
                Clock::ByoYomi { periods, period_ms, .. } => {
                    if view::table(before).unwrap().game.unwrap().clock.periods[*side] < periods {
                        expected[*side] = u64::from(period_ms);
                    }
                }
                Clock::Bank { increment_ms, .. } => expected[*side] += u64::from(increment_ms),
            }
            assert_eq!(*remaining_ms, expected, "P17: what a move leaves on the clocks");
        }
    }

    fn state(&self, before: &Room, after: &Room, entry: &Entry) {
        let table = view::table(after).unwrap();
        for side in SIDES {
            let team = view::team(after, side);
            let seated = |id| table.members.iter().any(|m| m.id == id && m.seats.contains(&side));
            if let Some(ballot) = &team.ballot {
                let voters: Vec<_> = ballot.options.iter().flat_map(|option| &option.voters).collect();
                let once: BTreeSet<_> = voters.iter().collect();
                assert_eq!(once.len(), voters.len(), "P2: one vote a member");
                assert!(voters.iter().all(|voter| ballot.roll.contains(voter)), "P2: voters are on the roll");
                assert!(ballot.roll.iter().all(|&member| ballot.hand_until.is_some() || seated(member)));
                // Told together, one that its last voter left goes with the next telling only.
                let lists = 1 + usize::from(ballot.together);
                assert!(ballot.options.len() <= lists * usize::from(table.settings.decision.options_max));
                shown(ballot);
            }
            council(&team, table.settings.decision.council, seated);
            assert!(team.motions.iter().flat_map(|motion| &motion.yes).all(|&member| seated(member)));
        }
        let Some(game) = &table.game else { return };
        let total = game.opening.total();
        assert_eq!(game.position.total(), total, "P24");
        if let Some(turn) = &game.turn {
            assert!(turn.tried.as_ref().is_none_or(|tried| tried.after.total() == total), "P24");
            let members = |side: Side| table.members.iter().filter(move |m| m.seats.contains(&side));
            let hand = game.hands[turn.side];
            assert_eq!(hand.is_some(), members(turn.side).next().is_some(), "P15: a side has a hand");
            for (side, hand) in game.hands.iter() {
                assert!(hand.is_none_or(|hand| members(side).any(|m| m.id == hand)), "P15: {side}");
            }
        }
        if let Some(result) = &game.result {
            assert!(game.turn.is_none());
            assert_eq!(result.score.south + result.score.north, total, "P24: the score has all seeds");
        }
        clocks(before, after, entry);
    }
}

/// What a side may see of a ballot that is open.
fn shown(ballot: &BallotView) {
    let voters: usize = ballot.options.iter().map(|option| option.voters.len()).sum();
    for option in &ballot.options {
        match ballot.visibility {
            VoteVisibility::Open => {}
            VoteVisibility::Counts => assert!(option.votes.is_some()),
            VoteVisibility::AfterClose => assert_eq!(option.votes, None, "counts are for after the close"),
        }
    }
    if ballot.visibility == VoteVisibility::Open {
        assert!(
            voters <= usize::from(ballot.voted) && (ballot.together || voters == usize::from(ballot.voted))
        );
    } else {
        assert_eq!(voters, 0, "who votes for what is not told");
    }
}

/// A council is of members who sit there, and trust is of members in members.
fn council(team: &TeamView, places: u8, seated: impl Fn(MemberId) -> bool) {
    assert!(team.council.len() <= usize::from(places));
    assert!(team.council.iter().all(|&member| seated(member)));
    assert!(team.trust.iter().all(|row| seated(row.by) && seated(row.member)));
}

fn addressee(event: &Event) -> Option<MemberId> {
    match event.audience() {
        Audience::Me(member) => Some(member),
        Audience::Table | Audience::Team(_) | Audience::Stand | Audience::Log => None,
    }
}

fn of_stream(entry: &Entry, stream: Stream) -> Vec<Event> {
    let is_in = |event: &&Event| match event.audience() {
        Audience::Table => stream == Stream::Table,
        Audience::Team(side) => stream == Stream::team(side),
        Audience::Stand => stream == Stream::Stand,
        Audience::Me(_) | Audience::Log => false,
    };
    entry.events.iter().filter(is_in).cloned().collect()
}

/// P16 and P17: whose clock runs, and that nothing changes a clock but events that say so.
fn clocks(before: &Room, after: &Room, entry: &Entry) {
    let table = view::table(after).unwrap();
    let game = table.game.unwrap();
    let counts = table.settings.clock != Clock::None && table.holds.is_empty();
    let running = game.turn.as_ref().map(|turn| turn.side).filter(|_| counts);
    assert_eq!(game.clock.running, running, "P16");
    let says_so = entry.events.iter().any(|event| {
        matches!(
            event,
            Event::GameBegan { .. }
                | Event::TurnBegan { .. }
                | Event::Stood { .. }
                | Event::Flagged { .. }
                | Event::PeriodBegan { .. }
                | Event::Held { .. }
                | Event::Released { .. }
                | Event::TimeGiven { .. }
                | Event::TakenBack { .. }
                | Event::GameEnded { .. }
        )
    });
    if !says_so {
        let was = view::table(before).unwrap().game.unwrap();
        assert_eq!(was.clock, game.clock, "P17: a clock changes only with an event that says so");
    }
}

fn left(room: &Room, now: u64) -> BySide<u64> {
    let clock = view::table(room).unwrap().game.unwrap().clock;
    BySide::from_fn(|side| {
        let ran = if clock.running == Some(side) { now - clock.since } else { 0 };
        clock.remaining_ms[side].saturating_sub(ran)
    })
}

/// P21: every event has a number in its stream, and the next event the next one.
fn counted_streams(before: &Room, after: &Room, entry: &Entry) {
    let count = |wanted: Audience| {
        let of = entry.events.iter().filter(|event| event.audience() == wanted);
        u32::try_from(of.count()).unwrap()
    };
    let (was, is) = (before.heads(), after.heads());
    assert_eq!(is.table, was.table + count(Audience::Table));
    assert_eq!(is.stand, was.stand + count(Audience::Stand));
    for side in SIDES {
        assert_eq!(is.of(side), was.of(side) + count(Audience::Team(side)));
    }
}

/// Nothing is left that follows by itself.
fn settled(room: &Room, entry: &Entry, around: &Around) {
    if room.next_deadline().is_none_or(|due| due > entry.at) {
        let by = server::room::Caller::Server;
        let order = Order {
            at: entry.at,
            entropy: 0,
            by,
            cid: None,
            seen: None,
            around: around.clone(),
            ask: Ask::Tick,
        };
        assert_eq!(decide(room, &order), Ok(Vec::new()), "P5: a timer that is not due does nothing");
    }
}
