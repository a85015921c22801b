//! People, what they do, and time that passes as the shell lets it pass.

use engine::{BySide, Move, Offer, Preset, SeriesGoal, Side};
use proptest::prelude::ProptestConfig;
use protocol::command::Hearers;
use protocol::event::HoldReason;
use protocol::http::BotSeats;
use protocol::settings::{
    Clock, Decision, DecisionMode, FlagPolicy, GameChoice, HandPolicy, RoomSettings, StarterRule,
};
use protocol::view::{BallotView, GameView, MotionView, TableView, TeamView, TriedView, TurnView};
use protocol::{At, BallotId, Cid, Command, Entry, Event, MemberId, Motion, MotionKind, Refusal, UserId};
use server::room::{Around, Ask, Caller, Order, Room, decide, entry, settings, view};
use uuid::Uuid;

use crate::watch::Watch;

/// A room, its log, and a clock wound by hand.
pub(crate) struct World {
    pub(crate) room: Room,
    pub(crate) log: Vec<Entry>,
    pub(crate) now: u64,
    /// What the room cannot know of the world around it. A server without bets unless a test says
    /// otherwise.
    pub(crate) around: Around,
    orders: u128,
    watch: Watch,
}

pub(crate) const SOUTH: Side = Side::South;
pub(crate) const NORTH: Side = Side::North;

/// How many stories a property is tried on: 64, or a quarter of `PROPTEST_CASES`.
pub(crate) fn stories() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases.div_ceil(4), max_shrink_iters: 20_000, ..usual }
}

/// En Dodoi 2×8, South starts, live times, seats for fifty, no clock.
pub(crate) fn room(mode: DecisionMode) -> RoomSettings {
    let usual = settings::defaults(Preset::EnDodoi);
    RoomSettings {
        series: SeriesGoal::Single,
        starter: StarterRule::Agreement,
        team_max: 50,
        clock: Clock::None,
        decision: Decision { mode, ..usual.decision },
        ..usual
    }
}

/// The same with other details of deciding.
pub(crate) fn deciding(mode: DecisionMode, change: impl FnOnce(&mut Decision)) -> RoomSettings {
    let mut settings = room(mode);
    change(&mut settings.decision);
    settings
}

/// The same with a clock.
pub(crate) fn clocked(mode: DecisionMode, clock: Clock) -> RoomSettings {
    RoomSettings { clock, ..room(mode) }
}

/// A bank that loses when it is empty.
pub(crate) const fn bank(ms: u32) -> Clock {
    Clock::Bank { ms, increment_ms: 0, flag: FlagPolicy::Lose }
}

/// A room in which the hand lays and the move stands at once, with ten minutes a side.
pub(crate) fn brisk() -> RoomSettings {
    let decided = deciding(DecisionMode::Hand, |decision| decision.consent_ms = 0);
    RoomSettings { clock: bank(600_000), ..decided }
}

/// One hand for the whole game.
pub(crate) fn fixed(decision: &mut Decision) {
    decision.hand = HandPolicy::Fixed;
}

/// A small board for games to the last seed.
pub(crate) fn small(settings: RoomSettings) -> RoomSettings {
    let game = GameChoice { preset: settings.game.preset, pits: 6, seeds_per_pit: 4 };
    RoomSettings { game, ..settings }
}

pub(crate) fn user(name: &str) -> UserId {
    let bits = name.bytes().fold(7u128, |sum, byte| sum * 257 + u128::from(byte));
    UserId(Uuid::from_u128(bits))
}

pub(crate) fn person(name: &str) -> Caller {
    Caller::Person { user: user(name), name: name.to_owned() }
}

impl World {
    /// A room that the host has opened, without anybody in it.
    pub(crate) fn open(settings: RoomSettings) -> Self {
        Self::open_with(settings, BotSeats::default()).unwrap()
    }

    pub(crate) fn open_with(settings: RoomSettings, bots: BotSeats) -> Result<Self, Refusal> {
        Self::open_in(Around::default(), settings, bots)
    }

    /// The same in a world of its own. As a page does, the host asks for no more betting than the
    /// server allows.
    pub(crate) fn open_in(
        around: Around,
        mut settings: RoomSettings,
        bots: BotSeats,
    ) -> Result<Self, Refusal> {
        settings.stand.betting = settings.stand.betting.min(around.betting);
        let mut world = Self {
            room: Room::default(),
            log: Vec::new(),
            now: 1_000_000,
            around,
            orders: 0,
            watch: Watch::default(),
        };
        let bot_users = (0..bots.south + bots.north).map(|n| (user(&format!("bot {n}")), "Bot".to_owned()));
        let ask = Ask::Open { settings, bots, bot_users: bot_users.collect() };
        world.ask(person("host"), None, None, ask)?;
        Ok(world)
    }

    /// A room in which `s1`, `s2`, … play against `n1`, `n2`, …; South is to move.
    pub(crate) fn playing(settings: RoomSettings, south: usize, north: usize) -> Self {
        let mut world = Self::open(settings);
        world.begin(south, north);
        world
    }

    /// The same in a room that is open already.
    pub(crate) fn begin(&mut self, south: usize, north: usize) {
        self.seat("s", south, SOUTH);
        self.seat("n", north, NORTH);
        self.starts();
    }

    /// Everybody is ready, and South starts.
    pub(crate) fn starts(&mut self) {
        for side in ["s1", "n1"] {
            self.must(side, Command::StarterSet { starter: Some(SOUTH) });
        }
        self.everybody_is_ready();
        if let Some(start) = self.table().start_at {
            self.wait(start - self.now);
        }
        assert_eq!(self.turn().side, SOUTH);
    }

    /// Members with numbered names sit down on a side.
    pub(crate) fn seat(&mut self, letter: &str, count: usize, side: Side) {
        for number in 1..=count {
            self.must(&format!("{letter}{number}"), Command::SeatTake { side: Some(side), withdraw: false });
        }
    }

    pub(crate) fn everybody_is_ready(&mut self) {
        for member in self.table().members {
            let waits =
                !member.seats.is_empty() && self.table().game.is_none_or(|game| game.result.is_some());
            if waits && member.kind == protocol::event::MemberKind::Person {
                self.must(&member.name, Command::ReadySet { on: true });
            }
        }
    }

    // ---- asking ------------------------------------------------------------------------------

    /// What the shell does: earlier timers first, then the order, then the log.
    pub(crate) fn ask(
        &mut self,
        by: Caller,
        cid: Option<Cid>,
        seen: Option<At>,
        ask: Ask,
    ) -> Result<Vec<Event>, Refusal> {
        let (at, entropy, around) = (self.now, self.entropy(), self.around.clone());
        let order = Order { at, entropy, by, cid, seen, around, ask };
        self.order(&order)
    }

    pub(crate) fn order(&mut self, order: &Order) -> Result<Vec<Event>, Refusal> {
        let decided = decide(&self.room, order);
        assert_eq!(decided, decide(&self.room, order), "the same order of the same room");
        let events = decided?;
        if !events.is_empty() {
            let entry = entry(&self.room, order, events.clone());
            let before = self.room.clone();
            self.room.apply_entry(&entry);
            self.watch.entry(&before, &self.room, &entry, order);
            self.log.push(entry);
        }
        Ok(events)
    }

    fn entropy(&mut self) -> u64 {
        self.orders += 1;
        u64::try_from(self.orders).unwrap().wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// A command with a fresh identity, by somebody who sees the present.
    pub(crate) fn does(&mut self, name: &str, command: Command) -> Result<Vec<Event>, Refusal> {
        let cid = Cid(Uuid::from_u128(self.orders + (1 << 64)));
        let seen = self.at();
        let events = self.ask(person(name), Some(cid), seen, Ask::Command(command))?;
        assert!(matches!(events.last(), Some(Event::Done { cid: done, .. }) if *done == cid));
        Ok(events)
    }

    pub(crate) fn must(&mut self, name: &str, command: Command) -> Vec<Event> {
        let said = format!("{name}: {command:?}");
        self.does(name, command).unwrap_or_else(|refusal| panic!("{said} was refused: {refusal:?}"))
    }

    pub(crate) fn refused(&mut self, name: &str, command: Command) -> Refusal {
        let said = format!("{name}: {command:?}");
        let before = self.room.clone();
        let refusal = self.does(name, command).expect_err(&said);
        assert_eq!(self.room, before);
        refusal
    }

    // ---- time --------------------------------------------------------------------------------

    /// Time passes; every timer fires at its own moment.
    pub(crate) fn wait(&mut self, ms: u64) {
        let end = self.now + ms;
        while let Some(due) = self.room.next_deadline().filter(|due| *due <= end) {
            self.now = self.now.max(due);
            let events = self.ask(Caller::Server, None, None, Ask::Tick).unwrap();
            assert!(!events.is_empty(), "a timer was due and did nothing");
        }
        self.now = end;
    }

    /// Time passes until a moment, at which an order may arrive before the timers of that moment.
    pub(crate) fn arrive(&mut self, moment: u64) {
        self.wait(moment - 1 - self.now);
        self.now = moment;
    }

    // ---- doing -------------------------------------------------------------------------------

    pub(crate) fn votes(&mut self, name: &str, choice: usize) -> Vec<Event> {
        let command = self.vote_command(name, choice);
        self.must(name, command)
    }

    pub(crate) fn vote_command(&self, name: &str, choice: usize) -> Command {
        Command::VoteSet { ballot: self.ballot_of(name), mv: self.mv(choice) }
    }

    pub(crate) fn clears(&mut self, name: &str) {
        let ballot = self.ballot_of(name);
        self.must(name, Command::VoteClear { ballot });
    }

    pub(crate) fn proposes(&mut self, name: &str, choice: usize, note: &str) {
        let command = self.propose_command(name, choice, note);
        self.must(name, command);
    }

    pub(crate) fn propose_command(&self, name: &str, choice: usize, note: &str) -> Command {
        Command::ProposalAdd { ballot: self.ballot_of(name), mv: self.mv(choice), note: note.to_owned() }
    }

    pub(crate) fn lays(&mut self, name: &str, choice: usize) -> Vec<Event> {
        let mv = self.mv(choice);
        self.must(name, Command::MoveLay { mv })
    }

    pub(crate) fn objects(&mut self, name: &str) -> Vec<Event> {
        self.must(name, Command::ObjectSet { on: true })
    }

    pub(crate) fn approves(&mut self, name: &str) -> Vec<Event> {
        self.must(name, Command::ApproveSet { on: true })
    }

    pub(crate) fn withdraws(&mut self, name: &str) {
        self.must(name, Command::MoveWithdraw {});
    }

    /// Somebody moves something, or is for it where it is open already.
    pub(crate) fn moves(&mut self, name: &str, what: Motion) -> Vec<Event> {
        self.must(name, Command::MotionOpen { what })
    }

    pub(crate) fn barred(&mut self, name: &str, what: Motion) -> Refusal {
        self.refused(name, Command::MotionOpen { what })
    }

    /// Somebody says what he thinks of the motion of a kind that is open before his side.
    pub(crate) fn voices(&mut self, name: &str, kind: MotionKind, yes: Option<bool>) -> Vec<Event> {
        let side = if name.starts_with('s') { SOUTH } else { NORTH };
        let motion = self.motion(side, kind).unwrap().motion;
        self.must(name, Command::MotionVote { motion, yes })
    }

    /// The motion of a kind that is open before a side.
    pub(crate) fn motion(&self, side: Side, kind: MotionKind) -> Option<MotionView> {
        self.team(side).motions.into_iter().find(|motion| motion.what.kind() == kind)
    }

    /// Everybody named moves the same; the first ones of each side are enough where they are many.
    pub(crate) fn all_move(&mut self, names: &[&str], what: Motion) {
        for name in names {
            self.moves(name, what);
        }
    }

    pub(crate) fn leaves(&mut self, name: &str) {
        self.must(name, Command::SeatLeave {});
    }

    pub(crate) fn sits(&mut self, name: &str, side: Side) {
        self.must(name, Command::SeatTake { side: Some(side), withdraw: false });
    }

    pub(crate) fn says(&mut self, name: &str, to: Hearers, text: &str) {
        self.must(name, Command::ChatSay { to, text: text.to_owned() });
    }

    /// Sockets come or go.
    pub(crate) fn socket(&mut self, name: &str, online: bool) {
        self.ask(Caller::Server, None, None, Ask::Presence { user: user(name), online }).unwrap();
    }

    /// Somebody loses the line and his grace runs out.
    pub(crate) fn goes_away(&mut self, name: &str) {
        self.socket(name, false);
        self.wait(protocol::limits::GRACE_MS);
    }

    pub(crate) fn hold(&mut self, reason: HoldReason) {
        self.ask(Caller::Server, None, None, Ask::Hold(reason)).unwrap();
    }

    pub(crate) fn release(&mut self, reason: HoldReason) {
        self.ask(Caller::Server, None, None, Ask::Release(reason)).unwrap();
    }

    // ---- looking -----------------------------------------------------------------------------

    pub(crate) fn table(&self) -> TableView {
        view::table(&self.room).unwrap()
    }

    pub(crate) fn team(&self, side: Side) -> TeamView {
        view::team(&self.room, side)
    }

    pub(crate) fn game(&self) -> GameView {
        self.table().game.unwrap()
    }

    pub(crate) fn turn(&self) -> TurnView {
        self.game().turn.unwrap()
    }

    pub(crate) fn tried(&self) -> Option<TriedView> {
        self.game().turn.and_then(|turn| turn.tried)
    }

    pub(crate) fn ballot(&self) -> BallotView {
        self.team(self.turn().side).ballot.unwrap()
    }

    pub(crate) fn has_ballot(&self) -> bool {
        self.team(self.turn().side).ballot.is_some()
    }

    /// Plies that stood.
    pub(crate) fn plies(&self) -> usize {
        self.game().plies.len()
    }

    pub(crate) fn offers(&self) -> Vec<Offer> {
        view::offers(&self.room).unwrap().2
    }

    /// The legal moves by number, the first one again behind the last.
    pub(crate) fn mv(&self, choice: usize) -> Move {
        let offers = self.offers();
        offers[choice % offers.len()].mv.clone()
    }

    pub(crate) fn at(&self) -> Option<At> {
        let game = view::table(&self.room)?.game?;
        let back = game.back();
        let turn = game.turn?;
        Some(At { game: game.game, ply: turn.ply, tries: turn.tries, back })
    }

    pub(crate) fn id(&self, name: &str) -> MemberId {
        self.room.member_of(user(name)).unwrap()
    }

    pub(crate) fn name(&self, id: MemberId) -> String {
        let member = self.table().members.into_iter().find(|member| member.id == id);
        member.unwrap().name
    }

    /// Who holds the hand of a side.
    pub(crate) fn hand(&self, side: Side) -> Option<String> {
        self.game().hands[side].map(|hand| self.name(hand))
    }

    /// The ballot of the side of the turn; 0 when there is none.
    pub(crate) fn ballot_of(&self, _name: &str) -> BallotId {
        self.team(self.turn().side).ballot.map_or(BallotId(0), |ballot| ballot.ballot)
    }

    pub(crate) fn left(&self) -> BySide<u64> {
        let clock = self.game().clock;
        BySide::from_fn(|side| {
            let ran = if clock.running == Some(side) { self.now - clock.since } else { 0 };
            clock.remaining_ms[side].saturating_sub(ran)
        })
    }

    // ---- the end of every story --------------------------------------------------------------

    /// P9: the log, written and read, gives the live room and everybody's view of it.
    pub(crate) fn check_log(&self) {
        let text = serde_json::to_string(&self.log).unwrap();
        let read: Vec<Entry> = serde_json::from_str(&text).unwrap();
        let folded = Room::fold(&read);
        assert_eq!(folded, self.room);
        assert_eq!(view::table(&folded), view::table(&self.room));
    }
}

/// Whether something of a kind is among the events.
#[macro_export]
macro_rules! saw {
    ($events:expr, $pattern:pat $(if $guard:expr)?) => {
        $events.iter().any(|event| matches!(event, $pattern $(if $guard)?))
    };
}
