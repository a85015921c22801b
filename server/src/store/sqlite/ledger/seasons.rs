//! A season ends: everybody begins the next one with the same.

use sqlx::SqliteConnection;

use super::super::writer::Failure;
use super::grants::staked;
use super::pen::{Line, Pen, Ref};
use super::words::{column, count};
use crate::betting::transfer::{Account, Kind};

/// Wallets of one transaction.
const PART: i64 = 200;

/// What a part came to.
pub(super) struct Part {
    /// Wallets that were changed.
    pub(super) changed: u64,
    /// Whether none is left.
    pub(super) done: bool,
}

/// Set some wallets back: each has the start grant again, less what is staked. How far it came is
/// kept, so that every wallet is met once.
pub(super) async fn end_part(
    c: &mut SqliteConnection,
    season: u32,
    start_grant: u64,
    now: u64,
) -> Result<Part, Failure> {
    let mut pen = Pen::take(c, now).await?;
    sqlx::query(
        "INSERT INTO season_end (season, at, reached, last)
         SELECT $1, $2, 0, coalesce(max(id), 0) FROM coin_account WHERE true
         ON CONFLICT (season) DO NOTHING",
    )
    .bind(i64::from(season))
    .bind(column(now))
    .execute(&mut *pen.c)
    .await?;
    let wallets: Vec<(i64, i64, i64)> = sqlx::query_as(
        "SELECT a.id, a.bettor, a.balance
         FROM coin_account AS a JOIN season_end AS s ON a.id > s.reached AND a.id <= s.last
         JOIN bettor AS b ON b.number = a.bettor
         WHERE s.season = $1 AND a.kind = 'wallet' AND b.closed_at IS NULL ORDER BY a.id LIMIT $2",
    )
    .bind(i64::from(season))
    .bind(PART)
    .fetch_all(&mut *pen.c)
    .await?;
    let mut changed = 0;
    for &(id, bettor, balance) in &wallets {
        let target = start_grant.saturating_sub(staked(pen.c, count(bettor)).await?);
        changed += u64::from(set(&mut pen, season, id, count(bettor), count(balance), target).await?);
    }
    let done = i64::try_from(wallets.len()).unwrap_or(PART) < PART;
    let reached = wallets.last().map(|&(id, _, _)| id).filter(|_| !done);
    sqlx::query("UPDATE season_end SET reached = coalesce($1, last) WHERE season = $2")
        .bind(reached)
        .bind(i64::from(season))
        .execute(&mut *pen.c)
        .await?;
    Ok(Part { changed, done })
}

async fn set(
    pen: &mut Pen<'_>,
    season: u32,
    id: i64,
    bettor: u64,
    balance: u64,
    target: u64,
) -> Result<bool, Failure> {
    let wallet = Ref { id, account: Account::Wallet { bettor } };
    let (from, to) = if balance < target { (pen.issuance(), wallet) } else { (wallet, pen.issuance()) };
    let (amount, key) = (balance.abs_diff(target), format!("season:{season}:{bettor}"));
    if balance < target && pen.can_issue().await? < amount {
        return Ok(false);
    }
    pen.write(&[Line { kind: Kind::Season, from, to, amount, key, market: None, reason: None }]).await?;
    Ok(amount > 0)
}
