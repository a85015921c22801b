//! The rules of the bets: who may stake what, what a pool pays, what is shown of it, what a line of
//! the books says and whether all lines together are true (`docs/betting.md`).
//!
//! Pure: whole numbers in, whole numbers out. It reads no clock, writes nothing and knows no
//! database; `store` keeps what it decides.

pub mod audit;
pub mod display;
pub mod export;
pub mod place;
pub mod pool;
pub mod record;
pub mod rules;
pub mod transfer;
