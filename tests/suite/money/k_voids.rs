//! K2: whatever ends a market without a result, everybody has exactly his stake back, as one line of
//! the books and of his own history. What takes a day or a week is tried in `server/tests`, where time
//! can be set.

use std::collections::BTreeMap;
use std::time::Duration;

use engine::Side;
use futures_util::future::join_all;
use protocol::betting::{Coins, Outcome, VoidReason};
use protocol::http::betting::{AdminAct, AdminVerb, BetRow};
use protocol::{Command, RoomSettings};
use sindillo_tests::patience::PATIENCE;
use sindillo_tests::{Person, Request, World};
use tokio::time::Instant;
use uuid::Uuid;

use super::booth::{self, AT_ONCE, Booth, bets_of, free, has_account, is_void, ticket};

/// What each of three bets in the end.
const STAKES: [(Outcome, u64); 3] = [(Outcome::South, 117), (Outcome::North, 33), (Outcome::Draw, 200)];

/// What ends a market.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Both sides break the game off after so many plies.
    Broken(usize),
    /// A side gives up after so many plies.
    GivenUp(usize),
    /// The host of an unlisted room takes a seat after the lock.
    Unseated,
    /// An administrator, before the lock.
    VoidedOpen,
    /// The same while no bets are taken.
    VoidedPaused,
    /// The same after the lock, in a public room.
    VoidedLocked,
}

const WAYS: [(Way, VoidReason); 7] = [
    (Way::Broken(0), VoidReason::MatchAborted),
    (Way::Broken(3), VoidReason::MatchAborted),
    (Way::GivenUp(3), VoidReason::TooShort),
    (Way::Unseated, VoidReason::Host),
    (Way::VoidedOpen, VoidReason::Moderator),
    (Way::VoidedPaused, VoidReason::Moderator),
    (Way::VoidedLocked, VoidReason::Moderator),
];

/// duckbot#1393: "void" paid half, and buyers lost.
#[tokio::test]
async fn k02_whatever_ends_a_market_without_a_result_gives_exactly_the_stakes_back() {
    let world = World::with(&AT_ONCE).await;
    let admin = administrator(&world).await;
    join_all(WAYS.iter().enumerate().map(|(number, way)| is_given_back(&world, &admin, number, *way))).await;
    let books = world.books().await;
    books.never_hold_less_than_nothing();
    assert_eq!(books.of_kind("PAYOUT").count() + books.of_kind("SWEEP").count(), 0, "nobody is paid");
    let mut back: BTreeMap<Option<u64>, Vec<u64>> = BTreeMap::new();
    for line in books.of_kind("REFUND") {
        back.entry(line.market).or_default().push(line.amount.parse().expect("a number"));
    }
    assert_eq!(back.len(), WAYS.len());
    for (market, mut amounts) in back {
        amounts.sort_unstable();
        assert_eq!(amounts, [33, 117, 200], "{market:?}");
    }
    world.books_are_clean().await;
    println!("{} markets ended without a result, 0 coins lost", WAYS.len());
    world.end().await;
}

/// A server that comes back without bets, or with guesses only, gives the stakes back: of a market that
/// was open, and of one that was locked.
#[tokio::test]
async fn k02_a_server_that_offers_no_more_such_bets_gives_exactly_the_stakes_back() {
    for mode in ["off", "picks"] {
        let mut world = World::with(&AT_ONCE).await;
        let [open, locked] = [0, 1].map(|number| booth_of(&world, 10 + number, booth::settings()));
        let (open, locked) = (open.await, locked.await);
        locked.begins().await;
        locked.plays(4).await;
        for tab in open.table.everybody().chain(locked.table.everybody()) {
            tab.leaves().await;
        }
        world.terminate().await;
        world.restart_with(&["--no-address-limits", "--betting", mode]).await;
        for booth in [&open, &locked] {
            for (tab, (_, stake)) in booth.bettors().iter().zip(STAKES) {
                let row = is_over(tab.person()).await;
                went_back(&row, stake, VoidReason::TurnedOff);
            }
        }
        world.terminate().await;
        world.restart_with(&AT_ONCE).await;
        for booth in [open, locked] {
            for tab in booth.bettors() {
                tab.connects().await;
                assert_eq!(free(&ticket(tab).await), 1_000, "{mode}: {}", tab.name());
            }
            booth.table.all_kept_the_contract();
        }
        let books = world.books().await;
        books.never_hold_less_than_nothing();
        assert_eq!((books.of_kind("REFUND").count(), books.of_kind("PAYOUT").count()), (6, 0));
        world.books_are_clean().await;
        world.end().await;
    }
}

async fn is_given_back(world: &World, admin: &Person, number: usize, (way, why): (Way, VoidReason)) {
    let settings = if matches!(way, Way::VoidedLocked) { booth::public() } else { booth::settings() };
    let booth = booth_of(world, number, settings).await;
    match way {
        Way::Broken(plies) => {
            booth.begins().await;
            booth.plays(plies).await;
            booth.breaks_off().await;
        }
        Way::GivenUp(plies) => {
            booth.begins().await;
            booth.plays(plies).await;
            booth.gives_up(Side::North).await;
        }
        Way::Unseated => {
            booth.begins().await;
            booth.plays(4).await;
            let member = booth.north().member();
            booth.south().asks(Command::MemberUnseat { member }).await.expect("a host may");
        }
        Way::VoidedOpen => is_voided(admin, &booth).await,
        Way::VoidedPaused => {
            does(admin, AdminVerb::Pause { room: booth.table.room.clone(), on: true }).await;
            is_voided(admin, &booth).await;
        }
        Way::VoidedLocked => {
            booth.begins().await;
            booth.plays(5).await;
            is_voided(admin, &booth).await;
        }
    }
    is_void(&booth.is_over(1).await, why);
    for (tab, (outcome, stake)) in booth.bettors().iter().zip(STAKES) {
        assert_eq!(free(&ticket(tab).await), 1_000, "{way:?}: {}", tab.name());
        let row = bets_of(tab.person()).await.remove(0);
        assert_eq!(row.stake.outcome, outcome);
        went_back(&row, stake, why);
        let told = tab.until("he is told what came back", |state| {
            state.frames.iter().rev().find_map(|text| match serde_json::from_str(text) {
                Ok(protocol::ServerFrame::Ticket(ticket)) => ticket.paid,
                _ => None,
            })
        });
        assert_eq!(Some(told.await), row.paid, "{way:?}: {}", tab.name());
    }
    booth.table.all_kept_the_contract();
}

/// Three bet, and each thinks better of it before.
async fn booth_of(world: &World, number: usize, settings: RoomSettings) -> Booth {
    let mut people = Vec::new();
    for place in 0..STAKES.len() {
        let person = world.person(&format!("Kimani {number}{place}")).await;
        if settings.visibility == protocol::settings::Visibility::Public {
            has_account(&person, &format!("kimani.{number}.{place}")).await;
        }
        people.push(person);
    }
    let booth = Booth::open_for(world, settings, &people).await;
    for (place, (tab, (outcome, stake))) in booth.bettors().iter().zip(STAKES).enumerate() {
        let before = [(Outcome::South, 100), (Outcome::North, 40), (Outcome::South, 0)];
        for (outcome, stake) in before.into_iter().skip(place).chain([(outcome, stake)]) {
            let ticket = tab.bets(outcome, stake).await.expect("bets are taken");
            assert_eq!(free(&ticket) + stake, 1_000);
        }
    }
    booth
}

/// One line of one's own history: all of it is back, and it is no loss.
fn went_back(row: &BetRow, stake: u64, why: VoidReason) {
    let coins = Coins::new(stake).expect("coins");
    let paid = row.paid.expect("it is over");
    assert_eq!((paid.stake, paid.back), (coins, coins), "{row:?}");
    assert_eq!((row.void, row.result), (Some(why), None), "{row:?}");
}

/// The newest bet of somebody, once its market is over.
async fn is_over(person: &Person) -> BetRow {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let row = bets_of(person).await.remove(0);
        if row.paid.is_some() {
            return row;
        }
        assert!(Instant::now() < deadline, "{} waits in vain: {row:?}", person.name());
        // A page asks now and then, not without pause.
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Somebody who looks after the server.
pub(super) async fn administrator(world: &World) -> Person {
    let admin = world.person("Naserian Admin").await;
    has_account(&admin, "naserian.a").await;
    let granted = world.administers(&["grant", "naserian.a"]).await;
    assert!(granted.status.success(), "{granted:?}");
    admin
}

async fn is_voided(admin: &Person, booth: &Booth) {
    does(admin, AdminVerb::Void { room: booth.table.room.clone() }).await;
}

async fn does(admin: &Person, act: AdminVerb) {
    let act = AdminAct { key: Uuid::new_v4(), act, reason: "It is tried what comes of it.".to_owned() };
    let done = admin.fetch(Request::post("/api/admin/betting", &act)).await.expect("an answer");
    assert_eq!(done.status, 204, "{}", done.text());
}
