//! The gathering.

pub mod names;
pub mod referee;
pub mod room;
