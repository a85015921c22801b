//! Looking accounts and sessions up.

use protocol::UserId;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqlitePool};
use uuid::Uuid;

use super::super::super::accounts::{Account, Identity, Live, Lock, Passkey, Session, TokenHash};
use super::super::super::port::StoreError;
use super::super::reading;
use super::super::rows::user as user_in;

pub(super) async fn session(reads: &SqlitePool, token: TokenHash) -> Result<Option<Live>, StoreError> {
    let row = sqlx::query(
        "SELECT s.id, s.user, s.since, s.seen, s.agent, a.user IS NOT NULL AS registered,
             coalesce(a.admin, 0) AS admin
         FROM session s LEFT JOIN account a ON a.user = s.user AND a.deleted_at IS NULL
         WHERE s.token = ?",
    )
    .bind(token.as_slice())
    .fetch_optional(reads)
    .await
    .map_err(|e| reading(&e))?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Live {
        session: session_in(&row)?,
        registered: get(&row, "registered")?,
        admin: get(&row, "admin")?,
    }))
}

pub(super) async fn sessions_of(reads: &SqlitePool, user: UserId) -> Result<Vec<Session>, StoreError> {
    let rows = sqlx::query(
        "SELECT id, user, since, seen, agent FROM session WHERE user = ? ORDER BY seen DESC, since DESC, id",
    )
    .bind(user.0.as_bytes().as_slice())
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    rows.iter().map(session_in).collect()
}

pub(super) async fn gone(reads: &SqlitePool, sessions: Vec<Uuid>) -> Result<Vec<Uuid>, StoreError> {
    let mut read = reads.begin().await.map_err(|e| reading(&e))?;
    let mut gone = Vec::new();
    for id in sessions {
        let there: Option<i64> = sqlx::query_scalar("SELECT 1 FROM session WHERE id = ?")
            .bind(id.as_bytes().as_slice())
            .fetch_optional(&mut *read)
            .await
            .map_err(|e| reading(&e))?;
        if there.is_none() {
            gone.push(id);
        }
    }
    Ok(gone)
}

pub(super) async fn account(reads: &SqlitePool, user: UserId) -> Result<Option<Account>, StoreError> {
    let row = sqlx::query(
        "SELECT login, created_at, password, admin,
             (SELECT count(*) FROM passkey WHERE passkey.user = account.user) AS passkeys,
             EXISTS (SELECT 1 FROM identity WHERE identity.user = account.user) AS provider
         FROM account WHERE user = ? AND deleted_at IS NULL",
    )
    .bind(user.0.as_bytes().as_slice())
    .fetch_optional(reads)
    .await
    .map_err(|e| reading(&e))?;
    let Some(row) = row else { return Ok(None) };
    let passkeys: i64 = get(&row, "passkeys")?;
    Ok(Some(Account {
        user,
        login: get(&row, "login")?,
        since: time(&row, "created_at")?,
        password: get(&row, "password")?,
        passkeys: u8::try_from(passkeys).unwrap_or(u8::MAX),
        provider: get(&row, "provider")?,
        admin: get(&row, "admin")?,
    }))
}

pub(super) async fn lock_of(reads: &SqlitePool, login: String) -> Result<Option<Lock>, StoreError> {
    let row = sqlx::query("SELECT user, password FROM account WHERE login = ? AND deleted_at IS NULL")
        .bind(login)
        .fetch_optional(reads)
        .await
        .map_err(|e| reading(&e))?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Lock { user: user_in(&row, "user")?, password: get(&row, "password")? }))
}

pub(super) async fn passkeys_of(reads: &SqlitePool, user: UserId) -> Result<Vec<Passkey>, StoreError> {
    let rows = sqlx::query(
        "SELECT id, user, name, passkey, since, seen FROM passkey WHERE user = ? ORDER BY since, id",
    )
    .bind(user.0.as_bytes().as_slice())
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    rows.iter().map(passkey_in).collect()
}

pub(super) async fn passkey(reads: &SqlitePool, credential: Vec<u8>) -> Result<Option<Passkey>, StoreError> {
    let row = sqlx::query("SELECT id, user, name, passkey, since, seen FROM passkey WHERE credential = ?")
        .bind(credential)
        .fetch_optional(reads)
        .await
        .map_err(|e| reading(&e))?;
    row.as_ref().map(passkey_in).transpose()
}

pub(super) async fn identified(reads: &SqlitePool, identity: Identity) -> Result<Option<UserId>, StoreError> {
    let row = sqlx::query("SELECT user FROM identity WHERE issuer = ? AND subject = ?")
        .bind(identity.issuer)
        .bind(identity.subject)
        .fetch_optional(reads)
        .await
        .map_err(|e| reading(&e))?;
    row.as_ref().map(|row| user_in(row, "user")).transpose()
}

pub(super) async fn identities_of(
    reads: &SqlitePool,
    user: UserId,
) -> Result<Vec<(Identity, u64)>, StoreError> {
    let rows =
        sqlx::query("SELECT issuer, subject, since FROM identity WHERE user = ? ORDER BY issuer, subject")
            .bind(user.0.as_bytes().as_slice())
            .fetch_all(reads)
            .await
            .map_err(|e| reading(&e))?;
    let identity = |row: &SqliteRow| {
        let identity = Identity { issuer: get(row, "issuer")?, subject: get(row, "subject")? };
        Ok((identity, time(row, "since")?))
    };
    rows.iter().map(identity).collect()
}

pub(super) async fn leaving(reads: &SqlitePool, behind: Option<UserId>) -> Result<Vec<UserId>, StoreError> {
    let behind = behind.map_or(Vec::new(), |user| user.0.as_bytes().to_vec());
    let rows = sqlx::query("SELECT user FROM account WHERE leaving = 1 AND user > ? ORDER BY user LIMIT 100")
        .bind(behind)
        .fetch_all(reads)
        .await
        .map_err(|e| reading(&e))?;
    rows.iter().map(|row| user_in(row, "user")).collect()
}

pub(super) async fn changes(reads: &SqlitePool) -> Result<u64, StoreError> {
    let number: i64 = sqlx::query_scalar("SELECT number FROM account_change")
        .fetch_one(reads)
        .await
        .map_err(|e| reading(&e))?;
    Ok(number.unsigned_abs())
}

fn session_in(row: &SqliteRow) -> Result<Session, StoreError> {
    Ok(Session {
        id: id(row)?,
        user: user_in(row, "user")?,
        since: time(row, "since")?,
        seen: time(row, "seen")?,
        agent: get(row, "agent")?,
    })
}

fn passkey_in(row: &SqliteRow) -> Result<Passkey, StoreError> {
    let seen: Option<i64> = get(row, "seen")?;
    Ok(Passkey {
        id: id(row)?,
        user: user_in(row, "user")?,
        name: get(row, "name")?,
        passkey: get(row, "passkey")?,
        since: time(row, "since")?,
        seen: seen.map(i64::unsigned_abs),
    })
}

fn id(row: &SqliteRow) -> Result<Uuid, StoreError> {
    let bytes: Vec<u8> = get(row, "id")?;
    Uuid::from_slice(&bytes).map_err(|e| StoreError::Damaged(e.to_string()))
}

fn time(row: &SqliteRow, column: &str) -> Result<u64, StoreError> {
    get::<i64>(row, column).map(i64::unsigned_abs)
}

fn get<'r, T>(row: &'r SqliteRow, column: &str) -> Result<T, StoreError>
where
    T: sqlx::Decode<'r, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
{
    row.try_get(column).map_err(|e| reading(&e))
}
