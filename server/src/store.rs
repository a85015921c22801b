//! What is kept: the log of every room, the persons, the key of the cookies.
//!
//! [`port`] says what a store does; [`sqlite`] does it, and [`memory`] for simulations. A store
//! knows entries and rooms' facts, but neither who reads them aloud nor what they mean.

pub mod accounts;
pub mod books;
pub mod ledger;
pub mod memory;
pub mod port;
pub mod push;
pub mod ratings;
pub mod seasons;
pub mod secret;
pub mod sqlite;

pub use port::{
    Answering, Append, Called, Calls, Due, Facts, Log, Outage, Person, Receipt, Rest, RoomRow, Seat, Seats,
    Store, StoreError,
};
