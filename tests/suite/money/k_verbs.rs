//! K4: every verb of betting, by everybody, in every state of a market. Who may not is told why, and
//! nothing moves: a row of the tables below is a person, a column a state.

use std::collections::BTreeMap;
use std::time::Duration;

use engine::{SeriesGoal, Side};
use protocol::betting::{BetBar, Coins, MarketState, Outcome, SuspendReason, WalletScope};
use protocol::command::Hearers;
use protocol::http::betting::{AdminAct, AdminVerb, BettingWish};
use protocol::{CloseCode, Command, MarketId, Refusal, RoomId, RoomSettings};
use sindillo_tests::http::Response;
use sindillo_tests::table::{Table, sits};
use sindillo_tests::{Person, Request, Tab, World};
use uuid::Uuid;

use super::booth::{self, AT_ONCE, Booth, free, has_account, story, ticket};
use super::k_voids::administrator;

/// Those who ask.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Who {
    /// Watches, without an account.
    Guest,
    /// Watches, with one.
    Account,
    /// The same, and has a stake of 60 on South.
    Holder,
    /// The same; the host lets him say nothing.
    Muted,
    /// Has hidden betting from himself.
    Hidden,
    /// Takes a break from betting.
    OnBreak,
    /// Was banned from betting when he had a stake of 40 on North.
    Banned,
    /// Looks after the server.
    Admin,
    /// Has opened the room, and watches.
    Host,
    /// Sits.
    Seated,
    /// Sat before the market opened.
    Former,
}

/// What may be answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Told {
    Yes,
    Scope,
    Off,
    Ban,
    Part,
    Rule,
    Stop,
    Lock,
    Shut,
}

use Told::{Ban, Lock, Off, Part, Rule, Scope, Shut, Stop, Yes};
use Who::{Account, Admin, Banned, Former, Guest, Hidden, Holder, Host, Muted, OnBreak, Seated};

/// Where a market is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum State {
    None,
    Open,
    Suspended,
    Locked,
    /// And the next one is open.
    Settled,
    Void,
}

/// A stake of 70 on North, where one has another stake or none.
const PLACE: [(Who, [Told; 6]); 11] = [
    //         none  open  susp. locked settled void
    (Guest, [Shut, Scope, Stop, Lock, Shut, Shut]),
    (Account, [Shut, Yes, Stop, Lock, Shut, Shut]),
    (Holder, [Shut, Yes, Stop, Lock, Shut, Shut]),
    (Muted, [Shut, Yes, Stop, Lock, Shut, Shut]),
    (Hidden, [Shut, Off, Stop, Lock, Shut, Shut]),
    (OnBreak, [Shut, Ban, Stop, Lock, Shut, Shut]),
    (Banned, [Shut, Ban, Stop, Lock, Shut, Shut]),
    (Admin, [Shut, Rule, Stop, Lock, Shut, Shut]),
    (Host, [Rule, Rule, Rule, Rule, Rule, Rule]),
    (Seated, [Part, Part, Part, Part, Part, Part]),
    (Former, [Part, Part, Part, Part, Part, Part]),
];

/// To take back what one has, or nothing.
const WITHDRAW: [(Who, [Told; 6]); 11] = [
    (Guest, [Shut, Yes, Yes, Lock, Shut, Shut]),
    (Account, [Shut, Yes, Yes, Lock, Shut, Shut]),
    (Holder, [Shut, Yes, Yes, Lock, Shut, Shut]),
    (Muted, [Shut, Yes, Yes, Lock, Shut, Shut]),
    (Hidden, [Shut, Yes, Yes, Lock, Shut, Shut]),
    (OnBreak, [Shut, Yes, Yes, Lock, Shut, Shut]),
    (Banned, [Shut, Yes, Yes, Lock, Shut, Shut]),
    (Admin, [Shut, Yes, Yes, Lock, Shut, Shut]),
    (Host, [Rule, Rule, Rule, Rule, Rule, Rule]),
    (Seated, [Part, Part, Part, Part, Part, Part]),
    (Former, [Part, Part, Part, Part, Part, Part]),
];

/// Why one may not bet, as the ticket says it, which is about the newest market.
const BAR: [(Who, [Told; 6]); 11] = [
    (Guest, [Shut, Scope, Stop, Lock, Scope, Shut]),
    (Account, [Shut, Yes, Stop, Lock, Yes, Shut]),
    (Holder, [Shut, Yes, Stop, Lock, Yes, Shut]),
    (Muted, [Shut, Yes, Stop, Lock, Yes, Shut]),
    (Hidden, [Shut, Off, Stop, Lock, Off, Shut]),
    (OnBreak, [Shut, Ban, Stop, Lock, Ban, Shut]),
    (Banned, [Shut, Ban, Stop, Lock, Ban, Shut]),
    (Admin, [Shut, Rule, Stop, Lock, Rule, Shut]),
    (Host, [Rule, Rule, Rule, Rule, Rule, Rule]),
    (Seated, [Part, Part, Part, Part, Part, Part]),
    (Former, [Part, Part, Part, Part, Part, Part]),
];

/// The story of the market over HTTP: who sits reads it when it is over, and so does who sat.
const STORY: [(Who, [u16; 6]); 11] = [
    (Guest, [404, 200, 200, 200, 200, 200]),
    (Account, [404, 200, 200, 200, 200, 200]),
    (Holder, [404, 200, 200, 200, 200, 200]),
    (Muted, [404, 200, 200, 200, 200, 200]),
    (Hidden, [404, 200, 200, 200, 200, 200]),
    (OnBreak, [404, 200, 200, 200, 200, 200]),
    (Banned, [404, 200, 200, 200, 200, 200]),
    (Admin, [404, 200, 200, 200, 200, 200]),
    (Host, [404, 200, 200, 200, 200, 200]),
    (Seated, [404, 403, 403, 403, 200, 200]),
    (Former, [404, 200, 200, 403, 200, 200]),
];

/// RoboBanana#15: a payout before the close; and nobody returned after the check of a permission.
#[tokio::test]
async fn k04_every_verb_of_everybody_in_every_state_is_granted_or_refused_and_then_moves_nothing() {
    let world = World::with(&AT_ONCE).await;
    let mut hall = Hall::of(&world).await;
    let mut cells = hall.is_asked(State::None, &[]).await;
    hall.opens().await;
    cells += hall.is_asked(State::Open, &[("GRANT_START", 2), ("STAKE", 4), ("UNSTAKE", 4)]).await;
    hall.does(AdminVerb::Pause { room: hall.room(), on: true }).await;
    hall.all_see(1, MarketState::Suspended).await;
    cells += hall.is_asked(State::Suspended, &[("UNSTAKE", 1)]).await;
    hall.does(AdminVerb::Pause { room: hall.room(), on: false }).await;
    hall.all_see(1, MarketState::Open).await;

    hall.booth.begins().await;
    hall.all_see(1, MarketState::Locked).await;
    cells += hall.is_asked(State::Locked, &[]).await;
    hall.booth.plays(4).await;
    hall.booth.gives_up(Side::North).await;
    hall.booth.is_over(1).await;
    hall.all_see(2, MarketState::Open).await;
    cells += hall.is_asked(State::Settled, &[]).await;
    hall.does(AdminVerb::Void { room: hall.room() }).await;
    hall.all_see(2, MarketState::Void).await;
    cells += hall.is_asked(State::Void, &[]).await;
    hall.each_has_what_is_his(&world).await;
    println!("{cells} answers as they should be");

    hall.booth.table.all_kept_the_contract();
    world.books().await.never_hold_less_than_nothing();
    world.books_are_clean().await;
    world.end().await;
}

/// Where accounts have to be old, new ones are told from when on they may; the same gate for all.
#[tokio::test]
async fn k04_a_new_account_is_told_when_it_may_bet_and_nothing_moves() {
    let world = World::with(&["--no-address-limits"]).await;
    let person = world.person("Kimani").await;
    has_account(&person, "kimani.new").await;
    let booth = Booth::open_for(&world, booth::public(), &[person]).await;
    let tab = &booth.bettors()[0];
    for stake in [10, 200, 5_000] {
        let order = tab.sends_bet(MarketId(1), Outcome::South, stake);
        let refused = tab.bet_answer(&order).await.expect_err("the account is new");
        let BetBar::AccountTooNew { at } = refused else { panic!("{refused:?}") };
        assert!(at > sindillo_tests::tab::now() + 23 * 3_600_000, "in a day: {at}");
        assert_eq!(ticket(tab).await.bar, Some(refused));
    }
    assert!(world.books().await.transfers.is_empty());
    booth.table.all_kept_the_contract();
    world.books_are_clean().await;
    world.end().await;
}

/// A public room with everybody in it.
struct Hall<'w> {
    world: &'w World,
    booth: Booth,
    who: BTreeMap<Who, Tab>,
    admin: Person,
    /// Had a stake, and was sent out of the room.
    sent_away: Tab,
    /// Has a stake of 30 on a draw, and went home.
    gone_home: Tab,
}

impl<'w> Hall<'w> {
    async fn of(world: &'w World) -> Self {
        let admin = administrator(world).await;
        let host = account(world, "Host").await;
        let series = SeriesGoal::FirstToWins { wins: 2 };
        let room = host.opens(RoomSettings { series, ..booth::public() }).await;
        let mut who = BTreeMap::from([(Host, host.enters(&room).await), (Admin, admin.enters(&room).await)]);
        who.insert(Guest, world.person("Guest").await.enters(&room).await);
        for one in [Account, Holder, Muted, Hidden, OnBreak, Banned] {
            who.insert(one, account(world, &format!("{one:?}")).await.enters(&room).await);
        }
        let former = sits(&account(world, "Former").await, &room, Side::South).await;
        former.asks(Command::SeatLeave {}).await.expect("one may stand up");
        who.insert(Former, former);
        who.insert(Seated, sits(&account(world, "Seated").await, &room, Side::South).await);
        let sent_away = account(world, "Sent Away").await.enters(&room).await;
        let gone_home = account(world, "Gone Home").await.enters(&room).await;
        let watchers = who.iter().filter(|(one, _)| **one != Seated).map(|(_, tab)| tab.clone()).collect();
        let table = Table { room, south: vec![who[&Seated].clone()], north: Vec::new(), watchers };
        let booth = Booth::of(table, WalletScope::Server);
        let hall = Self { world, booth, who, admin, sent_away, gone_home };
        for (one, wish) in [
            (Hidden, BettingWish { hidden: Some(true), ..BettingWish::default() }),
            (OnBreak, BettingWish { break_days: Some(1), ..BettingWish::default() }),
        ] {
            let request = Request::with("PUT", "/api/me/betting", &wish);
            assert_eq!(patiently(hall.who[&one].person(), request).await.status, 204);
        }
        hall
    }

    fn room(&self) -> RoomId {
        self.booth.table.room.clone()
    }

    /// Somebody sits in North, so that bets are taken; those who shall have a stake have it.
    async fn opens(&mut self) {
        let north = world_sits(self.world, &self.booth).await;
        self.booth.table.north.push(north);
        self.all_see(1, MarketState::Open).await;
        let stakes = [(Holder, Outcome::South, 60), (Banned, Outcome::North, 40)];
        for (one, outcome, stake) in stakes {
            self.who[&one].bets(outcome, stake).await.expect("bets are taken");
        }
        self.does(AdminVerb::Ban { login: "k4.banned".to_owned(), on: true }).await;
        // The host sends one away who has a stake, and silences another one.
        let (host, away, muted) = (&self.who[&Host], &self.sent_away, &self.who[&Muted]);
        away.bets(Outcome::Draw, 30).await.expect("bets are taken");
        for tab in [away, muted] {
            tab.says(Hearers::Stand, "I am here.").await.expect("a spectator may speak");
        }
        self.gone_home.bets(Outcome::Draw, 30).await.expect("bets are taken");
        self.gone_home.leaves().await;
        let ban = Command::MemberBan { member: away.member(), on: true };
        host.asks(ban).await.expect("the host may");
        assert_eq!(away.waits_for_close().await, Some(CloseCode::Banned.number()));
        let mute = Command::MemberMute { member: muted.member(), on: true };
        host.asks(mute).await.expect("the host may");
    }

    async fn all_see(&self, market: u32, state: MarketState) {
        for tab in self.booth.bettors() {
            tab.waits("the market is so far", |seen| {
                seen.market.as_ref().is_some_and(|now| (now.market, now.state) == (MarketId(market), state))
            })
            .await;
        }
    }

    /// Everybody tries everything; what of it moves coins comes to these kinds of transfers, and no
    /// others. How many answers there were.
    async fn is_asked(&self, state: State, moves: &[(&str, usize)]) -> usize {
        let before = self.world.books().await.transfers.len();
        let market = if state == State::Void { 2 } else { 1 };
        let mut cells = 0;
        for (one, tab) in &self.who {
            cells += self.bets(*one, tab, state, market).await;
            cells += self.looks(*one, tab, state, market).await;
            if *one != Admin {
                cells += self.acts(tab.person(), state, 403).await;
            }
        }
        let away = self.sent_away.opens_at_all().await;
        assert!(state == State::None || away.is_err(), "{state:?}: he stays away");
        if away.is_ok() {
            self.sent_away.kept_the_contract();
        }
        cells += self.nobody_is_told(state, market).await;
        cells += self.admin_is_told(state).await;
        let transfers = self.world.books().await.transfers.split_off(before);
        let mut moved: BTreeMap<&str, usize> = BTreeMap::new();
        transfers.iter().for_each(|line| *moved.entry(&line.kind).or_default() += 1);
        let expected: BTreeMap<&str, usize> = moves.iter().copied().collect();
        assert_eq!(moved, expected, "{state:?}: {transfers:?}");
        self.world.books_are_clean().await;
        cells
    }

    /// Place or change, take back, and bet on a market that never was. Afterwards all is as before.
    async fn bets(&self, one: Who, tab: &Tab, state: State, market: u32) -> usize {
        let mut cells = 0;
        let mut is_told = async |number: u32, outcome, stake, expected: Told| {
            let order = tab.sends_bet(MarketId(number), outcome, stake);
            let answer = tab.bet_answer(&order).await.map(drop);
            assert_eq!(answer, expected.answer(), "{one:?} bets {stake} on market {number}, {state:?}");
            cells += 1;
        };
        let place = of(&PLACE, one, state);
        is_told(market, Outcome::North, 70, place).await;
        if one == Holder && place == Yes {
            is_told(market, Outcome::South, 60, place).await;
        }
        // These two keep what they have for the next column.
        let keeps = (one == Holder && state <= State::Suspended) || (one == Banned && state == State::Open);
        if !keeps || state == State::None {
            is_told(market, Outcome::North, 0, of(&WITHDRAW, one, state)).await;
        }
        // The books know no such market; before there is any, the room says what it knows.
        let nowhere = if state == State::None { place } else { Shut };
        is_told(9, Outcome::South, 50, nowhere).await;
        cells
    }

    /// The ticket, the story and the list.
    async fn looks(&self, one: Who, tab: &Tab, state: State, market: u32) -> usize {
        let ticket = ticket(tab).await;
        assert_eq!(ticket.bar.map_or(Ok(()), Err), of(&BAR, one, state).answer(), "{one:?}, {state:?}");
        let stake = (one == Holder && (State::Open..=State::Locked).contains(&state)).then_some(60);
        let stake = stake.or((one == Banned && state == State::Open).then_some(40));
        assert_eq!(ticket.stake.map(|stake| stake.stake.get()), stake, "{one:?}, {state:?}");
        if one == Seated {
            assert_eq!((ticket.market, ticket.wallet), (None, None), "who sits is shown nothing");
        }
        let expected = of_story(one, state);
        match story(tab, market).await {
            Ok(story) => {
                assert_eq!(expected, 200, "{one:?} reads {market}, {state:?}");
                let shows = story.view.pools.is_some();
                assert_eq!(shows, [State::Locked, State::Settled].contains(&state), "{one:?}, {state:?}");
                assert_eq!(story.points.is_empty(), !shows, "{one:?}, {state:?}: {:?}", story.points);
            }
            Err(Refusal::ForbiddenRole) => assert_eq!(expected, 403, "{one:?}, {state:?}"),
            Err(Refusal::NotFound) => assert_eq!(expected, 404, "{one:?}, {state:?}"),
            Err(other) => panic!("{one:?}, {state:?}: {other:?}"),
        }
        let list = Request::get(format!("/api/rooms/{}/markets", self.room()));
        assert_eq!(patiently(tab.person(), list).await.status, 200);
        3
    }

    /// Whoever does not look after the server does nothing to its books.
    async fn acts(&self, person: &Person, state: State, status: u16) -> usize {
        for act in self.all_acts() {
            let answer = patiently(person, Request::post("/api/admin/betting", &act)).await;
            assert_eq!(answer.status, status, "{} and {act:?}, {state:?}: {}", person.name(), answer.text());
        }
        let abuse = patiently(person, Request::get("/api/admin/abuse")).await;
        assert_eq!(abuse.status, status, "{}, {state:?}", person.name());
        self.all_acts().len() + 1
    }

    fn all_acts(&self) -> Vec<AdminAct> {
        let (room, login) = (self.room(), "k4.account".to_owned());
        let verbs = [
            AdminVerb::Pause { room: room.clone(), on: true },
            AdminVerb::Pause { room: room.clone(), on: false },
            AdminVerb::Void { room },
            AdminVerb::Adjust { login: login.clone(), amount: coins(500), taken: false },
            AdminVerb::Adjust { login: login.clone(), amount: coins(5), taken: true },
            AdminVerb::Ban { login: login.clone(), on: true },
            AdminVerb::Ban { login, on: false },
        ];
        verbs.map(act).into()
    }

    /// Without a cookie nobody is anybody.
    async fn nobody_is_told(&self, state: State, market: u32) -> usize {
        let room = self.room();
        let mut requests: Vec<Request> =
            ["markets".to_owned(), format!("markets/{market}"), "leaderboard".to_owned()]
                .iter()
                .map(|path| Request::get(format!("/api/rooms/{room}/{path}")))
                .collect();
        requests.extend(self.all_acts().iter().map(|act| Request::post("/api/admin/betting", act)));
        requests.push(Request::post("/api/ws-ticket", &protocol::http::TicketRequest { room }));
        for request in &requests {
            let request = request.clone().header("origin", self.world.address().origin());
            let request = request.header("sec-fetch-site", "same-origin");
            let answer = self.world.fetch(request).await;
            assert_eq!(answer.status, 401, "{state:?}: {}", answer.text());
        }
        requests.len()
    }

    /// What an administrator is refused: there is nothing to stop, the reason is none, there is no
    /// such room or account, there are not so many coins, or the key was another act's.
    async fn admin_is_told(&self, state: State) -> usize {
        let mut cells = 0;
        let mut is_told = async |act: &AdminAct, expected: Refusal| {
            let answer = patiently(&self.admin, Request::post("/api/admin/betting", act)).await;
            let refusal = answer.refusal();
            let same = match (&refusal, &expected) {
                (Refusal::BadMessage { .. }, Refusal::BadMessage { .. }) => true,
                (refusal, expected) => refusal == expected,
            };
            assert!(same, "{act:?}, {state:?}: {refusal:?}");
            cells += 1;
        };
        let closed = Refusal::BetRefused { why: BetBar::MarketClosed };
        if [State::None, State::Void].contains(&state) {
            for verb in [
                AdminVerb::Pause { room: self.room(), on: true },
                AdminVerb::Pause { room: self.room(), on: false },
                AdminVerb::Void { room: self.room() },
            ] {
                is_told(&act(verb), closed.clone()).await;
            }
        }
        let nowhere = RoomId::from_bits([7; 10]);
        is_told(&act(AdminVerb::Void { room: nowhere }), Refusal::NoRoom).await;
        let login = "k4.nobody".to_owned();
        is_told(&act(AdminVerb::Ban { login: login.clone(), on: true }), Refusal::NotFound).await;
        is_told(&act(AdminVerb::Adjust { login, amount: coins(5), taken: false }), Refusal::NotFound).await;
        let short = AdminAct { reason: "Too short".to_owned(), ..act(AdminVerb::Void { room: self.room() }) };
        is_told(&short, Refusal::BadMessage { why: String::new() }).await;
        cells
    }

    /// One ban, a pause that was called off, and a void with nothing in it: everybody has what the
    /// result of the first market left him.
    async fn each_has_what_is_his(&self, world: &World) {
        // 60 on South and 30 on a draw: South won.
        for (one, coins) in [(Account, 1_000), (Holder, 1_030), (Muted, 1_000), (Banned, 1_000)] {
            assert_eq!(free(&ticket(&self.who[&one]).await), coins, "{one:?}");
        }
        let wallet = booth::wallet(self.sent_away.person()).await;
        let back = wallet.free.expect("an account").get() - wallet.granted.get();
        assert_eq!(back, 1_000, "who was sent away before the game has his stake back");
        let row = booth::bets_of(self.gone_home.person()).await.remove(0);
        assert_eq!(row.paid.map(|paid| (paid.stake.get(), paid.back.get())), Some((30, 0)), "he has lost");
        // Sent again by the same key an act is not done again, and another one by it is refused.
        let gift = act(AdminVerb::Adjust { login: "k4.account".to_owned(), amount: coins(7), taken: false });
        for _ in 0..3 {
            let answer = patiently(&self.admin, Request::post("/api/admin/betting", &gift)).await;
            assert_eq!(answer.status, 204, "{}", answer.text());
        }
        let login = "k4.account".to_owned();
        let other = AdminAct { act: AdminVerb::Adjust { login, amount: coins(8), taken: false }, ..gift };
        let answer = patiently(&self.admin, Request::post("/api/admin/betting", &other)).await;
        assert_eq!(answer.refusal(), Refusal::BetRefused { why: BetBar::IdempotencyConflict });
        assert_eq!(free(&ticket(&self.who[&Account]).await), 1_007);
        assert_eq!(world.books().await.of_kind("ADJUST").count(), 1);
    }

    async fn does(&self, verb: AdminVerb) {
        let done = patiently(&self.admin, Request::post("/api/admin/betting", &act(verb))).await;
        assert_eq!(done.status, 204, "{}", done.text());
    }
}

impl Told {
    fn answer(self) -> Result<(), BetBar> {
        Err(match self {
            Yes => return Ok(()),
            Scope => BetBar::WalletScope,
            Off => BetBar::BettingOff,
            Ban => BetBar::BettorBanned,
            Part => BetBar::IsParticipant,
            Rule => BetBar::HasAuthority,
            Stop => BetBar::MarketSuspended { why: SuspendReason::Admin },
            Lock => BetBar::MarketLocked,
            Shut => BetBar::MarketClosed,
        })
    }
}

fn of(table: &[(Who, [Told; 6])], one: Who, state: State) -> Told {
    let row = table.iter().find(|(who, _)| *who == one).expect("everybody has a row").1;
    row[state as usize]
}

fn of_story(one: Who, state: State) -> u16 {
    STORY.iter().find(|(who, _)| *who == one).expect("everybody has a row").1[state as usize]
}

async fn account(world: &World, name: &str) -> Person {
    let person = world.person(&format!("K4 {name}")).await;
    let login = format!("k4.{}", name.to_lowercase().replace(' ', ""));
    has_account(&person, &login).await;
    person
}

async fn world_sits(world: &World, booth: &Booth) -> Tab {
    sits(&world.person("Tipape").await, &booth.table.room, Side::North).await
}

fn act(act: AdminVerb) -> AdminAct {
    AdminAct { key: Uuid::new_v4(), act, reason: "It is tried what comes of it.".to_owned() }
}

fn coins(count: u64) -> Coins {
    Coins::new(count).expect("coins")
}

/// Ask, and where that was too often ask again after the time one is told.
async fn patiently(person: &Person, request: Request) -> Response {
    loop {
        let answer = person.fetch(request.clone()).await.expect("an answer");
        if answer.status != 429 {
            return answer;
        }
        let Refusal::RateLimited { wait_ms } = answer.refusal() else { panic!("{}", answer.text()) };
        // What any client does that is told to wait.
        tokio::time::sleep(Duration::from_millis(u64::from(wait_ms) + 1)).await;
    }
}
