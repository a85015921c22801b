//! The markets of a room as spectators may see them. Before the lock nothing here depends on who bets
//! on what, apart from whether there is more than one opinion.

use std::collections::{BTreeMap, BTreeSet};

use protocol::betting::{BettingMode, Coins, MarketState, MarketView, Outcome};
use protocol::http::betting::{MarketRow, MarketStory, PoolPoint};
use protocol::{MarketId, RoomId, UserId};
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteRow;

use super::super::reading;
use super::super::rows::user;
use super::bets::bet_in;
use super::points::thinned;
use super::words::{coins, count, maybe_number, maybe_word, number, plain, word};
use crate::betting::display::{pools, shown};
use crate::store::books::{POINTS, ROWS, Story};
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

pub(super) async fn story(
    reads: &SqlitePool,
    room: &RoomId,
    market: MarketId,
    asker: UserId,
) -> Result<Option<Story>, StoreError> {
    // One look: a market that is locked while it is read is read as it was before or after that.
    let mut read = reads.begin().await.map_err(|e| reading(&e))?;
    let row = sqlx::query(
        "SELECT id, number, game, mode, scope, outcomes, min_stake, max_stake, state, suspended, void,
            result, opened_at, locked_at, ended_at
         FROM market WHERE room = (SELECT number FROM betting_room WHERE room = ?) AND number = ?",
    )
    .bind(room.as_str())
    .bind(market.0)
    .fetch_optional(&mut *read)
    .await
    .map_err(|e| reading(&e))?;
    let Some(row) = row else { return Ok(None) };
    let id: i64 = plain(&row, "id")?;
    let stakes = sqlx::query(
        "SELECT outcome, sum(stake) AS coins, count(*) AS bettors FROM position WHERE market = ? GROUP BY outcome",
    )
    .bind(id)
    .fetch_all(&mut *read)
    .await
    .map_err(|e| reading(&e))?;
    let locked_at = maybe_number(&row, "locked_at")?;
    let grown = if locked_at.is_some() {
        sqlx::query("SELECT at, south, draw, north FROM market_point WHERE market = ? ORDER BY n")
            .bind(id)
            .fetch_all(&mut *read)
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
    .fetch_all(&mut *read)
    .await
    .map_err(|e| reading(&e))?;
    drop(read);
    let view = view(&row, &stakes, locked_at.is_some())?;
    let points = grown.iter().map(|row| point(row, &view.outcomes)).collect::<Result<Vec<_>, _>>()?;
    let story = MarketStory {
        opened_at: number(&row, "opened_at")?,
        locked_at,
        ended_at: maybe_number(&row, "ended_at")?,
        points: thinned(points, POINTS),
        own: bet_in(reads, asker, id).await?,
        view,
    };
    let sat = seated.iter().map(|row| user(row, "person")).collect::<Result<BTreeSet<_>, _>>()?;
    Ok(Some(Story { story, sat }))
}

fn view(row: &SqliteRow, stakes: &[SqliteRow], was_locked: bool) -> Result<MarketView, StoreError> {
    let mode: BettingMode = word(row, "mode")?;
    let outcomes: String = plain(row, "outcomes")?;
    let outcomes: Vec<Outcome> =
        serde_json::from_str(&outcomes).map_err(|e| StoreError::Damaged(format!("outcomes: {e}")))?;
    let mut on: BTreeMap<Outcome, (u64, u32)> = BTreeMap::new();
    for stake in stakes {
        on.insert(word(stake, "outcome")?, (number(stake, "coins")?, count(stake, "bettors")?));
    }
    let all: Vec<(Outcome, u64, u32)> = outcomes
        .iter()
        .map(|outcome| {
            let (coins, bettors) = on.get(outcome).copied().unwrap_or_default();
            (*outcome, coins, bettors)
        })
        .collect();
    let state: MarketState = word(row, "state")?;
    Ok(MarketView {
        market: MarketId(plain(row, "number")?),
        game: plain(row, "game")?,
        mode,
        scope: word(row, "scope")?,
        state,
        suspended: maybe_word(row, "suspended")?,
        void: maybe_word(row, "void")?,
        outcomes,
        min_stake: coins(row, "min_stake")?,
        max_stake: coins(row, "max_stake")?,
        total: shown(all.iter().fold(0, |sum, (_, coins, _)| sum + coins)),
        bettors: all.iter().map(|(.., bettors)| bettors).sum(),
        contested: all.iter().filter(|(_, coins, _)| *coins > 0).count() > 1,
        pools: was_locked.then(|| pools(mode, &all)),
        result: maybe_word(row, "result")?,
    })
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
    Ok(PoolPoint {
        at: number(row, "at")?,
        pools: outcomes.iter().map(of).collect::<Result<_, _>>()?,
    })
}
