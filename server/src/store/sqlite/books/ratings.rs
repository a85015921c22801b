//! Ratings in SQLite: the notes beside the logs, what they did, how everybody stands.

use std::collections::BTreeMap;

use engine::{BySide, Side};
use protocol::betting::Outcome;
use protocol::http::betting::RatingChange;
use protocol::settings::SIDES;
use protocol::{Entry, Event, MemberId, RoomId, UserId};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, SqlitePool};

use super::super::reading;
use super::super::rows::{bytes, moment, side_number, side_of};
use super::super::writer::Failure;
use super::words::{number, plain, room};
use crate::ratings::{Player, Rating, Team, presence, rate};
use crate::store::port::StoreError;
use crate::store::ratings::Unrated;

/// Notes that are looked at together.
const NOTES: i64 = 100;

/// A rated game as its room tells it.
#[derive(Clone)]
pub(super) struct Told {
    game: u16,
    outcome: Outcome,
    /// Who was there, with his member and the turns at which he was.
    sides: BySide<Vec<(UserId, MemberId, u16)>>,
    turns: BySide<u16>,
}

/// A rating with what it was come by.
#[derive(Clone, Copy)]
struct Standing {
    rating: Rating,
    games: u32,
    /// Whether there is an account to keep it for.
    kept: bool,
}

/// A person's part in a game.
struct Change {
    side: Side,
    user: UserId,
    member: MemberId,
    turns: u16,
    of: u16,
    before: Standing,
    after: Rating,
}

// ---- reading ---------------------------------------------------------------------------------

pub(super) async fn unrated(
    reads: &SqlitePool,
    behind: Option<&Unrated>,
) -> Result<Vec<Unrated>, StoreError> {
    let (from, note) = behind.map_or((-1, 0), |behind| (moment(behind.from), behind.note));
    let rows = sqlx::query(
        "SELECT id, room, due_at FROM rating_note
         WHERE done_at IS NULL AND (due_at, id) > (?, ?) ORDER BY due_at, id LIMIT ?",
    )
    .bind(from)
    .bind(note)
    .bind(NOTES)
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    rows.iter().map(one_unrated).collect()
}

fn one_unrated(row: &SqliteRow) -> Result<Unrated, StoreError> {
    Ok(Unrated { note: plain(row, "id")?, room: room(row, "room")?, from: number(row, "due_at")? })
}

/// What a note tells; nothing where it cannot be read.
pub(super) async fn told(reads: &SqlitePool, game: &Unrated) -> Result<Option<Told>, StoreError> {
    let text: Option<String> = sqlx::query_scalar("SELECT event FROM rating_note WHERE id = ?")
        .bind(game.note)
        .fetch_optional(reads)
        .await
        .map_err(|e| reading(&e))?;
    let event = text.as_deref().map(serde_json::from_str::<Event>);
    let Some(Ok(Event::RatingDue { game: number, outcome, sides, turns, .. })) = event else {
        tracing::error!(room = %game.room, note = game.note, "a game cannot be rated: its note is damaged");
        return Ok(None);
    };
    let members = match members(reads, &game.room).await {
        Err(StoreError::Damaged(why)) => {
            tracing::error!(room = %game.room, note = game.note, why, "a game cannot be rated: its log is damaged");
            return Ok(None);
        }
        members => members?,
    };
    let with_member = |(user, turns): (UserId, u16)| Some((user, *members.get(&user)?, turns));
    let sides = sides.map(|side| side.into_iter().filter_map(with_member).collect());
    Ok(Some(Told { game: number, outcome, sides, turns }))
}

/// Which member each person of a room is, by its log.
async fn members(reads: &SqlitePool, room: &RoomId) -> Result<BTreeMap<UserId, MemberId>, StoreError> {
    let entries: Vec<String> = sqlx::query_scalar(
        r#"SELECT entry FROM log WHERE room = ? AND instr(entry, '"k":"identified"') > 0 ORDER BY seq"#,
    )
    .bind(room.as_str())
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    let mut members = BTreeMap::new();
    for entry in entries {
        let entry: Entry = serde_json::from_str(&entry).map_err(|e| StoreError::Damaged(e.to_string()))?;
        for event in entry.events {
            if let Event::Identified { member, user } = event {
                members.insert(user, member);
            }
        }
    }
    Ok(members)
}

pub(super) async fn changes(reads: &SqlitePool, room: &RoomId) -> Result<Vec<RatingChange>, StoreError> {
    let rows = sqlx::query(
        "SELECT side, member, turns, turns_of, games, mu, sigma, mu_after, sigma_after FROM rating_change
         WHERE rated_game = (SELECT id FROM rated_game WHERE room = ? ORDER BY id DESC LIMIT 1)
         ORDER BY side, place",
    )
    .bind(room.as_str())
    .fetch_all(reads)
    .await
    .map_err(|e| reading(&e))?;
    rows.iter().map(|row| one_change(row).map_err(|e| reading(&e))).collect()
}

fn one_change(row: &SqliteRow) -> Result<RatingChange, sqlx::Error> {
    let games: u32 = row.try_get("games")?;
    let before = Rating { mu: row.try_get("mu")?, sigma: row.try_get("sigma")? };
    let after = Rating { mu: row.try_get("mu_after")?, sigma: row.try_get("sigma_after")? };
    Ok(RatingChange {
        member: MemberId(row.try_get("member")?),
        side: side_of(row.try_get("side")?),
        presence: presence(row.try_get("turns")?, row.try_get("turns_of")?),
        before: before.view(games),
        after: after.view(games + 1),
    })
}

// ---- writing ---------------------------------------------------------------------------------

/// Carry a note out, unless it was. `told` is what it tells, nothing where it cannot be read.
pub(super) async fn carry_out(
    connection: &mut SqliteConnection,
    note: &Unrated,
    told: Option<&Told>,
) -> Result<(), Failure> {
    let taken = sqlx::query("UPDATE rating_note SET done_at = ? WHERE id = ? AND done_at IS NULL")
        .bind(moment(note.from))
        .bind(note.note)
        .execute(&mut *connection)
        .await?;
    let (Some(told), 1) = (told, taken.rows_affected()) else { return Ok(()) };
    let standings = standings(connection, told).await?;
    let changes = played(told, &standings);
    if changes.is_empty() {
        return Ok(());
    }
    // Each note is of one game. Its number tells none from those of other matches of its room.
    let fresh = sqlx::query(
        "INSERT INTO rated_game (note, room, game, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    )
    .bind(note.note)
    .bind(note.room.as_str())
    .bind(told.game)
    .bind(moment(note.from))
    .execute(&mut *connection)
    .await?;
    if fresh.rows_affected() == 0 {
        return Ok(());
    }
    let rated_game = fresh.last_insert_rowid();
    let mut places = BySide::both(0_i64);
    for change in changes {
        write_change(connection, rated_game, places[change.side], &change).await?;
        places[change.side] += 1;
        if change.before.kept {
            write_rating(connection, &change, note.from).await?;
        }
    }
    Ok(())
}

async fn standings(
    connection: &mut SqliteConnection,
    told: &Told,
) -> Result<BTreeMap<UserId, Standing>, Failure> {
    let mut standings = BTreeMap::new();
    for (user, ..) in SIDES.into_iter().flat_map(|side| told.sides[side].iter().copied()) {
        let row = sqlx::query(
            "SELECT account.deleted_at IS NULL AS kept, mu, sigma, games
             FROM account LEFT JOIN rating ON rating.user = account.user WHERE account.user = ?",
        )
        .bind(bytes(&user))
        .fetch_optional(&mut *connection)
        .await?;
        let standing = row.as_ref().map(one_standing).transpose()?;
        let nobody = Standing { rating: Rating::new(), games: 0, kept: false };
        standings.insert(user, standing.unwrap_or(nobody));
    }
    Ok(standings)
}

fn one_standing(row: &SqliteRow) -> Result<Standing, sqlx::Error> {
    let (mu, sigma): (Option<f64>, Option<f64>) = (row.try_get("mu")?, row.try_get("sigma")?);
    let rating = mu.zip(sigma).map(|(mu, sigma)| Rating { mu, sigma });
    let games: Option<u32> = row.try_get("games")?;
    Ok(Standing {
        rating: rating.unwrap_or_default(),
        games: games.unwrap_or_default(),
        kept: row.try_get("kept")?,
    })
}

/// What the game changes; nothing where one side was not there. Who played for both sides is changed by both, South's first.
fn played(told: &Told, standings: &BTreeMap<UserId, Standing>) -> Vec<Change> {
    let standing = |user: &UserId| standings.get(user).copied();
    let teams = BySide::from_fn(|side| Team {
        players: told.sides[side]
            .iter()
            .filter_map(|(user, _, turns)| Some(Player { rating: standing(user)?.rating, turns: *turns }))
            .collect(),
        turns: told.turns[side],
    });
    let Some(after) = rate(told.outcome, &teams) else { return Vec::new() };
    let mut now = standings.clone();
    let mut changes = Vec::new();
    for side in SIDES {
        let people = told.sides[side].iter().zip(&teams[side].players).zip(&after[side]);
        for ((&(user, member, turns), player), after) in people {
            let Some(own) = now.get_mut(&user) else { continue };
            let before = *own;
            own.rating = own.rating.moved_like(player.rating, *after);
            own.games += 1;
            let of = told.turns[side];
            changes.push(Change { side, user, member, turns, of, before, after: own.rating });
        }
    }
    changes
}

async fn write_change(
    connection: &mut SqliteConnection,
    rated_game: i64,
    place: i64,
    change: &Change,
) -> Result<(), Failure> {
    sqlx::query(
        "INSERT INTO rating_change (rated_game, side, place, user, member, turns, turns_of, games,
             mu, sigma, mu_after, sigma_after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(rated_game)
    .bind(side_number(change.side))
    .bind(place)
    .bind(bytes(&change.user))
    .bind(change.member.0)
    .bind(change.turns)
    .bind(change.of)
    .bind(change.before.games)
    .bind(change.before.rating.mu)
    .bind(change.before.rating.sigma)
    .bind(change.after.mu)
    .bind(change.after.sigma)
    .execute(connection)
    .await?;
    Ok(())
}

async fn write_rating(connection: &mut SqliteConnection, change: &Change, at: u64) -> Result<(), Failure> {
    sqlx::query(
        "INSERT INTO rating (user, mu, sigma, games, changed_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (user) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
             games = excluded.games, changed_at = excluded.changed_at",
    )
    .bind(bytes(&change.user))
    .bind(change.after.mu)
    .bind(change.after.sigma)
    .bind(change.before.games + 1)
    .bind(moment(at))
    .execute(connection)
    .await?;
    Ok(())
}
