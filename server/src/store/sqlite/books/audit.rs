//! What administrators did.

use protocol::http::betting::AuditRow;
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteRow;

use super::super::reading;
use super::words::{maybe_number, number, plain, word};
use crate::betting::display::shown;
use crate::store::books::ROWS;
use crate::store::port::StoreError;

pub(super) async fn rows(reads: &SqlitePool) -> Result<Vec<AuditRow>, StoreError> {
    let rows = sqlx::query(
        "SELECT at, kind, market, bettor, amount, taken, reason FROM betting_act ORDER BY id DESC LIMIT ?",
    )
    .bind(ROWS)
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    rows.iter().map(row).collect()
}

fn row(row: &SqliteRow) -> Result<AuditRow, StoreError> {
    Ok(AuditRow {
        at: number(row, "at")?,
        what: word(row, "kind")?,
        market: maybe_number(row, "market")?,
        account: maybe_number(row, "bettor")?,
        amount: maybe_number(row, "amount")?.map(shown),
        taken: plain(row, "taken")?,
        reason: plain(row, "reason")?,
    })
}
