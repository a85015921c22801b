//! The one task that writes. It takes everything that waits, commits it in one transaction and
//! answers each asker: under load many share one sync of the disk, without a timer.
//!
//! It is never cancelled: dropping the answer does not stop the work.

use std::path::{Path, PathBuf};

use protocol::RoomId;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use super::super::port::{Append, Person, Receipt, Rest, Seats, StoreError};
use super::codec::LogRow;
use super::ledger::{NoteRow, adopt_records, write_notes};
use super::rows::{moment, side_number};
use super::task::{Task, attempt};
use super::{primary_code, push, sleep, writing};

/// Rows of one transaction.
const BATCH_ROWS: usize = 256;
/// Rows that a task counts for, since it cannot say.
const TASK_ROWS: usize = 16;

type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// Something to be written.
pub(super) struct Job {
    work: Work,
}

/// What is to be written, and whom to tell.
pub(super) enum Work {
    Append { append: Box<Append>, rows: Vec<LogRow>, notes: Vec<NoteRow>, answer: Answer<Receipt> },
    Begin { now: u64, answer: Answer<()> },
    Pulse { now: u64, answer: Answer<()> },
    Rouse { room: RoomId, answer: Answer<()> },
    Sleep { room: RoomId, how: Rest, answer: Answer<()> },
    Person { person: Person, answer: Answer<()> },
    Task { task: Box<dyn Task> },
    Close { answer: Answer<()> },
}

/// Why a transaction did not go through, and whether it may have all the same.
pub(in crate::store) struct Failure {
    pub(super) error: StoreError,
    pub(super) disk: bool,
}

impl Failure {
    /// Whether nothing that shares the transaction can go through either: SQLite has rolled back.
    pub(super) fn ends_transaction(&self) -> bool {
        self.disk || self.error == StoreError::Full
    }
}

/// Of a statement before the commit.
impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        before_commit(&error)
    }
}

/// Nothing was written.
impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        nothing(error)
    }
}

impl Job {
    pub(super) const fn new(work: Work) -> Self {
        Self { work }
    }

    fn rows(&self) -> usize {
        match &self.work {
            Work::Append { rows, .. } => rows.len(),
            Work::Task { .. } => TASK_ROWS,
            Work::Begin { .. }
            | Work::Pulse { .. }
            | Work::Rouse { .. }
            | Work::Sleep { .. }
            | Work::Person { .. }
            | Work::Close { .. } => 1,
        }
    }

    fn answer(self, result: Result<(), StoreError>) {
        // Nobody may be waiting any more; the work is done all the same.
        match self.work {
            Work::Append { append, rows, answer, .. } => {
                let written = u64::try_from(rows.len()).unwrap_or(u64::MAX);
                drop(answer.send(result.map(|()| Receipt::new(append.head + written))));
            }
            Work::Task { task } => task.answer(result),
            Work::Begin { answer, .. }
            | Work::Pulse { answer, .. }
            | Work::Rouse { answer, .. }
            | Work::Sleep { answer, .. }
            | Work::Person { answer, .. }
            | Work::Close { answer } => {
                drop(answer.send(result));
            }
        }
    }
}

/// A connection that writes, with all tables in their newest form.
pub(super) async fn connect(path: &Path) -> anyhow::Result<SqliteConnection> {
    let mut connection = writing(path).connect().await?;
    bring_up(&mut connection).await?;
    adopt_records(&mut connection).await.map_err(|failure| failure.error)?;
    Ok(connection)
}

/// Make the tables, or bring them into their newest form.
pub(super) async fn bring_up(connection: &mut SqliteConnection) -> Result<(), sqlx::migrate::MigrateError> {
    sqlx::migrate!("migrations/sqlite").run(connection).await
}

/// Write what comes until the store is closed.
pub(super) async fn run(
    connection: SqliteConnection,
    path: PathBuf,
    mut inbox: mpsc::Receiver<Job>,
    failed: CancellationToken,
) {
    let mut writer = Writer { connection: Some(connection), path, failed };
    while let Some(first) = inbox.recv().await {
        let mut rows = first.rows();
        let mut jobs = vec![first];
        while rows < BATCH_ROWS {
            let Ok(job) = inbox.try_recv() else { break };
            rows += job.rows();
            jobs.push(job);
        }
        let last = jobs.iter().position(|job| matches!(job.work, Work::Close { .. }));
        let closing = last.map(|last| jobs.split_off(last));
        writer.write(jobs).await;
        if let Some(closing) = closing {
            inbox.close();
            writer.close().await;
            closing.into_iter().for_each(|job| job.answer(Ok(())));
            return;
        }
    }
}

struct Writer {
    /// None after a failure: opened anew, so that no half of a transaction hangs on.
    connection: Option<SqliteConnection>,
    path: PathBuf,
    failed: CancellationToken,
}

impl Writer {
    async fn write(&mut self, jobs: Vec<Job>) {
        if jobs.is_empty() {
            return;
        }
        let failure = match self.transact(&jobs).await {
            Ok(results) => return answer_each(jobs, results),
            Err(failure) => failure,
        };
        if jobs.len() == 1 || failure.disk {
            return jobs.into_iter().for_each(|job| job.answer(Err(failure.error.clone())));
        }
        // One of them is at fault; the others must not suffer for it.
        for job in jobs {
            match self.transact(std::slice::from_ref(&job)).await {
                Ok(results) => answer_each(vec![job], results),
                Err(failure) => job.answer(Err(failure.error)),
            }
        }
    }

    /// Commit these; what came of each, in order.
    async fn transact(&mut self, jobs: &[Job]) -> Result<Vec<Result<(), StoreError>>, Failure> {
        if self.failed.is_cancelled() {
            return Err(nothing(StoreError::Unavailable("the disk failed".to_owned())));
        }
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => writing(&self.path).connect().await.map_err(|e| before_commit(&e))?,
        };
        match commit(&mut connection, jobs).await {
            Ok(results) => {
                self.connection = Some(connection);
                Ok(results)
            }
            Err(failure) => {
                if failure.error == StoreError::Conflict {
                    self.connection = Some(connection);
                }
                if failure.disk {
                    // What a failed sync left behind cannot be known while the process lives.
                    tracing::error!(error = %failure.error, "the disk failed; the server must restart");
                    self.failed.cancel();
                }
                Err(failure)
            }
        }
    }

    async fn close(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        if let Err(error) = execute(&mut connection, "PRAGMA wal_checkpoint(TRUNCATE)").await {
            tracing::debug!(%error, "the last checkpoint was left out");
        }
        if let Err(error) = connection.close().await {
            tracing::debug!(%error, "the log was not closed in order");
        }
    }
}

fn answer_each(jobs: Vec<Job>, results: Vec<Result<(), StoreError>>) {
    jobs.into_iter().zip(results).for_each(|(job, result)| job.answer(result));
}

async fn commit(
    connection: &mut SqliteConnection,
    jobs: &[Job],
) -> Result<Vec<Result<(), StoreError>>, Failure> {
    execute(connection, "BEGIN IMMEDIATE").await.map_err(|e| before_commit(&e))?;
    let mut results = Vec::with_capacity(jobs.len());
    for job in jobs {
        match write(connection, &job.work).await {
            Ok(result) => results.push(result),
            Err(failure) => {
                // SQLite has rolled back by itself after some errors, so that this may be refused.
                drop(execute(connection, "ROLLBACK").await);
                return Err(failure);
            }
        }
    }
    if let Err(error) = execute(connection, "COMMIT").await {
        drop(execute(connection, "ROLLBACK").await);
        return Err(at_commit(&error));
    }
    Ok(results)
}

pub(super) async fn execute(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(drop)
}

/// A task may be refused alone; whatever else fails, the transaction fails with it.
async fn write(connection: &mut SqliteConnection, work: &Work) -> Result<Result<(), StoreError>, Failure> {
    match work {
        Work::Task { task } => return attempt(connection, task.as_ref()).await,
        Work::Append { append, rows, notes, .. } => {
            write_append(connection, append, rows).await?;
            write_notes(connection, &append.room, notes).await?;
            if let (Some(calls), Some(last)) = (&append.calls, append.entries.last()) {
                push::write_calls(connection, &append.room, calls, last.at).await?;
            }
        }
        Work::Begin { now, .. } => sleep::begin(connection, *now).await?,
        Work::Pulse { now, .. } => sleep::pulse(connection, *now).await?,
        Work::Rouse { room, .. } => sleep::rouse(connection, room).await?,
        Work::Sleep { room, how, .. } => sleep::put_to_sleep(connection, room, *how).await?,
        Work::Person { person, .. } => write_person(connection, person).await?,
        Work::Close { .. } => {}
    }
    Ok(Ok(()))
}

pub(super) async fn write_person(
    connection: &mut SqliteConnection,
    person: &Person,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO person (id, name, named, created_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, named = excluded.named",
    )
    .bind(person.user.0.as_bytes().as_slice())
    .bind(&person.name)
    .bind(person.named)
    .bind(i64::try_from(person.created_at).unwrap_or(i64::MAX))
    .execute(connection)
    .await
    .map(drop)
}

async fn write_append(
    connection: &mut SqliteConnection,
    append: &Append,
    rows: &[LogRow],
) -> Result<(), Failure> {
    let Some(last) = rows.last() else { return Ok(()) };
    if let Some(opened_by) = append.opened_by {
        sqlx::query(
            "INSERT INTO room (id, opened_by, opened_at, touched_at, head, awake, listed, facts)
             VALUES (?, ?, ?, ?, 0, 1, 0, '')",
        )
        .bind(append.room.as_str())
        .bind(opened_by.0.as_bytes().as_slice())
        .bind(last.at)
        .bind(last.at)
        .execute(&mut *connection)
        .await
        .map_err(|e| before_commit(&e))?;
    }
    let moved = move_head(connection, append, last).await.map_err(|e| before_commit(&e))?;
    if !moved {
        return Err(nothing(StoreError::Conflict));
    }
    if let Some(seats) = &append.seats {
        write_seats(connection, append, seats).await.map_err(|e| before_commit(&e))?;
    }
    for row in rows {
        sqlx::query("INSERT INTO log (room, seq, at, member, cid, entry, sum) VALUES (?, ?, ?, ?, ?, ?, ?)")
            .bind(append.room.as_str())
            .bind(row.seq)
            .bind(row.at)
            .bind(row.member)
            .bind(row.cid.as_deref())
            .bind(row.entry.as_str())
            .bind(row.sum.as_slice())
            .execute(&mut *connection)
            .await
            .map_err(|e| before_commit(&e))?;
    }
    Ok(())
}

async fn write_seats(
    connection: &mut SqliteConnection,
    append: &Append,
    seats: &Seats,
) -> Result<(), sqlx::Error> {
    let set = match seats {
        Seats::All(all) => {
            sqlx::query("DELETE FROM seat WHERE room = ?")
                .bind(append.room.as_str())
                .execute(&mut *connection)
                .await?;
            all
        }
        Seats::Changed { gone, set } => {
            for (user, side) in gone {
                sqlx::query("DELETE FROM seat WHERE user = ? AND room = ? AND side = ?")
                    .bind(user.0.as_bytes().as_slice())
                    .bind(append.room.as_str())
                    .bind(side_number(*side))
                    .execute(&mut *connection)
                    .await?;
            }
            set
        }
    };
    for seat in set {
        sqlx::query("INSERT OR REPLACE INTO seat (user, room, side, awaited) VALUES (?, ?, ?, ?)")
            .bind(seat.user.0.as_bytes().as_slice())
            .bind(append.room.as_str())
            .bind(side_number(seat.side))
            .bind(seat.awaited)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// The fence: only who knows where the log ends may write behind it.
async fn move_head(
    connection: &mut SqliteConnection,
    append: &Append,
    last: &LogRow,
) -> Result<bool, sqlx::Error> {
    let facts = append.facts.as_ref();
    let text = facts.map(|facts| serde_json::to_string(&facts.row)).transpose();
    let text = text.map_err(|e| sqlx::Error::Encode(e.into()))?;
    let done = sqlx::query(
        "UPDATE room SET head = ?1, touched_at = ?2, awake = 1, due = ?3, told_at = ?10,
             facts = coalesce(?4, facts), listed = coalesce(?5, listed),
             mover = iif(?4 IS NULL, mover, ?6), ends = iif(?4 IS NULL, ends, ?7)
         WHERE id = ?8 AND head = ?9",
    )
    .bind(last.seq)
    .bind(last.at)
    .bind(append.due.map(moment))
    .bind(text)
    .bind(facts.map(|facts| facts.listed))
    .bind(facts.and_then(|facts| facts.mover).map(side_number))
    .bind(facts.and_then(|facts| facts.ends).map(moment))
    .bind(append.room.as_str())
    .bind(i64::try_from(append.head).unwrap_or(i64::MAX))
    .bind(moment(append.told_at))
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

const fn nothing(error: StoreError) -> Failure {
    Failure { error, disk: false }
}

/// Before the commit nothing can have been written.
fn before_commit(error: &sqlx::Error) -> Failure {
    match primary_code(error) {
        Some(19) => nothing(StoreError::Conflict),
        Some(13) => nothing(StoreError::Full),
        Some(10) => Failure { error: StoreError::Unavailable(error.to_string()), disk: true },
        Some(_) | None => nothing(StoreError::Unavailable(error.to_string())),
    }
}

/// SQLite rolls a full disk back itself; of other failures only the log can tell.
fn at_commit(error: &sqlx::Error) -> Failure {
    match primary_code(error) {
        Some(13) => nothing(StoreError::Full),
        Some(10) => Failure { error: StoreError::Unknown(error.to_string()), disk: true },
        Some(_) | None => nothing(StoreError::Unknown(error.to_string())),
    }
}
