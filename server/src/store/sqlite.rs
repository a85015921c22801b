//! The store on SQLite: one writer that commits everything pending in one transaction, a few
//! readers beside it. WAL and `synchronous=FULL`: what was acknowledged survives a power cut.

mod accounts;
mod books;
mod codec;
mod ledger;
mod push;
mod rows;
mod sleep;
mod task;
mod writer;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use anyhow::Context;
use protocol::http::MyGame;
use protocol::{Cid, Entry, MemberId, RoomId, UserId};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Row, SqliteConnection, SqlitePool};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

pub use self::accounts::Office;
use self::rows::{person, user};
use self::task::Doing;
use self::writer::{Job, Work};
use super::port::{Answering, Append, Due, Log, Outage, Person, Receipt, Rest, RoomRow, Store, StoreError};
use super::secret;
use crate::betting::rules::Rules;

/// Jobs that may wait for the writer; more wait to be let in.
const WAITING: usize = 256;
/// Readers beside the writer.
const READERS: u32 = 4;
/// How long to wait for a lock or a reader.
const PATIENCE: Duration = Duration::from_secs(5);

/// A SQLite database in a directory of its own.
pub struct Sqlite {
    reads: SqlitePool,
    jobs: mpsc::Sender<Job>,
    failed: CancellationToken,
    /// What the server has chosen about its bets.
    rules: Rules,
    /// Rings when a game is to be rated.
    rated: Notify,
    /// Rings when a notice is to be sent.
    noticed: Notify,
    /// Where the tables are counted.
    desk: books::Desk,
    /// What was told of markets.
    stories: books::Stories,
    /// Held as long as the store is open.
    _lock: Mutex<Option<File>>,
}

impl Sqlite {
    /// Open the database of a directory, bring its tables up to date, take it for this process.
    ///
    /// # Errors
    /// Another server uses it, it was written by a newer version, or it cannot be read.
    pub async fn open(dir: &Path) -> anyhow::Result<Self> {
        secret::prepare(dir)?;
        let lock = secret::lock(dir)?;
        let path = database(dir);
        secret::touch(&path)?;
        let connection = writer::connect(&path).await.context("cannot open the log")?;
        let failed = CancellationToken::new();
        let (jobs, inbox) = mpsc::channel(WAITING);
        tokio::spawn(writer::run(connection, path.clone(), inbox, failed.clone()));
        let (reads, rules) = (readers(&path).await?, Rules::default());
        let lock = Mutex::new(Some(lock));
        Ok(Self {
            reads,
            jobs,
            failed,
            rules,
            rated: Notify::new(),
            noticed: Notify::new(),
            desk: books::Desk::default(),
            stories: books::Stories::default(),
            _lock: lock,
        })
    }

    /// Open the database of a directory for looking only, also while a server writes to it.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub async fn look(dir: &Path) -> anyhow::Result<Self> {
        let path = database(dir);
        anyhow::ensure!(path.is_file(), "there is no log in {}", dir.display());
        let (jobs, _) = mpsc::channel(1);
        let failed = CancellationToken::new();
        let (reads, rules) = (readers(&path).await?, Rules::default());
        Ok(Self {
            reads,
            jobs,
            failed,
            rules,
            rated: Notify::new(),
            noticed: Notify::new(),
            desk: books::Desk::default(),
            stories: books::Stories::default(),
            _lock: Mutex::new(None),
        })
    }

    /// The same, with these rules for its bets in place of the usual ones.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// When the newest line of all logs was written, or a server was last known to run: milliseconds since the Unix epoch, 0 without one.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn latest(&self) -> Result<u64, StoreError> {
        let latest: Option<i64> = sqlx::query_scalar(
            "SELECT max(at) FROM (SELECT max(touched_at) AS at FROM room UNION ALL SELECT alive_at FROM server)",
        )
        .fetch_one(&self.reads)
        .await
        .map_err(|e| reading(&e))?;
        Ok(latest.unwrap_or_default().unsigned_abs())
    }

    /// Fires when a write to the disk failed so that only a restart can tell what is there.
    #[must_use]
    pub fn failed(&self) -> CancellationToken {
        self.failed.clone()
    }

    async fn work<T>(
        &self,
        work: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Work,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let job = Job::new(work(answer));
        self.jobs.send(job).await.map_err(|_| StoreError::Unavailable("it is closed".to_owned()))?;
        answered.await.map_err(|_| StoreError::Unknown("the writer is gone".to_owned()))?
    }

    /// Have the writer carry out a task: several statements that go through together or not at all.
    /// Once begun it is carried out, also when nobody waits for the answer any more. It may be run
    /// more than once before it goes through.
    pub(in crate::store) async fn task<T, F>(&self, run: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> Fn(&'c mut SqliteConnection) -> Doing<'c, T> + Send + Sync + 'static,
    {
        self.work(|answer| Work::Task { task: task::of(run, answer) }).await
    }

    /// Read several things as they were at one moment, beside the writer.
    pub(in crate::store) async fn snapshot<T, F>(&self, read: F) -> Result<T, StoreError>
    where
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Doing<'c, T>,
    {
        let mut reading_at = self.reads.begin().await.map_err(|e| reading(&e))?;
        read(&mut reading_at).await.map_err(|failure| failure.error)
    }

    async fn read_log(&self, room: RoomId) -> Result<Option<Log>, StoreError> {
        let mut read = self.reads.begin().await.map_err(|e| reading(&e))?;
        let found = sqlx::query("SELECT opened_by, head FROM room WHERE id = ?")
            .bind(room.as_str())
            .fetch_optional(&mut *read)
            .await
            .map_err(|e| reading(&e))?;
        let Some(found) = found else { return Ok(None) };
        let rows =
            sqlx::query("SELECT seq, at, member, cid, entry, sum FROM log WHERE room = ? ORDER BY seq")
                .bind(room.as_str())
                .fetch_all(&mut *read)
                .await
                .map_err(|e| reading(&e))?;
        drop(read);
        let opened_by = user(&found, "opened_by")?;
        let head: i64 = found.try_get("head").map_err(|e| reading(&e))?;
        // Reading thousands of entries takes milliseconds: not on a thread that serves sockets.
        let decoded = tokio::task::spawn_blocking(move || codec::decode(&room, head, &rows)).await;
        let entries = decoded.map_err(|_| StoreError::Damaged("it cannot be decoded".to_owned()))??;
        Ok(Some(Log { opened_by, entries }))
    }
}

impl Store for Sqlite {
    fn append(&self, append: Append) -> Answering<'_, Receipt> {
        Box::pin(async move {
            let rows = codec::encode(&append)?;
            let notes = ledger::encode_notes(&append)?;
            let append = Box::new(append);
            let rated = books::is_rated(&append.entries);
            let noticed = append.calls.as_ref().is_some_and(|calls| !calls.fresh.is_empty());
            let receipt = self.work(|answer| Work::Append { append, rows, notes, answer }).await?;
            if rated {
                self.rated.notify_one();
            }
            if noticed {
                self.noticed.notify_one();
            }
            Ok(receipt)
        })
    }

    fn log(&self, room: &RoomId) -> Answering<'_, Option<Log>> {
        Box::pin(self.read_log(room.clone()))
    }

    fn opening(&self, room: &RoomId) -> Answering<'_, Option<Entry>> {
        let room = room.clone();
        Box::pin(async move {
            let row =
                sqlx::query("SELECT seq, at, member, cid, entry, sum FROM log WHERE room = ? AND seq = 1")
                    .bind(room.as_str())
                    .fetch_optional(&self.reads)
                    .await
                    .map_err(|e| reading(&e))?;
            let decoded = row.map(|row| codec::decode(&room, 1, &[row])).transpose()?;
            Ok(decoded.and_then(|entries| entries.into_iter().next()))
        })
    }

    fn has_cid(&self, room: &RoomId, member: MemberId, cid: Cid) -> Answering<'_, bool> {
        let room = room.clone();
        Box::pin(async move {
            sqlx::query("SELECT 1 FROM log WHERE room = ? AND member = ? AND cid = ?")
                .bind(room.as_str())
                .bind(i64::from(member.0))
                .bind(cid.0.as_bytes().as_slice())
                .fetch_optional(&self.reads)
                .await
                .map(|row| row.is_some())
                .map_err(|e| reading(&e))
        })
    }

    fn opener(&self, room: &RoomId) -> Answering<'_, Option<UserId>> {
        let room = room.clone();
        Box::pin(async move {
            let row = sqlx::query("SELECT opened_by FROM room WHERE id = ?")
                .bind(room.as_str())
                .fetch_optional(&self.reads)
                .await
                .map_err(|e| reading(&e))?;
            row.map(|row| user(&row, "opened_by")).transpose()
        })
    }

    fn begin(&self, now: u64) -> Answering<'_, ()> {
        Box::pin(self.work(move |answer| Work::Begin { now, answer }))
    }

    fn pulse(&self, now: u64) -> Answering<'_, ()> {
        Box::pin(self.work(move |answer| Work::Pulse { now, answer }))
    }

    fn outages(&self, after: u64) -> Answering<'_, Vec<Outage>> {
        Box::pin(sleep::outages(&self.reads, after))
    }

    fn left_awake(&self) -> Answering<'_, Vec<RoomRow>> {
        Box::pin(sleep::left_awake(&self.reads))
    }

    fn next_due(&self) -> Answering<'_, Option<Due>> {
        Box::pin(sleep::next_due(&self.reads))
    }

    fn rouse(&self, room: &RoomId) -> Answering<'_, bool> {
        let room = room.clone();
        Box::pin(async move {
            // Nobody else writes to it in between: a room has one life at a time.
            let in_order = sleep::is_asleep(&self.reads, &room).await?;
            self.work(|answer| Work::Rouse { room, answer }).await?;
            Ok(in_order)
        })
    }

    fn games_of(&self, user: UserId) -> Answering<'_, Vec<MyGame>> {
        Box::pin(sleep::games_of(&self.reads, user))
    }

    fn all_rooms(&self) -> Answering<'_, Vec<RoomId>> {
        Box::pin(async move {
            let ids: Vec<String> = sqlx::query_scalar("SELECT id FROM room ORDER BY opened_at, id")
                .fetch_all(&self.reads)
                .await
                .map_err(|e| reading(&e))?;
            ids.into_iter()
                .map(|id| RoomId::try_from(id).map_err(|e| StoreError::Damaged(e.to_string())))
                .collect()
        })
    }

    fn put_to_sleep(&self, room: &RoomId, how: Rest) -> Answering<'_, ()> {
        let room = room.clone();
        Box::pin(self.work(move |answer| Work::Sleep { room, how, answer }))
    }

    fn person(&self, user: UserId) -> Answering<'_, Option<Person>> {
        Box::pin(async move {
            let row = sqlx::query("SELECT name, named, created_at FROM person WHERE id = ?")
                .bind(user.0.as_bytes().as_slice())
                .fetch_optional(&self.reads)
                .await
                .map_err(|e| reading(&e))?;
            row.map(|row| person(user, &row)).transpose().map_err(|e| reading(&e))
        })
    }

    fn put_person(&self, person: Person) -> Answering<'_, ()> {
        Box::pin(self.work(|answer| Work::Person { person, answer }))
    }

    fn close(&self) -> Answering<'_, ()> {
        Box::pin(async move {
            self.reads.close().await;
            self.work(|answer| Work::Close { answer }).await
        })
    }
}

fn database(dir: &Path) -> PathBuf {
    dir.join("sindillo.db")
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(false)
        .foreign_keys(true)
        .busy_timeout(PATIENCE)
        .pragma("mmap_size", "0")
        .disable_statement_logging()
}

fn writing(path: &Path) -> SqliteConnectOptions {
    options(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("journal_size_limit", "67108864")
}

async fn readers(path: &Path) -> anyhow::Result<SqlitePool> {
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(PATIENCE)
        .connect_with(options(path).read_only(true))
        .await
        .context("cannot read the log")
}

fn reading(error: &sqlx::Error) -> StoreError {
    match primary_code(error) {
        Some(11 | 26) => StoreError::Damaged(error.to_string()),
        Some(_) | None => StoreError::Unavailable(error.to_string()),
    }
}

/// SQLite's result code without its extension: 13 full, 10 input or output, 19 constraint, 11
/// corrupt, 26 not a database.
fn primary_code(error: &sqlx::Error) -> Option<u32> {
    let code: u32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(code & 0xff)
}
