//! Play-money bets, apart from rooms and books: by which rules a server has them.

mod rules;

pub use rules::{Rules, SharedAddress};
