//! The suites.
fn main() {}
