//! What is noted of markets and acts is sealed when it is noted, so that a later change shows.
//!
//! Sealed is what never changes afterwards: where a bet came from is forgotten, whose number a bettor
//! is may be cut.

use serde::Serialize;
use sqlx::{Connection, FromRow, SqliteConnection};

use super::super::writer::Failure;
use super::words::{column, count, damaged};
use crate::betting::record::{About, Seal, link, seal};

/// What is kept of a market from its lock on.
#[derive(FromRow, Serialize)]
struct Begun {
    id: i64,
    room: i64,
    number: i64,
    game: i64,
    mode: String,
    scope: String,
    outcomes: String,
    min_stake: i64,
    max_stake: i64,
    opened_at: i64,
    locked_at: Option<i64>,
    stale_at: Option<i64>,
    locked_seq: Option<i64>,
}

/// What is kept of a market from its end on.
#[derive(FromRow, Serialize)]
struct Over {
    state: String,
    void: Option<String>,
    result: Option<String>,
    ended_at: Option<i64>,
    ended_seq: Option<i64>,
    counts: i64,
}

/// A stake, and what was shown of it and came of it.
#[derive(FromRow, Serialize)]
struct Position {
    bettor: i64,
    account: Option<i64>,
    outcome: String,
    stake: i64,
    seq: i64,
    at: i64,
    shared_address: i64,
    #[serde(skip)]
    pays: Option<i64>,
    #[serde(skip)]
    back: Option<i64>,
}

#[derive(FromRow, Serialize)]
struct Act {
    id: i64,
    idem: Vec<u8>,
    at: i64,
    admin: Vec<u8>,
    kind: String,
    market: Option<i64>,
    bettor: Option<i64>,
    amount: Option<i64>,
    taken: i64,
    reason: String,
}

/// Record how it stands now: in the transaction that notes it, as its last part.
pub(super) async fn write(c: &mut SqliteConnection, about: About) -> Result<(), Failure> {
    let (n, hash): (i64, Vec<u8>) =
        sqlx::query_as("SELECT n, hash FROM record_head").fetch_one(&mut *c).await?;
    let before = hash.try_into().map_err(|_| damaged("the head of the records is no hash"))?;
    let seal = seal_of(c, about).await?.ok_or_else(|| damaged(&format!("there is no {about}")))?;
    let n = n + 1;
    sqlx::query("INSERT INTO book_record (n, kind, about, seal, hash) VALUES ($1, $2, $3, $4, $5)")
        .bind(n)
        .bind(about.word())
        .bind(column(about.number()))
        .bind(seal.as_slice())
        .bind(link(&before, count(n), about, &seal).as_slice())
        .execute(&mut *c)
        .await?;
    Ok(())
}

/// The seal of how it stands now; nothing where it is gone.
pub(super) async fn seal_of(c: &mut SqliteConnection, about: About) -> Result<Option<Seal>, Failure> {
    match about {
        About::Locked(market) => market_seal(c, market, false).await,
        About::Ended(market) => market_seal(c, market, true).await,
        About::Act(act) => act_seal(c, act).await,
    }
}

/// Books from before there were records: what is noted in them is recorded as it stands, once.
pub(in super::super) async fn adopt(c: &mut SqliteConnection) -> Result<(), Failure> {
    let mut at_once = c.begin_with("BEGIN IMMEDIATE").await?;
    let c = &mut *at_once;
    let adopted: bool = sqlx::query_scalar("SELECT adopted FROM record_head").fetch_one(&mut *c).await?;
    if !adopted {
        let markets: Vec<(i64, bool)> = sqlx::query_as(
            "SELECT id, ended_at IS NOT NULL FROM market
             WHERE state IN ('locked', 'settled', 'void') ORDER BY id",
        )
        .fetch_all(&mut *c)
        .await?;
        for (id, has_ended) in markets {
            let about = if has_ended { About::Ended } else { About::Locked };
            write(c, about(count(id))).await?;
        }
        let acts: Vec<i64> =
            sqlx::query_scalar("SELECT id FROM betting_act ORDER BY id").fetch_all(&mut *c).await?;
        for act in acts {
            write(c, About::Act(count(act))).await?;
        }
        sqlx::query("UPDATE record_head SET adopted = 1").execute(&mut *c).await?;
    }
    at_once.commit().await?;
    Ok(())
}

async fn market_seal(c: &mut SqliteConnection, id: u64, has_ended: bool) -> Result<Option<Seal>, Failure> {
    let begun: Option<Begun> = sqlx::query_as(
        "SELECT id, room, number, game, mode, scope, outcomes, min_stake, max_stake, opened_at, locked_at,
             stale_at, locked_seq
         FROM market WHERE id = $1",
    )
    .bind(column(id))
    .fetch_optional(&mut *c)
    .await?;
    let Some(begun) = begun else { return Ok(None) };
    let played: Vec<(i64, String)> =
        sqlx::query_as("SELECT bettor, role FROM participant WHERE market = $1 ORDER BY bettor, role")
            .bind(column(id))
            .fetch_all(&mut *c)
            .await?;
    let positions: Vec<Position> = sqlx::query_as(
        "SELECT bettor, account, outcome, stake, seq, at, shared_address, pays, back
         FROM position WHERE market = $1 ORDER BY seq",
    )
    .bind(column(id))
    .fetch_all(&mut *c)
    .await?;
    if !has_ended {
        return sealed(&(begun, played, positions)).map(Some);
    }
    let over: Over =
        sqlx::query_as("SELECT state, void, result, ended_at, ended_seq, counts FROM market WHERE id = $1")
            .bind(column(id))
            .fetch_one(c)
            .await?;
    let amounts: Vec<_> = positions.iter().map(|position| (position.pays, position.back)).collect();
    sealed(&(begun, played, &positions, over, amounts)).map(Some)
}

async fn act_seal(c: &mut SqliteConnection, id: u64) -> Result<Option<Seal>, Failure> {
    let act: Option<Act> = sqlx::query_as(
        "SELECT id, idem, at, admin, kind, market, bettor, amount, taken, reason
         FROM betting_act WHERE id = $1",
    )
    .bind(column(id))
    .fetch_optional(c)
    .await?;
    act.map(|act| sealed(&act)).transpose()
}

fn sealed<T: Serialize>(noted: &T) -> Result<Seal, Failure> {
    seal(noted).map_err(|error| damaged(&error.to_string()).into())
}
