//! The gathering: rooms, teams, log and sockets.
//!
//! `docs/house.md` is the plan: people ask, the room refuses or says what happened, what happened
//! is written down, then told. [`app::App`] is the door for the binary and for tests.

pub mod clock;
pub mod config;
pub mod names;
pub mod store;
pub mod telemetry;
