//! Browsers that were sent to the provider and have not come back: in memory, good once, not for
//! long, and for the browser alone that was sent.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

use openidconnect::{Nonce, PkceCodeVerifier};
use sha2::{Digest, Sha256};

use crate::store::accounts::TokenHash;

/// Milliseconds in which somebody is to come back.
const PENDING_MS: u64 = 600_000;
/// Browsers that are out at once; more make the oldest invalid.
const OUT: usize = 5_000;
/// Characters of a path to which somebody returns.
const PATH_CHARS: usize = 200;

/// A browser that was sent.
pub(super) struct Pending {
    pub(super) nonce: Nonce,
    pub(super) verifier: PkceCodeVerifier,
    /// The digest of what the browser holds.
    pub(super) browser: TokenHash,
    /// Where it goes in the end.
    pub(super) back: String,
    /// Where the provider sends it.
    pub(super) callback: String,
}

#[derive(Default)]
pub(super) struct PendingBook(Mutex<Book>);

#[derive(Default)]
struct Book {
    out: HashMap<TokenHash, (u64, Pending)>,
    /// In the order of sending, and so of expiry.
    sent: BTreeMap<u64, TokenHash>,
    last: u64,
}

impl PendingBook {
    pub(super) fn put(&self, state: &str, pending: Pending, now: u64) {
        let key: TokenHash = Sha256::digest(state).into();
        let mut book = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        book.drop_old(now);
        book.last += 1;
        let number = book.last;
        book.out.insert(key, (now.saturating_add(PENDING_MS), pending));
        book.sent.insert(number, key);
    }

    /// Who was sent with this state. Another browser that knows it does not use it up.
    pub(super) fn take(&self, state: &str, browser: Option<TokenHash>, now: u64) -> Option<Pending> {
        let key: TokenHash = Sha256::digest(state).into();
        let mut book = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (until, pending) = book.out.get(&key)?;
        if now >= *until || Some(pending.browser) != browser {
            return None;
        }
        book.out.remove(&key).map(|(_, pending)| pending)
    }
}

impl Book {
    fn drop_old(&mut self, now: u64) {
        while let Some((number, key)) = self.sent.first_key_value().map(|(n, k)| (*n, *k)) {
            let out = self.out.get(&key).map(|(until, _)| *until);
            if out.is_some_and(|until| now < until) && self.sent.len() < OUT {
                return;
            }
            self.sent.remove(&number);
            self.out.remove(&key);
        }
    }
}

/// A path of our own page, for coming back to; nothing where it leads elsewhere, or to what is no
/// page.
#[must_use]
pub fn safe_path(path: &str) -> Option<&str> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"/-_.~".contains(&b);
    let own = path.starts_with('/')
        && !path.starts_with("//")
        && path.len() <= PATH_CHARS
        && path.bytes().all(plain)
        && !path.split('/').any(|part| part == "..")
        && !["/api", "/ws"].iter().any(|root| path == *root || path.starts_with(&format!("{root}/")));
    own.then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pending(browser: u8) -> Pending {
        Pending {
            nonce: Nonce::new("n".to_owned()),
            verifier: PkceCodeVerifier::new("v".repeat(43)),
            browser: [browser; 32],
            back: "/".to_owned(),
            callback: String::new(),
        }
    }

    #[test]
    fn a_browser_comes_back_once_itself_and_in_time() {
        let book = PendingBook::default();
        book.put("one", pending(1), 0);
        assert!(book.take("other", Some([1; 32]), 1).is_none());
        assert!(book.take("one", Some([2; 32]), 1).is_none());
        assert!(book.take("one", None, 1).is_none());
        assert!(book.take("one", Some([1; 32]), PENDING_MS).is_none());
        assert!(book.take("one", Some([1; 32]), PENDING_MS - 1).is_some());
        assert!(book.take("one", Some([1; 32]), 1).is_none());
        book.put("first", pending(1), 0);
        for number in 0..OUT {
            book.put(&format!("s{number}"), pending(1), 0);
        }
        assert!(book.take("first", Some([1; 32]), 1).is_none(), "the book is bounded");
        assert!(book.0.lock().unwrap().out.len() <= OUT);
    }

    #[test]
    fn one_returns_to_our_own_page_and_nowhere_else() {
        for good in ["/", "/r/0123456789abcdef", "/account", "/apiary"] {
            assert_eq!(safe_path(good), Some(good));
        }
        let long = format!("/{}", "a".repeat(PATH_CHARS));
        for bad in [
            "",
            "account",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/%2fevil.example",
            "/a?b=c",
            "/a#b",
            "/a\r\nSet-Cookie: x=y",
            "/../x",
            "/api/logout",
            "/ws/x",
            &long,
        ] {
            assert_eq!(safe_path(bad), None, "{bad}");
        }
    }
}
