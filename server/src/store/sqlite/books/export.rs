//! Everything that the books and the ratings hold about one person, for himself. Lists of any length
//! are read a page at a time.

use protocol::UserId;
use serde::Serialize;
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteRow;

use super::super::reading;
use super::super::rows::bytes;
use super::bets::bets_of;
use super::words::{coins, maybe_number, number, plain, room, word};
use crate::ratings::Rating;
use crate::store::books::{
    Behind, Export, ExportList, ExportPage, OwnOrder, OwnPart, OwnRating, OwnTransfer,
};
use crate::store::port::StoreError;

/// Rows of a page.
const PAGE: u32 = 500;

const TRANSFERS: &str = "SELECT transfer.seq AS place, x'' AS apart, at, transfer.kind, amount,
        transfer.credit = own.id AS came, transfer.market, reason
     FROM bettor
     JOIN coin_account own ON own.bettor = bettor.number
     JOIN transfer ON transfer.credit = own.id OR transfer.debit = own.id
     WHERE bettor.person = ?1 AND (transfer.seq, x'') > (?2, ?3) ORDER BY transfer.seq LIMIT ?4";

const RATINGS: &str = "SELECT 2 * rated_game.id + side AS place, x'' AS apart, room, game, at, games,
        mu, sigma, mu_after, sigma_after
     FROM rating_change JOIN rated_game ON rated_game.id = rating_change.rated_game
     WHERE user = ?1 AND (2 * rated_game.id + side, x'') > (?2, ?3) ORDER BY place LIMIT ?4";

const ORDERS: &str = "SELECT market AS place, cid AS apart, at, outcome, stake
     FROM bettor JOIN bet_request ON bet_request.bettor = bettor.number
     WHERE bettor.person = ?1 AND (market, cid) > (?2, ?3) ORDER BY market, cid LIMIT ?4";

const PARTS: &str = "SELECT participant.market AS place, CAST(role AS BLOB) AS apart, role,
        betting_room.room, game, locked_at
     FROM bettor
     JOIN participant ON participant.bettor = bettor.number
     JOIN market ON market.id = participant.market
     JOIN betting_room ON betting_room.number = market.room
     WHERE bettor.person = ?1 AND (participant.market, CAST(role AS BLOB)) > (?2, ?3)
     ORDER BY participant.market, apart LIMIT ?4";

pub(super) async fn of(reads: &SqlitePool, user: UserId) -> Result<Export, StoreError> {
    let row = sqlx::query(
        "SELECT number, hidden, unlisted, break_until, banned_at, ban_reason FROM bettor WHERE person = ?",
    )
    .bind(bytes(&user))
    .fetch_optional(reads)
    .await
    .map_err(|e| reading(&e))?;
    let Some(row) = row else { return Ok(Export::default()) };
    let reason: Option<String> = plain(&row, "ban_reason")?;
    Ok(Export {
        bettor: Some(number(&row, "number")?),
        hidden: plain(&row, "hidden")?,
        unlisted: plain(&row, "unlisted")?,
        break_until: maybe_number(&row, "break_until")?,
        banned: maybe_number(&row, "banned_at")?.map(|at| (at, reason.unwrap_or_default())),
    })
}

pub(super) async fn page(
    reads: &SqlitePool,
    user: UserId,
    list: ExportList,
    behind: Option<Behind>,
) -> Result<ExportPage, StoreError> {
    match list {
        ExportList::Bets => bets(reads, user, behind).await,
        ExportList::Transfers => rows(reads, TRANSFERS, user, behind, transfer).await,
        ExportList::Ratings => rows(reads, RATINGS, user, behind, rating).await,
        ExportList::Orders => rows(reads, ORDERS, user, behind, order).await,
        ExportList::Parts => rows(reads, PARTS, user, behind, part).await,
    }
}

async fn bets(reads: &SqlitePool, user: UserId, behind: Option<Behind>) -> Result<ExportPage, StoreError> {
    let before = behind.map_or(u64::MAX, |Behind(seq, _)| seq.unsigned_abs());
    let bets = bets_of(reads, user, before, PAGE).await?;
    let next = bets.last().and_then(|last| i64::try_from(last.seq).ok()).map(|seq| Behind(seq, Vec::new()));
    let rows = bets.iter().map(json).collect::<Result<Vec<_>, _>>()?;
    Ok(of_rows(rows, next))
}

/// A page of a list in which `place` and `apart` are the order.
async fn rows<T: Serialize>(
    reads: &SqlitePool,
    sql: &'static str,
    user: UserId,
    behind: Option<Behind>,
    row: fn(&SqliteRow) -> Result<T, StoreError>,
) -> Result<ExportPage, StoreError> {
    let Behind(place, apart) = behind.unwrap_or_else(|| Behind(-1, Vec::new()));
    let found = sqlx::query(sql)
        .bind(bytes(&user))
        .bind(place)
        .bind(apart)
        .bind(PAGE)
        .fetch_all(reads)
        .await
        .map_err(|e| reading(&e))?;
    let next = found.last().map(|last| Ok(Behind(plain(last, "place")?, plain(last, "apart")?)));
    let rows = found.iter().map(|found| json(&row(found)?)).collect::<Result<Vec<_>, _>>()?;
    Ok(of_rows(rows, next.transpose()?))
}

/// A page that is full may have another one behind it.
fn of_rows(rows: Vec<String>, next: Option<Behind>) -> ExportPage {
    let full = rows.len() >= PAGE as usize;
    ExportPage { rows, next: next.filter(|_| full) }
}

fn json(row: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(row).map_err(|e| StoreError::Unavailable(e.to_string()))
}

fn transfer(row: &SqliteRow) -> Result<OwnTransfer, StoreError> {
    Ok(OwnTransfer {
        seq: number(row, "place")?,
        at: number(row, "at")?,
        kind: plain(row, "kind")?,
        amount: coins(row, "amount")?,
        came: plain(row, "came")?,
        market: maybe_number(row, "market")?,
        reason: plain(row, "reason")?,
    })
}

fn rating(row: &SqliteRow) -> Result<OwnRating, StoreError> {
    let games: u32 = plain(row, "games")?;
    let of = |mu: &str, sigma: &str| Ok(Rating { mu: plain(row, mu)?, sigma: plain(row, sigma)? });
    let (before, after): (Result<Rating, StoreError>, _) = (of("mu", "sigma"), of("mu_after", "sigma_after"));
    Ok(OwnRating {
        room: room(row, "room")?,
        game: plain(row, "game")?,
        at: number(row, "at")?,
        before: before?.view(games),
        after: after?.view(games + 1),
    })
}

fn order(row: &SqliteRow) -> Result<OwnOrder, StoreError> {
    Ok(OwnOrder {
        market: number(row, "place")?,
        at: number(row, "at")?,
        outcome: word(row, "outcome")?,
        stake: coins(row, "stake")?,
    })
}

fn part(row: &SqliteRow) -> Result<OwnPart, StoreError> {
    Ok(OwnPart {
        market: number(row, "place")?,
        room: room(row, "room")?,
        game: plain(row, "game")?,
        at: maybe_number(row, "locked_at")?,
        role: plain(row, "role")?,
    })
}
