//! The markets of a room as spectators may see them. Before the lock nothing here depends on who bets
//! on what, apart from whether there is more than one opinion.

use std::collections::BTreeSet;

use protocol::betting::{Coins, Outcome};
use protocol::http::betting::{MarketRow, MarketStory, PoolPoint};
use protocol::{MarketId, RoomId};
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteRow;

use super::super::rows::user;
use super::super::{Sqlite, reading};
use super::points::thinned;
use super::stories::Told;
use super::words::{coins, maybe_number, number, plain};
use crate::store::books::{POINTS, ROWS};
use crate::store::ledger::{Ledger, Market};
use crate::store::port::StoreError;

pub(super) async fn list(reads: &SqlitePool, room: &RoomId) -> Result<Vec<MarketRow>, StoreError> {
    let rows = sqlx::query(
        "SELECT number, game FROM market
         WHERE room = (SELECT number FROM betting_room WHERE room = ?) ORDER BY number DESC LIMIT ?",
    )
    .bind(room.as_str())
    .bind(ROWS)
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    let row = |row: &SqliteRow| {
        Ok(MarketRow { market: MarketId(plain(row, "number")?), game: plain(row, "game")? })
    };
    rows.iter().map(row).collect()
}

/// The story of a market from the books, as it is told to somebody without a bet.
pub(super) async fn read(
    store: &Sqlite,
    room: &RoomId,
    market: MarketId,
    id: i64,
) -> Result<Option<Told>, StoreError> {
    let reads = &store.reads;
    let Some(Market { mut view, .. }) = store.market(room, market).await? else { return Ok(None) };
    let row = sqlx::query("SELECT opened_at, locked_at, ended_at FROM market WHERE id = ?")
        .bind(id)
        .fetch_one(reads)
        .await
        .map_err(|e| reading(&e))?;
    let locked_at = maybe_number(&row, "locked_at")?;
    if locked_at.is_none() {
        view.pools = None;
    }
    let grown = if locked_at.is_some() {
        sqlx::query("SELECT at, south, draw, north FROM market_point WHERE market = ? ORDER BY n")
            .bind(id)
            .fetch_all(reads)
            .await
            .map_err(|e| reading(&e))?
    } else {
        Vec::new()
    };
    let seated = sqlx::query(
        "SELECT DISTINCT bettor.person FROM participant JOIN bettor ON bettor.number = participant.bettor
         WHERE market = ? AND role <> 'host' AND person IS NOT NULL",
    )
    .bind(id)
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    let points = grown.iter().map(|row| point(row, &view.outcomes)).collect::<Result<Vec<_>, _>>()?;
    let story = MarketStory {
        opened_at: number(&row, "opened_at")?,
        locked_at,
        ended_at: maybe_number(&row, "ended_at")?,
        points: thinned(points, POINTS),
        own: None,
        view,
    };
    let sat = seated.iter().map(|row| user(row, "person")).collect::<Result<BTreeSet<_>, _>>()?;
    Ok(Some(Told { story, sat }))
}

fn point(row: &SqliteRow, outcomes: &[Outcome]) -> Result<PoolPoint, StoreError> {
    let of = |outcome: &Outcome| -> Result<Coins, StoreError> {
        let column = match outcome {
            Outcome::South => "south",
            Outcome::Draw => "draw",
            Outcome::North => "north",
        };
        coins(row, column)
    };
    Ok(PoolPoint { at: number(row, "at")?, pools: outcomes.iter().map(of).collect::<Result<_, _>>()? })
}
