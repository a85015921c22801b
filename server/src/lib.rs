//! The gathering.

pub mod referee;
