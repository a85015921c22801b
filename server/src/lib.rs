//! The gathering: rooms, teams, log and sockets.
//!
//! `ARCHITECTURE.md` is the map: people ask, the room refuses or says what happened, what happened
//! is written down, then told. [`app::App`] is the door for the binary and for tests.

pub mod accounts;
pub mod analyst;
pub mod app;
pub mod betting;
pub mod bots;
pub mod chance;
pub mod cli;
pub mod clock;
pub mod config;
pub mod connection;
pub mod http;
pub mod identity;
pub mod names;
pub mod net;
pub mod picture;
pub mod push;
pub mod rater;
pub mod ratings;
pub mod record;
pub mod referee;
pub mod room;
pub mod rooms;
pub mod seasons;
pub mod store;
pub mod telemetry;
pub mod workshop;
