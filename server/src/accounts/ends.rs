//! The ends of sessions, told to the sockets that were opened in them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::limits::TICKET_MS;
use tokio::sync::watch;
use uuid::Uuid;

/// Milliseconds for which an end is remembered: a ticket that was issued before it is useless by
/// then.
const REMEMBERED_MS: u64 = 2 * TICKET_MS;

/// How a session ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// For good: whoever has a socket in it is shown out.
    Over,
    /// Another took its place: the same browser comes back by it.
    Renewed,
}

/// Who waits for which session to end. Copies are the same.
#[derive(Clone, Debug, Default)]
pub struct Ends(Arc<Mutex<Book>>);

#[derive(Debug, Default)]
struct Book {
    watched: HashMap<Uuid, watch::Sender<Option<End>>>,
    /// Lately, and when.
    ended: HashMap<Uuid, (End, u64)>,
}

/// Waits for a session to end.
#[derive(Debug)]
pub struct Watch {
    session: Uuid,
    end: watch::Receiver<Option<End>>,
    ends: Ends,
}

impl Ends {
    /// Wait for the end of a session.
    ///
    /// # Errors
    /// How it ended already.
    pub fn watch(&self, session: Uuid) -> Result<Watch, End> {
        let mut book = self.book();
        if let Some((end, _)) = book.ended.get(&session) {
            return Err(*end);
        }
        let sender = book.watched.entry(session).or_insert_with(|| watch::Sender::new(None));
        Ok(Watch { session, end: sender.subscribe(), ends: self.clone() })
    }

    /// Tell the sockets of a session that it ended.
    pub fn tell(&self, session: Uuid, end: End, now: u64) {
        let mut book = self.book();
        book.ended.retain(|_, (_, at)| now < at.saturating_add(REMEMBERED_MS));
        book.ended.insert(session, (end, now));
        if let Some(sender) = book.watched.remove(&session) {
            sender.send_replace(Some(end));
        }
    }

    /// The sessions in which there are sockets.
    #[must_use]
    pub fn watched(&self) -> Vec<Uuid> {
        self.book().watched.keys().copied().collect()
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // Nothing panics while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch {
    /// How the session ended, once it has.
    pub async fn ended(&mut self) -> End {
        match self.end.wait_for(Option::is_some).await {
            Ok(end) => end.unwrap_or(End::Over),
            Err(_) => End::Over,
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut book = self.ends.book();
        // This one is still counted.
        if book.watched.get(&self.session).is_some_and(|sender| sender.receiver_count() <= 1) {
            book.watched.remove(&self.session);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_socket_of_a_session_learns_of_its_end_and_no_other() {
        let ends = Ends::default();
        let (one, other) = (Uuid::new_v4(), Uuid::new_v4());
        let (mut first, mut second) = (ends.watch(one).unwrap(), ends.watch(one).unwrap());
        let elsewhere = ends.watch(other).unwrap();
        ends.tell(one, End::Renewed, 0);
        assert_eq!((first.ended().await, second.ended().await), (End::Renewed, End::Renewed));
        assert_eq!(*elsewhere.end.borrow(), None);
        assert_eq!(ends.watch(one).err(), Some(End::Renewed), "a ticket that is used late");
        assert_eq!(ends.watched(), [other]);
        drop((first, second, elsewhere));
        assert!(ends.watched().is_empty());
    }

    #[test]
    fn ends_are_forgotten_in_time() {
        let ends = Ends::default();
        for number in 0..10_000 {
            ends.tell(Uuid::from_u128(number), End::Over, u64::try_from(number).unwrap() * 100);
        }
        let kept = ends.book().ended.len();
        assert!((600..=601).contains(&kept), "{kept}");
    }
}
