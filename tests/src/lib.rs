//! The vocabulary of the suites: a [`World`] with the real binary in it, [`Person`]s with a
//! browser, their [`Tab`]s in a room, a [`Table`] of two teams. It speaks to the server over real
//! sockets only, and knows nothing of it but the protocol.
//!
//! It waits for conditions, never for a time to pass; the few pauses in it are what a client does
//! between two attempts.

#![allow(
    clippy::missing_panics_doc,
    clippy::wildcard_enum_match_arm,
    reason = "everything here is test code: it panics when the test fails, and events and messages \
              of other families are passed over on purpose"
)]

pub mod authenticator;
pub mod books;
pub mod chronicle;
pub mod fold;
pub mod http;
pub mod length;
pub mod patience;
pub mod person;
pub mod post;
pub mod provider;
pub mod raw;
pub mod settings;
pub mod tab;
pub mod table;
pub mod wire_proxy;
pub mod world;

pub use books::Books;
pub use fold::Seen;
pub use http::Request;
pub use length::usually;
pub use person::Person;
pub use post::{Browser, PushService};
pub use settings::quick;
pub use tab::{Figures, State, Tab};
pub use table::Table;
pub use wire_proxy::{End, Loss, Proxy, Way, Wire};
pub use world::World;
