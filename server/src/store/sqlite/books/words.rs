//! Columns of the books as what they stand for.

use protocol::RoomId;
use protocol::betting::Coins;
use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::super::reading;
use crate::betting::display::shown;
use crate::store::port::StoreError;

/// A word of the protocol.
pub(super) fn word<T: DeserializeOwned>(row: &SqliteRow, column: &str) -> Result<T, StoreError> {
    let text: String = row.try_get(column).map_err(|e| reading(&e))?;
    read(column, text)
}

/// A word of the protocol, or none.
pub(super) fn maybe_word<T: DeserializeOwned>(
    row: &SqliteRow,
    column: &str,
) -> Result<Option<T>, StoreError> {
    let text: Option<String> = row.try_get(column).map_err(|e| reading(&e))?;
    text.map(|text| read(column, text)).transpose()
}

/// A number that is never below nothing.
pub(super) fn number(row: &SqliteRow, column: &str) -> Result<u64, StoreError> {
    let number: i64 = row.try_get(column).map_err(|e| reading(&e))?;
    Ok(number.unsigned_abs())
}

/// Such a number, or none.
pub(super) fn maybe_number(row: &SqliteRow, column: &str) -> Result<Option<u64>, StoreError> {
    let number: Option<i64> = row.try_get(column).map_err(|e| reading(&e))?;
    Ok(number.map(i64::unsigned_abs))
}

/// How often something was so.
pub(super) fn count(row: &SqliteRow, column: &str) -> Result<u32, StoreError> {
    Ok(u32::try_from(number(row, column)?).unwrap_or(u32::MAX))
}

/// Coins, never below nothing.
pub(super) fn coins(row: &SqliteRow, column: &str) -> Result<Coins, StoreError> {
    number(row, column).map(shown)
}

/// A room by its name.
pub(super) fn room(row: &SqliteRow, column: &str) -> Result<RoomId, StoreError> {
    let id: String = row.try_get(column).map_err(|e| reading(&e))?;
    RoomId::try_from(id).map_err(|e| StoreError::Damaged(e.to_string()))
}

/// Anything that a column holds as it is.
pub(super) fn plain<'r, T>(row: &'r SqliteRow, column: &str) -> Result<T, StoreError>
where
    T: sqlx::Decode<'r, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
{
    row.try_get(column).map_err(|e| reading(&e))
}

fn read<T: DeserializeOwned>(column: &str, text: String) -> Result<T, StoreError> {
    let damaged = |e: serde_json::Error| StoreError::Damaged(format!("{column}: {e}"));
    serde_json::from_value(serde_json::Value::String(text)).map_err(damaged)
}
