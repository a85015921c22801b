//! Matches that were given up soon after the lock. That a side gave up only the log tells: it is read
//! between the lock and the end of markets that ended soon, and nowhere else.

use std::collections::BTreeMap;

use engine::Side;
use protocol::Entry;
use protocol::RoomId;
use protocol::event::{EndReason, Event};
use protocol::http::betting::Suspicion;
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteRow;

use super::super::reading;
use super::super::rows::moment;
use super::abuse::{NAMES, REPORTED};
use super::words::{number, plain, room};
use crate::betting::display::shown;
use crate::store::port::StoreError;

/// Milliseconds after the lock within which giving up is soon.
const SOON_MS: u64 = 600_000;
/// Milliseconds for which a market may end later than its game, where spectators see it later.
const DELAY_MS: u64 = 600_000;
/// Markets whose log is read, the newest.
const CANDIDATES: u32 = 200;

/// A market that ended soon.
struct Candidate {
    id: i64,
    number: u32,
    room: RoomId,
    locked_at: u64,
    coins: u64,
}

/// Somebody of a side that gave up soon.
struct Quitter {
    times: u32,
    coins: u64,
    /// The newest: candidates come in that order.
    room: RoomId,
}

pub(super) async fn report(reads: &SqlitePool, since: u64) -> Result<Vec<Suspicion>, StoreError> {
    let mut quitters: BTreeMap<i64, Quitter> = BTreeMap::new();
    for candidate in candidates(reads, since).await? {
        let Some(loser) = gave_up(reads, &candidate).await? else { continue };
        for bettor in seated(reads, candidate.id, loser).await? {
            let quitter = quitters.entry(bettor).or_insert_with(|| Quitter {
                times: 0,
                coins: 0,
                room: candidate.room.clone(),
            });
            quitter.times += 1;
            quitter.coins += candidate.coins;
        }
    }
    let mut quitters: Vec<(i64, Quitter)> = quitters.into_iter().collect();
    quitters.sort_by_key(|(_, quitter)| std::cmp::Reverse((quitter.times, quitter.coins)));
    let mut told = Vec::new();
    for (bettor, quitter) in quitters.into_iter().take(usize::try_from(REPORTED).unwrap_or(usize::MAX)) {
        told.push(suspicion(reads, bettor, quitter, since).await?);
    }
    Ok(told)
}

async fn candidates(reads: &SqlitePool, since: u64) -> Result<Vec<Candidate>, StoreError> {
    let rows = sqlx::query(
        "SELECT market.id, market.number, betting_room.room, locked_at,
            (SELECT coalesce(sum(stake), 0) FROM position WHERE position.market = market.id) AS coins
         FROM market JOIN betting_room ON betting_room.number = market.room
         WHERE ended_at >= ? AND state = 'settled' AND mode = 'pool' AND ended_at - locked_at <= ?
         ORDER BY ended_at DESC LIMIT ?",
    )
    .bind(moment(since))
    .bind(moment(SOON_MS + DELAY_MS))
    .bind(CANDIDATES)
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    let candidate = |row: &SqliteRow| {
        Ok(Candidate {
            id: plain(row, "id")?,
            number: plain(row, "number")?,
            room: room(row, "room")?,
            locked_at: number(row, "locked_at")?,
            coins: number(row, "coins")?,
        })
    };
    rows.iter().map(candidate).collect()
}

/// The side that gave the game of a market up soon after its lock.
async fn gave_up(reads: &SqlitePool, candidate: &Candidate) -> Result<Option<Side>, StoreError> {
    // As the log writes the beginning of such an event.
    let said = |event: &str| format!(r#"{{"k":"{event}","d":{{"market":{},"#, candidate.number);
    let entries: Vec<String> = sqlx::query_scalar(
        r#"SELECT entry FROM log WHERE room = ?1
             AND seq >= (SELECT min(seq) FROM market_note WHERE room = ?1 AND instr(event, ?2) = 1)
             AND seq <= (SELECT min(seq) FROM market_note WHERE room = ?1 AND instr(event, ?3) = 1)
             AND instr(entry, '"k":"game_ended"') > 0
           ORDER BY seq LIMIT 1"#,
    )
    .bind(candidate.room.as_str())
    .bind(said("market_locked"))
    .bind(said("market_ended"))
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    let Some(entry) = entries.first() else { return Ok(None) };
    let entry: Entry = serde_json::from_str(entry).map_err(|e| StoreError::Damaged(e.to_string()))?;
    let soon = entry.at.saturating_sub(candidate.locked_at) <= SOON_MS;
    let winner = entry
        .events
        .iter()
        .find_map(|event| if let Event::GameEnded { result, .. } = event { Some(result) } else { None });
    let winner =
        winner.filter(|result| result.reason == EndReason::Resigned).and_then(|result| result.winner);
    Ok(winner.filter(|_| soon).map(Side::other))
}

async fn seated(reads: &SqlitePool, market: i64, side: Side) -> Result<Vec<i64>, StoreError> {
    sqlx::query_scalar("SELECT bettor FROM participant WHERE market = ? AND role = ?")
        .bind(market)
        .bind(side.id())
        .fetch_all(reads)
        .await
        .map_err(|e| reading(&e))
}

async fn suspicion(
    reads: &SqlitePool,
    bettor: i64,
    quitter: Quitter,
    since: u64,
) -> Result<Suspicion, StoreError> {
    let sql = format!(
        "WITH {NAMES} SELECT name, (
             SELECT count(DISTINCT market.id) FROM participant JOIN market ON market.id = participant.market
             WHERE participant.bettor = ?1 AND role <> 'host' AND state = 'settled' AND ended_at >= ?2
         ) AS played FROM who WHERE number = ?1"
    );
    let row = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(bettor)
        .bind(moment(since))
        .fetch_one(reads)
        .await
        .map_err(|e| reading(&e))?;
    Ok(Suspicion {
        who: vec![plain(&row, "name")?],
        times: quitter.times,
        of: super::words::count(&row, "played")?,
        coins: shown(quitter.coins),
        room: Some(quitter.room),
    })
}
