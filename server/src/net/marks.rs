//! What stands for an address where the address itself must not be kept.

use std::net::IpAddr;

use sha2::{Digest, Sha256};

use super::block;

/// What keeps these digests apart from all others that are made with the same key.
const PURPOSE: &[u8] = b"sindillo address mark 1";

/// A mark of an address: what the books keep as the origin of a bet.
pub type Mark = [u8; 16];

/// Makes marks of addresses. Without the key nobody can try which address a mark is of.
#[derive(Clone)]
pub struct Marks(Sha256);

impl Marks {
    /// Marks by the key of a server.
    #[must_use]
    pub fn new(key: &[u8]) -> Self {
        // The key is digested to a fixed length first, so that it cannot run into what follows.
        Self(Sha256::new().chain_update(PURPOSE).chain_update(Sha256::digest(key)))
    }

    /// The mark of an address; of one that is given out in blocks, that of the block.
    #[must_use]
    pub fn of(&self, address: IpAddr) -> Mark {
        let text = block(address).to_string();
        let digest = self.0.clone().chain_update(text).finalize();
        let mut mark = [0; 16];
        mark.copy_from_slice(&digest[..16]);
        mark
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(key: &str, address: &str) -> Mark {
        Marks::new(key.as_bytes()).of(address.parse().unwrap())
    }

    #[test]
    fn a_mark_tells_equal_addresses_and_only_with_the_key() {
        assert_eq!(mark("k", "192.0.2.1"), mark("k", "::ffff:192.0.2.1"));
        assert_eq!(mark("k", "2001:db8::1"), mark("k", "2001:db8::ffff:1"), "one line has a whole block");
        assert_ne!(mark("k", "192.0.2.1"), mark("k", "192.0.2.2"));
        assert_ne!(mark("k", "192.0.2.1"), mark("l", "192.0.2.1"));
    }
}
