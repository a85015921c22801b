//! The gathering.
