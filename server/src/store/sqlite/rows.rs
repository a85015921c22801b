//! Columns as what they stand for, and back.

use engine::Side;
use protocol::UserId;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use uuid::Uuid;

use super::super::port::{Facts, Person, RoomRow, StoreError};
use super::reading;

/// The number of a side in a column.
pub(super) const fn side_number(side: Side) -> i64 {
    match side {
        Side::South => 0,
        Side::North => 1,
    }
}

/// The side of a number in a column.
pub(super) const fn side_of(number: i64) -> Side {
    if number == 0 { Side::South } else { Side::North }
}

/// A moment in a column.
pub(super) fn moment(at: u64) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

/// A person's identity in a column.
pub(super) fn bytes(user: &UserId) -> &[u8] {
    user.0.as_bytes().as_slice()
}

/// A person's identity.
pub(super) fn user(row: &SqliteRow, column: &str) -> Result<UserId, StoreError> {
    let bytes: Vec<u8> = row.try_get(column).map_err(|e| reading(&e))?;
    Uuid::from_slice(&bytes).map(UserId).map_err(|e| StoreError::Damaged(e.to_string()))
}

/// A person.
pub(super) fn person(user: UserId, row: &SqliteRow) -> Result<Person, sqlx::Error> {
    let created_at: i64 = row.try_get("created_at")?;
    Ok(Person {
        user,
        name: row.try_get("name")?,
        named: row.try_get("named")?,
        created_at: created_at.unsigned_abs(),
    })
}

/// A row that cannot be read is left out of the lobby; its log tells on being opened.
pub(super) fn room_row(row: &SqliteRow) -> Option<RoomRow> {
    Some(RoomRow { opened_by: user(row, "opened_by").ok()?, facts: facts(row)? })
}

/// What is kept of a room for the lobby; nothing where that cannot be read.
pub(super) fn facts(row: &SqliteRow) -> Option<Facts> {
    let text: String = row.try_get("facts").ok()?;
    let mover: Option<i64> = row.try_get("mover").ok()?;
    let ends: Option<i64> = row.try_get("ends").ok()?;
    Some(Facts {
        row: serde_json::from_str(&text).ok()?,
        listed: row.try_get("listed").ok()?,
        mover: mover.map(side_of),
        ends: ends.map(i64::unsigned_abs),
    })
}
