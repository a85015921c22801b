//! Somebody is called back to a room: what is to be sent is written down with the line of the log.

use protocol::http::push::Notice;
use protocol::{RoomId, UserId};
use sqlx::SqliteConnection;

use super::super::rows::{bytes, moment};
use super::notices::word_of;
use crate::store::port::{Called, Calls};

/// Milliseconds that a notice waits before it is sent: whoever only loads his page anew is back by
/// then, and is not told.
const PAUSE_MS: u64 = 3_000;
/// Milliseconds after which it is too late for a notice of which nobody knows when it is.
const KEPT_MS: u64 = 86_400_000;

/// Write down who is called back at a moment, and who no more.
pub(in super::super) async fn write(
    connection: &mut SqliteConnection,
    room: &RoomId,
    calls: &Calls,
    at: u64,
) -> Result<(), sqlx::Error> {
    for (user, notice) in &calls.over {
        take_back(connection, room, *user, *notice).await?;
    }
    let game = word_of(&calls.game)?;
    for called in &calls.fresh {
        if is_news(connection, room, called).await? && !called.sees {
            note(connection, room, called, &game, at).await?;
        }
    }
    Ok(())
}

async fn take_back(
    connection: &mut SqliteConnection,
    room: &RoomId,
    user: UserId,
    notice: Notice,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "DELETE FROM push_notice WHERE room = $1 AND notice = $2
             AND subscription IN (SELECT id FROM push_subscription WHERE user = $3)",
    )
    .bind(room.as_str())
    .bind(word_of(&notice)?)
    .bind(bytes(&user))
    .execute(connection)
    .await
    .map(drop)
}

/// Whether he has a browser to be told by, and was not told of the same. He is now.
async fn is_news(
    connection: &mut SqliteConnection,
    room: &RoomId,
    called: &Called,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(
        "INSERT INTO push_told (user, room, notice, since)
         SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT 1 FROM push_subscription WHERE user = $1)
         ON CONFLICT (user, room, notice) DO UPDATE SET since = excluded.since
             WHERE push_told.since < excluded.since",
    )
    .bind(bytes(&called.user))
    .bind(room.as_str())
    .bind(word_of(&called.notice)?)
    .bind(moment(called.since))
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// One notice of a room to a browser: the newer takes the place of the older.
async fn note(
    connection: &mut SqliteConnection,
    room: &RoomId,
    called: &Called,
    game: &str,
    at: u64,
) -> Result<(), sqlx::Error> {
    let wants = match called.notice {
        Notice::Turn => "SELECT turn FROM push_wish WHERE user = $1",
        Notice::Tried => "SELECT tried FROM push_wish WHERE user = $1",
        Notice::Motion => "SELECT motion FROM push_wish WHERE user = $1",
        Notice::Ended => "SELECT ended FROM push_wish WHERE user = $1",
        Notice::Rematch => "SELECT rematch FROM push_wish WHERE user = $1",
    };
    let wants: Option<bool> =
        sqlx::query_scalar(wants).bind(bytes(&called.user)).fetch_optional(&mut *connection).await?;
    if wants != Some(true) {
        return Ok(());
    }
    sqlx::query(
        "DELETE FROM push_notice WHERE room = $1
             AND subscription IN (SELECT id FROM push_subscription WHERE user = $2)",
    )
    .bind(room.as_str())
    .bind(bytes(&called.user))
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO push_notice (subscription, room, notice, game, until, next_at)
         SELECT id, $1, $2, $3, $4, $5 FROM push_subscription WHERE user = $6",
    )
    .bind(room.as_str())
    .bind(word_of(&called.notice)?)
    .bind(game)
    .bind(moment(called.until.unwrap_or_else(|| at.saturating_add(KEPT_MS))))
    .bind(moment(at.saturating_add(PAUSE_MS)))
    .bind(bytes(&called.user))
    .execute(connection)
    .await
    .map(drop)
}
