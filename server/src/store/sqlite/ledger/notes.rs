//! What the logs say of markets and rated games: written down with the log, carried out afterwards,
//! in order, each once.

use protocol::betting::BetBar;
use protocol::{Entry, Event, RoomId};
use serde::Serialize;
use sqlx::SqliteConnection;

use super::super::super::port::{Append, StoreError};
use super::super::writer::Failure;
use super::ends::{self, Lock};
use super::markets::{self, Opening};
use super::pen::Pen;
use super::words::{column, count, damaged};
use crate::betting::rules::Rules;

const MARKET: &str = "INSERT INTO market_note (room, seq, n, at, event) VALUES ($1, $2, $3, $4, $5)";
const RATING: &str =
    "INSERT INTO rating_note (room, seq, n, at, event, due_at) VALUES ($1, $2, $3, $4, $5, $6)";

/// A note as it is written.
#[derive(Debug)]
pub(in super::super) struct NoteRow {
    about: About,
    seq: i64,
    n: i64,
    at: i64,
    event: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum About {
    Market,
    /// With the moment from which on it may be carried out.
    Rating(i64),
}

/// The notes of entries.
pub(in super::super) fn encode(append: &Append) -> Result<Vec<NoteRow>, StoreError> {
    let mut notes = Vec::new();
    for (entry, seq) in append.entries.iter().zip(append.head + 1..) {
        for (event, n) in entry.events.iter().zip(0..) {
            if let Some(about) = about(event, entry.at) {
                notes.push(note(about, entry, seq, n, event)?);
            }
        }
    }
    Ok(notes)
}

/// Write the notes of a room.
pub(in super::super) async fn write(
    c: &mut SqliteConnection,
    room: &RoomId,
    notes: &[NoteRow],
) -> Result<(), sqlx::Error> {
    for note in notes {
        let (sql, due) = match note.about {
            About::Market => (MARKET, None),
            About::Rating(due) => (RATING, Some(due)),
        };
        let query =
            sqlx::query(sql).bind(room.as_str()).bind(note.seq).bind(note.n).bind(note.at).bind(&note.event);
        let query = match due {
            Some(due) => query.bind(due),
            None => query,
        };
        query.execute(&mut *c).await?;
    }
    Ok(())
}

/// Whether a room has notes that are not carried out.
pub(super) async fn are_due(c: &mut SqliteConnection, room: &RoomId) -> Result<bool, Failure> {
    Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM market_note WHERE room = $1 AND done_at IS NULL)")
        .bind(room.as_str())
        .fetch_one(c)
        .await?)
}

/// What a bet runs into that the log has already said and the books have not followed.
pub(super) async fn lateness(c: &mut SqliteConnection, room: &RoomId) -> Result<Option<BetBar>, Failure> {
    let said: Vec<String> =
        sqlx::query_scalar("SELECT event FROM market_note WHERE room = $1 AND done_at IS NULL ORDER BY id")
            .bind(room.as_str())
            .fetch_all(c)
            .await?;
    for event in said {
        let event = serde_json::from_str(&event).map_err(|e| damaged(&e.to_string()))?;
        if let Some(bar) = runs_into(&event) {
            return Ok(Some(bar));
        }
    }
    Ok(None)
}

/// Why a bet comes too late behind this event.
const fn runs_into(event: &Event) -> Option<BetBar> {
    if matches!(event, Event::MarketLocked { .. }) {
        Some(BetBar::MarketLocked)
    } else if matches!(event, Event::MarketEnded { .. }) {
        Some(BetBar::MarketClosed)
    } else {
        None
    }
}

/// The rooms that have such notes.
pub(super) async fn rooms_due(c: &mut SqliteConnection) -> Result<Vec<RoomId>, Failure> {
    let rooms: Vec<String> = sqlx::query_scalar(
        "SELECT room FROM market_note WHERE done_at IS NULL GROUP BY room ORDER BY min(id)",
    )
    .fetch_all(c)
    .await?;
    let room = |room: String| RoomId::try_from(room).map_err(|e| damaged(&e.to_string()).into());
    rooms.into_iter().map(room).collect()
}

/// Carry out what a room's notes say.
pub(super) async fn carry_out(
    c: &mut SqliteConnection,
    rules: &Rules,
    room: &RoomId,
    now: u64,
) -> Result<(), Failure> {
    let mut pen = Pen::take(c, now).await?;
    let due: Vec<(i64, i64, String)> = sqlx::query_as(
        "SELECT id, at, event FROM market_note WHERE room = $1 AND done_at IS NULL ORDER BY id",
    )
    .bind(room.as_str())
    .fetch_all(&mut *pen.c)
    .await?;
    for (id, at, event) in due {
        let event: Event = serde_json::from_str(&event).map_err(|e| damaged(&e.to_string()))?;
        do_one(&mut pen, rules, room, count(at), event).await?;
        sqlx::query("UPDATE market_note SET done_at = $1 WHERE id = $2")
            .bind(column(now))
            .bind(id)
            .execute(&mut *pen.c)
            .await?;
    }
    Ok(())
}

async fn do_one(
    pen: &mut Pen<'_>,
    rules: &Rules,
    room: &RoomId,
    at: u64,
    event: Event,
) -> Result<(), Failure> {
    if let Event::MarketOpened { market, game, mode, scope, outcomes } = event {
        let opening = Opening { market, game, mode, scope, outcomes: &outcomes };
        return markets::open(pen, rules, room, &opening, at).await;
    }
    let Some(market) = market_of(&event) else { return Ok(()) };
    let Some(found) = markets::find(pen.c, room, market).await? else {
        return Err(damaged("a market that never opened goes on").into());
    };
    if let Event::MarketSuspended { why, .. } = event {
        markets::suspend(pen, &found, why, at).await
    } else if let Event::MarketLocked { stale_at, sides, host, .. } = event {
        ends::lock(pen, found, &Lock { at, stale_at, sides: &sides, host }).await
    } else if let Event::MarketEnded { end, .. } = event {
        ends::end(pen, &found, end, at).await
    } else {
        markets::reopen(pen, &found, at).await
    }
}

/// What an event that happens at this moment is to be noted for.
fn about(event: &Event, at: u64) -> Option<About> {
    if matches!(event, Event::MarketOpened { .. }) || market_of(event).is_some() {
        Some(About::Market)
    } else if let Event::RatingDue { from, .. } = event {
        Some(About::Rating(column(from.unwrap_or(at).max(at))))
    } else {
        None
    }
}

/// The market that goes on by this.
const fn market_of(event: &Event) -> Option<protocol::MarketId> {
    if let Event::MarketSuspended { market, .. }
    | Event::MarketReopened { market }
    | Event::MarketLocked { market, .. }
    | Event::MarketEnded { market, .. } = event
    {
        Some(*market)
    } else {
        None
    }
}

fn note(
    about: About,
    entry: &Entry,
    seq: u64,
    n: i64,
    event: &impl Serialize,
) -> Result<NoteRow, StoreError> {
    let event = serde_json::to_string(event).map_err(|e| StoreError::Unavailable(e.to_string()))?;
    Ok(NoteRow { about, seq: column(seq), n, at: column(entry.at), event })
}
