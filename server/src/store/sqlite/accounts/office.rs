//! What an administrator does to accounts from beside the server, which may run meanwhile: it
//! learns of it by a number that is counted up in the same transaction.

use std::path::Path;

use anyhow::Context;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::super::super::accounts::Named;
use super::super::super::secret;
use super::super::rows::{bytes, moment};
use super::super::{database, writer, writing};

/// A connection of its own to the database of a directory.
pub struct Office {
    connection: SqliteConnection,
}

impl Office {
    /// Open the database of a directory. Its tables are brought up to date, unless a server uses it
    /// and has done so.
    ///
    /// # Errors
    /// There is none, or it cannot be written.
    pub async fn open(dir: &Path) -> anyhow::Result<Self> {
        let path = database(dir);
        anyhow::ensure!(path.is_file(), "there is no log in {}", dir.display());
        let connection = match secret::lock(dir) {
            Ok(_held) => writer::connect(&path).await,
            Err(_) => writing(&path).connect().await.map_err(Into::into),
        };
        Ok(Self { connection: connection.context("cannot open the log")? })
    }

    /// Make the holder of an account look after the server, or no longer. Whether there is such an
    /// account.
    ///
    /// # Errors
    /// It cannot be written.
    pub async fn set_admin(&mut self, whose: &Named, admin: bool) -> anyhow::Result<bool> {
        let mut change = self.connection.begin_with("BEGIN IMMEDIATE").await?;
        let query = match whose {
            Named::Login(login) => {
                sqlx::query("UPDATE account SET admin = ? WHERE login = ? AND deleted_at IS NULL")
                    .bind(admin)
                    .bind(login)
            }
            Named::Id(user) => {
                sqlx::query("UPDATE account SET admin = ? WHERE user = ? AND deleted_at IS NULL")
                    .bind(admin)
                    .bind(bytes(user))
            }
            Named::Number(number) => sqlx::query(
                "UPDATE account SET admin = ? WHERE deleted_at IS NULL
                     AND user = (SELECT person FROM bettor WHERE number = ?)",
            )
            .bind(admin)
            .bind(moment(*number)),
        };
        let done = query.execute(&mut *change).await?;
        note(&mut change).await?;
        change.commit().await?;
        Ok(done.rows_affected() == 1)
    }

    /// Give an account a password that opens its door once, and end its sessions. Whether there is
    /// such an account.
    ///
    /// # Errors
    /// It cannot be written.
    pub async fn reset_password(&mut self, login: &str, hash: &str) -> anyhow::Result<bool> {
        let mut change = self.connection.begin_with("BEGIN IMMEDIATE").await?;
        let user: Option<Vec<u8>> = sqlx::query_scalar(
            "UPDATE account SET password = ?, once = 1 WHERE login = ? AND deleted_at IS NULL RETURNING user",
        )
        .bind(hash)
        .bind(login)
        .fetch_optional(&mut *change)
        .await?;
        let Some(user) = user else { return Ok(false) };
        sqlx::query("DELETE FROM session WHERE user = ?").bind(user).execute(&mut *change).await?;
        note(&mut change).await?;
        change.commit().await?;
        Ok(true)
    }

    /// Close the database in order.
    ///
    /// # Errors
    /// It could not be.
    pub async fn close(self) -> anyhow::Result<()> {
        self.connection.close().await.map_err(Into::into)
    }
}

async fn note(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE account_change SET number = number + 1").execute(connection).await.map(drop)
}
