//! Pairs of matches that differ only in who bets on what: those who sit receive the same to the end
//! of the match, and until the lock those who watch do too, byte for byte apart from moments and
//! chance.

use engine::{Preset, Side};
use futures_util::future::join;
use protocol::betting::{BettingMode, MarketState, Outcome, WalletScope};
use protocol::settings::{DecisionMode, StarterRule, Visibility};
use protocol::{Command, RoomSettings};
use sindillo_tests::table::Table;
use sindillo_tests::{Person, Request, Seen, Tab, World, quick};

use super::pairs::{KINDS, are_alike, without_chance};
use super::plays_by_hand;
use crate::money::booth::{AT_ONCE, Booth, has_account};

/// Who bets how much; the last word of each counts.
const STAKES: [(usize, u64); 5] = [(0, 100), (1, 70), (2, 35), (1, 55), (0, 180)];
/// On what, in the one match and in the other. The second who bets makes it contested in both.
const OUTCOMES: [[Outcome; 2]; 5] = [
    [Outcome::South, Outcome::North],
    [Outcome::North, Outcome::South],
    [Outcome::South, Outcome::Draw],
    [Outcome::North, Outcome::Draw],
    [Outcome::South, Outcome::North],
];

/// What came of one match.
struct Heard {
    /// Frames of those who sit, all of them.
    players: Vec<(String, Vec<String>)>,
    /// Frames of who watches and does not bet, and of a page that he opened anew, until the lock.
    sealed: [Vec<String>; 2],
    /// What he was told on routes until then, and what those who sit were.
    routes: Vec<(String, String)>,
    /// The markets that he was told from the lock on.
    open: Vec<String>,
}

#[tokio::test]
async fn f14_what_others_receive_does_not_depend_on_who_bets_on_what() {
    let (one, other) = join(run(0), run(1)).await;
    let kinds = [&KINDS[..], &["cheers"]].concat();
    for ((who, one), (_, other)) in one.players.iter().zip(&other.players) {
        are_alike(who, &kinds, one, other);
        for frames in [one, other] {
            assert_eq!(told_of_markets(frames), 0, "{who} sits");
        }
    }
    let kinds = ["events", "snap", "role", "welcome", "res", "cheers", "market", "ticket"];
    for (one, other) in one.sealed.iter().zip(&other.sealed) {
        are_alike("who watches", &kinds, one, other);
    }
    assert_eq!(one.routes.len(), other.routes.len());
    for ((route, one), (_, other)) in one.routes.iter().zip(&other.routes) {
        assert_eq!(one.len(), other.len(), "{route}: {one} and {other}");
        assert_eq!(without_chance(one), without_chance(other), "{route}");
    }
    // What follows is not the same any more: the comparison can see it.
    assert!(!one.open.is_empty() && one.open.len() == other.open.len(), "{:?}", one.open);
    for (one, other) in one.open.iter().zip(&other.open) {
        assert_ne!(without_chance(one), without_chance(other));
    }
    println!("{} routes alike", one.routes.len());
}

/// Frames about markets since somebody sits.
fn told_of_markets(frames: &[String]) -> usize {
    let sits = |frame: &String| frame.starts_with("{\"f\":\"role\"") && !frame.contains("\"seats\":[]");
    let since = frames.iter().position(sits).expect("he sat down");
    let is_of_market = |frame: &&String| {
        ["market", "ticket"].iter().any(|kind| frame.starts_with(&format!("{{\"f\":\"{kind}\"")))
    };
    frames[since..].iter().filter(is_of_market).count()
}

fn settings() -> RoomSettings {
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.starter = StarterRule::Agreement;
    settings.decision.tries_max = 0;
    settings.stand.betting = BettingMode::Pool;
    settings.visibility = Visibility::Public;
    settings
}

/// The same match, with the coins split in one of two ways.
async fn run(way: usize) -> Heard {
    let world = World::with(&AT_ONCE).await;
    let mut table = Table::seated(&world, settings(), 2, 0).await;
    for side in [Side::South, Side::North] {
        let wish = Command::StarterSet { starter: Some(Side::South) };
        table.side(side)[0].asks(wish).await.expect("a member may wish");
    }
    for name in ["Zuhura", "Makinda", "Tumaini"] {
        let person = world.person(name).await;
        has_account(&person, &name.to_lowercase()).await;
        table.watchers.push(person.enters(&table.room).await);
    }
    let looker = world.person("Hodan").await;
    table.watchers.push(looker.enters(&table.room).await);
    let booth = Booth::of(table, WalletScope::Server);
    for tab in booth.bettors() {
        tab.market_is(MarketState::Open).await;
    }
    bets(&booth, way).await;
    let looks = &booth.bettors()[3];
    let fresh = looker.enters(&booth.table.room).await;
    fresh.asks_for_ticket().await.expect("a ticket");
    let sealed = [frames(looks), frames(&fresh)];
    fresh.leaves().await;
    let mut routes = Vec::new();
    for person in [&looker, booth.south().person(), booth.table.north[1].person()] {
        routes.extend(asks(person, &booth).await);
    }

    let before = looks.look(|state| state.frames.len());
    booth.begins().await;
    looks.market_is(MarketState::Locked).await;
    for _ in 0..4 {
        plays_by_hand(&booth.table).await;
    }
    let market = |frame: &String| frame.starts_with("{\"f\":\"market\"") && frame.contains("\"locked\"");
    let open = frames(looks).split_off(before).into_iter().filter(market).collect();
    booth.gives_up(Side::North).await;
    booth.is_over(1).await;
    let players = booth.table.players().map(|tab| (tab.name().to_owned(), frames(tab))).collect();
    booth.table.all_see_the_same(&world).await;
    booth.table.all_kept_the_contract();
    world.books_are_clean().await;
    world.end().await;
    Heard { players, sealed, routes, open }
}

/// Each sees the pot of the bet before when he bets.
async fn bets(booth: &Booth, way: usize) {
    let mut held = [0; 3];
    for ((who, stake), outcomes) in STAKES.into_iter().zip(OUTCOMES) {
        booth.bettors()[who].bets(outcomes[way], stake).await.expect("bets are taken");
        held[who] = stake;
        let total: u64 = held.iter().sum();
        let told = |seen: &Seen| seen.market.as_ref().is_some_and(|market| market.total.get() == total);
        for tab in booth.bettors() {
            tab.waits("the pot is told", told).await;
        }
    }
}

fn frames(tab: &Tab) -> Vec<String> {
    tab.look(|state| state.frames.clone())
}

/// What somebody is told on routes, with the room left out.
async fn asks(person: &Person, booth: &Booth) -> Vec<(String, String)> {
    let room = booth.table.room.as_str();
    let mut told = Vec::new();
    for route in ["/api/rooms", "/api/leaderboard", "/api/audit", "/api/me/games", "/api/profiles/zuhura"]
        .map(str::to_owned)
        .into_iter()
        .chain(["leaderboard", "markets", "markets/1", "ratings"].map(|of| format!("/api/rooms/{room}/{of}")))
    {
        let answer = person.fetch(Request::get(&route)).await.expect("an answer");
        assert_ne!(answer.status, 429, "{} is not too fast at {route}", person.name());
        let text = answer.text().replace(room, "the room");
        told.push((format!("{}: {}", person.name(), route.replace(room, "the room")), text));
    }
    told
}
