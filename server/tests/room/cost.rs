//! What one vote costs in the largest room. Run with `--ignored --nocapture`; figures go to
//! `docs/speed.md`.

use std::time::{Duration, Instant};

use protocol::settings::{DecisionMode, VoteVisibility};
use protocol::{Cid, Command};
use server::room::{Around, Ask, Order, decide, entry};
use uuid::Uuid;

use crate::world::*;

/// Votes that are timed.
const VOTES: u32 = 2_000;

#[test]
#[ignore = "prints a figure"]
fn a_vote_of_fifty_against_fifty() {
    for visibility in [VoteVisibility::Open, VoteVisibility::AfterClose] {
        let settings = deciding(DecisionMode::Majority, |decision| {
            (decision.visibility, decision.flips_max, decision.options_max) = (visibility, 100, 12);
        });
        let mut w = World::playing(settings, 50, 50);
        let (mut deciding, mut applying) = (Vec::new(), Vec::new());
        let mut room = w.room.clone();
        for number in 0..VOTES {
            let member = number % 50 + 1;
            // Never more than half of them for one move: the ballot stays open.
            let choice = usize::try_from(number / 50 + number).unwrap() % 6;
            w.now += 1;
            let command = Command::VoteSet { ballot: w.ballot_of("s1"), mv: w.mv(choice) };
            let order = Order {
                at: w.now,
                entropy: u64::from(number),
                by: person(&format!("s{member}")),
                cid: Some(Cid(Uuid::from_u128(u128::from(number) + 1))),
                seen: None,
                around: Around::default(),
                ask: Ask::Command(command),
            };
            let before = Instant::now();
            let events = decide(&room, &order).unwrap();
            deciding.push(before.elapsed());
            let entry = entry(&room, &order, events);
            let before = Instant::now();
            room.apply_entry(&entry);
            let due = room.next_deadline();
            applying.push(before.elapsed());
            assert!(due.is_some());
        }
        println!(
            "{visibility:?}: decide {:?}, apply and look at the clock {:?}, half of the votes",
            median(deciding),
            median(applying)
        );
    }
}

/// Half of them took no longer: what else the machine does is not in it.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
