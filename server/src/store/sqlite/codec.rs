//! Entries as rows and back, with a sum that tells when a row is not what was written, or not
//! where it was written.

use protocol::{Entry, RoomId};
use sha2::{Digest, Sha256};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::super::port::{Append, StoreError};

/// Bytes of a sum.
const SUM_BYTES: usize = 16;

/// An entry as it is written.
#[derive(Debug)]
pub(super) struct LogRow {
    pub(super) seq: i64,
    pub(super) at: i64,
    pub(super) member: Option<i64>,
    pub(super) cid: Option<Vec<u8>>,
    pub(super) entry: String,
    pub(super) sum: Vec<u8>,
}

/// The rows of entries.
pub(super) fn encode(append: &Append) -> Result<Vec<LogRow>, StoreError> {
    let numbers = append.head + 1..;
    append.entries.iter().zip(numbers).map(|(entry, seq)| row(&append.room, entry, seq)).collect()
}

/// The entries of a whole log: numbered from 1 to `head` without a gap, each as it was written.
pub(super) fn decode(room: &RoomId, head: i64, rows: &[SqliteRow]) -> Result<Vec<Entry>, StoreError> {
    let entries: Vec<Entry> =
        rows.iter().zip(1..).map(|(row, seq)| entry(room, row, seq)).collect::<Result<_, _>>()?;
    let found = i64::try_from(entries.len()).unwrap_or(i64::MAX);
    if found == head && head > 0 {
        Ok(entries)
    } else {
        Err(StoreError::Damaged(format!("{found} entries where {head} were written")))
    }
}

fn row(room: &RoomId, entry: &Entry, seq: u64) -> Result<LogRow, StoreError> {
    let failed = |why: String| StoreError::Unavailable(why);
    let text = serde_json::to_string(entry).map_err(|e| failed(e.to_string()))?;
    let seq = i64::try_from(seq).map_err(|e| failed(e.to_string()))?;
    Ok(LogRow {
        seq,
        at: i64::try_from(entry.at).map_err(|e| failed(e.to_string()))?,
        member: entry.by.map(|member| i64::from(member.0)),
        cid: entry.cid.map(|cid| cid.0.as_bytes().to_vec()),
        sum: sum(room, seq, &text),
        entry: text,
    })
}

fn entry(room: &RoomId, row: &SqliteRow, expected: i64) -> Result<Entry, StoreError> {
    let damaged = |why: String| StoreError::Damaged(format!("entry {expected}: {why}"));
    let unread = |error: sqlx::Error| damaged(error.to_string());
    let seq: i64 = row.try_get("seq").map_err(unread)?;
    if seq != expected {
        return Err(damaged("it is missing".to_owned()));
    }
    let text: String = row.try_get("entry").map_err(unread)?;
    let kept: Vec<u8> = row.try_get("sum").map_err(unread)?;
    if kept != sum(room, seq, &text) {
        return Err(damaged("it was changed".to_owned()));
    }
    let entry: Entry = serde_json::from_str(&text).map_err(|e| damaged(e.to_string()))?;
    let member: Option<i64> = row.try_get("member").map_err(unread)?;
    let cid: Option<Vec<u8>> = row.try_get("cid").map_err(unread)?;
    let at: i64 = row.try_get("at").map_err(unread)?;
    let fits = member == entry.by.map(|member| i64::from(member.0))
        && cid.as_deref() == entry.cid.as_ref().map(|cid| cid.0.as_bytes().as_slice())
        && u64::try_from(at) == Ok(entry.at);
    if fits { Ok(entry) } else { Err(damaged("its columns were changed".to_owned())) }
}

fn sum(room: &RoomId, seq: i64, text: &str) -> Vec<u8> {
    let mut hash = Sha256::new();
    hash.update(room.as_str());
    hash.update(seq.to_be_bytes());
    hash.update(text);
    hash.finalize()[..SUM_BYTES].to_vec()
}
