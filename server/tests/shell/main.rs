//! The shell of the server from the outside of its modules: the store's contract, rooms over a
//! store, routes and sockets of a server that runs in this process.

#![allow(clippy::unwrap_used, reason = "a step that fails fails the test, in helpers as well")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks for some of many events")]

mod accounts;
mod bets;
mod books;
mod bots;
mod crowd;
mod delay;
mod http;
mod push;
mod rooms;
mod sleep;
mod socket;
mod store;
mod world;
