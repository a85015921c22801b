//! The market on the coming game: part 16.

mod bars;
mod ends;
mod life;
