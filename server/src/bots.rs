//! Bots: people without a browser. Each is a task with a seat and a way to its room; it sees what
//! its seat sees, asks like anybody else, and is refused like anybody else.

mod mind;
mod plan;
mod player;

use std::time::Duration;

use crate::clock::Clock;
use crate::rooms::BotDoor;

/// The door that the rooms send their bots to.
#[must_use]
pub fn door(delay: Duration, clock: Clock) -> BotDoor {
    Box::new(move |bot| {
        tokio::spawn(player::play(bot, delay, clock.clone()));
    })
}
