//! Who wants to be told of what, and where.

use protocol::UserId;
use protocol::http::push::PushWishes;
use sqlx::sqlite::SqliteRow;
use sqlx::{SqliteConnection, SqlitePool};
use uuid::Uuid;

use super::super::reading;
use super::super::rows::{bytes, moment, user as user_in};
use super::super::task::Doing;
use super::notices::{get, number, word, word_of};
use crate::store::port::StoreError;
use crate::store::push::{Subscription, SubscriptionId};

pub(super) async fn wishes(reads: &SqlitePool, user: UserId) -> Result<PushWishes, StoreError> {
    let row = sqlx::query("SELECT turn, tried, motion, ended, rematch FROM push_wish WHERE user = $1")
        .bind(bytes(&user))
        .fetch_optional(reads)
        .await
        .map_err(|e| reading(&e))?;
    let Some(row) = row else { return Ok(PushWishes::default()) };
    Ok(PushWishes {
        turn: get(&row, "turn")?,
        tried: get(&row, "tried")?,
        motion: get(&row, "motion")?,
        ended: get(&row, "ended")?,
        rematch: get(&row, "rematch")?,
    })
}

pub(super) fn wish<'a>(
    connection: &'a mut SqliteConnection,
    (user, wishes): &'a (UserId, PushWishes),
) -> Doing<'a, ()> {
    Box::pin(async move {
        sqlx::query(
            "INSERT INTO push_wish (user, turn, tried, motion, ended, rematch)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (user) DO UPDATE SET turn = excluded.turn, tried = excluded.tried,
                 motion = excluded.motion, ended = excluded.ended, rematch = excluded.rematch",
        )
        .bind(bytes(user))
        .bind(wishes.turn)
        .bind(wishes.tried)
        .bind(wishes.motion)
        .bind(wishes.ended)
        .bind(wishes.rematch)
        .execute(&mut *connection)
        .await?;
        for notice in protocol::http::push::Notice::ALL.into_iter().filter(|notice| !wishes.has(*notice)) {
            sqlx::query(
                "DELETE FROM push_notice WHERE notice = $1
                     AND subscription IN (SELECT id FROM push_subscription WHERE user = $2)",
            )
            .bind(word_of(&notice)?)
            .bind(bytes(user))
            .execute(&mut *connection)
            .await?;
        }
        Ok(())
    })
}

pub(super) async fn of(reads: &SqlitePool, user: UserId) -> Result<Vec<Subscription>, StoreError> {
    let rows = sqlx::query(
        "SELECT id, user, session, endpoint, p256dh, auth, lang, server_key, since
         FROM push_subscription WHERE user = $1 ORDER BY since DESC, id",
    )
    .bind(bytes(&user))
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    rows.iter().map(subscription).collect()
}

pub(super) fn subscribe<'a>(
    connection: &'a mut SqliteConnection,
    (new, most): &'a (Subscription, u8),
) -> Doing<'a, bool> {
    Box::pin(async move {
        // What waits for somebody else who used this browser is not for who uses it now.
        sqlx::query("DELETE FROM push_subscription WHERE id = $1 AND user <> $2")
            .bind(new.id.as_slice())
            .bind(bytes(&new.user))
            .execute(&mut *connection)
            .await?;
        let done = sqlx::query(
            "INSERT INTO push_subscription
                 (id, user, session, endpoint, p256dh, auth, lang, server_key, since, said_at)
             SELECT $1, user, id, $2, $3, $4, $5, $6, $7, $7 FROM session WHERE id = $8 AND user = $9
             ON CONFLICT (id) DO UPDATE SET session = excluded.session, endpoint = excluded.endpoint,
                 p256dh = excluded.p256dh, auth = excluded.auth, lang = excluded.lang,
                 server_key = excluded.server_key, said_at = excluded.said_at",
        )
        .bind(new.id.as_slice())
        .bind(&new.endpoint)
        .bind(&new.p256dh)
        .bind(new.auth.as_slice())
        .bind(word_of(&new.lang)?)
        .bind(new.server_key.as_slice())
        .bind(moment(new.since))
        .bind(new.session.as_bytes().as_slice())
        .bind(bytes(&new.user))
        .execute(&mut *connection)
        .await?;
        sqlx::query(
            "DELETE FROM push_subscription WHERE id IN (
                 SELECT id FROM push_subscription WHERE user = $1 AND id <> $2
                 ORDER BY said_at DESC, id LIMIT -1 OFFSET $3
             )",
        )
        .bind(bytes(&new.user))
        .bind(new.id.as_slice())
        .bind(i64::from(*most) - 1)
        .execute(connection)
        .await?;
        Ok(done.rows_affected() == 1)
    })
}

pub(super) fn unsubscribe<'a>(
    connection: &'a mut SqliteConnection,
    (user, id): &'a (UserId, SubscriptionId),
) -> Doing<'a, bool> {
    Box::pin(async move {
        let done = sqlx::query("DELETE FROM push_subscription WHERE user = $1 AND id = $2")
            .bind(bytes(user))
            .bind(id.as_slice())
            .execute(connection)
            .await?;
        Ok(done.rows_affected() == 1)
    })
}

/// Forget what somebody wanted and what he was told, who deletes his account. His browsers go with
/// his sessions.
pub(in super::super) async fn forget(
    connection: &mut SqliteConnection,
    user: UserId,
) -> Result<(), sqlx::Error> {
    for sql in ["DELETE FROM push_wish WHERE user = $1", "DELETE FROM push_told WHERE user = $1"] {
        sqlx::query(sql).bind(bytes(&user)).execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) fn subscription(row: &SqliteRow) -> Result<Subscription, StoreError> {
    let session: Vec<u8> = get(row, "session")?;
    Ok(Subscription {
        id: array(row, "id")?,
        user: user_in(row, "user")?,
        session: Uuid::from_slice(&session).map_err(|e| StoreError::Damaged(e.to_string()))?,
        endpoint: get(row, "endpoint")?,
        p256dh: get(row, "p256dh")?,
        auth: array(row, "auth")?,
        lang: word(row, "lang")?,
        server_key: array(row, "server_key")?,
        since: number(row, "since")?,
    })
}

fn array(row: &SqliteRow, column: &str) -> Result<[u8; 16], StoreError> {
    let bytes: Vec<u8> = get(row, column)?;
    bytes.try_into().map_err(|_| StoreError::Damaged(format!("{column} has another length")))
}
