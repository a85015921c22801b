//! Work that keeps a thread busy for a while (a digest of a password, a search): so much at once, so
//! much that waits, and whoever comes then is told so. Away from the threads that serve sockets.

use std::sync::Arc;

use protocol::refusal::Refusal;
use tokio::sync::Semaphore;

/// A bounded place for such work.
#[derive(Debug)]
pub struct Workshop {
    benches: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

impl Workshop {
    /// So much is worked on at once, and so much may wait besides.
    #[must_use]
    pub fn new(at_once: usize, waiting: usize) -> Self {
        let of = |count| Arc::new(Semaphore::new(count));
        Self { benches: of(at_once), places: of(at_once + waiting) }
    }

    /// Work, when it is its turn.
    ///
    /// # Errors
    /// [`Refusal::Busy`] when too much waits; [`Refusal::Internal`] when the work panicked.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Refusal::Busy)?;
        let bench = Arc::clone(&self.benches).acquire_owned().await.map_err(|_| Refusal::Busy)?;
        // Work that was begun goes on also when whoever asked for it has gone, so it keeps its place
        // itself: else asking and leaving would fill the machine.
        let done = tokio::task::spawn_blocking(move || {
            let _kept = (place, bench);
            work()
        });
        done.await.map_err(|_| Refusal::Internal)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn work_that_nobody_waits_for_any_more_keeps_its_place_until_it_is_done() {
        let shop = Arc::new(Workshop::new(1, 0));
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let (end, ended) = mpsc::sync_channel::<()>(1);
        let asker = {
            let shop = Arc::clone(&shop);
            tokio::spawn(async move {
                shop.work(move || {
                    begun.send(()).expect("somebody waits for it to begin");
                    ended.recv().expect("it is told to end");
                })
                .await
            })
        };
        has_begun.await.expect("it begins");
        asker.abort();
        assert!(asker.await.expect_err("he has gone").is_cancelled());
        assert_eq!(shop.work(|| ()).await, Err(Refusal::Busy), "it is still worked on");
        end.send(()).expect("it waits");
        let free = async {
            while shop.work(|| ()).await.is_err() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), free).await.expect("the place is free again");
    }

    #[tokio::test]
    async fn work_that_panics_gives_its_place_back() {
        let shop = Workshop::new(1, 0);
        assert_eq!(shop.work(|| panic!("of no use")).await, Err::<(), _>(Refusal::Internal));
        assert_eq!(shop.work(|| 7).await, Ok(7));
    }
}
