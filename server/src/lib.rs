//! The gathering.

pub mod names;
