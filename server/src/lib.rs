//! The gathering.

pub mod names;
pub mod room;
