//! The suites: each test has a server of its own, and its name is a sentence about behaviour.

#![allow(clippy::print_stdout, reason = "the suites tell their figures: kills, cuts, bytes, times")]
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "a test names what it expects; whatever else comes fails it"
)]

mod abuse;
mod accounts;
mod analysis;
mod architecture;
mod bets;
mod correspondence;
mod council;
mod crash;
mod defects;
mod fifty;
mod glance;
mod hosting;
mod lifecycle;
mod money;
mod play;
mod presence;
mod push;
mod races;
mod record;
mod resume;
mod secrecy;
mod storm;
mod story;
