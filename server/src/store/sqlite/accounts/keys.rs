//! Passkeys and identities: what else leads to an account than a password.

use protocol::UserId;
use sqlx::SqliteConnection;
use uuid::Uuid;

use super::super::super::accounts::{Added, Identity, NewPasskey, Removed};
use super::super::rows::moment;
use super::super::task::Doing;

pub(super) fn add<'a>(
    connection: &'a mut SqliteConnection,
    (user, key, most): &'a (UserId, NewPasskey, u8),
) -> Doing<'a, Added> {
    Box::pin(async move {
        let Some(ways) = ways_to(connection, *user).await? else { return Ok(Added::NoAccount) };
        if is_known(connection, &key.credential).await? {
            return Ok(Added::Taken);
        }
        if ways.passkeys >= i64::from(*most) {
            return Ok(Added::Full);
        }
        insert(connection, *user, key).await?;
        Ok(Added::Done)
    })
}

pub(super) fn remove<'a>(
    connection: &'a mut SqliteConnection,
    (user, id): &'a (UserId, Uuid),
) -> Doing<'a, Removed> {
    Box::pin(async move {
        let Some(ways) = ways_to(connection, *user).await? else { return Ok(Removed::NotThere) };
        let own: Option<i64> = sqlx::query_scalar("SELECT 1 FROM passkey WHERE user = ? AND id = ?")
            .bind(user.0.as_bytes().as_slice())
            .bind(id.as_bytes().as_slice())
            .fetch_optional(&mut *connection)
            .await?;
        if own.is_none() {
            return Ok(Removed::NotThere);
        }
        if ways.passkeys == 1 && !ways.others {
            return Ok(Removed::LastWay);
        }
        sqlx::query("DELETE FROM passkey WHERE user = ? AND id = ?")
            .bind(user.0.as_bytes().as_slice())
            .bind(id.as_bytes().as_slice())
            .execute(connection)
            .await?;
        Ok(Removed::Done)
    })
}

pub(super) fn link<'a>(
    connection: &'a mut SqliteConnection,
    (user, identity, now): &'a (UserId, Identity, u64),
) -> Doing<'a, Added> {
    Box::pin(async move {
        let Some(ways) = ways_to(connection, *user).await? else { return Ok(Added::NoAccount) };
        if holder(connection, identity).await?.is_some() || ways.provider {
            return Ok(Added::Taken);
        }
        insert_identity(connection, *user, identity, *now).await?;
        Ok(Added::Done)
    })
}

/// What leads to an account.
struct Ways {
    passkeys: i64,
    provider: bool,
    /// A password or a provider.
    others: bool,
}

async fn ways_to(connection: &mut SqliteConnection, user: UserId) -> Result<Option<Ways>, sqlx::Error> {
    let found: Option<(i64, bool, bool)> = sqlx::query_as(
        "SELECT (SELECT count(*) FROM passkey WHERE passkey.user = account.user),
             EXISTS (SELECT 1 FROM identity WHERE identity.user = account.user), password IS NOT NULL
         FROM account WHERE user = ? AND deleted_at IS NULL",
    )
    .bind(user.0.as_bytes().as_slice())
    .fetch_optional(connection)
    .await?;
    Ok(found.map(|(passkeys, provider, password)| Ways { passkeys, provider, others: provider || password }))
}

/// Whether a passkey is still there; it was used.
pub(super) async fn used(
    connection: &mut SqliteConnection,
    user: UserId,
    id: Uuid,
    passkey: &str,
    now: u64,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query("UPDATE passkey SET passkey = ?, seen = ? WHERE id = ? AND user = ?")
        .bind(passkey)
        .bind(moment(now))
        .bind(id.as_bytes().as_slice())
        .bind(user.0.as_bytes().as_slice())
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}

pub(super) async fn is_known(
    connection: &mut SqliteConnection,
    credential: &[u8],
) -> Result<bool, sqlx::Error> {
    let found: Option<i64> = sqlx::query_scalar("SELECT 1 FROM passkey WHERE credential = ?")
        .bind(credential)
        .fetch_optional(connection)
        .await?;
    Ok(found.is_some())
}

/// Whose account an identity leads to.
pub(super) async fn holder(
    connection: &mut SqliteConnection,
    identity: &Identity,
) -> Result<Option<Vec<u8>>, sqlx::Error> {
    sqlx::query_scalar("SELECT user FROM identity WHERE issuer = ? AND subject = ?")
        .bind(&identity.issuer)
        .bind(&identity.subject)
        .fetch_optional(connection)
        .await
}

pub(super) async fn insert(
    connection: &mut SqliteConnection,
    user: UserId,
    key: &NewPasskey,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO passkey (id, user, name, credential, passkey, since) VALUES (?, ?, ?, ?, ?, ?)")
        .bind(key.id.as_bytes().as_slice())
        .bind(user.0.as_bytes().as_slice())
        .bind(&key.name)
        .bind(&key.credential)
        .bind(&key.passkey)
        .bind(moment(key.since))
        .execute(connection)
        .await
        .map(drop)
}

pub(super) async fn insert_identity(
    connection: &mut SqliteConnection,
    user: UserId,
    identity: &Identity,
    now: u64,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO identity (issuer, subject, user, since) VALUES (?, ?, ?, ?)")
        .bind(&identity.issuer)
        .bind(&identity.subject)
        .bind(user.0.as_bytes().as_slice())
        .bind(moment(now))
        .execute(connection)
        .await
        .map(drop)
}
