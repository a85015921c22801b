//! Tests of the bets: the arithmetic of a pool, and the books that are kept of it.

mod acts;
mod damage;
mod lives;
mod model;
mod pools;
mod races;
mod wallets;
mod world;
