//! The market on the coming game: part 24.

mod bars;
mod ends;
mod life;
