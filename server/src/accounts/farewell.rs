//! Somebody deleted his account: the rooms in which he sits are told, as if he stood up himself.
//!
//! His lines in their logs stay as they are: a log is never rewritten.

use std::collections::BTreeSet;

use protocol::refusal::Refusal;
use protocol::{Command, RoomId, UserId};

use crate::room::{Ask, Caller};
use crate::rooms::Rooms;

/// What somebody is called who deleted his account.
pub const NOBODY: &str = "Former guest";
/// Names that are tried in a room in which somebody is called so already.
const NAMES: u32 = 20;
/// Times that it is asked in which rooms he sits: each answer has so many and no more.
const ROUNDS: usize = 50;

/// Have a person stand up everywhere. Whether all rooms that can be read were told.
pub async fn say_farewell(rooms: &Rooms, user: UserId) -> bool {
    let mut unreadable = BTreeSet::new();
    for _ in 0..ROUNDS {
        let Ok(games) = rooms.games_of(user).await else { return false };
        let mut seats = games.into_iter().map(|game| game.row.room).filter(|room| !unreadable.contains(room));
        let Some(first) = seats.next() else { return true };
        for room in std::iter::once(first).chain(seats).collect::<Vec<_>>() {
            match leave(rooms, &room, user).await {
                Ok(()) => {}
                // It is damaged: nobody sits there any more.
                Err(Refusal::Internal | Refusal::NoRoom) => {
                    unreadable.insert(room);
                }
                Err(refusal) => {
                    tracing::debug!(?refusal, %room, "a room is told later that somebody is gone");
                    return false;
                }
            }
        }
    }
    false
}

async fn leave(rooms: &Rooms, id: &RoomId, user: UserId) -> Result<(), Refusal> {
    let room = rooms.find(id).await?;
    let ask = async |command: Command| {
        let by = Caller::Person { user, name: NOBODY.to_owned() };
        room.ask(by, None, None, Ask::Command(command)).await
    };
    match ask(Command::SeatLeave {}).await {
        Ok(()) | Err(Refusal::NotSeated) => {}
        Err(refusal) => return Err(refusal),
    }
    // Two of them in one room are told apart.
    for number in 1..=NAMES {
        let name = if number == 1 { NOBODY.to_owned() } else { format!("{NOBODY} {number}") };
        match ask(Command::NameSet { name }).await {
            Err(Refusal::NameTaken) => {}
            other => return other.or(Ok(())),
        }
    }
    Ok(())
}
