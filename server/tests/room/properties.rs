//! P1 to P18 over stories that nobody wrote: any number of people, any mode, any clock, any order
//! of everything that can be asked. `watch` holds every step against the invariants; here is what
//! is left when the noise stops.

use engine::Side;
use proptest::prelude::*;
use protocol::betting::{BettingMode, Outcome, SuspendReason, VoidReason};
use protocol::command::Hearers;
use protocol::event::{Event, HoldReason};
use protocol::http::BotSeats;
use protocol::settings::{
    Clock, Decision, DecisionMode, FlagPolicy, HandPolicy, RoomSettings, SIDES, Stand, TieRule, Visibility,
    VoteVisibility,
};
use protocol::{BallotId, Cid, Command, MarketId, Motion, MotionId, MotionKind};
use server::room::{Around, Ask, Caller, Room};
use uuid::Uuid;

use crate::bettors::betting;
use crate::world::*;

#[derive(Clone, Debug)]
pub(crate) enum Step {
    Wait(u64),
    Vote(usize, usize),
    Clear(usize),
    Propose(usize, usize),
    StaleVote(usize, u32),
    Lay(usize, usize),
    HandLays(usize),
    Withdraw(usize),
    Object(usize, bool),
    Approve(usize, bool),
    PassHand(usize, usize),
    Move(usize, usize, usize),
    Carry(usize, usize),
    Voice(usize, usize, Option<bool>),
    Cancel(usize, usize),
    Host(usize, usize, bool),
    HostSocket(bool),
    Report(usize, usize),
    Rematch,
    Ready(usize),
    Leave(usize),
    Sit(usize, bool),
    Socket(usize, bool),
    Say(usize),
    Hold(bool),
    Release,
    Restart(u64),
    Again,
    Stranger,
    Block(usize, usize),
    Trust(usize, usize, bool),
    Claim(usize),
    Name(usize, bool),
    TeamSay(usize),
    Bet(usize, u32, usize, u64),
    Cheer(usize, bool),
    Ears(usize, bool),
    Advise(usize, bool, u8),
    Unhear(usize, usize, bool),
    Suspend(usize, bool),
    Void(usize),
    Watched(bool),
    Server(usize),
    Unready(usize),
    Patience,
    Plays(u8),
    AllReady,
}

fn step() -> impl Strategy<Value = Step> {
    let who = || 0..200usize;
    let on = any::<bool>;
    prop_oneof![
        6 => (0u64..20_000).prop_map(Step::Wait),
        8 => (who(), 0..8usize).prop_map(|(who, choice)| Step::Vote(who, choice)),
        2 => who().prop_map(Step::Clear),
        2 => (who(), 0..8usize).prop_map(|(who, choice)| Step::Propose(who, choice)),
        1 => (who(), 0..9u32).prop_map(|(who, ballot)| Step::StaleVote(who, ballot)),
        2 => (who(), 0..8usize).prop_map(|(who, choice)| Step::Lay(who, choice)),
        4 => (0..8usize).prop_map(Step::HandLays),
        1 => who().prop_map(Step::Withdraw),
        3 => (who(), on()).prop_map(|(who, on)| Step::Object(who, on)),
        3 => (who(), on()).prop_map(|(who, on)| Step::Approve(who, on)),
        1 => (who(), who()).prop_map(|(who, to)| Step::PassHand(who, to)),
        4 => (who(), 0..12usize, who()).prop_map(|(who, kind, whom)| Step::Move(who, kind, whom)),
        2 => (carried(), who()).prop_map(|(kind, whom)| Step::Carry(kind, whom)),
        6 => (who(), 0..8usize, voice()).prop_map(|(who, which, yes)| Step::Voice(who, which, yes)),
        1 => (who(), 0..12usize).prop_map(|(who, kind)| Step::Cancel(who, kind)),
        1 => (0..5usize, who(), on()).prop_map(|(what, whom, on)| Step::Host(what, whom, on)),
        1 => on().prop_map(Step::HostSocket),
        1 => (who(), who()).prop_map(|(who, whom)| Step::Report(who, whom)),
        1 => Just(Step::Rematch),
        1 => who().prop_map(Step::Ready),
        2 => who().prop_map(Step::Leave),
        2 => (who(), on()).prop_map(|(who, south)| Step::Sit(who, south)),
        4 => (who(), on()).prop_map(|(who, on)| Step::Socket(who, on)),
        1 => who().prop_map(Step::Say),
        1 => on().prop_map(Step::Hold),
        1 => Just(Step::Release),
        1 => (0u64..100_000).prop_map(Step::Restart),
        1 => Just(Step::Again),
        1 => Just(Step::Stranger),
        2 => (who(), 0..8usize).prop_map(|(who, choice)| Step::Block(who, choice)),
        2 => (who(), who(), on()).prop_map(|(who, whom, on)| Step::Trust(who, whom, on)),
        1 => who().prop_map(Step::Claim),
        1 => (who(), on()).prop_map(|(to, south)| Step::Name(to, south)),
        1 => who().prop_map(Step::TeamSay),
        4 => (who(), 0..3u32, 0..3usize, 0..2u64).prop_map(|(who, back, on, stake)| Step::Bet(who, back, on, stake)),
        1 => (who(), on()).prop_map(|(who, south)| Step::Cheer(who, south)),
        2 => (who(), on()).prop_map(|(who, on)| Step::Ears(who, on)),
        2 => (who(), on(), 0..8u8).prop_map(|(who, south, pit)| Step::Advise(who, south, pit)),
        1 => (who(), who(), on()).prop_map(|(who, whom, on)| Step::Unhear(who, whom, on)),
        2 => (0..SUSPENDS.len(), on()).prop_map(|(why, on)| Step::Suspend(why, on)),
        1 => (0..VOIDS.len()).prop_map(Step::Void),
        1 => on().prop_map(Step::Watched),
        1 => (0..SERVERS.len()).prop_map(Step::Server),
        1 => who().prop_map(Step::Unready),
        1 => Just(Step::Patience),
    ]
}

/// Why the server stops bets.
pub(crate) const SUSPENDS: [SuspendReason; 3] =
    [SuspendReason::Admin, SuspendReason::Server, SuspendReason::Ledger];
/// Why the server ends a market.
pub(crate) const VOIDS: [VoidReason; 2] = [VoidReason::Moderator, VoidReason::Unrecoverable];
/// What the server allows from then on; mostly what it allowed before.
pub(crate) const SERVERS: [BettingMode; 4] =
    [BettingMode::Off, BettingMode::Picks, BettingMode::Pool, BettingMode::Pool];

/// What those may do who watch, whether the room is listed and rated, and the world around it. Half of
/// the rooms have no bets.
fn stand() -> impl Strategy<Value = (Stand, Visibility, bool, Around)> {
    let betting_mode = prop_oneof![
        3 => Just(BettingMode::Off),
        1 => Just(BettingMode::Picks),
        2 => Just(BettingMode::Pool)
    ];
    let visibility = prop_oneof![Just(Visibility::Public), Just(Visibility::Unlisted)];
    let delay_ms = prop_oneof![2 => Just(0u32), 1 => 1u32..60_000];
    let stale_ms = prop_oneof![1 => 0u64..300_000, 2 => Just(604_800_000u64)];
    let flags = any::<(bool, bool, bool)>();
    let rated = prop_oneof![3 => Just(false), 1 => Just(true)];
    (betting_mode, visibility, delay_ms, stale_ms, flags, rated).prop_map(
        |(mode, visibility, delay_ms, stale_ms, (watched, cheers, advice), rated)| {
            let advice = advice && !rated;
            let stand = Stand { betting: mode, delay_ms, delay_plies: 0, cheers, advice };
            (stand, visibility, rated, Around { stale_ms, watched, ..betting() })
        },
    )
}

/// What both sides are of one mind about, by its place among the kinds: moves come back more often
/// than games end.
fn carried() -> impl Strategy<Value = usize> {
    let at = |kind: MotionKind| MotionKind::ALL.iter().position(|other| *other == kind).unwrap();
    prop_oneof![6 => Just(at(MotionKind::Takeback)), 4 => Just(at(MotionKind::Resume)), 6 => 0..12usize]
}

fn voice() -> impl Strategy<Value = Option<bool>> {
    prop_oneof![4 => Just(Some(true)), 2 => Just(Some(false)), 1 => Just(None)]
}

fn clock() -> impl Strategy<Value = Clock> {
    let flag =
        || prop_oneof![Just(FlagPolicy::Lose), Just(FlagPolicy::PassHand), Just(FlagPolicy::RandomLegal)];
    prop_oneof![
        Just(Clock::None),
        (1_000u32..120_000, flag()).prop_map(|(ms, flag)| Clock::PerMove { ms, flag }),
        (1_000u32..300_000, 0u32..10_000, flag()).prop_map(|(ms, increment_ms, flag)| Clock::Bank {
            ms,
            increment_ms,
            flag
        }),
        (1_000u32..60_000, 1u8..4, 1_000u32..20_000, flag())
            .prop_map(|(ms, periods, period_ms, flag)| Clock::ByoYomi { ms, periods, period_ms, flag }),
        (60_000u32..600_000, flag()).prop_map(|(ms, flag)| Clock::Slow { ms, flag }),
    ]
}

fn decision() -> impl Strategy<Value = Decision> {
    let mode = prop::sample::select(vec![
        DecisionMode::Hand,
        DecisionMode::Plurality,
        DecisionMode::Majority,
        DecisionMode::Consensus,
        DecisionMode::Anyone,
    ]);
    let hand = prop::sample::select(vec![
        HandPolicy::Rotating,
        HandPolicy::Fixed,
        HandPolicy::Elected,
        HandPolicy::Volunteer,
        HandPolicy::Host,
    ]);
    let visibility =
        prop::sample::select(vec![VoteVisibility::Open, VoteVisibility::Counts, VoteVisibility::AfterClose]);
    let council = prop_oneof![2 => Just(0u8), 1 => 3u8..=7];
    let tie = prop_oneof![Just(TieRule::Earliest), Just(TieRule::Chance)];
    let times = (1_000u32..60_000, 0u32..5_000, 0u32..3_000, 1_000u32..20_000, 0u32..10_000, 0u32..15_000);
    let counts = (0u8..4, 0u8..4, 1u8..8, 1u8..4, 0u8..4);
    let ways = (mode, hand, tie, visibility, council);
    (ways, any::<(bool, bool)>(), times, counts).prop_map(|(ways, (runoff, block), times, counts)| {
        let (mode, hand, tie, visibility, council) = ways;
        let (vote_ms, min_ms, settle_ms, runoff_ms, consent_ms, fallback_ms) = times;
        let (tries_max, flips_max, options_max, quorum, takebacks_max) = counts;
        Decision {
            mode,
            hand,
            vote_ms,
            min_ms,
            settle_ms,
            runoff_ms,
            consent_ms,
            fallback_ms,
            tries_max,
            flips_max,
            options_max,
            quorum,
            runoff,
            tie,
            visibility,
            block: block && mode == DecisionMode::Consensus,
            council,
            takebacks_max,
        }
    })
}

fn head_count() -> impl Strategy<Value = usize> {
    prop_oneof![4 => 1..6usize, 1 => Just(8), 1 => 9..18usize, 1 => 18..51usize]
}

/// A story in progress: the people of both sides, and two more who may sit down.
pub(crate) struct Story {
    pub(crate) w: World,
    people: Vec<String>,
    last: Option<(String, Cid, Ask)>,
    /// The market in which the stakes are.
    staked: Option<MarketId>,
}

impl Story {
    pub(crate) fn new(around: Around, settings: RoomSettings, south: usize, north: usize) -> Self {
        let names = |letter: &str, count: usize| -> Vec<String> {
            (1..=count).map(|number| format!("{letter}{number}")).collect()
        };
        let people = [names("s", south), names("n", north), names("x", 2)].concat();
        let mut w = World::open_in(around, settings, BotSeats::default()).unwrap();
        w.begin(south, north);
        Self { w, people, last: None, staked: None }
    }

    /// Somebody wants to bet. The books are willing: who may, has a stake then, or none any more.
    fn bet(&mut self, name: &str, back: u32, outcome: usize, stake: u64) {
        let newest = self.w.room.market().map_or(1, |market| market.id.0);
        let market = MarketId(newest.saturating_sub(back));
        let taken = self.w.bet_on(name, market, Outcome::ALL[outcome], stake);
        let looked = self.w.room.bet_bar(user(name), &self.w.around);
        let sent_away = self.w.room.is_banned(user(name));
        assert!(sent_away || looked.is_some() || market.0 != newest || taken.is_ok(), "who may bet can");
        if taken.is_ok() {
            self.w.staked(name, stake > 0);
            self.staked = Some(market);
        }
    }

    /// The books give back, or pay out, what was staked in a market that is over.
    pub(crate) fn follow(&mut self) {
        let alive = self.w.room.market().filter(|market| market.end.is_none()).map(|market| market.id);
        if self.staked.is_some() && alive != self.staked {
            self.w.around.staked = std::sync::Arc::default();
            self.staked = None;
        }
    }

    /// Somebody, by preference of the side to move.
    fn who(&self, who: usize) -> String {
        let table = self.w.table();
        let side = table.game.and_then(|game| game.turn).map(|turn| turn.side);
        let movers: Vec<_> =
            table.members.iter().filter(|m| side.is_some_and(|side| m.seats.contains(&side))).collect();
        if who % 4 < 3 && !movers.is_empty() {
            movers[who / 4 % movers.len()].name.clone()
        } else {
            self.people[who / 4 % self.people.len()].clone()
        }
    }

    fn anybody(&self, who: usize) -> String {
        self.people[who % self.people.len()].clone()
    }

    fn host(&self) -> String {
        self.w.name(self.w.table().host.unwrap())
    }

    /// A motion of a kind that fits the room more or less.
    fn motion(&self, kind: usize, whom: usize) -> Option<Motion> {
        let game = self.w.table().game?;
        let member = self.w.room.member_of(user(&self.anybody(whom)))?;
        Some(match MotionKind::ALL[kind] {
            MotionKind::Replace => {
                let side = if whom.is_multiple_of(2) { Side::South } else { Side::North };
                Motion::Replace { from: game.hands[side]?, to: (whom.is_multiple_of(3)).then_some(member) }
            }
            MotionKind::Takeback => Motion::Takeback { ply: u16::try_from(game.plies.len()).ok()? },
            MotionKind::Pause => Motion::Pause,
            MotionKind::Resume => Motion::Resume,
            MotionKind::Resign => Motion::Resign,
            MotionKind::Draw => Motion::Draw,
            MotionKind::Abort => Motion::Abort,
            MotionKind::Extend => Motion::Extend,
            MotionKind::Claim => Motion::Claim { draw: whom.is_multiple_of(2) },
            MotionKind::Kick => Motion::Kick { member },
            MotionKind::Mute => Motion::Mute { member },
            MotionKind::Adjourn => Motion::Adjourn,
        })
    }

    fn tries(&mut self, name: &str, command: Command) {
        let cid = Cid(Uuid::from_u128(1 + self.w.log.len() as u128));
        let ask = Ask::Command(command);
        let seen = self.w.at();
        if self.w.ask(person(name), Some(cid), seen, ask.clone()).is_ok() {
            self.last = Some((name.to_owned(), cid, ask));
        }
    }

    fn choice(&self, choice: usize) -> Option<engine::Move> {
        let offers = server::room::view::offers(&self.w.room)?.2;
        Some(offers.get(choice % offers.len().max(1))?.mv.clone())
    }

    fn ballot(&self) -> BallotId {
        let open = SIDES.iter().find_map(|&side| self.w.team(side).ballot);
        open.map_or(BallotId(0), |ballot| ballot.ballot)
    }

    pub(crate) fn act(&mut self, step: &Step) {
        let hand = |w: &World| {
            let game = w.table().game?;
            game.hands[game.turn?.side].map(|hand| w.name(hand))
        };
        match *step {
            Step::Wait(ms) => self.w.wait(ms),
            Step::Vote(who, choice) => {
                if let Some(mv) = self.choice(choice) {
                    self.tries(&self.who(who), Command::VoteSet { ballot: self.ballot(), mv });
                }
            }
            Step::Clear(who) => self.tries(&self.who(who), Command::VoteClear { ballot: self.ballot() }),
            Step::Propose(who, choice) => {
                if let Some(mv) = self.choice(choice) {
                    let note = "because".to_owned();
                    self.tries(&self.who(who), Command::ProposalAdd { ballot: self.ballot(), mv, note });
                }
            }
            Step::StaleVote(who, ballot) => {
                let ballot = BallotId(ballot);
                if ballot != self.ballot()
                    && let Some(mv) = self.choice(0)
                {
                    let before = self.w.room.clone();
                    self.tries(&self.who(who), Command::VoteSet { ballot, mv });
                    assert_eq!(before, self.w.room, "P3: a ballot that is closed takes no votes");
                }
            }
            Step::Lay(who, choice) => {
                if let Some(mv) = self.choice(choice) {
                    self.tries(&self.who(who), Command::MoveLay { mv });
                }
            }
            Step::HandLays(choice) => {
                if let (Some(hand), Some(mv)) = (hand(&self.w), self.choice(choice)) {
                    self.tries(&hand, Command::MoveLay { mv });
                }
            }
            Step::Withdraw(who) => self.tries(&self.who(who), Command::MoveWithdraw {}),
            Step::Object(who, on) => self.tries(&self.who(who), Command::ObjectSet { on }),
            Step::Approve(who, on) => self.tries(&self.who(who), Command::ApproveSet { on }),
            Step::PassHand(who, to) => {
                if let (Some(hand), Some(to)) = (hand(&self.w), self.w.room.member_of(user(&self.who(to)))) {
                    let name = if who % 2 == 0 { hand } else { self.who(who) };
                    self.tries(&name, Command::HandPass { to });
                }
            }
            Step::Move(who, kind, whom) => {
                if let Some(what) = self.motion(kind, whom) {
                    self.tries(&self.anybody(who), Command::MotionOpen { what });
                }
            }
            Step::Carry(kind, whom) => {
                // One mind on both sides: the whole life of a motion in one step.
                if let Some(what) = self.motion(kind, whom) {
                    for name in self.people.clone() {
                        self.tries(&name, Command::MotionOpen { what });
                    }
                }
            }
            Step::Voice(who, which, yes) => {
                let motions = SIDES.iter().flat_map(|&side| self.w.team(side).motions);
                let ids: Vec<MotionId> = motions.map(|motion| motion.motion).collect();
                let motion = ids.get(which % ids.len().max(1)).copied().unwrap_or(MotionId(0));
                self.tries(&self.anybody(who), Command::MotionVote { motion, yes });
            }
            Step::Cancel(who, kind) => {
                self.tries(&self.anybody(who), Command::OfferCancel { what: MotionKind::ALL[kind] });
            }
            Step::Host(what, whom, on) => {
                if let Some(member) = self.w.room.member_of(user(&self.anybody(whom))) {
                    let command = match what {
                        0 => Command::MemberMute { member, on },
                        1 => Command::MemberBan { member, on },
                        2 => Command::MemberUnseat { member },
                        3 => Command::HostPass { to: member },
                        _ => Command::MotionOpen { what: Motion::Resume },
                    };
                    self.tries(&self.host(), command);
                }
            }
            Step::HostSocket(online) => self.w.socket(&self.host(), online),
            Step::Report(who, whom) => {
                if let Some(member) = self.w.room.member_of(user(&self.anybody(whom))) {
                    self.tries(&self.anybody(who), Command::MemberReport { member, text: "so".to_owned() });
                }
            }
            Step::Rematch => {
                for name in self.people.clone() {
                    self.tries(&name, Command::RematchSet { on: true });
                }
            }
            Step::Ready(who) => self.tries(&self.who(who), Command::ReadySet { on: true }),
            Step::Leave(who) => self.tries(&self.who(who), Command::SeatLeave {}),
            Step::Sit(who, south) => {
                let side = if south { Side::South } else { Side::North };
                let name = self.people[who % self.people.len()].clone();
                self.tries(&name, Command::SeatTake { side: Some(side), withdraw: false });
            }
            Step::Socket(who, online) => self.w.socket(&self.who(who), online),
            Step::Say(who) => {
                let text = "so".to_owned();
                self.tries(&self.who(who), Command::ChatSay { to: Hearers::All, text });
            }
            Step::Hold(draining) => {
                self.w.hold(if draining { HoldReason::Draining } else { HoldReason::Empty });
            }
            Step::Release => self.w.release(HoldReason::Draining),
            Step::Restart(after) => {
                self.w.room = Room::fold(&self.w.log);
                self.w.now += after;
                self.w.hold(HoldReason::Recovering);
            }
            Step::Block(who, choice) => {
                if let Some(mv) = self.choice(choice) {
                    let reason = "not that one".to_owned();
                    self.tries(&self.who(who), Command::BlockAdd { ballot: self.ballot(), mv, reason });
                }
            }
            Step::Trust(who, whom, on) => {
                if let Some(member) = self.w.room.member_of(user(&self.who(whom))) {
                    self.tries(&self.who(who), Command::TrustSet { member, on });
                }
            }
            Step::Claim(who) => self.tries(&self.who(who), Command::HandClaim {}),
            Step::Name(to, south) => {
                if let Some(to) = self.w.room.member_of(user(&self.who(to))) {
                    let side = if south { Side::South } else { Side::North };
                    self.tries("host", Command::HandName { side, to });
                }
            }
            Step::TeamSay(who) => {
                let text = "so".to_owned();
                self.tries(&self.who(who), Command::ChatSay { to: Hearers::Team, text });
            }
            Step::Bet(who, back, on, stake) => self.bet(&self.anybody(who), back, on, stake),
            Step::Cheer(who, south) => {
                let before = self.w.room.clone();
                let side = if south { Side::South } else { Side::North };
                let name = self.anybody(who);
                let cheer = Ask::Command(Command::Cheer { side });
                let answer = self.w.ask(person(&name), Some(Cid(Uuid::from_u128(5))), None, cheer);
                assert_eq!(answer, self.w.room.may_cheer(user(&name)).map(|()| Vec::new()));
                assert_eq!(before, self.w.room, "a cheer is not the room's");
            }
            Step::Ears(who, on) => self.tries(&self.who(who), Command::EarsSet { on }),
            Step::Advise(who, south, pit) => {
                let side = if south { Side::South } else { Side::North };
                let pit = (pit > 0).then_some(pit);
                let name = if who % 2 == 0 { format!("x{}", 1 + who % 3) } else { self.anybody(who) };
                self.tries(&name, Command::AdviceGive { side, pit, text: "that one".to_owned() });
            }
            Step::Unhear(who, whom, on) => {
                if let Some(member) = self.w.room.member_of(user(&format!("x{}", 1 + whom % 3))) {
                    self.tries(&self.who(who), Command::AdviceMute { member, on });
                }
            }
            Step::Suspend(why, on) => {
                self.w.suspend(SUSPENDS[why], on);
            }
            Step::Void(why) => {
                self.w.void(VOIDS[why]);
            }
            Step::Watched(watched) => self.w.around.watched = watched,
            Step::Server(most) => {
                self.w.around.betting = SERVERS[most];
                self.w.ask(Caller::Server, None, None, Ask::Tick).unwrap();
            }
            Step::Unready(who) => self.tries(&self.anybody(who), Command::ReadySet { on: false }),
            Step::Patience => {
                // Until the next game begins, if it is about to.
                let start = self.w.table().start_at;
                self.w.wait(start.map_or(0, |start| start.saturating_sub(self.w.now)));
            }
            Step::Plays(plies) => {
                for choice in 0..plies {
                    let (Some(hand), Some(mv)) = (hand(&self.w), self.choice(choice.into())) else { return };
                    self.tries(&hand, Command::MoveLay { mv });
                }
            }
            Step::AllReady => {
                for name in self.people.clone() {
                    self.tries(&name, Command::ReadySet { on: true });
                }
            }
            Step::Again => {
                if let Some((name, cid, ask)) = self.last.clone() {
                    let before = self.w.room.clone();
                    let seen = self.w.at();
                    assert_eq!(self.w.ask(person(&name), Some(cid), seen, ask), Ok(Vec::new()), "P4");
                    assert_eq!(before, self.w.room, "P4: twice is once");
                }
            }
            Step::Stranger => {
                let before = self.w.room.clone();
                for command in [
                    Command::MoveWithdraw {},
                    Command::MotionOpen { what: protocol::Motion::Resign },
                    Command::SeatLeave {},
                ] {
                    self.tries("stranger", command);
                }
                assert_eq!(before, self.w.room, "a stranger changes nothing");
            }
        }
    }

    /// P6: everybody is back, nothing holds the room, nobody does anything: the turn ends.
    pub(crate) fn must_end(&mut self) {
        for name in self.people.clone() {
            self.w.socket(&name, true);
        }
        self.w.wait(60_000);
        self.w.release(HoldReason::Draining);
        // B19: whatever was moved while the room was held, its host can let it go on.
        let willed = [HoldReason::Agreed, HoldReason::Adjourned];
        if self.w.table().holds.iter().any(|reason| willed.contains(reason)) {
            let host = self.host();
            self.tries(&host, Command::MotionOpen { what: Motion::Resume });
            self.w.wait(3_000);
            assert!(self.w.table().holds.iter().all(|reason| !willed.contains(reason)), "B19");
        }
        for reason in [HoldReason::Draining, HoldReason::Recovering, HoldReason::Empty] {
            self.w.release(reason);
        }
        let table = self.w.table();
        let Some(game) = table.game else { return };
        let Some(turn) = game.turn else { return };
        let nobody = table.members.iter().all(|member| member.seats.is_empty());
        if table.settings.clock == Clock::None || nobody {
            return;
        }
        assert!(table.holds.is_empty(), "somebody is there, and nothing holds the room");
        let behind = match table.settings.clock {
            Clock::ByoYomi { period_ms, .. } => {
                u64::from(game.clock.periods[turn.side]) * u64::from(period_ms)
            }
            _ => 0,
        };
        let left = self.w.left()[turn.side] + behind;
        let before = self.w.log.len();
        self.w.wait(left + u64::from(table.settings.decision.consent_ms));
        let events = self.w.log[before..].iter().flat_map(|entry| &entry.events);
        let mut ends = events.filter(|event| {
            matches!(event, Event::Stood { .. } | Event::Flagged { .. } | Event::GameEnded { .. })
        });
        assert!(ends.next().is_some(), "P6: neither stood nor flagged");
    }
}

proptest! {
    #![proptest_config(stories())]

    #[test]
    fn no_story_breaks_an_invariant(
        decision in decision(),
        clock in clock(),
        stand in stand(),
        south in head_count(),
        north in head_count(),
        steps in prop::collection::vec(step(), 5..250),
    ) {
        let (stand, visibility, rated, around) = stand;
        let usual = RoomSettings { stand, visibility, rated, ..room(DecisionMode::Hand) };
        let settings = small(RoomSettings { decision, clock, ..usual });
        let mut story = Story::new(around, settings, south, north);
        for step in &steps {
            story.act(step);
            story.follow();
        }
        story.w.check_log();
        story.must_end();
        story.w.check_log();
    }

    /// P13: if all whose voices count vote alike and stay, it stands a settle time after the last
    /// of them, and not before the least time and that settle time.
    #[test]
    fn one_mind_needs_no_longer_than_it_must(
        members in 2..12usize,
        delays in prop::collection::vec(0u64..800, 12),
        mode in prop::sample::select(vec![
            DecisionMode::Plurality,
            DecisionMode::Majority,
            DecisionMode::Consensus,
        ]),
    ) {
        let mut w = World::playing(room(mode), members, 1);
        let (opened, mv) = (w.now, w.mv(3));
        for (member, delay) in (1..=members).zip(&delays) {
            w.wait(*delay);
            // The last of many may come when the ballot has closed on the votes of the others.
            if w.plies() == 0 {
                w.votes(&format!("s{member}"), 3);
            }
        }
        let latest = w.now.max(opened + 3_000) + 2_000;
        w.wait(latest.saturating_sub(w.now));
        let game = w.game();
        prop_assert_eq!(game.plies.first().map(|ply| ply.mv.clone()), Some(mv));
        w.check_log();
    }
}
