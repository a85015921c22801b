//! What is still to be sent, and what came of it.

use protocol::RoomId;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, SqlitePool};

use super::super::reading;
use super::super::rows::moment;
use super::super::task::Doing;
use super::subscriptions;
use crate::store::port::StoreError;
use crate::store::push::{Outcome, Unsent};

/// Notices that are looked at together.
const LOOKED_AT: usize = 64;

pub(super) async fn unsent(reads: &SqlitePool, without: Vec<u64>) -> Result<Vec<Unsent>, StoreError> {
    let rows = sqlx::query(
        "SELECT n.number, n.room, n.notice, n.game, n.until, n.next_at, n.tries,
             s.id, s.user, s.session, s.endpoint, s.p256dh, s.auth, s.lang, s.server_key, s.since
         FROM push_notice n JOIN push_subscription s ON s.id = n.subscription
         ORDER BY n.next_at, n.number LIMIT $1",
    )
    .bind(i64::try_from(LOOKED_AT + without.len()).unwrap_or(i64::MAX))
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    let unsent = rows.iter().map(notice).collect::<Result<Vec<_>, _>>()?;
    Ok(unsent.into_iter().filter(|notice| !without.contains(&notice.number)).collect())
}

pub(super) fn settle<'a>(
    connection: &'a mut SqliteConnection,
    outcomes: &'a Vec<(u64, Outcome)>,
) -> Doing<'a, ()> {
    Box::pin(async move {
        for (number, outcome) in outcomes {
            let number = moment(*number);
            let statement = match outcome {
                Outcome::Done => sqlx::query("DELETE FROM push_notice WHERE number = $1").bind(number),
                Outcome::Later { at } => {
                    sqlx::query("UPDATE push_notice SET next_at = $2, tries = tries + 1 WHERE number = $1")
                        .bind(number)
                        .bind(moment(*at))
                }
                // What else waits for it goes with it.
                Outcome::Gone => sqlx::query(
                    "DELETE FROM push_subscription
                     WHERE id = (SELECT subscription FROM push_notice WHERE number = $1)",
                )
                .bind(number),
            };
            statement.execute(&mut *connection).await?;
        }
        Ok(())
    })
}

pub(super) fn begin_with<'a>(
    connection: &'a mut SqliteConnection,
    (server_key, before): &'a ([u8; 16], u64),
) -> Doing<'a, ()> {
    Box::pin(async move {
        sqlx::query("DELETE FROM push_subscription WHERE server_key <> $1")
            .bind(server_key.as_slice())
            .execute(&mut *connection)
            .await?;
        sqlx::query("DELETE FROM push_told WHERE since < $1")
            .bind(moment(*before))
            .execute(connection)
            .await?;
        Ok(())
    })
}

/// A word of the protocol, as it lies in a column.
pub(super) fn word_of(value: &impl Serialize) -> Result<String, sqlx::Error> {
    let value = serde_json::to_value(value).map_err(|e| sqlx::Error::Encode(e.into()))?;
    Ok(value.as_str().unwrap_or_default().to_owned())
}

/// The word of the protocol that lies in a column.
pub(super) fn word<T: DeserializeOwned>(row: &SqliteRow, column: &str) -> Result<T, StoreError> {
    let text: String = get(row, column)?;
    serde_json::from_value(text.into()).map_err(|e| StoreError::Damaged(format!("{column}: {e}")))
}

/// Anything that a column holds as it is.
pub(super) fn get<'r, T>(row: &'r SqliteRow, column: &str) -> Result<T, StoreError>
where
    T: sqlx::Decode<'r, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
{
    row.try_get(column).map_err(|e| reading(&e))
}

/// A number that is never below nothing.
pub(super) fn number(row: &SqliteRow, column: &str) -> Result<u64, StoreError> {
    get::<i64>(row, column).map(i64::unsigned_abs)
}

fn notice(row: &SqliteRow) -> Result<Unsent, StoreError> {
    let room: String = get(row, "room")?;
    Ok(Unsent {
        number: number(row, "number")?,
        to: subscriptions::subscription(row)?,
        room: RoomId::try_from(room).map_err(|e| StoreError::Damaged(e.to_string()))?,
        notice: word(row, "notice")?,
        game: word(row, "game")?,
        until: number(row, "until")?,
        at: number(row, "next_at")?,
        tries: u32::try_from(number(row, "tries")?).unwrap_or(u32::MAX),
    })
}
