//! A value of every form, with something in every field.

mod events;

use engine::{BySide, Game, Move, Position, Preset, Ruleset, SeriesGoal, Side, Turn};
use protocol::betting::{
    BetBar, BettingMode, Coins, MarketState, MarketView, Outcome, PaidView, PoolView, StakeView,
    SuspendReason, TicketView, VoidReason, WalletScope,
};
use protocol::command::{At, Command, Hearers, Query};
use protocol::event::{
    BallotKind, BallotResult, ClockView, EndReason, GameResult, HoldReason, MatchEnd, MemberKind, Presence,
    SeriesView, Stance, StanceRow, WonBy,
};
use protocol::http::push::PushBar;
use protocol::message::{Answer, Heads, Role, ServerFrame, Stream, Welcome};
use protocol::motion::{Motion, MotionBar, MotionKind};
use protocol::refusal::{IllegalReason, NameProblem, TextProblem};
use protocol::settings::{
    Clock, Decision, DecisionMode, FlagPolicy, GameChoice, HandPolicy, SettingsProblem, Stand, StarterRule,
    TieRule, Visibility, VoteVisibility,
};
use protocol::view::{
    AdviceRow, BallotView, BlockRow, ChatLine, GameView, LastPly, MeView, MemberView, MotionView, OfferView,
    OptionView, OwnVote, PlyRow, ReportRow, StandView, StarterWish, TableView, TeamView, TriedView, TrustRow,
    TurnView,
};
use protocol::{BallotId, Cid, Entry, MarketId, MemberId, MotionId, Refusal, RoomSettings, Snapshot, UserId};
use uuid::Uuid;

pub(crate) use events::events;

/// A moment with the thirteen digits that moments have now.
pub(crate) const T: u64 = 1_790_000_000_123;

pub(crate) fn cid() -> Cid {
    Cid(Uuid::from_u128(0x7d44_4840_9dc0_11d1_b245_5ffd_ce74_fad2))
}

pub(crate) fn user() -> UserId {
    UserId(Uuid::from_u128(0x0198_0000_0000_7000_8000_0000_0000_0001))
}

pub(crate) fn at() -> At {
    At { game: 1, ply: 9, tries: 1, back: 0 }
}

pub(crate) fn sow(pit: u8) -> Move {
    Move::sow(pit)
}

/// A ply of En Dodoi with a capture: the position before it, and all of it.
pub(crate) fn ply() -> (Position, Turn) {
    let rules = Ruleset::with_size(Preset::EnDodoi, Some(6), Some(3)).expect("a valid sample");
    let mut game = Game::new(rules.clone(), rules.opening_position().expect("a valid sample"));
    loop {
        let before = *game.position();
        let offers = before.legal_moves(&rules);
        let offer = offers.first().expect("a capture comes before the end");
        let turn = game.play(&offer.mv).expect("a valid sample");
        if turn.trace.captured > 0 {
            return (before, turn);
        }
    }
}

pub(crate) fn commands() -> Vec<Command> {
    let ballot = BallotId(4);
    vec![
        Command::NameSet { name: "Naserian".to_owned() },
        Command::SeatTake { side: Some(Side::South), withdraw: false },
        Command::SeatTake { side: None, withdraw: false },
        Command::SeatTake { side: None, withdraw: true },
        Command::SeatLeave {},
        Command::ReadySet { on: true },
        Command::StarterSet { starter: Some(Side::North) },
        Command::StarterSet { starter: None },
        Command::BotAdd { side: Side::North },
        Command::BotRemove { member: MemberId(3) },
        Command::VoteSet { ballot, mv: sow(5) },
        Command::VoteSet { ballot, mv: "8LR".parse().expect("a valid sample") },
        Command::VoteClear { ballot },
        Command::ProposalAdd { ballot, mv: sow(5), note: "It \"takes\" seven\\eight.".to_owned() },
        Command::MoveLay { mv: "3+4=1:1,2:1,8:3".parse().expect("a valid sample") },
        Command::MoveWithdraw {},
        Command::ObjectSet { on: true },
        Command::ApproveSet { on: false },
        Command::HandPass { to: MemberId(2) },
        Command::HandClaim {},
        Command::HandName { side: Side::North, to: MemberId(2) },
        Command::TrustSet { member: MemberId(2), on: true },
        Command::BlockAdd { ballot, mv: sow(5), reason: "It opens our left.".to_owned() },
        Command::MotionOpen { what: Motion::Takeback { ply: 8 } },
        Command::MotionVote { motion: MotionId(3), yes: Some(true) },
        Command::MotionVote { motion: MotionId(3), yes: None },
        Command::OfferCancel { what: MotionKind::Draw },
        Command::MemberMute { member: MemberId(2), on: true },
        Command::MemberBan { member: MemberId(2), on: false },
        Command::MemberUnseat { member: MemberId(2) },
        Command::MemberReport { member: MemberId(2), text: "He insults us.".to_owned() },
        Command::HostPass { to: MemberId(2) },
        Command::RematchSet { on: false },
        Command::ChatSay { to: Hearers::Team, text: "Not yet.".to_owned() },
        Command::ChatSay { to: Hearers::All, text: "Karibuni – ŵ 日本 🫘".to_owned() },
        Command::ChatSay { to: Hearers::Stand, text: "Ho!".to_owned() },
        Command::BetSet { market: MarketId(2), outcome: Outcome::South, stake: coins(50) },
        Command::BetSet { market: MarketId(2), outcome: Outcome::Draw, stake: Coins::ZERO },
        Command::Cheer { side: Side::North },
        Command::EarsSet { on: true },
        Command::AdviceGive { side: Side::South, pit: Some(5), text: "It takes seven.".to_owned() },
        Command::AdviceGive { side: Side::South, pit: None, text: "Wait.".to_owned() },
        Command::AdviceMute { member: MemberId(3), on: true },
    ]
}

pub(crate) fn queries() -> Vec<Query> {
    vec![Query::TraceGet { mv: sow(3) }, Query::TicketGet {}, Query::Resync {}]
}

pub(crate) fn refusals() -> Vec<Refusal> {
    let mut all = vec![
        Refusal::BadMessage { why: "not an object".to_owned() },
        Refusal::TooLarge,
        Refusal::RateLimited { wait_ms: 400 },
        Refusal::Unauthorized,
        Refusal::ForbiddenRole,
        Refusal::NotSeated,
        Refusal::NotMover,
        Refusal::NotOnRoll,
        Refusal::Stale { game: 1, ply: 9, tries: 1, back: 0 },
        Refusal::BallotClosed { open: Some(BallotId(5)) },
        Refusal::BallotClosed { open: None },
        Refusal::MoveSpent,
        Refusal::TooManyOptions,
        Refusal::NoFlipsLeft,
        Refusal::NoBlock,
        Refusal::HandTaken,
        Refusal::TooManyMotions,
        Refusal::NoMotion { open: vec![MotionId(3)] },
        Refusal::Cooldown { wait_ms: 59_000 },
        Refusal::Muted,
        Refusal::Banned,
        Refusal::Held,
        Refusal::GameOver,
        Refusal::NoGame,
        Refusal::GameRunning,
        Refusal::SideFull,
        Refusal::SideLocked,
        Refusal::SeatTaken,
        Refusal::NameTaken,
        Refusal::BadSettings { problems: problems() },
        Refusal::NoSuchMember,
        Refusal::RoomFull,
        Refusal::TooManyRooms,
        Refusal::NoRoom,
        Refusal::Busy,
        Refusal::Draining,
        Refusal::UpgradeRequired,
        Refusal::Internal,
    ];
    all.extend([
        Refusal::HasOpenStake { withdrawable: true },
        Refusal::MarketRunning,
        Refusal::AccountNeeded,
        Refusal::NotHeard,
        Refusal::AccountExists,
        Refusal::LoginTaken,
        Refusal::LoginRefused,
        Refusal::PasswordRefused { min: 10, max: 128 },
        Refusal::WrongCredentials,
        Refusal::LastWay,
        Refusal::ProofNeeded,
        Refusal::PushRefused { why: PushBar::Service },
        Refusal::PushRefused { why: PushBar::Keys },
        Refusal::NotFound,
    ]);
    all.extend(bet_bars().map(|why| Refusal::BetRefused { why }));
    all.extend(motion_bars().map(|why| Refusal::MotionBarred { why }));
    all.extend(illegal_reasons().map(|why| Refusal::IllegalMove { why }));
    let names = [
        NameProblem::TooShort,
        NameProblem::TooLong,
        NameProblem::Character,
        NameProblem::MixedScripts,
        NameProblem::Reserved,
    ];
    all.extend(names.map(|why| Refusal::NameRefused { why }));
    let texts = [TextProblem::Empty, TextProblem::TooLong, TextProblem::Character];
    all.extend(texts.map(|why| Refusal::TextRefused { why }));
    all
}

pub(crate) fn coins(coins: u64) -> Coins {
    Coins::new(coins).expect("a valid sample")
}

fn bet_bars() -> [BetBar; 20] {
    let suspended = |why| BetBar::MarketSuspended { why };
    [
        BetBar::BettingOff,
        BetBar::BettorBanned,
        BetBar::WalletScope,
        BetBar::AccountTooNew { at: T },
        BetBar::IsParticipant,
        BetBar::HasAuthority,
        BetBar::SharedAddress,
        suspended(SuspendReason::Roster),
        suspended(SuspendReason::Absent),
        suspended(SuspendReason::Admin),
        suspended(SuspendReason::Server),
        suspended(SuspendReason::Ledger),
        BetBar::MarketLocked,
        BetBar::MarketClosed,
        BetBar::StakeOutOfRange { min: coins(10), max: coins(200) },
        BetBar::InsufficientFunds { free: coins(40) },
        BetBar::IdempotencyConflict,
        BetBar::PotLimit,
        BetBar::NoSuchOutcome,
        BetBar::TooManyChanges { most: 100 },
    ]
}

fn market_view() -> MarketView {
    MarketView {
        market: MarketId(2),
        game: 1,
        mode: BettingMode::Pool,
        scope: WalletScope::Server,
        state: MarketState::Open,
        suspended: None,
        void: None,
        outcomes: Outcome::ALL.to_vec(),
        min_stake: coins(10),
        max_stake: coins(200),
        total: coins(430),
        bettors: 7,
        contested: true,
        pools: None,
        result: None,
    }
}

fn market_views() -> Vec<MarketView> {
    let pool = |outcome, stakes, percent, below_one, multiple: Option<u64>| PoolView {
        outcome,
        coins: coins(stakes),
        bettors: 2,
        percent,
        below_one,
        multiple: multiple.map(coins),
    };
    let pools = vec![
        pool(Outcome::South, 2_000, 100, false, Some(100)),
        pool(Outcome::Draw, 0, 0, false, None),
        pool(Outcome::North, 10, 0, true, Some(20_100)),
    ];
    let (open, picks) = (market_view(), BettingMode::Picks);
    let suspended = Some(SuspendReason::Roster);
    vec![
        open.clone(),
        MarketView { state: MarketState::Suspended, suspended, scope: WalletScope::Room, ..open.clone() },
        MarketView { state: MarketState::Locked, pools: Some(pools.clone()), ..open.clone() },
        MarketView {
            state: MarketState::Settled,
            pools: Some(pools),
            result: Some(Outcome::South),
            ..open.clone()
        },
        MarketView { state: MarketState::Void, void: Some(VoidReason::OneSided), mode: picks, ..open },
    ]
}

fn tickets() -> [TicketView; 3] {
    let nothing = TicketView { market: None, bar: None, wallet: None, stake: None, paid: None };
    let stake = StakeView { outcome: Outcome::South, stake: coins(50), pays: Some(coins(137)) };
    let (market, wallet) = (Some(MarketId(2)), Some(coins(950)));
    [
        TicketView { bar: Some(BetBar::WalletScope), ..nothing },
        TicketView { market, bar: None, wallet, stake: Some(StakeView { pays: None, ..stake }), paid: None },
        TicketView {
            market,
            bar: Some(BetBar::MarketClosed),
            wallet: Some(coins(1_087)),
            stake: Some(stake),
            paid: Some(PaidView { stake: coins(50), back: coins(137) }),
        },
    ]
}

fn motion_bars() -> [MotionBar; 11] {
    [
        MotionBar::NothingToTakeBack,
        MotionBar::TakebacksSpent,
        MotionBar::AlreadyHeld,
        MotionBar::NotHeld,
        MotionBar::TooLate,
        MotionBar::OnceATurn,
        MotionBar::NoClock,
        MotionBar::NotAbsent,
        MotionBar::HostOnly,
        MotionBar::Oneself,
        MotionBar::SoAlready,
    ]
}

pub(crate) fn motions() -> Vec<Motion> {
    let member = MemberId(2);
    vec![
        Motion::Replace { from: MemberId(1), to: Some(member) },
        Motion::Replace { from: MemberId(1), to: None },
        Motion::Takeback { ply: 8 },
        Motion::Pause,
        Motion::Resume,
        Motion::Resign,
        Motion::Draw,
        Motion::Abort,
        Motion::Extend,
        Motion::Claim { draw: false },
        Motion::Kick { member },
        Motion::Mute { member },
        Motion::Adjourn,
    ]
}

fn illegal_reasons() -> [IllegalReason; 10] {
    [
        IllegalReason::NoSuchPit,
        IllegalReason::EmptyPit,
        IllegalReason::Bull,
        IllegalReason::Endless,
        IllegalReason::TooLong,
        IllegalReason::SingleSeed,
        IllegalReason::StartFilter,
        IllegalReason::FixedOpening,
        IllegalReason::Special,
        IllegalReason::NotAnOption,
    ]
}

pub(crate) fn problems() -> Vec<SettingsProblem> {
    vec![
        SettingsProblem::Title,
        SettingsProblem::Pits { min: 6, max: 10 },
        SettingsProblem::Seeds { min: 3, max: 6 },
        SettingsProblem::RaceNotPlayed,
        SettingsProblem::Series,
        SettingsProblem::Betting { most: BettingMode::Picks },
        SettingsProblem::Rated,
        SettingsProblem::OutOfRange { field: "vote_ms".to_owned(), min: 1_000, max: 3_600_000 },
    ]
}

pub(crate) fn clocks() -> Vec<Clock> {
    vec![
        Clock::None,
        Clock::PerMove { ms: 30_000, flag: FlagPolicy::PassHand },
        Clock::Bank { ms: 600_000, increment_ms: 5_000, flag: FlagPolicy::Lose },
        Clock::ByoYomi { ms: 600_000, periods: 3, period_ms: 30_000, flag: FlagPolicy::Lose },
        Clock::Slow { ms: 172_800_000, flag: FlagPolicy::RandomLegal },
    ]
}

pub(crate) fn settings() -> RoomSettings {
    RoomSettings {
        title: "Under the acacia".to_owned(),
        visibility: Visibility::Public,
        game: GameChoice { preset: Preset::EnDodoi, pits: 6, seeds_per_pit: 3 },
        series: SeriesGoal::FirstToWins { wins: 2 },
        starter: StarterRule::Toss,
        team_max: 4,
        decision: Decision {
            mode: DecisionMode::Plurality,
            hand: HandPolicy::Rotating,
            vote_ms: 45_000,
            min_ms: 3_000,
            settle_ms: 2_000,
            runoff_ms: 10_000,
            consent_ms: 6_000,
            fallback_ms: 10_000,
            tries_max: 3,
            flips_max: 3,
            options_max: 12,
            quorum: 1,
            runoff: true,
            tie: TieRule::Earliest,
            visibility: VoteVisibility::Open,
            block: false,
            council: 0,
            takebacks_max: 2,
        },
        clock: clocks()[2],
        practice: false,
        stand: Stand {
            betting: BettingMode::Pool,
            delay_ms: 60_000,
            delay_plies: 2,
            cheers: true,
            advice: true,
        },
        rated: false,
    }
}

pub(crate) fn ballot_results() -> Vec<BallotResult> {
    let won = |by| BallotResult::Won { mv: sow(5), by };
    vec![
        won(WonBy::Votes),
        won(WonBy::Hand),
        won(WonBy::Earliest),
        won(WonBy::Chance),
        BallotResult::RunOff,
        BallotResult::TooFew,
        BallotResult::Laid,
        BallotResult::Void,
    ]
}

pub(crate) fn clock() -> ClockView {
    ClockView {
        remaining_ms: BySide::new(580_250, 600_000),
        running: Some(Side::South),
        since: T,
        periods: BySide::new(0, 0),
    }
}

pub(crate) fn series() -> SeriesView {
    let over = Some(MatchEnd { winner: Some(Side::South) });
    SeriesView { games: 2, pins: BySide::new(2, 0), seeds: BySide::new(44, 28), over }
}

pub(crate) fn result() -> GameResult {
    GameResult { reason: EndReason::Stuck, winner: Some(Side::South), score: BySide::new(22, 14) }
}

fn members() -> Vec<MemberView> {
    let member = |id, name: &str, kind, seats, presence, ready| MemberView {
        id: MemberId(id),
        name: name.to_owned(),
        kind,
        seats,
        presence,
        since: T,
        until: (presence == Presence::Grace).then_some(T + 15_000),
        missed_from: (presence == Presence::Away).then_some(T + 5_000),
        ready,
        muted: false,
        banned: false,
    };
    vec![
        member(1, "Naserian", MemberKind::Person, vec![Side::South], Presence::Online, true),
        member(2, "Tipape", MemberKind::Bot, vec![Side::North], Presence::Grace, false),
        member(3, "Hodan", MemberKind::Person, Vec::new(), Presence::Away, false),
    ]
}

fn line(text: &str) -> ChatLine {
    ChatLine { by: MemberId(1), at: T, text: text.to_owned(), name: None }
}

fn game_view() -> GameView {
    let (before, turn) = ply();
    let tried = TriedView {
        by: MemberId(1),
        mv: sow(2),
        trace: turn.trace.clone(),
        after: turn.after,
        until: T + 6_000,
        objections: 1,
        approvals: 0,
        need: 2,
    };
    GameView {
        game: 1,
        opening: before,
        starter: Side::South,
        race: None,
        position: turn.after,
        plies: vec![PlyRow {
            side: Side::South,
            mv: sow(5),
            captured: turn.trace.captured,
            bulls: 0,
            by: MemberId(1),
            withdrawn: 1,
            secured: BySide::new(7, 2),
        }],
        last: Some(LastPly { before, trace: turn.trace }),
        takebacks: BySide::new(1, 0),
        seal: Some("9f86d0".to_owned()),
        unsealed: None,
        market: None,
        hands: BySide::new(Some(MemberId(1)), None),
        clock: clock(),
        turn: Some(TurnView {
            ply: 2,
            side: Side::North,
            deadline: Some(T + 45_000),
            tries: 2,
            last_try: false,
            spent: vec![sow(4)],
            tried: Some(tried),
            given: BySide::new(false, true),
        }),
        result: None,
    }
}

fn table_view() -> TableView {
    TableView {
        settings: settings(),
        host: Some(MemberId(1)),
        members: members(),
        wishes: BySide::new(Some(StarterWish { by: MemberId(1), starter: Some(Side::North) }), None),
        game: Some(game_view()),
        series: SeriesView::default(),
        holds: vec![
            HoldReason::Empty,
            HoldReason::Recovering,
            HoldReason::Draining,
            HoldReason::Agreed,
            HoldReason::Adjourned,
        ],
        resume_at: Some(T + 3_000),
        held_from: Some(T - 60_000),
        offers: vec![OfferView { side: Side::South, by: MemberId(1), what: Motion::Draw, until: None }],
        chosen: BySide::new(Some(MemberId(1)), None),
        start_at: Some(T + 20_000),
        ears: BySide::new(true, false),
        rematch: vec![MemberId(1)],
        chat: vec![line("Karibuni")],
    }
}

fn team_view() -> TeamView {
    TeamView {
        ballot: Some(BallotView {
            ballot: BallotId(4),
            kind: BallotKind::First,
            roll: vec![MemberId(1), MemberId(4)],
            options: vec![OptionView {
                mv: sow(5),
                by: Some(MemberId(1)),
                note: Some("It takes seven.".to_owned()),
                proposed: true,
                voters: vec![MemberId(4)],
                votes: Some(1),
                blocks: vec![BlockRow { by: MemberId(1), reason: "It opens our left.".to_owned() }],
            }],
            options_fixed: false,
            earliest: T,
            deadline: Some(T + 45_000),
            closing: Some(T + 2_000),
            hand_until: None,
            effective: 2,
            need: 2,
            visibility: VoteVisibility::Open,
            together: false,
            voted: 1,
        }),
        stances: vec![StanceRow { member: MemberId(4), stance: Stance::Object }],
        council: vec![MemberId(4)],
        trust: vec![TrustRow { by: MemberId(1), member: MemberId(4) }],
        motions: vec![MotionView {
            motion: MotionId(3),
            by: MemberId(1),
            what: Motion::Resign,
            answer: false,
            roll: vec![MemberId(1), MemberId(4)],
            yes: vec![MemberId(1)],
            no: Vec::new(),
            effective: 2,
            need: 2,
            until: Some(T + 30_000),
        }],
        advice: vec![AdviceRow {
            game: 1,
            ply: 9,
            by: MemberId(3),
            at: T,
            pit: Some(5),
            text: "It takes seven.".to_owned(),
        }],
        unheard: vec![MemberId(2)],
        chat: vec![line("Not yet.")],
    }
}

fn me_view() -> MeView {
    let report = ReportRow { by: MemberId(3), about: MemberId(2), at: T, text: "He insults us.".to_owned() };
    MeView {
        member: Some(MemberId(1)),
        vote: Some(OwnVote { side: Side::South, ballot: BallotId(4), mv: Some(sow(5)) }),
        reports: vec![report],
    }
}

pub(crate) fn snapshots() -> Vec<Snapshot> {
    vec![
        Snapshot::Table { as_of: 17, view: Box::new(table_view()) },
        Snapshot::Team { side: Side::South, as_of: 9, view: Box::new(team_view()) },
        Snapshot::Team { side: Side::North, as_of: 0, view: Box::new(TeamView::default()) },
        Snapshot::Me { as_of: 3, view: me_view() },
        Snapshot::Stand { as_of: 1, view: StandView { chat: vec![line("Ho!")] } },
    ]
}

pub(crate) fn answers() -> Vec<Answer> {
    let (_, turn) = ply();
    vec![
        Answer::Ok,
        Answer::from(Refusal::MoveSpent),
        Answer::from(Refusal::RateLimited { wait_ms: 400 }),
        Answer::from(Refusal::Stale { game: 1, ply: 9, tries: 1, back: 0 }),
        Answer::Bet(Box::new(tickets()[1].clone())),
        Answer::Trace { trace: Box::new(turn.trace), after: Box::new(turn.after) },
    ]
}

fn role() -> Role {
    Role { member: Some(MemberId(1)), seats: vec![Side::South, Side::North], host: true }
}

pub(crate) fn frames() -> Vec<ServerFrame> {
    let heads = Heads { table: Some(17), south: Some(9), north: None, me: Some(3), stand: None };
    let welcome = Welcome {
        proto: 1,
        build: "0.1.0".to_owned(),
        epoch: "a1b2c3d4".to_owned(),
        now: T,
        role: role(),
        heads,
        resumed: true,
    };
    let rules = Ruleset::with_size(Preset::EnDodoi, Some(6), Some(3)).expect("a valid sample");
    let moves = rules.opening_position().expect("a valid sample").legal_moves(&rules);
    let refused = Refusal::BadMessage { why: "not an object".to_owned() };
    let retry = refused.retry();
    let mut frames = vec![
        ServerFrame::Welcome(Box::new(welcome)),
        ServerFrame::Events { s: Stream::Table, n: 18, t: T, e: events() },
        ServerFrame::Res { c: cid(), a: Answer::Ok },
        ServerFrame::Err { err: refused, retry },
        ServerFrame::Legal { game: 1, ply: 1, moves },
        ServerFrame::Crowd { watching: 12 },
        ServerFrame::Market { market: None },
        ServerFrame::Cheers { cheers: BySide::new(3, 0) },
        ServerFrame::Pong { t: 7, now: T },
        ServerFrame::Role(role()),
        ServerFrame::Bye { retry_after_ms: 1_500 },
    ];
    frames.extend(snapshots().into_iter().map(ServerFrame::Snap));
    let market = |view| ServerFrame::Market { market: Some(Box::new(view)) };
    frames.extend(market_views().into_iter().map(market));
    frames.extend(tickets().map(|ticket| ServerFrame::Ticket(Box::new(ticket))));
    frames
}

pub(crate) fn entries() -> Vec<Entry> {
    vec![
        Entry { v: 1, rules: 1, at: T, by: Some(MemberId(1)), cid: Some(cid()), events: events() },
        Entry { v: 1, rules: 1, at: T, by: None, cid: None, events: vec![events()[0].clone()] },
    ]
}
