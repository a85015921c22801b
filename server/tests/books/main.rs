//! The books as people are shown them: routes of a server in this process, over books that were
//! written by the ledger itself.

#![allow(clippy::unwrap_used, reason = "a step that fails fails the test, in helpers as well")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks for some of many events")]

mod abuse;
mod admin;
mod bets;
mod deleted;
mod export;
mod markets;
mod measure;
mod ratings;
mod routes;
mod seasons;
mod stand;
mod tables;
mod world;
