//! What the books note beside the transfers (how a market was locked and ended, what an administrator
//! did) and cannot be worked out from them: sealed when it is noted, each seal chained to the one
//! before. Nothing here reads or writes.

use std::fmt;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::transfer::Link;

/// Between the fields of a link, as for transfers.
const BETWEEN: u8 = 0x1f;

/// A digest of what was noted.
pub type Seal = [u8; 32];

/// What a record is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum About {
    /// The lock of this market: who played, who had what staked.
    Locked(u64),
    /// The end of this market: all that is kept of it.
    Ended(u64),
    /// This act of an administrator.
    Act(u64),
}

impl About {
    /// What is written so.
    #[must_use]
    pub fn read(word: &str, number: u64) -> Option<Self> {
        match word {
            "locked" => Some(Self::Locked(number)),
            "ended" => Some(Self::Ended(number)),
            "act" => Some(Self::Act(number)),
            _ => None,
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Locked(_) => "locked",
            Self::Ended(_) => "ended",
            Self::Act(_) => "act",
        }
    }

    /// The number of the market or the act.
    #[must_use]
    pub const fn number(self) -> u64 {
        match self {
            Self::Locked(number) | Self::Ended(number) | Self::Act(number) => number,
        }
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Locked(number) | Self::Ended(number) => write!(f, "market {number}"),
            Self::Act(number) => write!(f, "act {number}"),
        }
    }
}

/// The seal of what is noted. What serializes alike has the same one.
///
/// # Errors
/// It cannot be written as JSON.
pub fn seal<T: Serialize>(noted: &T) -> Result<Seal, serde_json::Error> {
    Ok(Sha256::digest(serde_json::to_vec(noted)?).into())
}

/// What all records up to this one come to, after those before it came to `before`.
#[must_use]
pub fn link(before: &Link, n: u64, about: About, seal: &Seal) -> Link {
    let mut hash = Sha256::new();
    hash.update(before);
    for field in [&n.to_string(), about.word(), &about.number().to_string()] {
        hash.update([BETWEEN]);
        hash.update(field);
    }
    hash.update([BETWEEN]);
    hash.update(seal);
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::betting::transfer::FIRST_LINK;

    #[test]
    fn a_link_depends_on_all_that_a_record_says_and_on_what_came_before() {
        let noted = seal(&(1, "x")).unwrap();
        let first = link(&FIRST_LINK, 1, About::Act(7), &noted);
        assert_eq!(first, link(&FIRST_LINK, 1, About::Act(7), &noted));
        for other in [
            link(&[1; 32], 1, About::Act(7), &noted),
            link(&FIRST_LINK, 2, About::Act(7), &noted),
            link(&FIRST_LINK, 1, About::Act(8), &noted),
            link(&FIRST_LINK, 1, About::Ended(7), &noted),
            link(&FIRST_LINK, 1, About::Locked(7), &noted),
            link(&FIRST_LINK, 1, About::Act(7), &seal(&(1, "y")).unwrap()),
        ] {
            assert_ne!(first, other);
        }
    }

    #[test]
    fn what_a_record_is_about_is_read_as_it_was_written() {
        for about in [About::Locked(1), About::Ended(2), About::Act(3)] {
            assert_eq!(About::read(about.word(), about.number()), Some(about));
        }
        assert_eq!(About::read("opened", 1), None);
    }
}
