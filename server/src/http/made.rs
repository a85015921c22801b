//! How many accounts are made at one address in a day, so that few people are many bettors
//! (`docs/accounts.md`). Only accounts that came to be count; what failed takes nobody's place.
//!
//! It is kept in memory and no longer than a day: with an account no address is kept.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::refusal::Refusal;

/// Milliseconds for which an account counts.
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
/// Milliseconds after which to ask again while others at the address are just being made.
const MOMENT_MS: u64 = 2_000;
/// Accounts that are remembered; more make the oldest forgotten.
const KEPT: usize = 100_000;

/// The accounts that were made lately, by address.
pub(super) struct Made {
    most: usize,
    book: Arc<Mutex<Book>>,
}

/// The right to make one account, given back when it is dropped.
#[must_use]
pub(super) struct Place {
    book: Option<Arc<Mutex<Book>>>,
    address: IpAddr,
}

/// An account that counts from now on, whether or not its maker waits for the answer.
#[must_use]
pub(super) struct Counted {
    place: Place,
    at: u64,
}

#[derive(Default)]
struct Book {
    here: HashMap<IpAddr, Here>,
    /// All of them, in the order in which they were made.
    all: VecDeque<(u64, IpAddr)>,
}

/// What is known of one address.
#[derive(Default)]
struct Here {
    made: VecDeque<u64>,
    /// Being made at this moment.
    begun: usize,
}

impl Made {
    /// No account was made yet. `most` are granted to an address in any 24 hours.
    pub(super) fn new(most: u32) -> Self {
        Self { most: usize::try_from(most).unwrap_or(usize::MAX), book: Arc::default() }
    }

    /// Whether one more may be made here, without taking the place.
    ///
    /// # Errors
    /// [`Refusal::RateLimited`] until the oldest one is a day old.
    pub(super) fn may(&self, address: IpAddr, now: u64) -> Result<(), Refusal> {
        let mut book = lock(&self.book);
        book.forget_old(now);
        book.here.get(&address).map_or(Ok(()), |here| here.has_room(self.most, now))
    }

    /// Take the place of one account.
    ///
    /// # Errors
    /// As [`Made::may`].
    pub(super) fn begin(&self, address: IpAddr, now: u64) -> Result<Place, Refusal> {
        let mut book = lock(&self.book);
        book.forget_old(now);
        if let Some(here) = book.here.get(&address) {
            here.has_room(self.most, now)?;
        }
        book.here.entry(address).or_default().begun += 1;
        Ok(Place { book: Some(Arc::clone(&self.book)), address })
    }
}

impl Place {
    /// A place where nobody counts.
    pub(super) const fn free(address: IpAddr) -> Self {
        Self { book: None, address }
    }

    /// The account is made now.
    pub(super) fn take(self, now: u64) -> Counted {
        if let Some(book) = &self.book {
            lock(book).made(self.address, now);
        }
        Counted { place: self, at: now }
    }
}

impl Counted {
    /// The account was not made after all.
    pub(super) fn undo(self) {
        if let Some(book) = &self.place.book {
            lock(book).undone(self.place.address, self.at);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(book) = &self.book {
            lock(book).given_back(self.address);
        }
    }
}

impl Book {
    fn made(&mut self, address: IpAddr, now: u64) {
        self.all.push_back((now, address));
        self.here.entry(address).or_default().made.push_back(now);
        if self.all.len() > KEPT {
            self.forget_oldest();
        }
    }

    fn undone(&mut self, address: IpAddr, at: u64) {
        let Some(last) = self.all.iter().rposition(|made| *made == (at, address)) else { return };
        self.all.remove(last);
        if let Some(here) = self.here.get_mut(&address)
            && let Some(last) = here.made.iter().rposition(|made| *made == at)
        {
            here.made.remove(last);
        }
        self.tidy(address);
    }

    fn given_back(&mut self, address: IpAddr) {
        if let Some(here) = self.here.get_mut(&address) {
            here.begun = here.begun.saturating_sub(1);
        }
        self.tidy(address);
    }

    fn forget_old(&mut self, now: u64) {
        while self.all.front().is_some_and(|(at, _)| at.saturating_add(DAY_MS) <= now) {
            self.forget_oldest();
        }
    }

    fn forget_oldest(&mut self) {
        if let Some((_, address)) = self.all.pop_front() {
            if let Some(here) = self.here.get_mut(&address) {
                here.made.pop_front();
            }
            self.tidy(address);
        }
    }

    fn tidy(&mut self, address: IpAddr) {
        if self.here.get(&address).is_some_and(|here| here.made.is_empty() && here.begun == 0) {
            self.here.remove(&address);
        }
    }
}

impl Here {
    fn has_room(&self, most: usize, now: u64) -> Result<(), Refusal> {
        if self.made.len() + self.begun < most {
            return Ok(());
        }
        // While one is being made it may yet fail.
        let until = self
            .made
            .front()
            .filter(|_| self.begun == 0)
            .map_or(MOMENT_MS, |first| first.saturating_add(DAY_MS).saturating_sub(now));
        Err(Refusal::RateLimited { wait_ms: u32::try_from(until).unwrap_or(u32::MAX).max(1) })
    }
}

fn lock(book: &Mutex<Book>) -> MutexGuard<'_, Book> {
    // Nothing panics while it is held.
    book.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn address(number: u16) -> IpAddr {
        let [high, low] = number.to_be_bytes();
        IpAddr::V4(std::net::Ipv4Addr::new(198, 18, high, low))
    }

    #[test]
    fn three_in_any_day_and_the_fourth_when_the_first_is_a_day_old() {
        let made = Made::new(3);
        for now in [0, 1_000, 2_000] {
            let _ = made.begin(address(1), now).unwrap().take(now);
        }
        let wait = |now: u64| match made.begin(address(1), now) {
            Err(Refusal::RateLimited { wait_ms }) => u64::from(wait_ms),
            _ => 0,
        };
        assert_eq!(wait(3_000), DAY_MS - 3_000);
        assert_eq!(made.may(address(1), DAY_MS - 1), Err(Refusal::RateLimited { wait_ms: 1 }));
        assert!(made.may(address(2), 3_000).is_ok(), "another address is none of it");
        let _ = made.begin(address(1), DAY_MS).unwrap().take(DAY_MS);
        assert_eq!(wait(DAY_MS), 1_000, "the second one is a day old then");
    }

    #[test]
    fn what_failed_takes_no_place_and_what_is_being_made_does() {
        let made = Made::new(2);
        let (first, second) = (made.begin(address(1), 0).unwrap(), made.begin(address(1), 0).unwrap());
        let refused = made.may(address(1), 0);
        assert_eq!(refused, Err(Refusal::RateLimited { wait_ms: 2_000 }), "one of them may yet fail");
        drop(first);
        let _ = second.take(0);
        for _ in 0..100 {
            drop(made.begin(address(1), 5).unwrap());
            made.begin(address(1), 5).unwrap().take(5).undo();
        }
        let _ = made.begin(address(1), 5).unwrap().take(5);
        assert!(made.begin(address(1), 6).is_err());
        Place::free(address(1)).take(6).undo();
    }

    #[test]
    fn a_day_later_nothing_is_kept_and_never_too_much() {
        let made = Made::new(3);
        for number in 0..KEPT + 10 {
            let from = address(u16::try_from(number % 60_000).unwrap());
            let _ = made.begin(from, 7).unwrap().take(7);
        }
        let kept = |made: &Made| {
            let book = lock(&made.book);
            assert_eq!(book.all.len(), book.here.values().map(|here| here.made.len()).sum::<usize>());
            (book.all.len(), book.here.len())
        };
        assert_eq!(kept(&made).0, KEPT);
        assert!(made.may(address(60_001), DAY_MS + 7).is_ok());
        assert_eq!(kept(&made), (0, 0));
    }
}
