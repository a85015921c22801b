//! A value of every event.

use engine::{BySide, Side};
use protocol::betting::{BettingMode, MarketEnd, Outcome, SuspendReason, VoidReason, WalletScope};
use protocol::event::{
    BallotKind, BallotResult, BanReason, CastRow, CountRow, FlagEffect, HandReason, HoldReason, MemberKind,
    Presence, RaceDrop, RaceStory, Stance, StanceRow, StarterReason, TallyRow, WithdrawReason, WonBy,
};
use protocol::motion::{Motion, MotionEnd, MotionKind};
use protocol::settings::VoteVisibility;
use protocol::{BallotId, Event, MarketId, MemberId, MotionId};

use super::{T, cid, clock, ply, result, series, settings, sow, user};

const ONE: MemberId = MemberId(1);
const BALLOT: BallotId = BallotId(4);

pub(crate) fn events() -> Vec<Event> {
    [people(), game(), ballot(), rest(), markets()].concat()
}

fn people() -> Vec<Event> {
    vec![
        Event::Opened { settings: settings() },
        Event::Identified { member: ONE, user: user() },
        Event::Joined { member: ONE, name: "Naserian".to_owned(), kind: MemberKind::Person },
        Event::Joined { member: MemberId(2), name: "Tipape".to_owned(), kind: MemberKind::Bot },
        Event::HostNamed { member: ONE },
        Event::Renamed { member: ONE, name: "Nashipae".to_owned() },
        Event::Seated { member: ONE, side: Side::South },
        Event::Unseated { member: ONE, side: Side::South },
        Event::PresenceChanged { member: ONE, presence: Presence::Online, until: None },
        Event::PresenceChanged { member: ONE, presence: Presence::Grace, until: Some(T + 15_000) },
        Event::PresenceChanged { member: ONE, presence: Presence::Away, until: None },
        Event::Muted { member: ONE, on: true, why: BanReason::Host },
        Event::Banned { member: ONE, on: true, why: BanReason::Side },
        Event::HandChosen { side: Side::South, to: Some(ONE), why: HandReason::Claimed },
        Event::HandChosen { side: Side::South, to: None, why: HandReason::Named },
        Event::ReadySet { member: ONE, on: true },
        Event::StarterWished { side: Side::South, by: ONE, starter: Some(Side::North) },
        Event::StarterWished { side: Side::South, by: ONE, starter: None },
    ]
}

fn game() -> Vec<Event> {
    let (before, turn) = ply();
    let race = RaceStory {
        before,
        lifted: BySide::new(5, 11),
        drops: vec![RaceDrop { side: Side::North, pit: 0, lifted: 3, sleeps: false }],
        void: false,
    };
    let began = |how, race| Event::GameBegan {
        game: 1,
        opening: before,
        starter: Side::South,
        how,
        race,
        seal: Some("9f86d0".to_owned()),
        market: None,
    };
    let bet_on = |mut event| {
        if let Event::GameBegan { market, .. } = &mut event {
            *market = Some(MarketId(3));
        }
        event
    };
    let withdrawn = |why| Event::Withdrawn {
        why,
        mv: sow(5),
        deadline: Some(T + 45_000),
        last_try: true,
        spent: vec![sow(5)],
    };
    vec![
        began(StarterReason::Toss, None),
        began(StarterReason::Race, Some(race)),
        began(StarterReason::Agreed, None),
        began(StarterReason::Alternated, None),
        began(StarterReason::LostLast, None),
        began(StarterReason::Again, None),
        bet_on(began(StarterReason::Toss, None)),
        Event::TurnBegan {
            game: 1,
            ply: 9,
            side: Side::South,
            hand: Some(ONE),
            deadline: Some(T + 45_000),
            clock: clock(),
        },
        Event::TurnBegan { game: 1, ply: 9, side: Side::North, hand: None, deadline: None, clock: clock() },
        Event::Sealed { game: 1, seed: "0badc0de".to_owned() },
        Event::Unsealed { game: 1, seed: "0badc0de".to_owned() },
        Event::Laid {
            by: ONE,
            mv: sow(5),
            trace: turn.trace.clone(),
            after: turn.after,
            until: T + 6_000,
            tries: 1,
        },
        Event::ConsentCounted { objections: 1, approvals: 2, need: 2 },
        withdrawn(WithdrawReason::Layer),
        withdrawn(WithdrawReason::Team),
        withdrawn(WithdrawReason::HandReplaced),
        Event::Stood {
            game: 1,
            ply: 9,
            side: Side::South,
            by: ONE,
            mv: sow(5),
            trace: turn.trace,
            after: turn.after,
            tried: true,
            remaining_ms: BySide::new(580_250, 600_000),
        },
        Event::HandPassed { side: Side::South, to: Some(ONE), why: HandReason::HandedOver },
        Event::HandPassed { side: Side::South, to: Some(ONE), why: HandReason::Away },
        Event::HandPassed { side: Side::South, to: None, why: HandReason::Gone },
        Event::HandPassed { side: Side::South, to: Some(ONE), why: HandReason::Flagged },
        Event::Flagged { side: Side::South, effect: FlagEffect::Lost, clock: clock() },
        Event::Flagged { side: Side::South, effect: FlagEffect::HandPassed, clock: clock() },
        Event::Flagged { side: Side::South, effect: FlagEffect::RandomMove, clock: clock() },
        Event::PeriodBegan { side: Side::South, clock: clock() },
        Event::TimeGiven { by: Side::North, ms: 15_000, clock: clock() },
        Event::TakenBack { game: 1, ply: 9, side: Side::South, position: before, clock: clock() },
        Event::Offered {
            side: Side::South,
            by: ONE,
            what: Motion::Takeback { ply: 9 },
            until: Some(T + 30_000),
        },
        Event::OfferEnded { side: Side::South, what: MotionKind::Takeback, end: MotionEnd::Passed },
        Event::OfferEnded { side: Side::South, what: MotionKind::Draw, end: MotionEnd::Failed },
        Event::ResumeSet { at: Some(T + 3_000) },
        Event::ResumeSet { at: None },
        Event::HandPassed { side: Side::South, to: Some(ONE), why: HandReason::Replaced },
        Event::HandPassed { side: Side::South, to: Some(ONE), why: HandReason::Elected },
        Event::GameEnded { game: 1, result: result(), series: series() },
        Event::RematchSet { member: ONE, on: true },
        Event::Held {
            reason: HoldReason::Draining,
            remaining_ms: BySide::new(580_250, 600_000),
            since: None,
        },
        Event::Held {
            reason: HoldReason::Recovering,
            remaining_ms: BySide::new(580_250, 600_000),
            since: Some(T - 9_000),
        },
        Event::Released {
            reason: HoldReason::Recovering,
            still: vec![HoldReason::Empty],
            clock: clock(),
            deadline: Some(T + 45_000),
            until: None,
        },
        Event::Said { by: ONE, text: "Karibuni – ŵ 日本 🫘".to_owned() },
    ]
}

fn ballot() -> Vec<Event> {
    let side = Side::South;
    let opened = |kind, options| Event::BallotOpened {
        side,
        ballot: BALLOT,
        kind,
        roll: vec![ONE, MemberId(4)],
        options,
        opened: T,
        earliest: T + 3_000,
        deadline: Some(T + 45_000),
        effective: 2,
        need: 2,
        visibility: VoteVisibility::Counts,
        together: true,
    };
    vec![
        opened(BallotKind::First, None),
        opened(BallotKind::RunOff, Some(vec![sow(5), sow(3)])),
        Event::Proposed {
            side,
            ballot: BALLOT,
            by: ONE,
            mv: sow(5),
            note: Some("It takes seven.".to_owned()),
        },
        Event::Voted { side, ballot: BALLOT, by: ONE, mv: Some(sow(5)), quiet: false },
        Event::Voted { side, ballot: BALLOT, by: ONE, mv: None, quiet: true },
        Event::VotesTold {
            side,
            ballot: BALLOT,
            votes: vec![CastRow { by: ONE, mv: Some(sow(5)) }, CastRow { by: MemberId(4), mv: None }],
            rows: vec![
                CountRow { mv: sow(5), by: Some(ONE), votes: Some(1) },
                CountRow { mv: sow(3), by: None, votes: None },
            ],
            voted: 1,
        },
        Event::Blocked { side, ballot: BALLOT, by: ONE, mv: sow(5), reason: "It opens our left.".to_owned() },
        Event::RollChanged { side, ballot: BALLOT, struck: vec![MemberId(4)], effective: 1, need: 1 },
        Event::ClosingSet { side, ballot: BALLOT, until: Some(T + 2_000) },
        Event::BallotClosed {
            side,
            ballot: BALLOT,
            result: BallotResult::Won { mv: sow(5), by: WonBy::Votes },
            tally: vec![TallyRow { mv: sow(5), votes: 2 }],
        },
        Event::FellBack { side, ballot: BALLOT, hand_until: T + 10_000 },
        Event::BallotRetimed {
            side,
            ballot: BALLOT,
            earliest: T,
            deadline: Some(T + 45_000),
            closing: None,
            hand_until: Some(T + 10_000),
        },
    ]
}

fn rest() -> Vec<Event> {
    let side = Side::North;
    vec![
        Event::StanceTaken { side, by: ONE, stance: Stance::Undecided, quiet: false },
        Event::StanceTaken { side, by: ONE, stance: Stance::Object, quiet: true },
        Event::StanceTaken { side, by: ONE, stance: Stance::Approve, quiet: false },
        Event::StancesTold { side, stances: vec![StanceRow { member: ONE, stance: Stance::Object }] },
        Event::Trusted { side, by: ONE, member: MemberId(4), on: true },
        Event::CouncilSeated { side, members: vec![MemberId(4), ONE] },
        Event::MotionOpened {
            side,
            motion: MotionId(3),
            by: ONE,
            what: Motion::Replace { from: MemberId(4), to: None },
            answer: false,
            roll: vec![ONE, MemberId(5)],
            effective: 2,
            need: 2,
            until: Some(T + 30_000),
        },
        Event::MotionVoted { side, motion: MotionId(3), by: ONE, yes: Some(false) },
        Event::MotionRollChanged { side, motion: MotionId(3), struck: vec![ONE], effective: 1, need: 1 },
        Event::MotionEnded { side, motion: MotionId(3), end: MotionEnd::Expired },
        Event::MotionEnded { side, motion: MotionId(3), end: MotionEnd::Cancelled },
        Event::MotionEnded { side, motion: MotionId(3), end: MotionEnd::Void },
        Event::Reported { host: ONE, by: MemberId(3), about: MemberId(2), text: "He insults us.".to_owned() },
        Event::ResignVoted { side, by: ONE, on: true },
        Event::TeamSaid { side, by: ONE, text: "Not yet.".to_owned() },
        Event::StartSet { at: Some(T + 20_000) },
        Event::StartSet { at: None },
        Event::EarsOpened { side, by: ONE, on: true },
        Event::Advised {
            side,
            game: 1,
            ply: 9,
            by: MemberId(3),
            pit: Some(5),
            text: "It takes seven.".to_owned(),
        },
        Event::AdviceMuted { side, member: MemberId(3), on: true },
        Event::StandSaid { by: MemberId(3), text: "Ho!".to_owned(), name: None },
        Event::StandSaid { by: MemberId(3), text: "Ho!".to_owned(), name: Some("Hodan".to_owned()) },
        Event::Done { member: ONE, cid: cid() },
    ]
}

fn markets() -> Vec<Event> {
    let market = MarketId(2);
    let void = |why| Event::MarketEnded { market, end: MarketEnd::Void { why } };
    let mut all = vec![
        Event::MarketOpened {
            market,
            game: 1,
            mode: BettingMode::Pool,
            scope: WalletScope::Room,
            outcomes: Outcome::ALL.to_vec(),
        },
        Event::MarketSuspended { market, why: SuspendReason::Roster },
        Event::MarketReopened { market },
        Event::MarketLocked {
            market,
            stale_at: T + 604_800_000,
            sides: BySide::new(vec![user()], Vec::new()),
            host: Some(user()),
        },
        Event::MarketEnded { market, end: MarketEnd::Result { outcome: Outcome::Draw } },
        Event::RatingDue {
            game: 1,
            outcome: Outcome::North,
            sides: BySide::new(vec![(user(), 7)], Vec::new()),
            turns: BySide::new(9, 8),
            from: None,
        },
        Event::RatingDue {
            game: 1,
            outcome: Outcome::North,
            sides: BySide::new(vec![(user(), 7)], Vec::new()),
            turns: BySide::new(9, 8),
            from: Some(T + 90_000),
        },
    ];
    let voids = [
        VoidReason::NoBets,
        VoidReason::OneSided,
        VoidReason::NoWinner,
        VoidReason::TooShort,
        VoidReason::MatchAborted,
        VoidReason::AgreedAbort,
        VoidReason::Host,
        VoidReason::Moderator,
        VoidReason::Abandoned,
        VoidReason::Unrecoverable,
        VoidReason::Stale,
        VoidReason::TurnedOff,
    ];
    all.extend(voids.map(void));
    all.push(Event::MarketEased { market, why: SuspendReason::Absent });
    all
}
