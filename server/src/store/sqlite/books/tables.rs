//! Tables of bettors and of players. They are counted from the bets as they stand: whatever is shown
//! agrees with the wallets to the coin, and an old season is read as it was.

use protocol::http::betting::{Leaderboard, RatedRow, SeasonRow};
use protocol::{RoomId, UserId};
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteRow;

use super::super::reading;
use super::super::rows::{bytes, moment, user};
use super::seasons;
use super::words::{count, number, plain};
use crate::betting::display::shown;
use crate::ratings::{LISTED_GAMES, LISTED_UNCERTAINTY, Rating};
use crate::store::books::{ROWS, SEASON_MARKETS, Season};
use crate::store::port::StoreError;

/// Which markets are counted: those of a season that count, or all of a room.
#[derive(Clone)]
enum Scope {
    Season(Season),
    Room(RoomId),
}

/// What every table is read from. `?1` and `?2` are the season's bounds, `?3` the room, `?4` the
/// markets from which on somebody is ranked, `?5` the asker, `?6` how many rows.
///
/// A refund is as much as its stake, so that a void market changes no number of the table.
const TOTALS: &str = "WITH total AS (
        SELECT position.bettor,
            sum(iif(market.mode = 'pool', coalesce(position.back, 0) - position.stake, 0)) AS net,
            sum(market.state = 'settled') AS markets,
            sum(market.state = 'settled' AND position.outcome = market.result) AS hits,
            sum(market.state = 'settled' AND position.outcome = market.result AND market.mode = 'picks') AS points
        FROM market JOIN position ON position.market = market.id
        WHERE market.ended_at IS NOT NULL AND CASE WHEN ?3 IS NULL
            THEN market.ended_at >= ?1 AND market.ended_at < ?2 AND market.counts = 1 AND market.scope = 'server'
            ELSE market.room = (SELECT number FROM betting_room WHERE room = ?3) END
        GROUP BY position.bettor
    ),
    shown AS (
        SELECT person.id, person.name, bettor.unlisted, net, markets, hits, points,
            markets >= ?4 AND NOT bettor.unlisted AS ranked
        FROM total
        JOIN bettor ON bettor.number = total.bettor
        JOIN person ON person.id = bettor.person
        WHERE markets > 0
    ),
    placed AS (
        SELECT *, iif(ranked, rank() OVER (PARTITION BY ranked ORDER BY net DESC, points DESC), NULL) AS place
        FROM shown
    )";

pub(super) async fn season(
    reads: &SqlitePool,
    which: Option<u32>,
    asker: UserId,
) -> Result<Option<Leaderboard>, StoreError> {
    let season = match which {
        Some(number) => seasons::numbered(reads, number).await?,
        None => seasons::last(reads).await?,
    };
    let Some(season) = season else { return Ok(None) };
    let (rows, own) = rows(reads, &Scope::Season(season), asker).await?;
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

pub(super) async fn room(
    reads: &SqlitePool,
    room: &RoomId,
    asker: UserId,
) -> Result<Leaderboard, StoreError> {
    let (rows, own) = rows(reads, &Scope::Room(room.clone()), asker).await?;
    Ok(Leaderboard { season: None, from: None, until: None, min_markets: 1, rows, own, ratings: Vec::new() })
}

/// Somebody's own row of the season that runs, nothing where he has no settled bet in it.
pub(super) async fn season_row(
    reads: &SqlitePool,
    whose: UserId,
    own: bool,
) -> Result<Option<SeasonRow>, StoreError> {
    let Some(season) = seasons::last(reads).await? else { return Ok(None) };
    let row = own_row(reads, &Scope::Season(season), whose).await?;
    Ok(row.map(|row| SeasonRow { own, ..row }))
}

async fn rows(
    reads: &SqlitePool,
    scope: &Scope,
    asker: UserId,
) -> Result<(Vec<SeasonRow>, Option<SeasonRow>), StoreError> {
    let found = select(
        reads,
        scope,
        asker,
        "WHERE NOT unlisted ORDER BY place IS NULL, place, net DESC, points DESC, name, id LIMIT ?6",
    )
    .await?;
    let rows: Vec<SeasonRow> = found.iter().map(|row| season_line(row, asker)).collect::<Result<_, _>>()?;
    let own = match rows.iter().find(|row| row.own) {
        Some(own) => Some(own.clone()),
        None => own_row(reads, scope, asker).await?,
    };
    Ok((rows, own))
}

async fn own_row(reads: &SqlitePool, scope: &Scope, whose: UserId) -> Result<Option<SeasonRow>, StoreError> {
    let found = select(reads, scope, whose, "WHERE id = ?5 LIMIT ?6").await?;
    found.first().map(|row| season_line(row, whose)).transpose()
}

async fn select(
    reads: &SqlitePool,
    scope: &Scope,
    asker: UserId,
    which: &str,
) -> Result<Vec<SqliteRow>, StoreError> {
    let (from, until, room, least) = match scope {
        Scope::Season(season) => (season.from, season.until, None, SEASON_MARKETS),
        Scope::Room(room) => (0, 0, Some(room.as_str()), 1),
    };
    let sql = format!("{TOTALS} SELECT id, name, net, markets, hits, points, place FROM placed {which}");
    sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(moment(from))
        .bind(moment(until))
        .bind(room)
        .bind(least)
        .bind(bytes(&asker))
        .bind(ROWS)
        .fetch_all(reads)
        .await
        .map_err(|e| reading(&e))
}

fn season_line(row: &SqliteRow, asker: UserId) -> Result<SeasonRow, StoreError> {
    let net: i64 = plain(row, "net")?;
    Ok(SeasonRow {
        rank: plain(row, "place")?,
        name: plain(row, "name")?,
        net: shown(net.unsigned_abs()),
        lost: net < 0,
        markets: count(row, "markets")?,
        hits: count(row, "hits")?,
        points: count(row, "points")?,
        own: user(row, "id")? == asker,
    })
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
