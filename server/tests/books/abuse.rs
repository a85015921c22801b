//! What an administrator should look at, and what a person takes with him.

use engine::{BySide, Side};
use protocol::betting::Outcome::{Draw, North, South};
use protocol::betting::{MarketEnd, VoidReason};
use protocol::event::{EndReason, GameResult, SeriesView};
use protocol::http::betting::{AbuseReport, Suspicion};
use protocol::{Event, RoomId};

use crate::stand::{coins, match_of, result};
use crate::world::{DAY, Who, World};

async fn report(world: &World, admin: &Who) -> AbuseReport {
    world.get("/api/admin/abuse", admin).await.json()
}

fn row(who: &[&str], times: u32, of: u32, amount: u64, room: &RoomId) -> Suspicion {
    Suspicion {
        who: who.iter().map(|&name| name.to_owned()).collect(),
        times,
        of,
        coins: coins(amount),
        room: Some(room.clone()),
    }
}

#[tokio::test]
async fn pairs_who_bet_against_each_other_and_who_win_with_one_host() {
    let world = World::begin().await;
    let admin = world.admin("Warden").await;
    let (crane, heron, egret) =
        (world.account("Crane").await, world.account("Heron").await, world.account("Egret").await);
    let (ada, ben, cleo) =
        (world.account("Ada").await, world.account("Ben").await, world.account("Cleo").await);
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    let mut other = match_of(&world, 2, [&egret, &heron]).await;
    // Ada wins three times from Ben, with Crane as host; Cleo bets as each of them in turn.
    for market in 1..=3 {
        let third = (&cleo, if market == 2 { North } else { South }, 10);
        let stakes = [(&ada, South, 100), (&ben, North, 150), third];
        world.plays(&mut story, market, [&crane, &heron], &stakes, result(South)).await;
    }
    world
        .plays(&mut other, 1, [&egret, &heron], &[(&ada, South, 10), (&cleo, North, 10)], result(South))
        .await;
    let told = report(&world, &admin).await;
    assert_eq!(told.opposed, [row(&["ada", "ben"], 3, 3, 750, &story.id)]);
    let with = |who: &str, friend: &str| {
        told.favoured.iter().find(|row| row.who == [who, friend]).map(|row| (row.times, row.of))
    };
    assert_eq!(with("ada", "crane"), Some((3, 4)));
    assert_eq!(with("ada", "egret"), None, "won with him once");
    assert_eq!(with("cleo", "crane"), None, "won twice");
    assert_eq!((told.long_odds, told.shared_address, told.thrown, told.void_hosts), Default::default());
    // After four weeks it is no longer told.
    world.clock.wind(28 * DAY + 1);
    assert_eq!(report(&world, &admin).await.opposed, []);
}

#[tokio::test]
async fn bets_from_where_somebody_sits_long_odds_matches_thrown_and_hosts_who_break_off() {
    let world = World::begin().await;
    let admin = world.admin("Warden").await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let (ada, ben, cleo) =
        (world.account("Ada").await, world.account("Ben").await, world.account("Cleo").await);
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    let long = [(&ada, Draw, 10), (&ben, North, 200), (&cleo, South, 200)];
    world.plays(&mut story, 1, [&crane, &heron], &long, result(Draw)).await;

    // North gives up a minute after the lock; Ada had bet from where somebody sat.
    world.opens(&mut story, 2).await;
    world.bets_from(&story, 2, (&ada, South, 50), [1; 16], true).await.unwrap();
    world.bets(&story, 2, (&ben, North, 70)).await;
    world.locks(&mut story, 2, &[&crane], &[&heron], &crane).await;
    world.clock.wind(60_000);
    let game_ended = |reason| Event::GameEnded {
        game: 2,
        result: GameResult { reason, winner: Some(Side::South), score: BySide::new(24, 24) },
        series: SeriesView { games: 1, pins: BySide::new(1, 0), seeds: BySide::new(24, 24), over: None },
    };
    world.tell(&mut story, vec![game_ended(EndReason::Resigned)]).await;
    world.settles(&mut story, 2, South).await;

    // The same on the board, or late, is no matter.
    for (market, wait, reason) in [(3, 60_000, EndReason::Stuck), (4, 700_000, EndReason::Resigned)] {
        world.opens(&mut story, market).await;
        world.bets(&story, market, (&ada, South, 50)).await;
        world.bets(&story, market, (&ben, North, 70)).await;
        world.locks(&mut story, market, &[&crane], &[&heron], &crane).await;
        world.clock.wind(wait);
        world.tell(&mut story, vec![game_ended(reason)]).await;
        world.settles(&mut story, market, South).await;
    }
    for market in 5..=7 {
        let stakes = [(&ada, South, 20), (&ben, North, 20)];
        let end = MarketEnd::Void { why: VoidReason::MatchAborted };
        world.plays(&mut story, market, [&crane, &heron], &stakes, end).await;
    }
    // Nobody's doing but the bettors'.
    world.plays(&mut story, 8, [&crane, &heron], &[(&ada, South, 20)], result(South)).await;

    let told = report(&world, &admin).await;
    assert_eq!(told.long_odds, [row(&["ada"], 1, 4, 410, &story.id)]);
    assert_eq!(told.shared_address, [row(&["ada"], 1, 8, 50, &story.id)]);
    assert_eq!(told.thrown, [row(&["heron"], 1, 4, 120, &story.id)]);
    assert_eq!(told.void_hosts, [row(&["crane"], 3, 8, 120, &story.id)]);
}

#[tokio::test]
async fn a_person_takes_all_of_his_with_him_and_nothing_of_others() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let (ada, ben) = (world.account("Ada").await, world.account("Ben").await);
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    let stakes = [(&ada, South, 100), (&ben, North, 50)];
    world.plays(&mut story, 1, [&crane, &heron], &stakes, result(South)).await;
    let wish = serde_json::json!({"unlisted": true});
    assert_eq!(world.send("PUT", "/api/me/betting", &ada, &wish).await.status, 204);
    let reply = world.get("/api/me/export", &ada).await;
    let taken: serde_json::Value = reply.chunked();
    let books = &taken["books"];
    assert_eq!(books["bets"], serde_json::to_value(world.history(&ada).await).unwrap());
    let lines = books["transfers"].as_array().unwrap().iter();
    let kinds: Vec<_> = lines.map(|line| (&line["kind"], &line["amount"], &line["came"])).collect();
    let line = |kind: &str, amount: &str, came: bool| serde_json::json!([kind, amount, came]);
    let expected =
        [line("GRANT_START", "1000", true), line("STAKE", "100", false), line("PAYOUT", "150", true)];
    assert_eq!(serde_json::to_value(kinds).unwrap(), serde_json::Value::from(expected.to_vec()));
    assert_eq!((&books["unlisted"], &books["hidden"]), (&true.into(), &false.into()));
    assert!(books["bettor"].is_u64());
    let text = reply.text();
    assert!(!text.contains("Ben") && !text.contains(&ben.user.0.to_string()), "{text}");
}
