//! Tests of the bets: the arithmetic of a pool, and the books that are kept of it.

#![allow(clippy::unwrap_used, reason = "a step that fails fails the test, in helpers as well")]

mod acts;
mod bounds;
mod damage;
mod lives;
mod model;
mod pools;
mod races;
mod wallets;
mod world;
