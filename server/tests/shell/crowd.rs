//! Rooms that many watch: those who play are told at once, those who watch together; whoever comes,
//! goes, sits down or falls behind in between misses nothing and hears nothing twice.

use std::sync::Arc;

use engine::Side;
use protocol::{Command, Event, ServerFrame, Snapshot, Stream};
use server::room::Ask;
use server::rooms::{Joined, Outbox, RoomHandle};

use crate::rooms::{Hall, caller, enter, say, user};

/// More than are told at once, and more than are told in one slice.
const MANY: u128 = 600;
/// Longer than those who watch ever wait.
const ROUND_MS: u64 = 250;

/// Somebody who listens, and checks that nothing is missing or told twice.
struct Listener {
    outbox: Arc<Outbox>,
    joined: Joined,
    head: Option<u32>,
    lines: Vec<String>,
    crowd: Option<u32>,
    wholes: usize,
}

impl Listener {
    async fn enters(handle: &RoomHandle, n: u128) -> Self {
        let (outbox, joined) = enter(handle, n).await;
        let mut listener = Self { outbox, joined, head: None, lines: Vec::new(), crowd: None, wholes: 0 };
        listener.reads();
        listener
    }

    /// Take what came; how many frames that were.
    fn reads(&mut self) -> usize {
        let parcel = self.outbox.take_now().unwrap_or_default();
        assert!(!parcel.resync && parcel.close.is_none());
        for frame in &parcel.frames {
            self.hears(serde_json::from_slice(frame.as_bytes()).unwrap());
        }
        parcel.frames.len()
    }

    fn hears(&mut self, frame: ServerFrame) {
        match frame {
            ServerFrame::Snap(Snapshot::Table { as_of, view }) => {
                assert!(self.head <= Some(as_of), "a whole is no older than what was told");
                self.wholes += 1;
                self.head = Some(as_of);
                let said = view.chat.iter().map(|line| line.text.clone());
                self.lines = said.collect();
            }
            ServerFrame::Events { s: Stream::Table, n, e, .. } => {
                assert_eq!(Some(n - 1), self.head, "no gap and no repeat");
                self.head = Some(n + u32::try_from(e.len()).unwrap() - 1);
                self.lines.extend(e.into_iter().filter_map(|event| match event {
                    Event::Said { text, .. } => Some(text),
                    _ => None,
                }));
            }
            ServerFrame::Crowd { watching } => self.crowd = Some(watching),
            _ => {}
        }
    }

    fn last(&self) -> &str {
        self.lines.last().map(String::as_str).unwrap_or_default()
    }
}

/// A room with a player and a crowd, to whom everything so far was told.
async fn crowded() -> (Hall, RoomHandle, Listener, Vec<Listener>) {
    let hall = Hall::begin().await;
    let (_, handle) = hall.open().await;
    let sit = Ask::Command(Command::SeatTake { side: Some(Side::South), withdraw: false });
    assert_eq!(handle.ask(caller(1), None, None, sit).await, Ok(()));
    let player = Listener::enters(&handle, 1).await;
    let mut crowd = Vec::new();
    for n in 0..MANY {
        crowd.push(Listener::enters(&handle, 1_000 + n).await);
    }
    settles(&hall, &handle, &mut crowd).await;
    (hall, handle, player, crowd)
}

/// Let the time pass in which everybody is told.
async fn settles(hall: &Hall, handle: &RoomHandle, crowd: &mut [Listener]) {
    for _ in 0..4 {
        hall.clock.wind(ROUND_MS);
        // Between two slices the room looks at its letters: each of these waits for one.
        for _ in 0..MANY / 256 + 2 {
            handle.look(user(1)).await.unwrap();
        }
    }
    for listener in crowd {
        listener.reads();
    }
}

async fn says(handle: &RoomHandle, text: &str) {
    assert_eq!(handle.ask(caller(1), None, None, say(text)).await, Ok(()));
}

#[tokio::test]
async fn who_plays_is_told_at_once_and_who_watches_together() {
    let (hall, handle, mut player, mut crowd) = crowded().await;
    assert_eq!(crowd[7].crowd, Some(u32::try_from(MANY).unwrap()));
    player.reads();
    for text in ["one", "two", "three", "four"] {
        says(&handle, text).await;
        player.reads();
        assert_eq!(player.last(), text);
    }
    // The first line was told at once, as slice after slice had its turn; the others wait.
    let early: usize = crowd.iter_mut().map(|listener| usize::from(listener.reads() > 0)).sum();
    assert!(early > 0 && crowd.iter().all(|listener| listener.last() != "four"), "{early}");
    hall.clock.wind(ROUND_MS);
    for _ in 0..MANY / 256 + 2 {
        handle.look(user(1)).await.unwrap();
    }
    let parcels: Vec<usize> = crowd.iter_mut().map(Listener::reads).collect();
    assert!(
        parcels.iter().all(|frames| *frames <= 4) && parcels.iter().any(|frames| *frames > 1),
        "{parcels:?}"
    );
    for listener in &crowd {
        assert_eq!(listener.lines, ["one", "two", "three", "four"]);
    }
}

#[tokio::test]
async fn whoever_comes_or_changes_sides_while_lines_wait_misses_nothing_and_hears_nothing_twice() {
    let (hall, handle, mut player, mut crowd) = crowded().await;
    for round in 0..20u128 {
        says(&handle, &format!("{round} begins")).await;
        crowd.push(Listener::enters(&handle, 5_000 + round).await);
        says(&handle, &format!("{round} goes on")).await;
        if round % 5 == 2 {
            hall.clock.wind(30);
        }
        // One of the crowd sits down in the midst of it, another one asks for everything anew, a third
        // says something and becomes known by it.
        let who = 1_000 + round * 20;
        let sit = |side| Ask::Command(Command::SeatTake { side: Some(side), withdraw: false });
        assert_eq!(handle.ask(caller(who), None, None, sit(Side::North)).await, Ok(()));
        let lagging = crowd[usize::try_from(round * 20 + 1).unwrap()].joined.socket;
        handle.caught_up(lagging).await;
        assert_eq!(handle.ask(caller(who + 2), None, None, say(&format!("{round} is heard"))).await, Ok(()));
        says(&handle, &format!("{round} ends")).await;
        assert_eq!(handle.ask(caller(who), None, None, Ask::Command(Command::SeatLeave {})).await, Ok(()));
        let gone = crowd.remove(usize::try_from(300 - round).unwrap());
        handle.leave(gone.joined.socket).await;
        for listener in crowd.iter_mut().step_by(7) {
            listener.reads();
        }
        if round % 3 == 0 {
            hall.clock.wind(ROUND_MS);
        }
    }
    settles(&hall, &handle, &mut crowd).await;
    player.reads();
    for listener in &crowd {
        assert_eq!((listener.head, listener.last()), (player.head, "19 ends"));
    }
}

/// How many watch is told when it changes, and to whoever comes, comes again or is told anew.
#[tokio::test]
async fn everybody_knows_how_many_watch() {
    let (hall, handle, mut player, mut crowd) = crowded().await;
    for round in 0..8u128 {
        // Those who watch have just been told something, so that the next line waits.
        settles(&hall, &handle, &mut crowd).await;
        says(&handle, &format!("{round}")).await;
        for _ in 0..MANY / 256 + 2 {
            handle.look(user(1)).await.unwrap();
        }
        // Somebody comes, somebody loads the page again, and some who fell behind ask for everything
        // anew while the new count is on its way.
        crowd.push(Listener::enters(&handle, 5_000 + round).await);
        crowd.push(Listener::enters(&handle, 1_000 + round).await);
        let left = crowd.remove(0);
        handle.leave(left.joined.socket).await;
        handle.look(user(1)).await.unwrap();
        for behind in crowd.iter().rev().take(30) {
            handle.caught_up(behind.joined.socket).await;
        }
    }
    settles(&hall, &handle, &mut crowd).await;
    player.reads();
    let told: std::collections::BTreeMap<Option<u32>, usize> =
        crowd.iter().chain([&player]).fold(Default::default(), |mut told, listener| {
            *told.entry(listener.crowd).or_default() += 1;
            told
        });
    assert_eq!(told.len(), 1, "{told:?}");
    // Whoever comes when all is quiet is told at once.
    let mut late = Listener::enters(&handle, 1_300).await;
    assert_eq!(late.crowd, player.crowd);
    handle.leave(late.joined.socket).await;
    late.reads();
}

/// Who reads is never told more than the table as a whole is long.
#[tokio::test]
async fn where_it_is_shorter_the_table_is_told_as_a_whole() {
    let (hall, handle, mut player, mut crowd) = crowded().await;
    says(&handle, "first").await;
    settles(&hall, &handle, &mut crowd).await;
    let long = "x".repeat(250);
    for n in 0..240 {
        says(&handle, &format!("{n} {long}")).await;
        player.reads();
    }
    // As many as were told of the first of them by slices may read those.
    let before: Vec<usize> = crowd.iter().map(|listener| listener.wholes).collect();
    settles(&hall, &handle, &mut crowd).await;
    for (listener, before) in crowd.iter().zip(before) {
        assert_eq!((listener.head, listener.last()), (player.head, &*format!("239 {long}")));
        assert!(listener.wholes > before, "told as a whole");
    }
    assert!(player.lines.len() > 200, "who plays is told each line");
}
