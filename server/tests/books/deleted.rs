//! Accounts that were deleted: the books forget whose they were, whatever becomes of others.

use sqlx::SqliteConnection;

use crate::world::{PATIENCE, Who, World};

/// Whose the books know a number to be, and which accounts are not done with.
async fn wait(connection: &mut SqliteConnection, nothing: &str, why: &str) {
    let waiting = async {
        loop {
            let left: i64 =
                sqlx::query_scalar(sqlx::AssertSqlSafe(nothing)).fetch_one(&mut *connection).await.unwrap();
            if left == 0 {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.unwrap_or_else(|_| panic!("{why}"));
}

fn known(who: &Who) -> String {
    format!("SELECT count(*) FROM bettor WHERE person = x'{}'", who.user.0.simple())
}

/// More of them than are looked at together, all older than the last one.
#[tokio::test]
async fn accounts_that_cannot_be_closed_keep_no_other_from_being_closed() {
    let world = World::begin().await;
    let ben = world.account("Ben").await;
    assert_eq!(world.get("/api/me/wallet", &ben).await.status, 200);
    let id = ben.user.0.simple();
    let script = format!(
        "BEGIN IMMEDIATE;
         CREATE TRIGGER stuck BEFORE UPDATE OF person ON bettor WHEN OLD.person <> x'{id}'
         BEGIN SELECT RAISE(ABORT, 'not this one'); END;
         INSERT INTO person (id, name, named, created_at)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 101)
         SELECT unhex(printf('00000000000070008000%012x', i)), 'Stuck', 0, 1 FROM n;
         INSERT INTO bettor (person) SELECT id FROM person WHERE name = 'Stuck';
         DELETE FROM account WHERE user = x'{id}';
         INSERT INTO account (user, created_at, deleted_at, leaving)
         SELECT id, 1, 2, 1 FROM person WHERE name = 'Stuck';
         INSERT INTO account (user, created_at, deleted_at, leaving) VALUES (x'{id}', 1, 3, 1);
         COMMIT;"
    );
    let mut database = world.database().await;
    sqlx::raw_sql(sqlx::AssertSqlSafe(script)).execute(&mut database).await.unwrap();
    wait(&mut database, &known(&ben), "the account behind them is not closed").await;
    sqlx::raw_sql("DROP TRIGGER stuck").execute(&mut database).await.unwrap();
    let left = "SELECT count(*) FROM account WHERE leaving = 1";
    wait(&mut database, left, "they are not closed though nothing is in the way any more").await;
    world.end().await;
}
