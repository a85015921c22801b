//! The pool is sealed: while bets are taken nobody receives a byte of how they are split, or of who
//! has bet what, other than his own; who sits receives nothing of it at all before his match is over,
//! on whatever socket or route. Coins here are numbers of eight digits that nothing else looks like.

use std::collections::{BTreeMap, BTreeSet};

use engine::Side;
use protocol::RoomSettings;
use protocol::betting::{MarketState, Outcome, WalletScope};
use protocol::http::betting::{AdminAct, AdminVerb};
use protocol::settings::Visibility;
use sindillo_tests::table::{Table, sits};
use sindillo_tests::{Person, Request, Tab, World};
use uuid::Uuid;

use super::holds_none;
use crate::money::booth::{self, AT_ONCE, Booth, has_account};

/// Coins of a wallet.
const GRANT: u64 = 80_000_000;
/// Those who bet. Nobody of them says a word, so that nobody has a reason to know them.
const BETTORS: [&str; 6] = ["Zuhura", "Makinda", "Tumaini", "Rukia", "Ndovu", "Baraka"];
/// What they bet, one after the other: some think better of it. The first one is alone with his stake
/// in the pot for a moment, which is all that a pot can tell.
const BETS: [(usize, Outcome, u64); 9] = [
    (0, Outcome::South, 10_357_911),
    (1, Outcome::North, 11_235_813),
    (2, Outcome::North, 14_692_471),
    (3, Outcome::South, 12_624_720),
    (4, Outcome::Draw, 22_360_679),
    (5, Outcome::Draw, 16_180_339),
    (1, Outcome::South, 20_468_013),
    (3, Outcome::South, 0),
    (3, Outcome::North, 17_320_508),
];
/// What a market consists of, as it is written.
const OF_MARKETS: [&str; 5] =
    ["\"f\":\"market\"", "\"f\":\"ticket\"", "\"pools\"", "\"bettors\"", "\"pays\""];
/// What tells a split, as it is written.
const OF_SPLITS: [&str; 3] = ["\"pools\":[", "\"percent\"", "\"multiple\""];

#[tokio::test]
async fn f14_of_the_pool_of_accounts_no_player_learns_anything_and_nobody_a_split_too_early() {
    is_sealed(booth::public()).await;
}

#[tokio::test]
async fn f14_of_the_pool_of_a_room_no_player_learns_anything_and_nobody_a_split_too_early() {
    is_sealed(booth::settings()).await;
}

async fn is_sealed(settings: RoomSettings) {
    let grant = GRANT.to_string();
    let flags = [&AT_ONCE[..], &["--start-grant", &grant, "--max-stake", &grant]].concat();
    let mut world = World::with(&flags).await;
    let mut scene = Scene::set(&world, settings).await;
    let secrets = scene.bets().await;

    // While they are open, and while they are stopped.
    scene.comes(&world, "Hodan").await;
    scene.looks_everywhere(&world).await;
    scene.is_paused(true).await;
    scene.comes(&world, "Warsame").await;
    scene.looks_everywhere(&world).await;
    scene.is_paused(false).await;
    world.kill().await;
    scene.booth.table.everybody().for_each(Tab::returns);
    world.restart().await;
    for tab in scene.booth.table.everybody() {
        tab.is_up_to_date().await;
        tab.returns_no_more();
    }
    for tab in scene.booth.bettors() {
        tab.market_is(MarketState::Open).await;
    }
    scene.comes(&world, "Deqa").await;
    let fickle = &scene.booth.bettors()[6];
    fickle.is_cut();
    fickle.connects().await;
    fickle.market_is(MarketState::Open).await;
    scene.nobody_who_watches_knows(&secrets);
    scene.no_player_knows(&secrets);

    // From the lock on the split is everybody's who does not sit.
    scene.booth.begins().await;
    for tab in scene.booth.bettors() {
        tab.market_is(MarketState::Locked).await;
    }
    scene.looks_everywhere(&world).await;
    scene.booth.plays(4).await;
    scene.no_player_knows(&secrets);
    scene.who_watches_knows_the_split_and_no_names(&secrets);

    scene.booth.gives_up(Side::North).await;
    scene.booth.is_over(1).await;
    scene.sits_on().await;
    scene.no_player_knows(&secrets);
    scene.what_is_over_can_be_read(&secrets).await;
    let log = world.log().text();
    assert!(BETTORS.iter().all(|name| !log.contains(name)), "the server's own log names nobody");
    scene.booth.table.all_kept_the_contract();
    world.books_are_clean().await;
    world.end().await;
}

/// A match, those who bet on it, and those who only look.
struct Scene {
    booth: Booth,
    /// Looks after the server.
    admin: Person,
    /// The same browsers, for what only who asks for it may be told.
    aside: BTreeMap<String, Person>,
}

/// What there is to know of a pool.
#[derive(Default)]
struct Secrets {
    /// Stakes and wallets of each, whenever.
    of: [BTreeSet<u64>; 6],
    /// What lay on each outcome, whenever.
    split: BTreeSet<u64>,
    /// What lies there at the end.
    pools: BTreeSet<u64>,
    /// What lay in the pot, whenever: whoever watches is told.
    totals: BTreeSet<u64>,
}

impl Secrets {
    /// What somebody may not know who has these numbers of his own, and sees the pot.
    fn from(&self, own: Option<usize>) -> BTreeSet<u64> {
        let all: BTreeSet<u64> = self.of.iter().flatten().chain(&self.split).copied().collect();
        let known = |number: &u64| {
            self.totals.contains(number) || own.is_some_and(|own| self.of[own].contains(number))
        };
        all.into_iter().filter(|number| !known(number)).collect()
    }

    /// All of it.
    fn all(&self) -> BTreeSet<u64> {
        self.from(None).union(&self.totals).copied().collect()
    }
}

impl Scene {
    async fn set(world: &World, settings: RoomSettings) -> Self {
        let admin = world.person("Naserian").await;
        has_account(&admin, "naserian.m").await;
        let granted = world.administers(&["grant", "naserian.m"]).await;
        assert!(granted.status.success(), "{granted:?}");
        let scope = match settings.visibility {
            Visibility::Public => WalletScope::Server,
            Visibility::Unlisted => WalletScope::Room,
        };
        let host = world.person("Lemayian").await;
        let room = host.opens(settings).await;
        let mut table = Table { room, south: Vec::new(), north: Vec::new(), watchers: Vec::new() };
        for (side, name) in
            [(Side::South, None), (Side::South, Some("Sankau")), (Side::North, Some("Tipape"))]
                .into_iter()
                .chain([(Side::North, Some("Resiato"))])
        {
            let person = match name {
                Some(name) => world.person(name).await,
                None => host.clone(),
            };
            let seated = sits(&person, &table.room, side).await;
            // What he got before he sat is not looked at.
            let tab = person.beside().enters(&table.room).await;
            seated.leaves().await;
            if side == Side::South { table.south.push(tab) } else { table.north.push(tab) }
        }
        for name in BETTORS {
            let person = world.person(name).await;
            has_account(&person, &format!("{}.mdau", name.to_lowercase())).await;
            table.watchers.push(person.enters(&table.room).await);
        }
        let aside = table.everybody().map(|tab| (tab.name().to_owned(), tab.person().beside())).collect();
        let scene = Self { booth: Booth::of(table, scope), admin, aside };
        for tab in scene.booth.bettors() {
            tab.market_is(MarketState::Open).await;
        }
        scene
    }

    /// The bets are placed; what there is to know of them.
    async fn bets(&self) -> Secrets {
        let mut secrets = Secrets::default();
        let mut held: BTreeMap<usize, (Outcome, u64)> = BTreeMap::new();
        for (who, outcome, stake) in BETS {
            self.booth.bettors()[who].bets(outcome, stake).await.expect("bets are taken");
            held.insert(who, (outcome, stake));
            secrets.of[who].extend([stake, GRANT - stake]);
            secrets.pools = Outcome::ALL
                .map(|outcome| held.values().filter(|held| held.0 == outcome).map(|held| held.1).sum())
                .into();
            secrets.split.extend(&secrets.pools);
            let total = secrets.pools.iter().sum();
            secrets.totals.insert(total);
            for tab in self.booth.bettors() {
                let told = |seen: &sindillo_tests::Seen| {
                    seen.market.as_ref().is_some_and(|market| market.total.get() == total)
                };
                tab.waits("the pot is told", told).await;
            }
        }
        for set in secrets.of.iter_mut().chain([&mut secrets.split, &mut secrets.totals]) {
            set.retain(|number| (1_000_000..GRANT).contains(number) || *number > GRANT);
        }
        assert_eq!(secrets.pools.len(), 3, "{:?}", secrets.pools);
        assert!(secrets.pools.is_disjoint(&secrets.totals), "no pool looks like a pot");
        secrets
    }

    /// Somebody comes to look.
    async fn comes(&mut self, world: &World, name: &str) {
        let tab = world.person(name).await.enters(&self.booth.table.room).await;
        tab.until("the market is told", |state| state.seen.market.clone()).await;
        self.aside.insert(name.to_owned(), tab.person().beside());
        self.booth.table.watchers.push(tab);
    }

    async fn is_paused(&self, on: bool) {
        let act = AdminVerb::Pause { room: self.booth.table.room.clone(), on };
        let act = AdminAct { key: Uuid::new_v4(), act, reason: "To see what is told then.".to_owned() };
        let done = self.admin.fetch(Request::post("/api/admin/betting", &act)).await.expect("an answer");
        assert_eq!(done.status, 204, "{}", done.text());
        let expected = if on { MarketState::Suspended } else { MarketState::Open };
        for tab in self.booth.bettors() {
            tab.market_is(expected).await;
        }
    }

    /// Everybody opens the page anew and asks every route.
    async fn looks_everywhere(&self, world: &World) {
        for tab in self.booth.table.everybody() {
            let fresh = tab.person().enters(tab.room()).await;
            // The answer comes behind all that a page is told when it opens.
            fresh.asks_for_ticket().await.expect("a ticket, or that there is none");
            fresh.kept_the_contract();
            fresh.leaves().await;
            for route in self.routes() {
                let answer = tab.person().fetch(Request::get(&route)).await.expect("an answer");
                assert_ne!(answer.status, 429, "{} is not too fast at {route}", tab.name());
            }
        }
        for route in self.routes() {
            let answer = world.fetch(Request::get(&route)).await;
            let text = String::from_utf8_lossy(&answer.raw).into_owned();
            let told = BETTORS.iter().find(|name| text.contains(*name));
            assert_eq!(told, None, "without a cookie {route} names somebody");
            assert!(
                OF_MARKETS.iter().all(|part| !text.contains(part)),
                "without a cookie {route} tells {text}"
            );
        }
    }

    fn routes(&self) -> Vec<String> {
        let room = &self.booth.table.room;
        let own = ["games", "wallet", "bets", "profile"].map(|what| format!("/api/me/{what}"));
        let rest = [
            "/",
            "/api/session",
            "/api/sessions",
            "/api/passkeys",
            "/api/rooms",
            "/api/leaderboard",
            "/api/leaderboard?season=1",
            "/api/audit",
            "/api/betting",
            "/api/admin/abuse",
            "/api/accounts",
            "/api/games",
            "/metrics",
            "/healthz",
            "/readyz",
        ];
        let of_room = ["", "/log", "/leaderboard", "/markets", "/markets/1", "/ratings"];
        let of_room = of_room.map(|what| format!("/api/rooms/{room}{what}"));
        let sockets = [format!("/r/{room}"), format!("/ws/{room}"), format!("/ws/{room}?market=1")];
        own.into_iter().chain(rest.map(str::to_owned)).chain(of_room).chain(sockets).collect()
    }

    /// Whatever came to those who sit, since they sit.
    fn no_player_knows(&self, secrets: &Secrets) {
        for tab in self.booth.table.players() {
            let heard = tab.person().heard();
            holds_none(tab.name(), &heard, &OF_MARKETS);
            names_nobody_but(tab, None);
            let told: Vec<u64> = heard.numbers().intersection(&secrets.all()).copied().collect();
            assert!(told.is_empty(), "{} received {told:?}", tab.name());
        }
    }

    /// Whatever came to those who watch, while bets are taken.
    fn nobody_who_watches_knows(&self, secrets: &Secrets) {
        for (place, tab) in self.booth.bettors().iter().enumerate() {
            let own = (place < BETTORS.len()).then_some(place);
            let heard = tab.person().heard();
            holds_none(tab.name(), &heard, &OF_SPLITS);
            names_nobody_but(tab, own);
            let told: Vec<u64> = heard.numbers().intersection(&secrets.from(own)).copied().collect();
            assert!(told.is_empty(), "{} received {told:?}", tab.name());
            let pots = heard.numbers().intersection(&secrets.totals).count();
            assert!(pots > 0, "{} was told the pot", tab.name());
        }
    }

    fn who_watches_knows_the_split_and_no_names(&self, secrets: &Secrets) {
        for (place, tab) in self.booth.bettors().iter().enumerate() {
            let heard = tab.person().heard();
            assert!(heard.numbers().is_superset(&secrets.pools), "{} was told the split", tab.name());
            assert!(OF_SPLITS.iter().all(|part| heard.holds(part)), "{}: as it is written", tab.name());
            names_nobody_but(tab, (place < BETTORS.len()).then_some(place));
        }
    }

    /// Those who sit load the page anew when all is over, and go on sitting.
    async fn sits_on(&self) {
        for tab in self.booth.table.players() {
            let fresh = tab.person().enters(tab.room()).await;
            fresh.asks_for_ticket().await.expect("an answer");
            fresh.kept_the_contract();
            fresh.leaves().await;
        }
    }

    /// When a match is over, its market is everybody's who asks, and the table of the room has names.
    async fn what_is_over_can_be_read(&self, secrets: &Secrets) {
        let room = &self.booth.table.room;
        for tab in self.booth.table.players() {
            let person = &self.aside[tab.name()];
            let story = person.fetch(Request::get(format!("/api/rooms/{room}/markets/1"))).await;
            assert_eq!(story.expect("an answer").status, 200);
            assert!(person.heard().numbers().is_superset(&secrets.pools), "{}", tab.name());
            holds_none(tab.name(), &person.heard(), &BETTORS);
            let table = person.fetch(Request::get(format!("/api/rooms/{room}/leaderboard"))).await;
            assert_eq!(table.expect("an answer").status, 200);
            assert!(BETTORS.iter().all(|name| person.heard().holds(name)), "{}: the names", tab.name());
        }
    }
}

/// No byte that came names somebody who bets, in whatever way he is called, but oneself.
fn names_nobody_but(tab: &Tab, own: Option<usize>) {
    for (_, name) in BETTORS.iter().enumerate().filter(|(place, _)| Some(*place) != own) {
        let login = format!("{}.mdau", name.to_lowercase());
        holds_none(tab.name(), &tab.person().heard(), &[name, &login]);
    }
}
