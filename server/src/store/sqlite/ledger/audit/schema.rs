//! Whether the tables of the books still refuse what they were made to refuse: every table, index and
//! trigger is held against those that the same steps make in an empty database.

use std::collections::BTreeMap;

use sqlx::{Connection, SqliteConnection};

use super::super::super::super::port::StoreError;
use super::super::super::writer::{Failure, bring_up};
use crate::betting::audit::{Audit, Invariant};

/// By kind and name: on which table it is, and the words that made it.
type Schema = BTreeMap<(String, String), (String, String)>;

/// The tables of the books: only what bears on them is looked at.
const TABLES: [&str; 14] = [
    "bet_request",
    "betting_act",
    "betting_room",
    "bettor",
    "book_record",
    "coin_account",
    "ledger_head",
    "market",
    "market_event",
    "market_point",
    "participant",
    "position",
    "record_head",
    "transfer",
];

/// Compare.
pub(super) async fn check(c: &mut SqliteConnection, audit: &mut Audit) -> Result<(), Failure> {
    let found = read(c).await?;
    let mut empty = SqliteConnection::connect("sqlite::memory:").await?;
    bring_up(&mut empty).await.map_err(|error| StoreError::Unavailable(error.to_string()))?;
    let made = read(&mut empty).await?;
    empty.close().await?;
    for ((kind, name), (_, words)) in &made {
        match found.get(&(kind.clone(), name.clone())) {
            None => audit.fault(Invariant::I4, format!("the {kind} {name} is gone")),
            Some((_, same)) if same == words => {}
            Some(_) => audit.fault(Invariant::I4, format!("the {kind} {name} is not what it was made to be")),
        }
    }
    // An index more does no harm, a trigger may do anything.
    let more = found.keys().filter(|key| key.0 == "trigger" && !made.contains_key(*key));
    for (kind, name) in more {
        audit.fault(Invariant::I4, format!("the {kind} {name} is none of these books"));
    }
    Ok(())
}

async fn read(c: &mut SqliteConnection) -> Result<Schema, Failure> {
    let rows: Vec<(String, String, String, String)> = sqlx::query_as(
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL AND type <> 'view'",
    )
    .fetch_all(c)
    .await?;
    let ours = rows.into_iter().filter(|(_, _, table, _)| TABLES.contains(&table.as_str()));
    Ok(ours.map(|(kind, name, table, sql)| ((kind, name), (table, plain(&sql)))).collect())
}

/// The words without what changes nothing: marks around names, which come when a table is renamed, and
/// spaces.
fn plain(sql: &str) -> String {
    sql.replace('"', "").split_whitespace().collect::<Vec<_>>().join(" ")
}
