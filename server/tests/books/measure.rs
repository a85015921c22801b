//! How long the tables and the reports take over the books of a busy server. Not run by itself:
//! `cargo test -p server --test books measure -- --ignored --nocapture`.

use std::time::Instant;

use protocol::betting::Outcome::{North, South};

use crate::stand::{match_of, result};
use crate::world::{Who, World};

#[tokio::test]
#[ignore = "measures, and takes a minute"]
async fn tables_over_two_thousand_markets() {
    let world = World::begin().await;
    let admin = world.admin("Warden").await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let mut people: Vec<Who> = Vec::new();
    for number in 0..10 {
        people.push(world.account(&format!("P{number}")).await);
    }
    let stakes: Vec<_> = people
        .iter()
        .enumerate()
        .map(|(place, who)| (who, if place % 2 == 0 { South } else { North }, 10))
        .collect();
    for room in 1..=20 {
        let mut story = match_of(&world, room, [&crane, &heron]).await;
        for market in 1..=10 {
            let outcome = if market % 2 == 0 { South } else { North };
            world.plays(&mut story, market, [&crane, &heron], &stakes, result(outcome)).await;
        }
    }
    multiply(&world).await;
    let markets: i64 = sqlx::query_scalar("SELECT count(*) FROM market")
        .fetch_one(&mut world.database().await)
        .await
        .unwrap();
    for path in ["/api/leaderboard", "/api/admin/abuse", "/api/me/bets", "/api/me/profile"] {
        let mut times = Vec::new();
        for _ in 0..5 {
            let began = Instant::now();
            assert_eq!(world.get(path, &admin).await.status, 200);
            times.push(began.elapsed());
        }
        let first = times[0];
        times.sort();
        println!("{path} over {markets} markets: {first:?} at first, {:?} in the middle of five", times[2]);
    }
}

/// The same markets, with their bets and people, ten times.
async fn multiply(world: &World) {
    let mut database = world.database().await;
    for sql in [
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 9)
         INSERT INTO market SELECT id + n * 100000, room, number + n * 100, game, mode, scope, outcomes, min_stake,
            max_stake, state, suspended, void, result, opened_at, locked_at, ended_at, stale_at, locked_seq,
            ended_seq, counts FROM market, n",
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 9)
         INSERT INTO position (market, bettor, account, outcome, stake, seq, at, shared_address, origin, pays, back)
         SELECT market + n * 100000, bettor, account, outcome, stake, seq + n * 1000000, at, shared_address, origin,
            pays, back FROM position, n",
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 9)
         INSERT INTO participant SELECT market + n * 100000, bettor, role FROM participant, n",
    ] {
        sqlx::query(sql).execute(&mut database).await.unwrap();
    }
}
