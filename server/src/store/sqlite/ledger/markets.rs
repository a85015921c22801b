//! Markets as they are kept: found, opened, stopped for a while, and who has what staked in them.

use protocol::betting::{BettingMode, Outcome, SuspendReason, WalletScope};
use protocol::{MarketId, RoomId};
use sqlx::{FromRow, SqliteConnection};

use super::super::writer::Failure;
use super::pen::{Pen, Ref};
use super::words::{column, count, damaged, small, thing, thing_of, word};
use crate::betting::place::Book;
use crate::betting::pool::{Pot, Stake};
use crate::betting::rules::Rules;
use crate::betting::transfer::Account;

/// Points of a market that are kept when there are many, spread over its changes ...
const POINTS_EVEN: i64 = 512;
/// ... and how many may come before they are looked through again.
const POINTS_BETWEEN: i64 = 256;

/// What every statement that finds markets begins with.
macro_rules! select_market {
    ($rest:literal) => {
        concat!(
            "SELECT m.id, m.room, m.number, m.game, m.mode, m.scope, m.outcomes, m.min_stake, m.max_stake,
                    m.state, m.suspended, m.void, m.result
             FROM market AS m JOIN betting_room AS r ON r.number = m.room ",
            $rest
        )
    };
}

/// A market.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) id: u64,
    /// The number of its room.
    pub(super) room: u64,
    pub(super) number: MarketId,
    pub(super) game: u16,
    pub(super) void: Option<protocol::betting::VoidReason>,
    pub(super) result: Option<Outcome>,
    /// What a stake depends on.
    pub(super) book: Book,
    /// Stakes on each outcome, in the order of [`Outcome::ALL`].
    pub(super) pools: [u64; 3],
}

/// Somebody's stake.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) bettor: u64,
    /// The row of the wallet it came from; nothing for a guess.
    pub(super) account: Option<i64>,
    pub(super) stake: Stake,
    /// Whether the account was deleted since.
    pub(super) closed: bool,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    room: i64,
    number: i64,
    game: i64,
    mode: String,
    scope: String,
    outcomes: String,
    min_stake: i64,
    max_stake: i64,
    state: String,
    suspended: Option<String>,
    void: Option<String>,
    result: Option<String>,
}

/// A market that opens.
pub(super) struct Opening<'a> {
    pub(super) market: MarketId,
    pub(super) game: u16,
    pub(super) mode: BettingMode,
    pub(super) scope: WalletScope,
    pub(super) outcomes: &'a [Outcome],
}

/// The rooms with a market that is not over and of a kind beyond what is allowed.
pub(super) async fn beyond(c: &mut SqliteConnection, most: BettingMode) -> Result<Vec<RoomId>, Failure> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "SELECT r.room, m.mode FROM market AS m JOIN betting_room AS r ON r.number = m.room
         WHERE m.state IN ('open', 'suspended', 'locked') ORDER BY m.id",
    )
    .fetch_all(c)
    .await?;
    let mut rooms = Vec::new();
    for (room, mode) in rows {
        if thing::<BettingMode>(&mode)? > most {
            rooms.push(RoomId::try_from(room).map_err(|e| damaged(&e.to_string()))?);
        }
    }
    Ok(rooms)
}

/// A market of a room.
pub(super) async fn find(
    c: &mut SqliteConnection,
    room: &RoomId,
    market: MarketId,
) -> Result<Option<Found>, Failure> {
    let row: Option<Row> = sqlx::query_as(select_market!("WHERE r.room = $1 AND m.number = $2"))
        .bind(room.as_str())
        .bind(i64::from(market.0))
        .fetch_optional(&mut *c)
        .await?;
    read_one(c, row).await
}

/// The newest market of a room.
pub(super) async fn newest(c: &mut SqliteConnection, room: &RoomId) -> Result<Option<Found>, Failure> {
    let row: Option<Row> = sqlx::query_as(select_market!("WHERE r.room = $1 ORDER BY m.number DESC LIMIT 1"))
        .bind(room.as_str())
        .fetch_optional(&mut *c)
        .await?;
    read_one(c, row).await
}

/// The markets of a room that have not ended, oldest first.
pub(super) async fn alive(c: &mut SqliteConnection, room: &RoomId) -> Result<Vec<Found>, Failure> {
    let rows: Vec<Row> = sqlx::query_as(select_market!(
        "WHERE r.room = $1 AND m.state IN ('open', 'suspended', 'locked') ORDER BY m.number"
    ))
    .bind(room.as_str())
    .fetch_all(&mut *c)
    .await?;
    let mut found = Vec::new();
    for row in rows {
        found.push(read(c, row).await?);
    }
    Ok(found)
}

/// The stakes of a market, in the order of their last change.
pub(super) async fn positions(c: &mut SqliteConnection, market: u64) -> Result<Vec<Position>, Failure> {
    let rows: Vec<(i64, Option<i64>, String, i64, bool)> = sqlx::query_as(
        "SELECT p.bettor, p.account, p.outcome, p.stake, b.closed_at IS NOT NULL
         FROM position AS p JOIN bettor AS b ON b.number = p.bettor
         WHERE p.market = $1 ORDER BY p.seq",
    )
    .bind(column(market))
    .fetch_all(c)
    .await?;
    let position = |(bettor, account, outcome, stake, closed): (i64, Option<i64>, String, i64, bool)| {
        let stake = Stake { outcome: thing(&outcome)?, coins: count(stake) };
        Ok(Position { bettor: count(bettor), account, stake, closed })
    };
    rows.into_iter().map(position).collect()
}

/// The stakes as what is shared.
pub(super) fn pot(positions: &[Position]) -> Result<Pot, Failure> {
    let stakes = positions.iter().map(|position| position.stake).collect();
    Pot::new(stakes).map_err(|_| damaged("a pot holds more than there can be").into())
}

/// The wallet a stake came from.
pub(super) fn wallet(market: &Found, position: &Position) -> Option<Ref> {
    let account = match market.book.scope {
        WalletScope::Server => Account::Wallet { bettor: position.bettor },
        WalletScope::Room => Account::RoomWallet { room: market.room, bettor: position.bettor },
    };
    position.account.map(|id| Ref { id, account })
}

/// A market opens. One that is there already stays as it is.
pub(super) async fn open(
    pen: &mut Pen<'_>,
    rules: &Rules,
    room: &RoomId,
    opening: &Opening<'_>,
    at: u64,
) -> Result<(), Failure> {
    if find(pen.c, room, opening.market).await?.is_some() {
        return Ok(());
    }
    let room = room_number(pen.c, room).await?;
    let (min, max) = match opening.mode {
        BettingMode::Pool => (rules.min_stake, rules.max_stake),
        BettingMode::Picks | BettingMode::Off => (1, 1),
    };
    let outcomes = serde_json::to_string(opening.outcomes).map_err(|e| damaged(&e.to_string()))?;
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO market (room, number, game, mode, scope, outcomes, min_stake, max_stake, state, opened_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9) RETURNING id",
    )
    .bind(column(room))
    .bind(i64::from(opening.market.0))
    .bind(i64::from(opening.game))
    .bind(word(&opening.mode)?)
    .bind(word(&opening.scope)?)
    .bind(outcomes)
    .bind(column(min))
    .bind(column(max))
    .bind(column(at))
    .fetch_one(&mut *pen.c)
    .await?;
    if opening.mode == BettingMode::Pool {
        for &outcome in opening.outcomes {
            pen.account(Account::Pool { market: count(id), outcome }).await?;
        }
    }
    point(pen, count(id), at, [0; 3]).await?;
    event(pen.c, count(id), at, "opened", "").await
}

/// A market takes no bets for a while.
pub(super) async fn suspend(
    pen: &mut Pen<'_>,
    market: &Found,
    why: SuspendReason,
    at: u64,
) -> Result<(), Failure> {
    let why = word(&why)?;
    let changed = sqlx::query(
        "UPDATE market SET state = 'suspended', suspended = $1
         WHERE id = $2 AND state IN ('open', 'suspended')",
    )
    .bind(&why)
    .bind(column(market.id))
    .execute(&mut *pen.c)
    .await?;
    if changed.rows_affected() == 0 {
        return Ok(());
    }
    event(pen.c, market.id, at, "suspended", &why).await
}

/// A market takes bets again.
pub(super) async fn reopen(pen: &mut Pen<'_>, market: &Found, at: u64) -> Result<(), Failure> {
    let changed = sqlx::query(
        "UPDATE market SET state = 'open', suspended = NULL WHERE id = $1 AND state = 'suspended'",
    )
    .bind(column(market.id))
    .execute(&mut *pen.c)
    .await?;
    if changed.rows_affected() == 0 {
        return Ok(());
    }
    event(pen.c, market.id, at, "reopened", "").await
}

/// Note how much is staked on each outcome now. Of many points fewer are kept, so that a market has a
/// bounded number of them however often stakes are changed.
pub(super) async fn point(pen: &mut Pen<'_>, market: u64, at: u64, pools: [u64; 3]) -> Result<(), Failure> {
    let [south, draw, north] = pools.map(column);
    let n: i64 = sqlx::query_scalar(
        "INSERT INTO market_point (market, n, at, south, draw, north)
         SELECT $1, coalesce(max(n), 0) + 1, $2, $3, $4, $5 FROM market_point WHERE market = $1
         RETURNING n",
    )
    .bind(column(market))
    .bind(column(at))
    .bind(south)
    .bind(draw)
    .bind(north)
    .fetch_one(&mut *pen.c)
    .await?;
    if n % POINTS_BETWEEN == 0 && n > POINTS_EVEN { thin(pen.c, market, n).await } else { Ok(()) }
}

/// Keep every second point, every fourth, ... so that there are few: always the same of them, evenly
/// over the changes. The first, the last, and of each pool the lowest and the highest are kept besides.
async fn thin(c: &mut SqliteConnection, market: u64, last: i64) -> Result<(), Failure> {
    let mut step = 1;
    while last / step > POINTS_EVEN {
        step *= 2;
    }
    sqlx::query(
        "DELETE FROM market_point WHERE market = $1 AND n % $2 <> 0 AND n <> 1 AND n <> $3 AND n NOT IN (
             SELECT n FROM (SELECT n FROM market_point WHERE market = $1 ORDER BY south, n LIMIT 1)
             UNION SELECT n FROM (SELECT n FROM market_point WHERE market = $1 ORDER BY south DESC, n LIMIT 1)
             UNION SELECT n FROM (SELECT n FROM market_point WHERE market = $1 ORDER BY draw, n LIMIT 1)
             UNION SELECT n FROM (SELECT n FROM market_point WHERE market = $1 ORDER BY draw DESC, n LIMIT 1)
             UNION SELECT n FROM (SELECT n FROM market_point WHERE market = $1 ORDER BY north, n LIMIT 1)
             UNION SELECT n FROM (SELECT n FROM market_point WHERE market = $1 ORDER BY north DESC, n LIMIT 1)
         )",
    )
    .bind(column(market))
    .bind(step)
    .bind(last)
    .execute(c)
    .await?;
    Ok(())
}

/// Note what became of a market.
pub(super) async fn event(
    c: &mut SqliteConnection,
    market: u64,
    at: u64,
    kind: &str,
    data: &str,
) -> Result<(), Failure> {
    sqlx::query(
        "INSERT INTO market_event (market, n, at, kind, data)
         SELECT $1, coalesce(max(n), 0) + 1, $2, $3, $4 FROM market_event WHERE market = $1",
    )
    .bind(column(market))
    .bind(column(at))
    .bind(kind)
    .bind(data)
    .execute(c)
    .await?;
    Ok(())
}

/// The number of a room, where it ever had a market.
pub(super) async fn known_room(c: &mut SqliteConnection, room: &RoomId) -> Result<Option<u64>, Failure> {
    let number: Option<i64> = sqlx::query_scalar("SELECT number FROM betting_room WHERE room = $1")
        .bind(room.as_str())
        .fetch_optional(c)
        .await?;
    Ok(number.map(count))
}

async fn room_number(c: &mut SqliteConnection, room: &RoomId) -> Result<u64, Failure> {
    sqlx::query("INSERT INTO betting_room (room) VALUES ($1) ON CONFLICT (room) DO NOTHING")
        .bind(room.as_str())
        .execute(&mut *c)
        .await?;
    known_room(c, room).await?.ok_or_else(|| damaged("a room has no number").into())
}

async fn read_one(c: &mut SqliteConnection, row: Option<Row>) -> Result<Option<Found>, Failure> {
    match row {
        Some(row) => read(c, row).await.map(Some),
        None => Ok(None),
    }
}

async fn read(c: &mut SqliteConnection, row: Row) -> Result<Found, Failure> {
    let pools: Option<(i64, i64, i64)> = sqlx::query_as(
        "SELECT south, draw, north FROM market_point WHERE market = $1 ORDER BY n DESC LIMIT 1",
    )
    .bind(row.id)
    .fetch_optional(c)
    .await?;
    let (south, draw, north) = pools.unwrap_or_default();
    let pools = [south, draw, north].map(count);
    let book = Book {
        mode: thing(&row.mode)?,
        scope: thing(&row.scope)?,
        state: thing(&row.state)?,
        suspended: thing_of(row.suspended.as_deref())?,
        outcomes: serde_json::from_str(&row.outcomes).map_err(|e| damaged(&e.to_string()))?,
        min_stake: count(row.min_stake),
        max_stake: count(row.max_stake),
        total: pools.iter().sum(),
    };
    Ok(Found {
        id: count(row.id),
        room: count(row.room),
        number: MarketId(small(row.number)?),
        game: small(row.game)?,
        void: thing_of(row.void.as_deref())?,
        result: thing_of(row.result.as_deref())?,
        book,
        pools,
    })
}
