//! Seasons in SQLite, and what is forgotten with time.

use sqlx::sqlite::SqliteRow;
use sqlx::{SqliteConnection, SqlitePool};

use super::super::reading;
use super::super::rows::moment;
use super::super::writer::Failure;
use super::words::{number, plain};
use crate::store::books::Season;
use crate::store::port::StoreError;

/// Marks that are forgotten together.
const MARKS: u32 = 500;

// ---- reading ---------------------------------------------------------------------------------

pub(super) async fn last(reads: &SqlitePool) -> Result<Option<Season>, StoreError> {
    let row = sqlx::query("SELECT number, from_at, until_at FROM season ORDER BY number DESC LIMIT 1")
        .fetch_optional(reads)
        .await
        .map_err(|e| reading(&e))?;
    row.as_ref().map(season).transpose()
}

pub(super) async fn numbered(reads: &SqlitePool, number: u32) -> Result<Option<Season>, StoreError> {
    let row = sqlx::query("SELECT number, from_at, until_at FROM season WHERE number = ?")
        .bind(number)
        .fetch_optional(reads)
        .await
        .map_err(|e| reading(&e))?;
    row.as_ref().map(season).transpose()
}

pub(super) async fn to_be_reset(reads: &SqlitePool) -> Result<Option<u32>, StoreError> {
    sqlx::query_scalar(
        "SELECT number FROM season WHERE ended_at IS NOT NULL AND reset_at IS NULL ORDER BY number LIMIT 1",
    )
    .fetch_optional(reads)
    .await
    .map_err(|e| reading(&e))
}

fn season(row: &SqliteRow) -> Result<Season, StoreError> {
    Ok(Season {
        number: plain(row, "number")?,
        from: number(row, "from_at")?,
        until: number(row, "until_at")?,
    })
}

// ---- writing ---------------------------------------------------------------------------------

pub(super) async fn turn(connection: &mut SqliteConnection, season: Season, now: u64) -> Result<(), Failure> {
    let before: Option<u32> =
        sqlx::query_scalar("SELECT max(number) FROM season").fetch_one(&mut *connection).await?;
    if before.unwrap_or(0) + 1 != season.number {
        return Err(StoreError::Conflict.into());
    }
    sqlx::query("UPDATE season SET ended_at = ? WHERE ended_at IS NULL")
        .bind(moment(now))
        .execute(&mut *connection)
        .await?;
    sqlx::query("INSERT INTO season (number, from_at, until_at) VALUES (?, ?, ?)")
        .bind(season.number)
        .bind(moment(season.from))
        .bind(moment(season.until))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn note_reset(
    connection: &mut SqliteConnection,
    season: u32,
    now: u64,
) -> Result<(), Failure> {
    sqlx::query("UPDATE season SET reset_at = ? WHERE number = ? AND reset_at IS NULL")
        .bind(moment(now))
        .bind(season)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn forget_marks(connection: &mut SqliteConnection, before: u64) -> Result<bool, Failure> {
    let done = sqlx::query(
        "UPDATE position SET origin = NULL WHERE rowid IN (
             SELECT rowid FROM position WHERE origin IS NOT NULL AND at < ? LIMIT ?
         )",
    )
    .bind(moment(before))
    .bind(MARKS)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == u64::from(MARKS))
}
