//! Sessions begin, are used, and end.

use protocol::UserId;
use sqlx::SqliteConnection;
use uuid::Uuid;

use super::super::super::accounts::{Arrival, Exchange, NewSession};
use super::super::rows::moment;
use super::super::task::Doing;
use super::super::writer::write_person;

/// Sessions that one person has at most: the one that was used least lately gives way.
const SESSIONS_MAX: i64 = 50;

pub(super) fn arrive<'a>(connection: &'a mut SqliteConnection, arrival: &'a Arrival) -> Doing<'a, ()> {
    Box::pin(async move {
        write_person(connection, &arrival.person).await?;
        begin(connection, &arrival.session).await?;
        Ok(())
    })
}

pub(super) fn exchange<'a>(connection: &'a mut SqliteConnection, exchange: &'a Exchange) -> Doing<'a, bool> {
    Box::pin(async move {
        let session = &exchange.session.session;
        let known: Option<Vec<u8>> = sqlx::query_scalar("SELECT cookie FROM exchange WHERE user = ?")
            .bind(session.user.0.as_bytes().as_slice())
            .fetch_optional(&mut *connection)
            .await?;
        if let Some(known) = known {
            return Ok(known == exchange.cookie);
        }
        let person =
            sqlx::query("INSERT INTO exchange (user, cookie, at) SELECT id, ?, ? FROM person WHERE id = ?")
                .bind(exchange.cookie.as_slice())
                .bind(moment(session.seen))
                .bind(session.user.0.as_bytes().as_slice())
                .execute(&mut *connection)
                .await?;
        if person.rows_affected() == 0 {
            return Ok(false);
        }
        begin(connection, &exchange.session).await?;
        Ok(true)
    })
}

pub(super) fn end<'a>(
    connection: &'a mut SqliteConnection,
    (user, id): &'a (UserId, Uuid),
) -> Doing<'a, bool> {
    Box::pin(async move {
        let done = sqlx::query("DELETE FROM session WHERE user = ? AND id = ?")
            .bind(user.0.as_bytes().as_slice())
            .bind(id.as_bytes().as_slice())
            .execute(connection)
            .await?;
        Ok(done.rows_affected() == 1)
    })
}

pub(super) fn end_others<'a>(
    connection: &'a mut SqliteConnection,
    (user, keep): &'a (UserId, Uuid),
) -> Doing<'a, Vec<Uuid>> {
    Box::pin(async move {
        let ended: Vec<Vec<u8>> =
            sqlx::query_scalar("DELETE FROM session WHERE user = ? AND id <> ? RETURNING id")
                .bind(user.0.as_bytes().as_slice())
                .bind(keep.as_bytes().as_slice())
                .fetch_all(connection)
                .await?;
        Ok(ids(&ended))
    })
}

pub(super) fn touch<'a>(connection: &'a mut SqliteConnection, seen: &'a Vec<(Uuid, u64)>) -> Doing<'a, ()> {
    Box::pin(async move {
        for (id, at) in seen {
            sqlx::query("UPDATE session SET seen = max(seen, ?) WHERE id = ?")
                .bind(moment(*at))
                .bind(id.as_bytes().as_slice())
                .execute(&mut *connection)
                .await?;
        }
        Ok(())
    })
}

pub(super) fn sweep<'a>(connection: &'a mut SqliteConnection, before: &'a u64) -> Doing<'a, ()> {
    Box::pin(async move {
        sqlx::query("DELETE FROM session WHERE seen < ?").bind(moment(*before)).execute(connection).await?;
        Ok(())
    })
}

/// Write a session down; which ones give way to it.
pub(super) async fn begin(
    connection: &mut SqliteConnection,
    new: &NewSession,
) -> Result<Vec<Uuid>, sqlx::Error> {
    let session = &new.session;
    sqlx::query("INSERT INTO session (token, id, user, since, seen, agent) VALUES (?, ?, ?, ?, ?, ?)")
        .bind(new.token.as_slice())
        .bind(session.id.as_bytes().as_slice())
        .bind(session.user.0.as_bytes().as_slice())
        .bind(moment(session.since))
        .bind(moment(session.seen))
        .bind(&session.agent)
        .execute(&mut *connection)
        .await?;
    let ended: Vec<Vec<u8>> = sqlx::query_scalar(
        "DELETE FROM session WHERE id IN (
             SELECT id FROM session WHERE user = ?1 AND id <> ?2 ORDER BY seen DESC, since DESC
             LIMIT -1 OFFSET ?3
         ) RETURNING id",
    )
    .bind(session.user.0.as_bytes().as_slice())
    .bind(session.id.as_bytes().as_slice())
    .bind(SESSIONS_MAX - 1)
    .fetch_all(connection)
    .await?;
    Ok(ids(&ended))
}

/// End every session of a person; which ended.
pub(super) async fn end_all(
    connection: &mut SqliteConnection,
    user: UserId,
) -> Result<Vec<Uuid>, sqlx::Error> {
    let ended: Vec<Vec<u8>> = sqlx::query_scalar("DELETE FROM session WHERE user = ? RETURNING id")
        .bind(user.0.as_bytes().as_slice())
        .fetch_all(connection)
        .await?;
    Ok(ids(&ended))
}

/// End a session, whosever it is; whether there was one.
pub(super) async fn end_one(connection: &mut SqliteConnection, id: Uuid) -> Result<bool, sqlx::Error> {
    let done = sqlx::query("DELETE FROM session WHERE id = ?")
        .bind(id.as_bytes().as_slice())
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Identities as they lie in a column that only this file writes.
fn ids(bytes: &[Vec<u8>]) -> Vec<Uuid> {
    bytes.iter().filter_map(|bytes| Uuid::from_slice(bytes).ok()).collect()
}
