//! Rooms that are not in memory: which are due, who sits in them, and when no server ran.

use protocol::http::MyGame;
use protocol::limits::MY_GAMES;
use protocol::{RoomId, UserId};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, SqlitePool};

use super::super::port::{Due, Facts, LEFT_MS, OUTAGES_KEPT_MS, Outage, Rest, RoomRow, StoreError};
use super::reading;
use super::rows::{facts, moment, room_row, side_of, user};

// ---- reading ---------------------------------------------------------------------------------

pub(super) async fn outages(reads: &SqlitePool, after: u64) -> Result<Vec<Outage>, StoreError> {
    let rows: Vec<(i64, i64)> =
        sqlx::query_as("SELECT since, until FROM outage WHERE until > ? ORDER BY since")
            .bind(moment(after))
            .fetch_all(reads)
            .await
            .map_err(|e| reading(&e))?;
    let outage =
        |(since, until): (i64, i64)| Outage { since: since.unsigned_abs(), until: until.unsigned_abs() };
    Ok(rows.into_iter().map(outage).collect())
}

/// Whether a room went to sleep in order. One that is in memory has not.
pub(super) async fn is_asleep(reads: &SqlitePool, room: &RoomId) -> Result<bool, StoreError> {
    let awake: Option<i64> = sqlx::query_scalar("SELECT awake FROM room WHERE id = ?")
        .bind(room.as_str())
        .fetch_optional(reads)
        .await
        .map_err(|e| reading(&e))?;
    Ok(awake == Some(0))
}

pub(super) async fn left_awake(reads: &SqlitePool) -> Result<Vec<RoomRow>, StoreError> {
    let rows = sqlx::query(
        "SELECT opened_by, listed, facts, mover, ends FROM room
         WHERE awake <> 0 AND awake = 2 ORDER BY opened_at",
    )
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    Ok(rows.iter().filter_map(room_row).collect())
}

pub(super) async fn next_due(reads: &SqlitePool) -> Result<Option<Due>, StoreError> {
    let row = sqlx::query(
        "SELECT id, opened_by, due FROM room WHERE due IS NOT NULL AND awake <> 1 ORDER BY due LIMIT 1",
    )
    .fetch_optional(reads)
    .await
    .map_err(|e| reading(&e))?;
    row.as_ref().map(due).transpose()
}

fn due(row: &SqliteRow) -> Result<Due, StoreError> {
    let id: String = row.try_get("id").map_err(|e| reading(&e))?;
    let at: i64 = row.try_get("due").map_err(|e| reading(&e))?;
    Ok(Due {
        room: RoomId::try_from(id).map_err(|e| StoreError::Damaged(e.to_string()))?,
        opened_by: user(row, "opened_by")?,
        at: at.unsigned_abs(),
    })
}

pub(super) async fn games_of(reads: &SqlitePool, user: UserId) -> Result<Vec<MyGame>, StoreError> {
    let rows = sqlx::query(
        "SELECT seat.side, seat.awaited, facts, listed, mover, ends
         FROM seat JOIN room ON room.id = seat.room
         WHERE seat.user = ? ORDER BY told_at DESC, room.id, awaited DESC, side LIMIT ?",
    )
    .bind(user.0.as_bytes().as_slice())
    // In practice one sits on both sides.
    .bind(i64::try_from(2 * MY_GAMES).unwrap_or(i64::MAX))
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    let mut games: Vec<MyGame> = rows.iter().filter_map(my_game).collect();
    games.dedup_by(|next, first| next.row.room == first.row.room);
    games.truncate(MY_GAMES);
    Ok(games)
}

fn my_game(row: &SqliteRow) -> Option<MyGame> {
    let Facts { row: lobby, mover, ends, .. } = facts(row)?;
    let side: i64 = row.try_get("side").ok()?;
    Some(MyGame {
        row: lobby,
        side: side_of(side),
        turn: mover,
        awaits: row.try_get("awaited").ok()?,
        due: ends,
    })
}

// ---- writing ---------------------------------------------------------------------------------

pub(super) async fn begin(connection: &mut SqliteConnection, now: u64) -> Result<(), sqlx::Error> {
    // Of a server before there were pulses, the newest line is the last sign of life.
    sqlx::query(
        "INSERT INTO outage (since, until)
         SELECT alive, ?1 FROM (
             SELECT coalesce((SELECT alive_at FROM server), (SELECT max(touched_at) FROM room)) AS alive
         ) WHERE alive < ?1",
    )
    .bind(moment(now))
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM outage WHERE until < ?")
        .bind(moment(now.saturating_sub(OUTAGES_KEPT_MS)))
        .execute(&mut *connection)
        .await?;
    // What they have to do waits until their people had time to come back.
    sqlx::query(
        r#"UPDATE room SET awake = 2,
             due = iif(due IS NOT NULL OR instr(facts, '"phase":"playing"') > 0,
                       max(coalesce(due, 0), ?), NULL)
           WHERE awake <> 0 AND awake = 1"#,
    )
    .bind(moment(now.saturating_add(LEFT_MS)))
    .execute(&mut *connection)
    .await?;
    pulse(connection, now).await
}

pub(super) async fn pulse(connection: &mut SqliteConnection, now: u64) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO server (id, alive_at) VALUES (1, ?)
         ON CONFLICT (id) DO UPDATE SET alive_at = max(alive_at, excluded.alive_at)",
    )
    .bind(moment(now))
    .execute(connection)
    .await
    .map(drop)
}

pub(super) async fn rouse(connection: &mut SqliteConnection, room: &RoomId) -> Result<(), sqlx::Error> {
    set_awake(connection, room, 1).await
}

pub(super) async fn put_to_sleep(
    connection: &mut SqliteConnection,
    room: &RoomId,
    how: Rest,
) -> Result<(), sqlx::Error> {
    match how {
        Rest::InOrder { due } => {
            set_due(connection, room, due).await?;
            set_awake(connection, room, 0).await
        }
        Rest::Lost { retry_at } => {
            put_off(connection, room, retry_at).await?;
            set_awake(connection, room, 2).await
        }
        Rest::Forgotten => forget(connection, room).await,
    }
}

/// Somebody may have come back to it in the meantime.
async fn forget(connection: &mut SqliteConnection, room: &RoomId) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE room SET awake = 3 WHERE id = ? AND awake = 2")
        .bind(room.as_str())
        .execute(connection)
        .await
        .map(drop)
}

async fn set_due(
    connection: &mut SqliteConnection,
    room: &RoomId,
    due: Option<u64>,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE room SET due = ? WHERE id = ?")
        .bind(due.map(moment))
        .bind(room.as_str())
        .execute(connection)
        .await
        .map(drop)
}

async fn put_off(connection: &mut SqliteConnection, room: &RoomId, until: u64) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE room SET due = max(due, ?) WHERE id = ? AND due IS NOT NULL")
        .bind(moment(until))
        .bind(room.as_str())
        .execute(connection)
        .await
        .map(drop)
}

async fn set_awake(connection: &mut SqliteConnection, room: &RoomId, number: i64) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE room SET awake = ? WHERE id = ?")
        .bind(number)
        .bind(room.as_str())
        .execute(connection)
        .await
        .map(drop)
}
