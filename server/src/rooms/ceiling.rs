//! The bound on what waits for all sockets together.
//!
//! Each queue has its own bound; thousands of them could still hold more than the machine has. When
//! all together hold too much, the fullest queues are dropped first, as if each of them had been full:
//! their readers get everything anew when they have caught up.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, TryLockError, Weak};

use super::outbox::Outbox;

/// Queues from which on the list is rid of those that are gone.
const LISTED_MIN: usize = 64;

/// How much may wait for all sockets together. Frames that many wait for are counted for each of
/// them, so that the memory in use is never more than what is counted.
#[derive(Debug)]
pub struct Ceiling {
    bytes: AtomicUsize,
    most: usize,
    queues: Mutex<Queues>,
}

#[derive(Debug)]
struct Queues {
    all: Vec<Weak<Outbox>>,
    /// How long the list may become before it is looked through.
    limit: usize,
}

impl Ceiling {
    /// A ceiling of so many bytes.
    #[must_use]
    pub fn new(most: usize) -> Arc<Self> {
        let queues = Queues { all: Vec::new(), limit: LISTED_MIN };
        Arc::new(Self { bytes: AtomicUsize::new(0), most, queues: Mutex::new(queues) })
    }

    /// A queue under this ceiling.
    #[must_use]
    pub fn outbox(self: &Arc<Self>) -> Arc<Outbox> {
        let outbox = Arc::new(Outbox::under(Arc::clone(self)));
        let mut queues = self.queues.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if queues.all.len() >= queues.limit {
            queues.all.retain(|queue| queue.strong_count() > 0);
            queues.limit = (queues.all.len() * 2).max(LISTED_MIN);
        }
        queues.all.push(Arc::downgrade(&outbox));
        outbox
    }

    /// Bytes that wait.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// A queue that held `before` bytes holds `after`.
    pub(super) fn changed(&self, before: usize, after: usize) {
        if after > before {
            self.bytes.fetch_add(after - before, Ordering::Relaxed);
        } else if before > after {
            self.bytes.fetch_sub(before - after, Ordering::Relaxed);
        }
    }

    /// If too much waits, drop the fullest queues until a tenth is free.
    pub(super) fn relieve(&self, now: u64) {
        if self.bytes() <= self.most {
            return;
        }
        let queues = match self.queues.try_lock() {
            Ok(queues) => queues,
            // Somebody else is at it.
            Err(TryLockError::WouldBlock) => return,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        };
        let alive = queues.all.iter().filter_map(Weak::upgrade);
        let mut fullest: Vec<(usize, Arc<Outbox>)> = alive.map(|queue| (queue.weight(), queue)).collect();
        drop(queues);
        fullest.sort_by_key(|(bytes, _)| std::cmp::Reverse(*bytes));
        let enough = self.most - self.most / 10;
        for (_, queue) in fullest {
            if self.bytes() <= enough {
                return;
            }
            queue.give_way(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::CloseCode;

    use super::super::frame::Frame;
    use super::*;

    fn frame(bytes: usize) -> Frame {
        Frame::from("x".repeat(bytes))
    }

    #[test]
    fn the_fullest_queue_gives_way_first_and_the_others_keep_what_they_have() {
        let ceiling = Ceiling::new(1_000);
        let [slow, slower, quick] = [(); 3].map(|()| ceiling.outbox());
        slow.tell(&frame(300), 0);
        slower.tell(&frame(600), 0);
        assert_eq!(ceiling.bytes(), 900);
        quick.tell(&frame(101), 0);
        assert_eq!(ceiling.bytes(), 401);
        let parcel = slower.take_now().unwrap();
        assert!(parcel.resync && parcel.frames.is_empty(), "it gets everything anew");
        for (queue, bytes) in [(&slow, 300), (&quick, 101)] {
            let parcel = queue.take_now().unwrap();
            assert!(!parcel.resync);
            assert_eq!(parcel.frames.iter().map(Frame::len).sum::<usize>(), bytes);
        }
        assert_eq!(ceiling.bytes(), 0);
    }

    #[test]
    fn what_is_taken_dropped_or_gone_weighs_nothing() {
        let ceiling = Ceiling::new(1_000_000);
        let [taken, renewed, closed, gone] = [(); 4].map(|()| ceiling.outbox());
        for queue in [&taken, &renewed, &closed, &gone] {
            queue.answer(frame(10));
            queue.tell(&frame(100), 0);
        }
        assert_eq!(ceiling.bytes(), 440);
        drop(taken.take_now());
        renewed.renew([frame(7)]);
        closed.close(CloseCode::Banned);
        drop(gone);
        assert_eq!(ceiling.bytes(), 17);
    }

    #[test]
    fn who_gives_way_again_and_again_is_shown_out() {
        let ceiling = Ceiling::new(100);
        let queue = ceiling.outbox();
        for round in 0..3 {
            queue.tell(&frame(60), round);
            queue.tell(&frame(60), round);
            queue.renew([]);
        }
        assert_eq!(queue.take_now().unwrap().close, Some(CloseCode::SlowConsumer));
        assert_eq!(ceiling.bytes(), 0);
    }
}
