//! Seasons end once, whatever ends in between; and what must not be kept is forgotten.

use protocol::betting::Outcome::{North, South};
use protocol::http::betting::{BettingInfo, Leaderboard};
use server::store::seasons::Seasons;

use crate::stand::{match_of, result};
use crate::world::{DAY, PATIENCE, START, Who, World};

const SEASON: u64 = 28 * DAY;

/// Wait until a season runs and the wallets were seen to.
async fn season(world: &World, number: u32) {
    let waiting = async {
        loop {
            let last = world.store.last().await.unwrap();
            let left = world.store.to_be_reset().await.unwrap();
            if last.is_some_and(|season| season.number == number) && left.is_none() {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("the season did not turn");
}

async fn balances(world: &World) -> Vec<i64> {
    sqlx::query_scalar("SELECT balance FROM coin_account WHERE kind = 'wallet' ORDER BY id")
        .fetch_all(&mut world.database().await)
        .await
        .unwrap()
}

async fn resets(world: &World) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM transfer WHERE kind = 'SEASON'")
        .fetch_one(&mut world.database().await)
        .await
        .unwrap()
}

async fn five(world: &World) -> Vec<Who> {
    let mut people = Vec::new();
    for name in ["Ada", "Ben", "Cleo", "Dan", "Eve"] {
        people.push(world.account(name).await);
    }
    people
}

#[tokio::test]
async fn a_season_ends_once_its_table_stays_and_the_wallets_begin_anew() {
    let world = World::begin().await;
    season(&world, 1).await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let people = five(&world).await;
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    let stakes: Vec<_> =
        people.iter().zip([South, North, North, South, South]).map(|(who, on)| (who, on, 40)).collect();
    for market in 1..=10 {
        world.plays(&mut story, market, [&crane, &heron], &stakes, result(North)).await;
    }
    // A stake that is open when the season ends stays.
    world.opens(&mut story, 11).await;
    world.bets(&story, 11, (&people[0], South, 70)).await;
    let info: BettingInfo = world.request("GET", "/api/betting", None, "").await.json();
    let began = START - START % DAY;
    assert_eq!((info.season, info.season_ends), (1, began + SEASON));
    let first: Leaderboard = world.get("/api/leaderboard", &crane).await.json();
    assert_eq!((first.from, first.until, first.rows.len()), (Some(began), Some(began + SEASON), 5));
    assert_eq!(balances(&world).await.len(), 5);

    world.clock.wind(SEASON);
    season(&world, 2).await;
    assert_eq!(balances(&world).await, [930, 1000, 1000, 1000, 1000]);
    let changed = resets(&world).await;
    assert_eq!(changed, 5);
    let second: Leaderboard = world.get("/api/leaderboard", &crane).await.json();
    assert_eq!((second.season, second.rows.len()), (Some(2), 0));
    let kept: Leaderboard = world.get("/api/leaderboard?season=1", &crane).await.json();
    assert_eq!((kept.rows, kept.season), (first.rows, Some(1)), "as it was");

    // Neither another start nor the task that never came to note it does anything twice.
    let (dir, clock) = world.end().await;
    let world = World::begin_in(dir, clock, |_| ()).await;
    sqlx::query("UPDATE season SET reset_at = NULL").execute(&mut world.database().await).await.unwrap();
    let (dir, clock) = world.end().await;
    let world = World::begin_in(dir, clock, |_| ()).await;
    season(&world, 2).await;
    assert_eq!(resets(&world).await, changed);
    // What is settled now belongs to the season that runs.
    for (who, on) in people[1..].iter().zip([North, North, South, South]) {
        world.bets(&story, 11, (who, on, 40)).await;
    }
    world.locks(&mut story, 11, &[&crane], &[&heron], &crane).await;
    world.settles(&mut story, 11, South).await;
    let second: Leaderboard = world.get("/api/leaderboard", &crane).await.json();
    assert_eq!((second.rows.len(), second.rows[0].markets), (5, 1));
}

#[tokio::test]
async fn seasons_without_a_server_are_left_out_and_wallets_may_be_kept() {
    let world = World::with(|settings| settings.betting.keep_wallets = true).await;
    season(&world, 1).await;
    let ada = world.account("Ada").await;
    let before = world.wallet(&ada).await.free.unwrap();
    let (dir, clock) = world.end().await;
    clock.wind(3 * SEASON + DAY);
    let world = World::begin_in(dir, clock, |settings| settings.betting.keep_wallets = true).await;
    season(&world, 2).await;
    let info: BettingInfo = world.request("GET", "/api/betting", None, "").await.json();
    let began = START - START % DAY + 3 * SEASON;
    assert_eq!((info.season, info.season_ends), (2, began + SEASON));
    assert_eq!((balances(&world).await, resets(&world).await), (vec![before.get().cast_signed()], 0));
}

#[tokio::test]
async fn no_digest_of_an_address_is_kept_for_longer_than_thirty_days() {
    let world = World::begin().await;
    season(&world, 1).await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let ada = world.account("Ada").await;
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    world.opens(&mut story, 1).await;
    world.bets(&story, 1, (&ada, South, 70)).await;
    let origins = async || -> i64 {
        sqlx::query_scalar("SELECT count(*) FROM position WHERE origin IS NOT NULL")
            .fetch_one(&mut world.database().await)
            .await
            .unwrap()
    };
    world.clock.wind(30 * DAY);
    season(&world, 2).await;
    assert_eq!(origins().await, 1, "it is not older than that yet");
    world.clock.wind(DAY);
    let waiting = async {
        while origins().await > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("it is still there");
}
