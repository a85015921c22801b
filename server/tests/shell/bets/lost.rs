//! Stakes in a room whose log cannot be read: no room will ever say what becomes of them.

use std::sync::Arc;

use protocol::betting::{Outcome, VoidReason};
use protocol::refusal::Refusal;
use protocol::{Command, RoomId};
use tokio::task::yield_now;

use super::stand::{Stand, fresh};
use crate::books::{Mood, Strict};
use crate::rooms::{Hall, user};
use crate::world::PATIENCE;

/// Two have staked; the game has begun or not.
async fn staked(is_locked: bool) -> Stand {
    let mut stand = Stand::open().await;
    for n in [3, 4] {
        stand.comes(n).await;
    }
    stand.bets(3, Outcome::South, 100).await.unwrap();
    stand.bets(4, Outcome::North, 50).await.unwrap();
    if is_locked {
        stand.begins().await;
    }
    stand
}

/// Wait, while time passes, until the stakes are back.
async fn given_back(hall: &Hall, books: &Arc<Strict>, room: &RoomId) {
    let waiting = async {
        while [3, 4].map(|n| books.wallet(room, user(n))) != [1_000, 1_000] {
            hall.clock.wind(1_000);
            yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("the stakes are stuck");
    assert_eq!(books.market(room).view.void, Some(VoidReason::Unrecoverable));
    books.must_balance();
}

/// Whoever comes finds no room; the stakes are given back, also where the books fail at first.
#[tokio::test]
async fn stakes_in_a_room_that_cannot_be_read_are_given_back() {
    for (is_locked, mood) in [(false, Mood::Well), (true, Mood::Fails), (true, Mood::LosesAnswer)] {
        let (hall, books, door, room) = staked(is_locked).await.after_damage().await;
        door.next_is(mood);
        let handle = hall.rooms.find(&room).await.unwrap();
        assert!(handle.look(user(3)).await.is_err(), "{mood:?}");
        given_back(&hall, &books, &room).await;
        hall.asleep().await;
        assert_eq!(hall.rooms.find(&room).await.err(), Some(Refusal::Internal));
    }
}

/// Nobody has to come for it.
#[tokio::test]
async fn a_server_that_begins_looks_for_such_stakes() {
    let (hall, books, door, room) = staked(true).await.after_damage().await;
    door.next_is(Mood::Fails);
    let looking = tokio::spawn(hall.rooms.settle_what_no_room_will());
    given_back(&hall, &books, &room).await;
    looking.await.unwrap();
    assert_eq!(hall.rooms.awake_count(), 0, "no room is woken for it");
}

/// A room that is well keeps its stakes.
#[tokio::test]
async fn stakes_in_a_room_that_can_be_read_stay() {
    let stand = staked(true).await.after_a_crash().await;
    stand.hall.rooms.settle_what_no_room_will().await;
    assert_eq!(stand.books.wallet(&stand.room, user(3)), 900);
}

/// A room that is awake when its log is lost learns it once it has to read it.
#[tokio::test]
async fn a_room_that_cannot_be_read_again_gives_the_stakes_back() {
    let stand = staked(true).await;
    stand.hall.damage().await;
    stand.hall.store.forgets_once();
    stand.sends(3, fresh(), Command::ReadySet { on: true });
    let hello = protocol::Command::ChatSay { to: protocol::command::Hearers::All, text: "hello".to_owned() };
    stand.sends(3, fresh(), hello);
    given_back(&stand.hall, &stand.books, &stand.room).await;
    stand.hall.asleep().await;
    assert_eq!(stand.hall.rooms.find(&stand.room).await.err(), Some(Refusal::Internal));
}
