//! The suites: each test has a server of its own, and its name is a sentence about behaviour.

mod abuse;
mod architecture;
mod council;
mod crash;
mod lifecycle;
mod play;
mod presence;
mod resume;
mod secrecy;
mod storm;
