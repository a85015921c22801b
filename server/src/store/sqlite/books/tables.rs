//! Tables of bettors and of players. They are counted from the bets as they stand: whatever is shown
//! agrees with the wallets to the coin, and an old season is read as it was.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::http::betting::{Leaderboard, RatedRow, SeasonRow};
use protocol::{RoomId, UserId};
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteRow;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::super::rows::{bytes, moment, user};
use super::super::{Sqlite, reading};
use super::seasons;
use super::words::{count, number, plain};
use crate::betting::display::shown as coins;
use crate::ratings::{LISTED_GAMES, LISTED_UNCERTAINTY, Rating};
use crate::store::books::{ROWS, SEASON_MARKETS, Season};
use crate::store::port::StoreError;

/// Settled markets from which on somebody is ranked in the table of a room.
const ROOM_MARKETS: u32 = 1;

/// Where tables are counted: one at a time, so that who looks at tables takes one of the readers at
/// most from those who play. That of the season that was looked at last is kept until a market ends.
pub(in super::super) struct Desk {
    turn: Semaphore,
    kept: Mutex<Option<Kept>>,
}

/// The season that was counted last.
struct Kept {
    season: u32,
    /// The last thing that had happened to a market.
    version: i64,
    totals: Arc<Vec<Total>>,
}

/// What somebody's bets came to.
#[derive(Clone, Copy)]
struct Total {
    bettor: i64,
    net: i64,
    markets: u32,
    hits: u32,
    points: u32,
}

impl Default for Desk {
    fn default() -> Self {
        Self { turn: Semaphore::new(1), kept: Mutex::default() }
    }
}

impl Desk {
    /// Wait until nobody else counts.
    pub(super) async fn turn(&self) -> Result<SemaphorePermit<'_>, StoreError> {
        self.turn
            .acquire()
            .await
            .map_err(|_| StoreError::Unavailable("nothing is counted any more".to_owned()))
    }

    async fn season(&self, reads: &SqlitePool, season: Season) -> Result<Arc<Vec<Total>>, StoreError> {
        let version = version(reads).await?;
        if let Some(totals) = self.known(season, version) {
            return Ok(totals);
        }
        let _turn = self.turn().await?;
        // Whoever was before may have counted it.
        if let Some(totals) = self.known(season, version) {
            return Ok(totals);
        }
        let totals = Arc::new(season_totals(reads, season).await?);
        *self.kept() = Some(Kept { season: season.number, version, totals: Arc::clone(&totals) });
        Ok(totals)
    }

    async fn room(&self, reads: &SqlitePool, room: &RoomId) -> Result<Vec<Total>, StoreError> {
        let _turn = self.turn().await?;
        room_totals(reads, room).await
    }

    /// What was counted of a season, unless a market ended since.
    fn known(&self, season: Season, version: i64) -> Option<Arc<Vec<Total>>> {
        let kept = self.kept();
        let kept = kept.as_ref().filter(|kept| kept.season == season.number && kept.version >= version)?;
        Some(Arc::clone(&kept.totals))
    }

    fn kept(&self) -> MutexGuard<'_, Option<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The last thing that happened to a market.
async fn version(reads: &SqlitePool) -> Result<i64, StoreError> {
    sqlx::query_scalar("SELECT coalesce(max(rowid), 0) FROM market_event")
        .fetch_one(reads)
        .await
        .map_err(|e| reading(&e))
}

pub(super) async fn season(
    store: &Sqlite,
    which: Option<u32>,
    asker: UserId,
) -> Result<Option<Leaderboard>, StoreError> {
    let reads = &store.reads;
    let season = match which {
        Some(number) => seasons::numbered(reads, number).await?,
        None => seasons::last(reads).await?,
    };
    let Some(season) = season else { return Ok(None) };
    let totals = store.desk.season(reads, season).await?;
    let (rows, own) = lines(reads, &totals, SEASON_MARKETS, asker).await?;
    let ratings = ratings(reads, asker).await?;
    Ok(Some(Leaderboard {
        season: Some(season.number),
        from: Some(season.from),
        until: Some(season.until),
        min_markets: SEASON_MARKETS,
        rows,
        own,
        ratings,
    }))
}

/// The best ratings and no season.
pub(super) async fn players(store: &Sqlite, asker: UserId) -> Result<Leaderboard, StoreError> {
    let ratings = ratings(&store.reads, asker).await?;
    let min_markets = SEASON_MARKETS;
    Ok(Leaderboard {
        season: None,
        from: None,
        until: None,
        min_markets,
        rows: Vec::new(),
        own: None,
        ratings,
    })
}

pub(super) async fn room(store: &Sqlite, room: &RoomId, asker: UserId) -> Result<Leaderboard, StoreError> {
    let totals = store.desk.room(&store.reads, room).await?;
    let (rows, own) = lines(&store.reads, &totals, ROOM_MARKETS, asker).await?;
    Ok(Leaderboard {
        season: None,
        from: None,
        until: None,
        min_markets: ROOM_MARKETS,
        rows,
        own,
        ratings: Vec::new(),
    })
}

/// Somebody's own row of the season that runs, nothing where he has no settled bet in it.
pub(super) async fn season_row(
    store: &Sqlite,
    whose: UserId,
    own: bool,
) -> Result<Option<SeasonRow>, StoreError> {
    let Some(season) = seasons::last(&store.reads).await? else { return Ok(None) };
    let totals = store.desk.season(&store.reads, season).await?;
    let (_, row) = lines(&store.reads, &totals, SEASON_MARKETS, whose).await?;
    Ok(row.map(|row| SeasonRow { own, ..row }))
}

// What is void counts nowhere: its refunds are as much as its stakes.

async fn season_totals(reads: &SqlitePool, season: Season) -> Result<Vec<Total>, StoreError> {
    let rows = sqlx::query(
        "SELECT position.bettor,
            sum(iif(market.mode = 'pool', coalesce(position.back, 0) - position.stake, 0)) AS net,
            count(*) AS markets, sum(position.outcome = market.result) AS hits,
            sum(market.mode = 'picks' AND position.outcome = market.result) AS points
         FROM market CROSS JOIN position ON position.market = market.id
         WHERE market.ended_at >= ? AND market.ended_at < ? AND market.counts = 1
            AND market.scope = 'server' AND market.state = 'settled'
         GROUP BY position.bettor",
    )
    .bind(moment(season.from))
    .bind(moment(season.until))
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    rows.iter().map(total).collect()
}

async fn room_totals(reads: &SqlitePool, room: &RoomId) -> Result<Vec<Total>, StoreError> {
    let rows = sqlx::query(
        "SELECT position.bettor,
            sum(iif(market.mode = 'pool', coalesce(position.back, 0) - position.stake, 0)) AS net,
            count(*) AS markets, sum(position.outcome = market.result) AS hits,
            sum(market.mode = 'picks' AND position.outcome = market.result) AS points
         FROM market CROSS JOIN position ON position.market = market.id
         WHERE market.room = (SELECT number FROM betting_room WHERE room = ?) AND market.state = 'settled'
         GROUP BY position.bettor",
    )
    .bind(room.as_str())
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    rows.iter().map(total).collect()
}

fn total(row: &SqliteRow) -> Result<Total, StoreError> {
    Ok(Total {
        bettor: plain(row, "bettor")?,
        net: plain(row, "net")?,
        markets: count(row, "markets")?,
        hits: count(row, "hits")?,
        points: count(row, "points")?,
    })
}

/// The first rows of a table, and the asker's own.
async fn lines(
    reads: &SqlitePool,
    totals: &[Total],
    least: u32,
    asker: UserId,
) -> Result<(Vec<SeasonRow>, Option<SeasonRow>), StoreError> {
    let unlisted: BTreeSet<i64> =
        sqlx::query_scalar("SELECT number FROM bettor WHERE unlisted = 1 OR person IS NULL")
            .fetch_all(reads)
            .await
            .map_err(|e| reading(&e))?
            .into_iter()
            .collect();
    let own: Option<i64> = sqlx::query_scalar("SELECT number FROM bettor WHERE person = ?")
        .bind(bytes(&asker))
        .fetch_optional(reads)
        .await
        .map_err(|e| reading(&e))?;
    let placed = placed(totals.iter().filter(|total| !unlisted.contains(&total.bettor)), least);
    let shown = &placed[..placed.len().min(usize::try_from(ROWS).unwrap_or(usize::MAX))];
    let own_total = own.and_then(|own| {
        let listed = placed.iter().find(|(_, total)| total.bettor == own).copied();
        listed.or_else(|| totals.iter().find(|total| total.bettor == own).map(|total| (None, total)))
    });
    let wanted = shown.iter().chain(&own_total).map(|(_, total)| total.bettor);
    let names = names(reads, wanted).await?;
    let line = |&(rank, total): &(Option<u32>, &Total)| {
        let name = names.get(&total.bettor)?.clone();
        Some(SeasonRow {
            rank,
            name,
            net: coins(total.net.unsigned_abs()),
            lost: total.net < 0,
            markets: total.markets,
            hits: total.hits,
            points: total.points,
            own: own == Some(total.bettor),
        })
    };
    Ok((shown.iter().filter_map(line).collect(), own_total.as_ref().and_then(line)))
}

/// Everybody with his place: the best first, equal results at the same place, and behind them, without
/// one, who has bet on fewer markets than it takes.
fn placed<'t>(totals: impl Iterator<Item = &'t Total>, least: u32) -> Vec<(Option<u32>, &'t Total)> {
    let mut totals: Vec<&Total> = totals.collect();
    totals.sort_by_key(|total| (total.markets < least, Reverse((total.net, total.points)), total.bettor));
    let mut placed: Vec<(Option<u32>, &Total)> = Vec::with_capacity(totals.len());
    for (total, place) in totals.into_iter().zip(1..) {
        let same = placed.last().filter(|(_, last)| (last.net, last.points) == (total.net, total.points));
        let rank = same.map_or(Some(place), |(rank, _)| *rank);
        placed.push((rank.filter(|_| total.markets >= least), total));
    }
    placed
}

async fn names(
    reads: &SqlitePool,
    bettors: impl Iterator<Item = i64>,
) -> Result<BTreeMap<i64, String>, StoreError> {
    let wanted = serde_json::json!(bettors.collect::<Vec<_>>()).to_string();
    let rows: Vec<(i64, String)> = sqlx::query_as(
        "SELECT bettor.number, person.name FROM bettor JOIN person ON person.id = bettor.person
         WHERE bettor.number IN (SELECT value FROM json_each(?))",
    )
    .bind(wanted)
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    Ok(rows.into_iter().collect())
}

async fn ratings(reads: &SqlitePool, asker: UserId) -> Result<Vec<RatedRow>, StoreError> {
    let rows = sqlx::query(
        "SELECT person.id, person.name, mu, sigma, games FROM rating
         JOIN account ON account.user = rating.user AND account.deleted_at IS NULL
         JOIN person ON person.id = rating.user
         LEFT JOIN bettor ON bettor.person = rating.user
         WHERE games >= ? AND sigma <= ? AND NOT coalesce(bettor.unlisted, 0)
         ORDER BY mu DESC, person.name, person.id LIMIT ?",
    )
    .bind(LISTED_GAMES)
    .bind(Rating::sigma_of(LISTED_UNCERTAINTY))
    .bind(ROWS)
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    let rated = |row: &SqliteRow| {
        let rating = Rating { mu: plain(row, "mu")?, sigma: plain(row, "sigma")? };
        let games = u32::try_from(number(row, "games")?).unwrap_or(u32::MAX);
        Ok(RatedRow { name: plain(row, "name")?, rating: rating.view(games), own: user(row, "id")? == asker })
    };
    rows.iter().map(rated).collect()
}
