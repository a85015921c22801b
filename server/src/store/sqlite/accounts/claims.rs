//! Accounts are claimed, entered, given passwords, and deleted.

use protocol::UserId;
use sqlx::SqliteConnection;

use super::super::super::accounts::{
    Claim, Claimed, Deletion, Identity, Login, PasswordSet, Proof, SetPassword, SignIn, SignedIn, Way,
};
use super::super::push;
use super::super::rows::moment;
use super::super::task::Doing;
use super::super::writer::write_person;
use super::{keys, sessions};

pub(super) fn claim<'a>(connection: &'a mut SqliteConnection, claim: &'a Claim) -> Doing<'a, Claimed> {
    Box::pin(async move {
        let session = &claim.session.session;
        // Everything that may stand in the way is looked at before anything is written.
        if let Some(taken) = in_the_way(connection, session.user, &claim.way).await? {
            return Ok(taken);
        }
        if let Some(person) = &claim.person {
            write_person(connection, person).await?;
        }
        let (login, password) = match &claim.way {
            Way::Password(login, hash) => (Some(login), Some(hash)),
            Way::Passkey(_) | Way::Provider(_) => (None, None),
        };
        sqlx::query(
            "INSERT INTO account (user, login, skeleton, password, created_at) VALUES (?, ?, ?, ?, ?)",
        )
        .bind(session.user.0.as_bytes().as_slice())
        .bind(login.map(|login| &login.name))
        .bind(login.map(|login| &login.skeleton))
        .bind(password)
        .bind(moment(session.since))
        .execute(&mut *connection)
        .await?;
        match &claim.way {
            Way::Password(..) => {}
            Way::Passkey(key) => keys::insert(connection, session.user, key).await?,
            Way::Provider(identity) => {
                keys::insert_identity(connection, session.user, identity, session.since).await?;
            }
        }
        let ended = sessions::end_all(connection, session.user).await?;
        sessions::begin(connection, &claim.session).await?;
        Ok(Claimed::Done(ended))
    })
}

async fn in_the_way(
    connection: &mut SqliteConnection,
    user: UserId,
    way: &Way,
) -> Result<Option<Claimed>, sqlx::Error> {
    if exists(connection, user).await? {
        return Ok(Some(Claimed::Exists));
    }
    Ok(match way {
        Way::Password(login, _) => is_taken(connection, login).await?.then_some(Claimed::LoginTaken),
        Way::Passkey(key) => keys::is_known(connection, &key.credential).await?.then_some(Claimed::WayTaken),
        Way::Provider(identity) => keys::holder(connection, identity).await?.map(|_| Claimed::WayTaken),
    })
}

pub(super) fn sign_in<'a>(connection: &'a mut SqliteConnection, sign_in: &'a SignIn) -> Doing<'a, SignedIn> {
    Box::pin(async move {
        let user = sign_in.session.session.user;
        let holds = match &sign_in.proof {
            Proof::Password(hash) => spend_password(connection, user, hash).await?,
            Proof::Passkey(id, passkey) => {
                keys::used(connection, user, *id, passkey, sign_in.session.session.since).await?
            }
            Proof::Provider(identity) => is_holder(connection, user, identity).await?,
        };
        if !holds {
            return Ok(SignedIn::Refused);
        }
        let mut ended = sessions::begin(connection, &sign_in.session).await?;
        if let Some(old) = sign_in.instead_of
            && sessions::end_one(connection, old).await?
        {
            ended.push(old);
        }
        Ok(SignedIn::Done(ended))
    })
}

/// Whether the password is still this one. One that opens the door once is gone then.
async fn spend_password(
    connection: &mut SqliteConnection,
    user: UserId,
    hash: &str,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(
        "UPDATE account SET password = iif(once = 1, NULL, password), once = 0
         WHERE user = ? AND password = ? AND deleted_at IS NULL",
    )
    .bind(user.0.as_bytes().as_slice())
    .bind(hash)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

async fn is_holder(
    connection: &mut SqliteConnection,
    user: UserId,
    identity: &Identity,
) -> Result<bool, sqlx::Error> {
    Ok(keys::holder(connection, identity).await?.is_some_and(|holder| holder == user.0.as_bytes()))
}

pub(super) fn set_password<'a>(
    connection: &'a mut SqliteConnection,
    set: &'a SetPassword,
) -> Doing<'a, PasswordSet> {
    Box::pin(async move {
        let user = set.session.session.user;
        if let Some(login) = &set.login
            && is_taken(connection, login).await?
        {
            return Ok(PasswordSet::LoginTaken);
        }
        let done = sqlx::query(
            "UPDATE account SET password = ?1, once = 0, login = coalesce(login, ?2),
                 skeleton = coalesce(skeleton, ?3)
             WHERE user = ?4 AND password IS ?5 AND deleted_at IS NULL AND (login IS NULL) = (?2 IS NOT NULL)",
        )
        .bind(&set.new)
        .bind(set.login.as_ref().map(|login| &login.name))
        .bind(set.login.as_ref().map(|login| &login.skeleton))
        .bind(user.0.as_bytes().as_slice())
        .bind(set.old.as_ref())
        .execute(&mut *connection)
        .await?;
        if done.rows_affected() == 0 {
            return Ok(PasswordSet::Changed);
        }
        let ended = sessions::end_all(connection, user).await?;
        sessions::begin(connection, &set.session).await?;
        Ok(PasswordSet::Done(ended))
    })
}

pub(super) fn delete<'a>(
    connection: &'a mut SqliteConnection,
    deletion: &'a Deletion,
) -> Doing<'a, Option<Vec<uuid::Uuid>>> {
    Box::pin(async move {
        let user = deletion.user.0.as_bytes().as_slice();
        let done = sqlx::query(
            "UPDATE account SET login = NULL, skeleton = NULL, password = NULL, once = 0, admin = 0,
                 deleted_at = ?, leaving = 1
             WHERE user = ? AND deleted_at IS NULL",
        )
        .bind(moment(deletion.now))
        .bind(user)
        .execute(&mut *connection)
        .await?;
        if done.rows_affected() == 0 {
            return Ok(None);
        }
        for sql in ["DELETE FROM passkey WHERE user = ?", "DELETE FROM identity WHERE user = ?"] {
            sqlx::query(sql).bind(user).execute(&mut *connection).await?;
        }
        push::forget(connection, deletion.user).await?;
        sqlx::query("UPDATE person SET name = ?, named = 0 WHERE id = ?")
            .bind(&deletion.name)
            .bind(user)
            .execute(&mut *connection)
            .await?;
        Ok(Some(sessions::end_all(connection, deletion.user).await?))
    })
}

pub(super) fn left<'a>(connection: &'a mut SqliteConnection, user: &'a UserId) -> Doing<'a, ()> {
    Box::pin(async move {
        sqlx::query("UPDATE account SET leaving = 0 WHERE user = ?")
            .bind(user.0.as_bytes().as_slice())
            .execute(connection)
            .await?;
        Ok(())
    })
}

async fn exists(connection: &mut SqliteConnection, user: UserId) -> Result<bool, sqlx::Error> {
    let found: Option<i64> = sqlx::query_scalar("SELECT 1 FROM account WHERE user = ?")
        .bind(user.0.as_bytes().as_slice())
        .fetch_optional(connection)
        .await?;
    Ok(found.is_some())
}

async fn is_taken(connection: &mut SqliteConnection, login: &Login) -> Result<bool, sqlx::Error> {
    let found: Option<i64> = sqlx::query_scalar("SELECT 1 FROM account WHERE login = ? OR skeleton = ?")
        .bind(&login.name)
        .bind(&login.skeleton)
        .fetch_optional(connection)
        .await?;
    Ok(found.is_some())
}
