//! The room machine, played through its one door: `decide`, `apply`, `next_deadline`.
//!
//! `world` is the vocabulary, `watch` the invariants that every step of every test is held
//! against; the other modules tell what must happen, by the parts of `docs/room.md`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks for the events that it is about")]

mod advice;
mod ballots;
mod bettors;
mod calls;
mod claims;
mod clocks;
mod consensus;
mod consent;
mod cost;
mod councils;
mod crowds;
mod edges;
#[path = "../../../tests/src/fold.rs"]
#[allow(dead_code, unreachable_pub, reason = "the client's half of the contract, as the suites use it")]
mod fold;
mod hands;
mod holds;
mod hosts;
mod lots;
mod market;
mod market_watch;
mod matches;
mod moderation;
mod motion_watch;
mod motions;
mod pauses;
mod properties;
mod rated;
mod seating;
mod secrecy;
mod settings;
mod starts;
mod takebacks;
mod talk;
mod telling;
mod watch;
mod world;
