//! Markets are locked, settled, void: each once, with all that moves in the same transaction.

use std::collections::BTreeSet;

use engine::{BySide, Side};
use protocol::betting::{BettingMode, MarketEnd, MarketState, VoidReason, WalletScope};
use protocol::{RoomId, UserId};
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use super::super::writer::Failure;
use super::markets::{Found, Position, alive, event, point, positions, pot, wallet};
use super::pen::{Line, Pen};
use super::words::{column, count, damaged, word};
use super::{bettors, grants, records};
use crate::betting::pool::{Settlement, ends, place_of};
use crate::betting::record::About;
use crate::betting::transfer::{Account, Kind, outcome_word};

/// Stakes of one statement.
const AT_ONCE: usize = 500;
/// A market counts for the tables with so many bettors ...
const COUNTING_BETTORS: usize = 5;
/// ... from so many places.
const COUNTING_ORIGINS: i64 = 3;

/// Who was in the match when its game began.
pub(super) struct Lock<'a> {
    pub(super) at: u64,
    pub(super) stale_at: u64,
    pub(super) sides: &'a BySide<Vec<UserId>>,
    pub(super) host: Option<UserId>,
}

/// The game begins: stakes stand as they are. Where there is nothing to share the market is void.
pub(super) async fn lock(pen: &mut Pen<'_>, market: Found, lock: &Lock<'_>) -> Result<(), Failure> {
    if !matches!(market.book.state, MarketState::Open | MarketState::Suspended) {
        return Ok(());
    }
    note_participants(pen.c, &market, lock).await?;
    let market = expel(pen, market, lock.at).await?;
    let positions = positions(pen.c, market.id).await?;
    let pot = pot(&positions)?;
    sqlx::query("UPDATE market SET locked_at = $1, stale_at = $2, locked_seq = $3 WHERE id = $4")
        .bind(column(lock.at))
        .bind(column(lock.stale_at))
        .bind(column(pen.head()))
        .bind(column(market.id))
        .execute(&mut *pen.c)
        .await?;
    if let Some(why) = pot.unfit(market.book.mode) {
        return end(pen, &market, MarketEnd::Void { why }, lock.at).await;
    }
    sqlx::query("UPDATE market SET state = 'locked', suspended = NULL WHERE id = $1")
        .bind(column(market.id))
        .execute(&mut *pen.c)
        .await?;
    set_amounts(pen.c, &market, &positions, &pot.pays(market.book.mode), Amount::Pays).await?;
    event(pen.c, market.id, lock.at, "locked", "").await?;
    records::write(pen.c, About::Locked(market.id)).await
}

/// A market that has not ended ends.
pub(super) async fn end(pen: &mut Pen<'_>, market: &Found, end: MarketEnd, at: u64) -> Result<(), Failure> {
    let Some(end) = ends(market.book.state, end) else { return Ok(()) };
    let positions = positions(pen.c, market.id).await?;
    let settlement = pot(&positions)?.settle(market.book.mode, end);
    if market.book.mode == BettingMode::Pool {
        pay(pen, market, &positions, &settlement).await?;
    }
    set_amounts(pen.c, market, &positions, &settlement.back, Amount::Back).await?;
    let (kind, data) = match (settlement.void, settlement.result) {
        (Some(why), _) => ("void", word(&why)?),
        (None, Some(result)) => ("settled", word(&result)?),
        (None, None) => return Err(damaged("a market ended without a result").into()),
    };
    let counts = kind == "settled" && counts(pen.c, market, positions.len()).await?;
    sqlx::query(
        "UPDATE market SET state = $1, suspended = NULL, void = $2, result = $3, ended_at = $4,
             ended_seq = $5, counts = $6
         WHERE id = $7",
    )
    .bind(kind)
    .bind(settlement.void.map(|why| word(&why)).transpose()?)
    .bind(settlement.result.map(outcome_word))
    .bind(column(at))
    .bind(column(pen.head()))
    .bind(counts)
    .bind(column(market.id))
    .execute(&mut *pen.c)
    .await?;
    // Where bets came from was kept for this alone.
    sqlx::query("UPDATE position SET origin = NULL WHERE market = $1 AND origin IS NOT NULL")
        .bind(column(market.id))
        .execute(&mut *pen.c)
        .await?;
    event(pen.c, market.id, at, kind, &data).await?;
    records::write(pen.c, About::Ended(market.id)).await
}

/// Give the stakes of a room back, where its log cannot say what becomes of them.
pub(super) async fn void_all(
    c: &mut SqliteConnection,
    room: &RoomId,
    why: VoidReason,
    now: u64,
) -> Result<bool, Failure> {
    let mut pen = Pen::take(c, now).await?;
    let markets = alive(pen.c, room).await?;
    for market in &markets {
        end(&mut pen, market, MarketEnd::Void { why }, now).await?;
    }
    Ok(!markets.is_empty())
}

async fn note_participants(c: &mut SqliteConnection, market: &Found, lock: &Lock<'_>) -> Result<(), Failure> {
    let south = lock.sides[Side::South].iter().map(|&user| (user, "south"));
    let north = lock.sides[Side::North].iter().map(|&user| (user, "north"));
    let host = lock.host.map(|user| (user, "host"));
    for (user, role) in south.chain(north).chain(host) {
        let Some(bettor) = bettors::number(c, user).await? else { continue };
        sqlx::query(
            "INSERT INTO participant (market, bettor, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .bind(column(market.id))
        .bind(column(bettor))
        .bind(role)
        .execute(&mut *c)
        .await?;
    }
    Ok(())
}

/// The room lets nobody sit who has a stake. Should somebody have one all the same, it goes back:
/// whoever plays must not gain by it.
async fn expel(pen: &mut Pen<'_>, mut market: Found, at: u64) -> Result<Found, Failure> {
    let playing: Vec<i64> = sqlx::query_scalar("SELECT DISTINCT bettor FROM participant WHERE market = $1")
        .bind(column(market.id))
        .fetch_all(&mut *pen.c)
        .await?;
    let playing: BTreeSet<u64> = playing.into_iter().map(count).collect();
    let positions = positions(pen.c, market.id).await?;
    for position in positions.iter().filter(|position| playing.contains(&position.bettor)) {
        tracing::warn!(market = market.id, bettor = position.bettor, "somebody who plays had a stake");
        let key = format!("expel:{}:{}", market.id, position.bettor);
        if let Some(to) = wallet(&market, position) {
            let (outcome, amount) = (position.stake.outcome, position.stake.coins);
            let from = pen.account(Account::Pool { market: market.id, outcome }).await?;
            let (kind, market) = (Kind::Unstake, Some(market.id));
            pen.write(&[Line { kind, from, to, amount, key, market, reason: None }]).await?;
        }
        sqlx::query("DELETE FROM position WHERE market = $1 AND bettor = $2")
            .bind(column(market.id))
            .bind(column(position.bettor))
            .execute(&mut *pen.c)
            .await?;
        let pool = &mut market.pools[place_of(position.stake.outcome)];
        *pool = pool.saturating_sub(position.stake.coins);
        point(pen, market.id, at, market.pools).await?;
        event(pen.c, market.id, at, "expelled", &position.bettor.to_string()).await?;
    }
    Ok(market)
}

/// Everything leaves the pools: to those who were right, or back.
async fn pay(
    pen: &mut Pen<'_>,
    market: &Found,
    positions: &[Position],
    settlement: &Settlement,
) -> Result<(), Failure> {
    let mut lines = Vec::new();
    if let (None, Some(result)) = (settlement.void, settlement.result) {
        let to = pen.account(Account::Pool { market: market.id, outcome: result }).await?;
        for &outcome in market.book.outcomes.iter().filter(|&&outcome| outcome != result) {
            let from = pen.account(Account::Pool { market: market.id, outcome }).await?;
            let amount = positions.iter().filter(|p| p.stake.outcome == outcome).map(|p| p.stake.coins).sum();
            let key = format!("sweep:{}:{}", market.id, outcome_word(outcome));
            let market = Some(market.id);
            lines.push(Line { kind: Kind::Sweep, from, to, amount, key, market, reason: None });
        }
    }
    let (kind, word) = match settlement.void {
        Some(_) => (Kind::Refund, "refund"),
        None => (Kind::Payout, "payout"),
    };
    for &outcome in &market.book.outcomes {
        let from = pen.account(Account::Pool { market: market.id, outcome }).await?;
        let on = positions.iter().zip(&settlement.back).filter(|(of, _)| of.stake.outcome == outcome);
        for (position, &amount) in on {
            let Some(to) = wallet(market, position) else { continue };
            let key = format!("{word}:{}:{}", market.id, position.bettor);
            let market = Some(market.id);
            lines.push(Line { kind, from, to, amount, key, market, reason: None });
        }
    }
    pen.write(&lines).await?;
    // Of a deleted account nothing stays in circulation.
    for position in positions.iter().filter(|position| position.closed) {
        if let Some(left) = wallet(market, position) {
            grants::give_back(pen, left, &format!(":{}", market.id)).await?;
        }
    }
    Ok(())
}

/// Which amount of a stake is written down.
#[derive(Clone, Copy)]
enum Amount {
    Pays,
    Back,
}

async fn set_amounts(
    c: &mut SqliteConnection,
    market: &Found,
    positions: &[Position],
    amounts: &[u64],
    which: Amount,
) -> Result<(), Failure> {
    let rows: Vec<(&Position, u64)> = positions.iter().zip(amounts.iter().copied()).collect();
    for rows in rows.chunks(AT_ONCE) {
        let mut query = QueryBuilder::<Sqlite>::new(match which {
            Amount::Pays => "UPDATE position SET pays = v.column2 FROM (",
            Amount::Back => "UPDATE position SET back = v.column2 FROM (",
        });
        query.push_values(rows, |mut row, (position, amount)| {
            row.push_bind(column(position.bettor)).push_bind(column(*amount));
        });
        query.push(") AS v WHERE bettor = v.column1 AND market = ").push_bind(column(market.id));
        query.build().execute(&mut *c).await?;
    }
    Ok(())
}

async fn counts(c: &mut SqliteConnection, market: &Found, bettors: usize) -> Result<bool, Failure> {
    if market.book.scope == WalletScope::Room || bettors < COUNTING_BETTORS {
        return Ok(false);
    }
    let origins: i64 = sqlx::query_scalar("SELECT count(DISTINCT origin) FROM position WHERE market = $1")
        .bind(column(market.id))
        .fetch_one(c)
        .await?;
    Ok(origins >= COUNTING_ORIGINS)
}
