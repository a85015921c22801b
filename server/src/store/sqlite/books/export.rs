//! Everything that the books and the ratings hold about one person, for himself.

use protocol::UserId;
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteRow;

use super::super::reading;
use super::super::rows::bytes;
use super::bets::bets_of;
use super::words::{coins, maybe_number, number, plain, room};
use crate::ratings::Rating;
use crate::store::books::{Export, OwnRating, OwnTransfer};
use crate::store::port::StoreError;

pub(super) async fn of(reads: &SqlitePool, user: UserId) -> Result<Export, StoreError> {
    let row = sqlx::query(
        "SELECT number, hidden, unlisted, break_until, banned_at, ban_reason FROM bettor WHERE person = ?",
    )
    .bind(bytes(&user))
    .fetch_optional(reads)
    .await
    .map_err(|e| reading(&e))?;
    let ratings = ratings(reads, user).await?;
    let Some(row) = row else { return Ok(Export { ratings, ..Export::default() }) };
    let reason: Option<String> = plain(&row, "ban_reason")?;
    Ok(Export {
        bettor: Some(number(&row, "number")?),
        hidden: plain(&row, "hidden")?,
        unlisted: plain(&row, "unlisted")?,
        break_until: maybe_number(&row, "break_until")?,
        banned: maybe_number(&row, "banned_at")?.map(|at| (at, reason.unwrap_or_default())),
        bets: bets_of(reads, user, u64::MAX, u32::MAX).await?,
        transfers: transfers(reads, plain(&row, "number")?).await?,
        ratings,
    })
}

async fn transfers(reads: &SqlitePool, bettor: i64) -> Result<Vec<OwnTransfer>, StoreError> {
    let rows = sqlx::query(
        "SELECT transfer.seq, at, transfer.kind, amount, transfer.credit = own.id AS came,
            transfer.market, reason
         FROM coin_account own JOIN transfer ON transfer.credit = own.id OR transfer.debit = own.id
         WHERE own.bettor = ? ORDER BY transfer.seq",
    )
    .bind(bettor)
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    let transfer = |row: &SqliteRow| {
        Ok(OwnTransfer {
            seq: number(row, "seq")?,
            at: number(row, "at")?,
            kind: plain(row, "kind")?,
            amount: coins(row, "amount")?,
            came: plain(row, "came")?,
            market: maybe_number(row, "market")?,
            reason: plain(row, "reason")?,
        })
    };
    rows.iter().map(transfer).collect()
}

async fn ratings(reads: &SqlitePool, user: UserId) -> Result<Vec<OwnRating>, StoreError> {
    let rows = sqlx::query(
        "SELECT room, game, at, games, mu, sigma, mu_after, sigma_after
         FROM rating_change JOIN rated_game ON rated_game.id = rating_change.rated_game
         WHERE user = ? ORDER BY rated_game.id, side",
    )
    .bind(bytes(&user))
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    let rating = |row: &SqliteRow| {
        let games: u32 = plain(row, "games")?;
        let of = |mu: &str, sigma: &str| Ok(Rating { mu: plain(row, mu)?, sigma: plain(row, sigma)? });
        let (before, after): (Result<Rating, StoreError>, _) =
            (of("mu", "sigma"), of("mu_after", "sigma_after"));
        Ok(OwnRating {
            room: room(row, "room")?,
            game: plain(row, "game")?,
            at: number(row, "at")?,
            before: before?.view(games),
            after: after?.view(games + 1),
        })
    };
    rows.iter().map(rating).collect()
}
