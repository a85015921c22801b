//! Bets as a room's task sees them: what it knows of the books, who has bet how often, who comes from
//! where. Whether somebody may bet the pure room says; who has bet what is in the books.
//!
//! Nothing here may keep a match from going on: the books are waited for once and briefly, and while
//! they fail nobody bets (`docs/betting.md`).

mod asking;
mod books;
mod catch_up;
mod cheers;
mod lost;
mod rate;
mod visitors;

pub(super) use asking::{Asking, Cause, Found};
pub(super) use books::Books;
pub(super) use catch_up::{catch_up, keep_trying};
pub(super) use cheers::Cheers;
pub(super) use lost::{give_back, is_lost, keep_looking, void};
pub(super) use rate::BetRate;
pub(super) use visitors::Visitors;
pub use visitors::{AddressMark, AddressSecret};
