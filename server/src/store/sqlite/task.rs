//! Work of several statements for the writer: what the accounts and the books write.
//!
//! A task runs inside the writer's transaction, behind a savepoint: one that fails takes back what
//! it did and nothing else, and the logs in the same transaction are written all the same. It may be
//! run again when the transaction as a whole did not go through, so it must depend on nothing but
//! what it was given and what it reads.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};

use sqlx::SqliteConnection;
use tokio::sync::oneshot;

use super::super::port::StoreError;
use super::writer::{Failure, execute};

/// What a task does, on its way.
pub(in crate::store) type Doing<'c, T> = Pin<Box<dyn Future<Output = Result<T, Failure>> + Send + 'c>>;

/// A task whose answer the writer need not know.
pub(super) trait Task: Send + Sync {
    /// Do it and keep the answer.
    fn run<'c>(&'c self, connection: &'c mut SqliteConnection) -> Doing<'c, ()>;

    /// Tell who asked, once it is durable or refused.
    fn answer(self: Box<Self>, result: Result<(), StoreError>);
}

/// The task that a function carries out.
pub(super) fn of<T, F>(run: F, asker: oneshot::Sender<Result<T, StoreError>>) -> Box<dyn Task>
where
    T: Send + 'static,
    F: for<'c> Fn(&'c mut SqliteConnection) -> Doing<'c, T> + Send + Sync + 'static,
{
    Box::new(Function { run, found: Mutex::new(None), asker })
}

/// Run a task behind a savepoint. The inner result is the task's own; the outer one fails when the
/// whole transaction must.
pub(super) async fn attempt(
    connection: &mut SqliteConnection,
    task: &dyn Task,
) -> Result<Result<(), StoreError>, Failure> {
    execute(connection, "SAVEPOINT task").await?;
    let refused = match task.run(&mut *connection).await {
        Ok(()) => None,
        Err(failure) if failure.ends_transaction() => return Err(failure),
        Err(failure) => Some(failure.error),
    };
    if let Some(error) = refused {
        execute(connection, "ROLLBACK TO task").await?;
        execute(connection, "RELEASE task").await?;
        return Ok(Err(error));
    }
    execute(connection, "RELEASE task").await?;
    Ok(Ok(()))
}

struct Function<T, F> {
    run: F,
    /// What the last run came to.
    found: Mutex<Option<T>>,
    asker: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Task for Function<T, F>
where
    T: Send + 'static,
    F: for<'c> Fn(&'c mut SqliteConnection) -> Doing<'c, T> + Send + Sync + 'static,
{
    fn run<'c>(&'c self, connection: &'c mut SqliteConnection) -> Doing<'c, ()> {
        Box::pin(async move {
            let found = (self.run)(connection).await?;
            *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
            Ok(())
        })
    }

    fn answer(self: Box<Self>, result: Result<(), StoreError>) {
        let found = self.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let lost = || StoreError::Unavailable("it was not done".to_owned());
        // Nobody may be waiting any more; the work is done all the same.
        drop(self.asker.send(result.and_then(|()| found.ok_or_else(lost))));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use protocol::UserId;
    use uuid::Uuid;

    use super::super::Sqlite;
    use super::*;
    use crate::store::{Person, Store};

    fn person(number: u128) -> Person {
        Person {
            user: UserId(Uuid::from_u128(number)),
            name: format!("P{number}"),
            named: true,
            created_at: 1,
        }
    }

    async fn rename(connection: &mut SqliteConnection, number: u128, name: &str) -> Result<u64, Failure> {
        let done = sqlx::query("UPDATE person SET name = $1 WHERE id = $2")
            .bind(name)
            .bind(Uuid::from_u128(number).as_bytes().as_slice())
            .execute(connection)
            .await?;
        Ok(done.rows_affected())
    }

    #[tokio::test]
    async fn a_task_that_fails_takes_back_what_it_did_and_nothing_of_the_others() {
        let dir = tempfile::tempdir().unwrap();
        let store = Sqlite::open(dir.path()).await.unwrap();
        store.put_person(person(1)).await.unwrap();
        store.put_person(person(2)).await.unwrap();

        let runs = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&runs);
        // On one thread all three are in the inbox before the writer looks: they share a transaction.
        let (failed, done, written) = tokio::join!(
            store.task(|connection| {
                Box::pin(async move {
                    rename(connection, 1, "changed").await?;
                    sqlx::query("UPDATE nowhere SET x = 1").execute(connection).await?;
                    Ok(())
                })
            }),
            store.task(move |connection| {
                counted.fetch_add(1, Ordering::Relaxed);
                Box::pin(rename(connection, 2, "changed"))
            }),
            store.put_person(person(3)),
        );

        assert!(matches!(failed, Err(StoreError::Unavailable(why)) if why.contains("nowhere")));
        assert_eq!((done, written), (Ok(1), Ok(())));
        assert_eq!(
            runs.load(Ordering::Relaxed),
            1,
            "nothing was run again for the sake of the one that failed"
        );
        let mut names = Vec::new();
        for number in 1..=3 {
            names.push(store.person(person(number).user).await.unwrap().unwrap().name);
        }
        assert_eq!(names, ["P1", "changed", "P3"]);
    }
}
