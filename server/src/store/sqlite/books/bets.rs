//! Somebody's own bets and how he is shown.

use protocol::UserId;
use protocol::betting::{MarketState, PaidView, StakeView};
use protocol::http::betting::{BetRow, LedgerHead, ProfileView};
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteRow;

use super::super::rows::{bytes, moment, user as user_in};
use super::super::{Sqlite, reading};
use super::tables;
use super::words::{coins, count, maybe_number, maybe_word, number, plain, room, word};
use crate::betting::display::shown;
use crate::betting::transfer::hex;
use crate::ratings::Rating;
use crate::store::accounts::Named;
use crate::store::books::Rank;
use crate::store::port::StoreError;

/// What a row of somebody's bets is read from; `WHERE` follows.
const BETS: &str =
    "SELECT position.seq, position.at, betting_room.room, json_extract(room.facts, '$.title') AS title,
        market.game, market.mode, market.scope, market.state, market.result, market.void,
        position.outcome, position.stake, position.pays, position.back
     FROM position
     JOIN bettor ON bettor.number = position.bettor
     JOIN market ON market.id = position.market
     JOIN betting_room ON betting_room.number = market.room
     JOIN room ON room.id = betting_room.room";

pub(super) async fn rank(reads: &SqlitePool, user: UserId) -> Result<Rank, StoreError> {
    let admin: Option<bool> =
        sqlx::query_scalar("SELECT admin FROM account WHERE user = ? AND deleted_at IS NULL")
            .bind(bytes(&user))
            .fetch_optional(reads)
            .await
            .map_err(|e| reading(&e))?;
    Ok(Rank { account: admin.is_some(), admin: admin.unwrap_or(false) })
}

pub(super) async fn account_of(reads: &SqlitePool, login: &str) -> Result<Option<UserId>, StoreError> {
    let row = sqlx::query("SELECT user FROM account WHERE login = ? AND deleted_at IS NULL")
        .bind(login)
        .fetch_optional(reads)
        .await
        .map_err(|e| reading(&e))?;
    row.map(|row| user_in(&row, "user")).transpose()
}

pub(super) async fn account_named(reads: &SqlitePool, named: Named) -> Result<Option<UserId>, StoreError> {
    let query = match named {
        Named::Login(login) => return account_of(reads, &login).await,
        Named::Id(user) => {
            sqlx::query("SELECT user FROM account WHERE user = ? AND deleted_at IS NULL").bind(bytes(&user))
        }
        Named::Number(number) => sqlx::query(
            "SELECT user FROM account JOIN bettor ON bettor.person = account.user
             WHERE bettor.number = ? AND deleted_at IS NULL",
        )
        .bind(moment(number)),
    };
    let row = query.fetch_optional(reads).await.map_err(|e| reading(&e))?;
    row.map(|row| user_in(&row, "user")).transpose()
}

pub(super) async fn head(reads: &SqlitePool) -> Result<LedgerHead, StoreError> {
    let row =
        sqlx::query("SELECT seq, hash FROM ledger_head").fetch_one(reads).await.map_err(|e| reading(&e))?;
    let hash: Vec<u8> = plain(&row, "hash")?;
    let link = hash.try_into().map_err(|_| StoreError::Damaged("the head of the chain".to_owned()))?;
    Ok(LedgerHead { seq: number(&row, "seq")?, hash: hex(&link) })
}

pub(super) async fn bets_of(
    reads: &SqlitePool,
    user: UserId,
    before: u64,
    rows: u32,
) -> Result<Vec<BetRow>, StoreError> {
    let sql =
        format!("{BETS} WHERE bettor.person = ? AND position.seq < ? ORDER BY position.seq DESC LIMIT ?");
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(bytes(&user))
        .bind(moment(before))
        .bind(rows)
        .fetch_all(reads)
        .await
        .map_err(|e| reading(&e))?;
    rows.iter().map(bet).collect()
}

/// Somebody's bet in a market.
pub(super) async fn bet_in(
    reads: &SqlitePool,
    user: UserId,
    market: i64,
) -> Result<Option<BetRow>, StoreError> {
    let sql = format!("{BETS} WHERE bettor.person = ? AND market.id = ?");
    let row = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(bytes(&user))
        .bind(market)
        .fetch_optional(reads)
        .await
        .map_err(|e| reading(&e))?;
    row.as_ref().map(bet).transpose()
}

fn bet(row: &SqliteRow) -> Result<BetRow, StoreError> {
    let state: MarketState = word(row, "state")?;
    let is_over = matches!(state, MarketState::Settled | MarketState::Void);
    let stake = coins(row, "stake")?;
    let back = maybe_number(row, "back")?.unwrap_or_default();
    Ok(BetRow {
        seq: number(row, "seq")?,
        at: number(row, "at")?,
        room: room(row, "room")?,
        title: plain::<Option<String>>(row, "title")?.unwrap_or_default(),
        game: plain(row, "game")?,
        mode: word(row, "mode")?,
        scope: word(row, "scope")?,
        stake: StakeView {
            outcome: word(row, "outcome")?,
            stake,
            pays: maybe_number(row, "pays")?.map(shown),
        },
        result: maybe_word(row, "result")?,
        void: maybe_word(row, "void")?,
        paid: is_over.then_some(PaidView { stake, back: shown(back) }),
    })
}

pub(super) async fn profile(
    store: &Sqlite,
    user: UserId,
    own: bool,
) -> Result<Option<ProfileView>, StoreError> {
    let row = sqlx::query(
        "SELECT person.name, account.created_at AS since, mu, sigma, games,
            coalesce(bettor.hidden, 0) AS hidden, coalesce(bettor.unlisted, 0) AS unlisted,
            (SELECT count(*) FROM transfer WHERE credit = coin_account.id AND kind = 'GRANT_DAILY') AS grants,
            (SELECT count(*) FROM transfer WHERE credit = coin_account.id AND kind = 'RELIEF') AS reliefs
         FROM person
         LEFT JOIN account ON account.user = person.id AND account.deleted_at IS NULL
         LEFT JOIN rating ON rating.user = account.user
         LEFT JOIN bettor ON bettor.person = person.id
         LEFT JOIN coin_account ON coin_account.bettor = bettor.number AND coin_account.kind = 'wallet'
         WHERE person.id = ?",
    )
    .bind(bytes(&user))
    .fetch_optional(&store.reads)
    .await
    .map_err(|e| reading(&e))?;
    let Some(row) = row else { return Ok(None) };
    let (hidden, unlisted): (bool, bool) = (plain(&row, "hidden")?, plain(&row, "unlisted")?);
    let season =
        if hidden || (unlisted && !own) { None } else { tables::season_row(store, user, own).await? };
    let (mu, sigma): (Option<f64>, Option<f64>) = (plain(&row, "mu")?, plain(&row, "sigma")?);
    let games: Option<u32> = plain(&row, "games")?;
    let rating = mu.zip(sigma).map(|(mu, sigma)| Rating { mu, sigma }.view(games.unwrap_or_default()));
    Ok(Some(ProfileView {
        name: plain(&row, "name")?,
        since: maybe_number(&row, "since")?,
        rating,
        season,
        grants: count(&row, "grants")?,
        reliefs: count(&row, "reliefs")?,
    }))
}
