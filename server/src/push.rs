//! Telling people of slow games when their page is not open: Web Push (RFC 8030, 8291, 8292;
//! `docs/notices.md`).
//!
//! Where notices are left is what browsers say, which nobody may be believed: what is sent, and whereto,
//! is bounded here. Nothing here knows rooms; what is to be told comes from the store.

mod address;
mod courier;
mod keys;
mod seal;
mod services;
mod task;

pub use courier::Courier;
pub use keys::{NotAKey, ServerKey};
pub use seal::{NotABrowser, Reader, seal};
pub use services::{NotAService, Service, Services, Target};
pub use task::run;

use protocol::http::push::{PushBar, PushSubscription};
use protocol::refusal::Refusal;
use sha2::{Digest, Sha256};

use crate::store::push::SubscriptionId;

/// What a server needs to tell browsers. Copies are the same.
#[derive(Clone, Debug)]
pub struct Push {
    /// By which browsers know the server.
    pub key: ServerKey,
    /// Where it sends to.
    pub services: Services,
    /// Whom a push service may turn to about what is sent: `mailto:` or `https:`.
    pub contact: Option<String>,
}

/// A subscription that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// By which it is known.
    pub id: SubscriptionId,
    /// Where notices are left, as it was given.
    pub endpoint: String,
    /// By which they are sealed.
    pub reader: Reader,
}

impl Push {
    /// Look at what a browser says of itself.
    ///
    /// # Errors
    /// [`Refusal::PushRefused`]: it is at no push service that this server sends to, or its keys are
    /// none.
    pub fn check(&self, given: &PushSubscription) -> Result<Checked, Refusal> {
        let refused = |why: PushBar| Refusal::PushRefused { why };
        self.services.target(&given.endpoint).map_err(|NotAService| refused(PushBar::Service))?;
        let reader =
            Reader::from_text(&given.p256dh, &given.auth).map_err(|NotABrowser| refused(PushBar::Keys))?;
        Ok(Checked { id: id_of(&given.endpoint), endpoint: given.endpoint.clone(), reader })
    }
}

/// By what the subscription of an endpoint is known.
#[must_use]
pub fn id_of(endpoint: &str) -> SubscriptionId {
    beginning(endpoint.as_bytes())
}

/// The first 16 bytes of a digest.
fn beginning(bytes: &[u8]) -> [u8; 16] {
    let mut beginning = [0; 16];
    beginning.copy_from_slice(&Sha256::digest(bytes)[..16]);
    beginning
}
