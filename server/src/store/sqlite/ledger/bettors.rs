//! Persons as the books know them: by a number, and by what bars them from betting.
//!
//! Whether somebody has an account, since when, and whether he administers the server is read from
//! the table of accounts.

use protocol::UserId;
use protocol::http::betting::BettingWish;
use sqlx::SqliteConnection;

use super::super::super::ledger::Wishes;
use super::super::writer::Failure;
use super::words::{column, count};
use crate::betting::place::Person;

/// Milliseconds of a day.
const DAY_MS: u64 = 86_400_000;

/// A person of the books.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The number; none before he first had to do with the books.
    pub(super) number: Option<u64>,
    /// What bars him, and what does not.
    pub(super) person: Person,
}

type Row = (Option<i64>, Option<bool>, Option<i64>, Option<i64>, Option<i64>, Option<bool>);

/// What is known of a person.
pub(super) async fn look(c: &mut SqliteConnection, user: UserId) -> Result<Known, Failure> {
    let (number, hidden, banned_at, break_until, since, admin): Row = sqlx::query_as(
        r#"SELECT b.number, b.hidden, b.banned_at, b.break_until, a.created_at, a.admin
           FROM (SELECT $1 AS person) AS q
           LEFT JOIN bettor AS b ON b.person = q.person
           LEFT JOIN account AS a ON a."user" = q.person AND a.deleted_at IS NULL"#,
    )
    .bind(user.0.as_bytes().as_slice())
    .fetch_one(c)
    .await?;
    let person = Person {
        account_since: since.map(count),
        is_admin: admin == Some(true),
        hidden: hidden == Some(true),
        banned: banned_at.is_some(),
        break_until: break_until.map(count),
    };
    Ok(Known { number: number.map(count), person })
}

/// The number of a person, who is given one if need be; none where the account was deleted and the
/// books have forgotten whose number it was: they must not learn of him again.
pub(super) async fn number(c: &mut SqliteConnection, user: UserId) -> Result<Option<u64>, Failure> {
    sqlx::query(
        r#"INSERT INTO bettor (person) SELECT $1
           WHERE NOT EXISTS (SELECT 1 FROM account WHERE "user" = $1 AND deleted_at IS NOT NULL)
           ON CONFLICT (person) DO NOTHING"#,
    )
    .bind(user.0.as_bytes().as_slice())
    .execute(&mut *c)
    .await?;
    let number: Option<i64> = sqlx::query_scalar("SELECT number FROM bettor WHERE person = $1")
        .bind(user.0.as_bytes().as_slice())
        .fetch_optional(c)
        .await?;
    Ok(number.map(count))
}

/// What a person has chosen.
pub(super) async fn wishes(c: &mut SqliteConnection, user: UserId) -> Result<Wishes, Failure> {
    let found: Option<(bool, bool, Option<i64>)> =
        sqlx::query_as("SELECT hidden, unlisted, break_until FROM bettor WHERE person = $1")
            .bind(user.0.as_bytes().as_slice())
            .fetch_optional(c)
            .await?;
    let wishes = |(hidden, unlisted, until): (bool, bool, Option<i64>)| Wishes {
        hidden,
        unlisted,
        break_until: until.map(count),
    };
    Ok(found.map(wishes).unwrap_or_default())
}

/// Choose. Of who is forgotten nothing is kept.
pub(super) async fn wish(
    c: &mut SqliteConnection,
    user: UserId,
    wish: BettingWish,
    now: u64,
) -> Result<Wishes, Failure> {
    let Some(number) = number(c, user).await? else { return Ok(Wishes::default()) };
    let until = wish.break_days.map(|days| now.saturating_add(u64::from(days) * DAY_MS));
    sqlx::query(
        "UPDATE bettor SET hidden = coalesce($1, hidden), unlisted = coalesce($2, unlisted),
             break_until = CASE WHEN $3 IS NOT NULL AND (break_until IS NULL OR break_until < $3)
                           THEN $3 ELSE break_until END
         WHERE number = $4",
    )
    .bind(wish.hidden)
    .bind(wish.unlisted)
    .bind(until.map(column))
    .bind(column(number))
    .execute(&mut *c)
    .await?;
    wishes(c, user).await
}
