//! What is kept of somebody, to take away: all of it, however much there is.

use protocol::betting::Outcome::{North, South};
use serde_json::Value;
use sqlx::Connection;

use crate::stand::match_of;
use crate::world::World;

/// More than is read at a time.
const MANY: usize = 1_201;

#[tokio::test]
async fn all_of_it_is_there_and_none_of_it_is_gathered_first() {
    let world = World::begin().await;
    let (ada, ben) = (world.account("Ada").await, world.account("Ben").await);
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    world.opens(&mut story, 1).await;
    world.bets(&story, 1, (&ada, South, 17)).await;
    world.bets(&story, 1, (&ben, North, 10)).await;
    let mut database = world.database().await;
    let mut filling = database.begin().await.unwrap();
    for n in 0..MANY {
        sqlx::query(
            "INSERT INTO transfer (seq, at, idem, kind, debit, credit, amount, hash)
             SELECT ledger_head.seq + 1, 9, 'many:' || ?, 'GRANT_DAILY', 1, coin_account.id, 1, zeroblob(32)
             FROM ledger_head, coin_account WHERE code = 'wallet:1'",
        )
        .bind(u32::try_from(n).unwrap())
        .execute(&mut *filling)
        .await
        .unwrap();
    }
    sqlx::query(
        "INSERT INTO bet_request (bettor, market, cid, outcome, stake, at)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         SELECT 1, 1, randomblob(16), 'north', 3, 9 FROM n",
    )
    .bind(u32::try_from(MANY).unwrap())
    .execute(&mut *filling)
    .await
    .unwrap();
    filling.commit().await.unwrap();
    let user = ada.user.0.simple();
    let identity = format!(
        "INSERT INTO identity (issuer, subject, user, since) VALUES ('https://id.example', 'ada-7', x'{user}', 5)"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(identity)).execute(&mut database).await.unwrap();

    let reply = world.get("/api/me/export", &ada).await;
    assert_eq!(reply.header("content-length"), None, "it is sent as it is read");
    let text = reply.text();
    let taken: Value = serde_json::from_str(&text).unwrap();
    let books = &taken["books"];
    let lines = books["transfers"].as_array().unwrap();
    assert_eq!(lines.len(), MANY + 2);
    assert!(lines.windows(2).all(|two| two[0]["seq"].as_u64() < two[1]["seq"].as_u64()));
    let orders = books["orders"].as_array().unwrap();
    assert_eq!(orders.len(), MANY + 1);
    assert_eq!(
        orders.iter().filter(|order| order["stake"] == "17" && order["outcome"] == "south").count(),
        1
    );
    assert_eq!(books["bets"].as_array().unwrap().len(), 1);
    let provider = &taken["account"]["identities"][0];
    assert_eq!((&provider["issuer"], &provider["subject"]), (&"https://id.example".into(), &"ada-7".into()));
    assert!(!text.contains("Ben") && !text.contains(&ben.user.0.to_string()));

    world.locks(&mut story, 1, &[&crane], &[&heron], &crane).await;
    let taken: Value = world.get("/api/me/export", &crane).await.chunked();
    let parts = taken["books"]["parts"].as_array().unwrap();
    let roles: Vec<_> = parts.iter().map(|part| part["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["host", "south"]);
    assert!(parts.iter().all(|part| part["room"] == story.id.to_string() && part["game"] == 1));
    let guest = world.guest("Crow").await;
    let nothing: Value = world.get("/api/me/export", &guest).await.chunked();
    assert_eq!((&nothing["account"], &nothing["books"]["bettor"]), (&Value::Null, &Value::Null));
    for list in ["bets", "transfers", "ratings", "orders", "parts"] {
        assert_eq!(nothing["books"][list], Value::Array(Vec::new()), "{list}");
    }
}
