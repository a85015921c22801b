//! One socket: from the upgrade over `hello` to the close, and everything that a socket may do
//! wrong in between.
//!
//! The library closes a broken connection without a word; here every end has its code.

mod credits;
mod handshake;
mod hello;
mod inbound;
mod outbound;
mod socket;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use protocol::UserId;
use protocol::limits::SOCKETS_PER_SESSION;

use crate::rooms::{AddressMark, AddressSecret};

pub use credits::Credits;
pub use handshake::upgrade;

use crate::rooms::Ceiling;

/// What all sockets have in common.
#[derive(Debug)]
pub struct Sockets {
    /// How much each person may still ask.
    pub(crate) credits: Credits,
    /// How much may wait for all of them together.
    ceiling: Arc<Ceiling>,
    open: Arc<Mutex<HashMap<UserId, usize>>>,
    /// Under which addresses are marked.
    secret: AddressSecret,
}

/// One of a person's sockets; counted until it is dropped.
#[derive(Debug)]
struct Counted {
    open: Arc<Mutex<HashMap<UserId, usize>>>,
    user: UserId,
}

impl Sockets {
    /// No sockets yet; addresses are marked under this secret, and of all sockets that come, no more
    /// bytes than these may wait.
    #[must_use]
    pub fn new(secret: AddressSecret, ceiling: Arc<Ceiling>) -> Self {
        Self { credits: Credits::default(), ceiling, open: Arc::default(), secret }
    }

    /// What is kept of an address.
    fn mark(&self, address: IpAddr) -> AddressMark {
        self.secret.mark(address)
    }

    /// Count one more socket of a person; nothing when there are as many as may be.
    fn enter(&self, user: UserId) -> Option<Counted> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(user).or_default();
        if *count >= SOCKETS_PER_SESSION {
            return None;
        }
        *count += 1;
        Some(Counted { open: Arc::clone(&self.open), user })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.user) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.user);
            }
        }
    }
}
