//! Rooms that sleep and wake: slow games, held games, the time in which no server ran.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use engine::Side;
use protocol::event::{EndReason, GameResult, HoldReason, Presence, SeriesView};
use protocol::http::BotSeats;
use protocol::settings::{Clock, DecisionMode, FlagPolicy};
use protocol::{At, Command, Entry, Event, RoomId, RoomSettings, ServerFrame, Snapshot, limits};
use server::room::Ask;
use server::rooms::{Joined, Outbox, RoomHandle};
use server::store::{Append, Rest, Store};

use crate::rooms::{Hall, START, caller, enter, frames, say, user};
use crate::world::quick;

const DAY: u64 = 86_400_000;
const HOUR: u64 = 3_600_000;

fn slow() -> RoomSettings {
    let mut settings = quick();
    settings.clock = Clock::Slow { ms: 86_400_000, flag: FlagPolicy::Lose };
    settings
}

fn sit(side: Side) -> Ask {
    Ask::Command(Command::SeatTake { side: Some(side), withdraw: false })
}

async fn must(handle: &RoomHandle, n: u128, ask: Ask) {
    assert_eq!(handle.ask(caller(n), None, None, ask).await, Ok(()));
}

/// Two people begin a game, with the bots that there are; their sockets are open.
async fn begin_game(handle: &RoomHandle) -> Vec<(Arc<Outbox>, Joined)> {
    let mut inside = Vec::new();
    for (n, side) in [(1, Side::South), (2, Side::North)] {
        inside.push(enter(handle, n).await);
        must(handle, n, sit(side)).await;
    }
    for n in [1, 2] {
        must(handle, n, Ask::Command(Command::ReadySet { on: true })).await;
    }
    inside
}

async fn leave(handle: &RoomHandle, inside: Vec<(Arc<Outbox>, Joined)>) {
    for (_, joined) in inside {
        handle.leave(joined.socket).await;
    }
    // Who asks now is answered behind them.
    handle.look(user(1)).await.unwrap();
}

fn flagged(event: &Event) -> bool {
    matches!(event, Event::Flagged { .. })
}

fn held(event: &Event) -> bool {
    matches!(event, Event::Held { .. } | Event::Released { .. })
}

/// A slow game whose people are gone and whose room sleeps.
async fn a_sleeping_slow_game(hall: &Hall) -> RoomId {
    let (room, handle) = hall.open_with(slow(), BotSeats::default()).await;
    let inside = begin_game(&handle).await;
    leave(&handle, inside).await;
    hall.clock.wind(limits::GRACE_SLOW_MS);
    let away = |event: &Event| matches!(event, Event::PresenceChanged { presence: Presence::Away, .. });
    hall.happens(&room, away).await;
    hall.clock.wind(600_000);
    hall.asleep().await;
    room
}

#[tokio::test]
async fn a_slow_game_sleeps_and_is_woken_when_its_time_is_up() {
    let hall = Hall::begin().await;
    let room = a_sleeping_slow_game(&hall).await;
    let due = hall.store.next_due().await.unwrap().unwrap();
    assert_eq!((due.room.clone(), due.at), (room.clone(), START + DAY));
    hall.clock.wind(START + DAY - 1 - hall.clock.now());
    assert_eq!(hall.rooms.awake_count(), 0);
    hall.clock.wind(1);
    assert_eq!(hall.happens(&room, flagged).await, START + DAY, "to the millisecond");
    assert!(!hall.log(&room).await.iter().any(held), "it slept on purpose");
    hall.clock.wind(600_000);
    hall.asleep().await;
    assert_eq!(hall.store.next_due().await.unwrap(), None);
}

#[tokio::test]
async fn who_comes_back_to_a_slow_game_finds_it_as_it_was() {
    let hall = Hall::begin().await;
    let room = a_sleeping_slow_game(&hall).await;
    hall.clock.wind(5 * HOUR);
    let before = hall.log(&room).await;
    let handle = hall.rooms.find(&room).await.unwrap();
    let (_outbox, _) = enter(&handle, 1).await;
    let sight = handle.look(user(1)).await.unwrap();
    let table = sight.snapshots.into_iter().find_map(|snapshot| match snapshot {
        Snapshot::Table { view, .. } => Some(view),
        _ => None,
    });
    let table = table.unwrap();
    assert!(table.holds.is_empty());
    let clock = table.game.unwrap().clock;
    assert_eq!((clock.since, clock.running.map(|side| clock.remaining_ms[side])), (START, Some(DAY)));
    let after = hall.log(&room).await;
    assert_eq!(after[..before.len()], before[..]);
    assert!(!after[before.len()..].iter().any(held), "{after:?}");
}

#[tokio::test]
async fn the_time_in_which_no_server_ran_is_nobodys() {
    let hall = Hall::begin().await;
    let room = a_sleeping_slow_game(&hall).await;
    hall.clock.wind(DAY / 2);
    // An hour until the next server is there, longer than what was left.
    let hall = hall.again().await;
    hall.clock.wind(START + DAY - hall.clock.now());
    let released = hall.happens(&room, |event| matches!(event, Event::Released { .. })).await;
    hall.clock.wind(HOUR - 1);
    let handle = hall.rooms.find(&room).await.unwrap();
    handle.look(user(1)).await.unwrap();
    let log = hall.store.log(&room).await.unwrap().unwrap().entries;
    assert!(!log.iter().flat_map(|entry| &entry.events).any(flagged));
    let holds: Vec<u64> =
        log.iter().filter(|entry| entry.events.iter().any(held)).map(|entry| entry.at).collect();
    assert_eq!(holds, [released - HOUR, released], "held while no server ran");
    hall.clock.wind(1);
    assert_eq!(hall.happens(&room, flagged).await, START + DAY + HOUR);
}

#[tokio::test]
async fn down_for_longer_than_the_clock_has_left_flags_nobody() {
    let hall = Hall::begin().await;
    let room = a_sleeping_slow_game(&hall).await;
    let stopped = hall.clock.now();
    let down = 3 * DAY;
    let hall = hall.after_a_crash(down).await;
    hall.happens(&room, |event| matches!(event, Event::Released { .. })).await;
    let flag = hall.store.log(&room).await.unwrap().unwrap().entries;
    assert!(!flag.iter().flat_map(|entry| &entry.events).any(flagged));
    // Since the last pulse before the crash, a minute at most.
    let left = START + DAY - stopped;
    hall.clock.wind(left);
    hall.clock.wind(60_000);
    let fell = hall.happens(&room, flagged).await;
    let fair = stopped + down + left;
    assert!((fair..=fair + 60_000).contains(&fell), "{fell} {fair}");
}

#[tokio::test]
async fn a_slow_game_that_was_awake_at_a_crash_is_woken_as_well() {
    let hall = Hall::begin().await;
    let (room, handle) = hall.open_with(slow(), BotSeats::default()).await;
    let _inside = begin_game(&handle).await;
    hall.clock.wind(HOUR);
    handle.look(user(1)).await.unwrap();
    let hall = hall.after_a_crash(HOUR).await;
    assert_eq!(hall.rooms.awake_count(), 0);
    hall.clock.wind(START + DAY - hall.clock.now());
    let gone = |event: &Event| matches!(event, Event::PresenceChanged { presence: Presence::Grace, .. });
    hall.happens(&room, gone).await;
    assert!(!hall.log(&room).await.iter().any(flagged));
    hall.clock.wind(HOUR + 60_000);
    let fell = hall.happens(&room, flagged).await;
    assert!((START + DAY + HOUR..=START + DAY + HOUR + 60_000).contains(&fell), "{fell}");
}

#[tokio::test]
async fn a_game_that_nobody_comes_back_to_expires_while_its_room_sleeps_and_after_a_restart() {
    let hall = Hall::begin().await;
    let mut settings = quick();
    settings.clock = Clock::Bank { ms: 43_200_000, increment_ms: 0, flag: FlagPolicy::Lose };
    let (room, handle) = hall.open_with(settings.clone(), BotSeats::default()).await;
    let inside = begin_game(&handle).await;
    leave(&handle, inside).await;
    hall.clock.wind(limits::GRACE_MS + 5_000);
    let empty = |event: &Event| matches!(event, Event::Held { reason: HoldReason::Empty, .. });
    let held_at = hall.happens(&room, empty).await;
    hall.clock.wind(1_800_000);
    hall.asleep().await;
    let expired = |event: &Event| matches!(event, Event::GameEnded { result, .. } if result.reason == EndReason::Expired);
    // The same on a machine that fails meanwhile.
    let second = hall.after_a_crash(HOUR).await;
    for hall in [hall, second] {
        hall.clock.wind(held_at + DAY - 1 - hall.clock.now());
        assert!(!hall.log(&room).await.iter().any(expired));
        hall.clock.wind(1);
        assert_eq!(hall.happens(&room, expired).await, held_at + DAY);
        hall.clock.wind(600_000);
        hall.asleep().await;
        assert_eq!(hall.store.next_due().await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_live_game_that_was_lost_with_its_server_expires_too() {
    let hall = Hall::begin().await;
    let mut settings = quick();
    settings.clock = Clock::PerMove { ms: 60_000, flag: FlagPolicy::Lose };
    let (room, handle) = hall.open_with(settings, BotSeats::default()).await;
    let _inside = begin_game(&handle).await;
    let hall = hall.after_a_crash(HOUR).await;
    hall.clock.wind(600_000);
    let recovering = |event: &Event| matches!(event, Event::Held { reason: HoldReason::Recovering, .. });
    hall.happens(&room, recovering).await;
    hall.clock.wind(limits::GRACE_MS + 5_000);
    let empty = |event: &Event| matches!(event, Event::Held { reason: HoldReason::Empty, .. });
    let held_at = hall.happens(&room, empty).await;
    assert!(!hall.log(&room).await.iter().any(flagged));
    hall.clock.wind(1_800_000);
    hall.asleep().await;
    hall.clock.wind(held_at + DAY - hall.clock.now());
    hall.happens(&room, |event| matches!(event, Event::GameEnded { .. })).await;
}

/// P25.
#[tokio::test]
async fn when_everything_sleeps_no_task_and_no_timer_is_left() {
    let hall = Hall::begin().await;
    hall.rooms.set_bot_door(server::bots::door(std::time::Duration::ZERO, hall.clock.clone()));
    let tasks = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
    let settled = async |what: (usize, usize)| {
        let waiting = async {
            // What was still being set up at the beginning may be gone by now.
            while tasks() > what.0 || hall.clock.waiting() != what.1 {
                tokio::task::yield_now().await;
            }
        };
        let settled = tokio::time::timeout(crate::world::PATIENCE, waiting).await;
        assert!(settled.is_ok(), "{:?} and not {what:?}", (tasks(), hall.clock.waiting()));
    };
    while hall.clock.waiting() == 0 {
        tokio::task::yield_now().await;
    }
    let baseline = (tasks(), hall.clock.waiting());
    assert_eq!(baseline.1, 1, "the waker alone waits");
    // With bots, held, seating, slow: each of its kind.
    let mut rooms = Vec::new();
    for (settings, bots) in [
        (quick(), BotSeats { south: 1, north: 1 }),
        (quick(), BotSeats::default()),
        (slow(), BotSeats { south: 0, north: 1 }),
    ] {
        let (room, handle) = hall.open_with(settings, bots).await;
        let inside = begin_game(&handle).await;
        leave(&handle, inside).await;
        rooms.push(room);
    }
    assert!(tasks() > baseline.0);
    for _ in 0..4 {
        hall.clock.wind(1_800_000);
        for _ in 0..1_000 {
            tokio::task::yield_now().await;
        }
    }
    hall.asleep().await;
    // A bot that was just asking tries again once more.
    hall.clock.wind(1_000);
    settled(baseline).await;
    for room in &rooms {
        hall.rooms.find(room).await.unwrap().look(user(1)).await.unwrap();
    }
    assert!(tasks() > baseline.0, "they wake, and their bots with them");
}

#[tokio::test]
async fn a_bot_that_is_removed_and_added_again_leaves_no_idle_task() {
    let hall = Hall::begin().await;
    hall.rooms.set_bot_door(server::bots::door(std::time::Duration::ZERO, hall.clock.clone()));
    let (_, handle) = hall.open_with(quick(), BotSeats { south: 0, north: 1 }).await;
    let tasks = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
    let bot = |sight: &server::rooms::Sight| {
        sight.snapshots.iter().find_map(|snapshot| match snapshot {
            Snapshot::Table { view, .. } => {
                view.members.iter().find(|row| row.seats == [Side::North]).map(|row| row.id)
            }
            _ => None,
        })
    };
    let settle = async || {
        for _ in 0..200 {
            tokio::task::yield_now().await;
        }
        handle.look(user(1)).await.unwrap();
        tasks()
    };
    let before = settle().await;
    for _ in 0..5 {
        let member = bot(&handle.look(user(1)).await.unwrap()).unwrap();
        let remove = Ask::Command(Command::BotRemove { member });
        let add = Ask::Command(Command::BotAdd { side: Side::North });
        // Both are carried out, one after the other, before the bot has its turn.
        let nobody = || server::rooms::Reply::Nobody;
        handle.order(caller(1), None, None, remove, nobody()).unwrap();
        let added = async { handle.order(caller(1), None, None, add, nobody()) };
        let (looked, added) = tokio::join!(handle.look(user(1)), added);
        assert!(looked.is_ok() && added.is_ok());
    }
    // What the server begins with may have ended meanwhile.
    assert!(settle().await <= before);
}

#[tokio::test]
async fn everybody_knows_the_games_he_sits_in_and_whether_they_wait_for_him() {
    let hall = Hall::begin().await;
    let mut settings = slow();
    settings.decision.mode = DecisionMode::Plurality;
    settings.starter = protocol::settings::StarterRule::Agreement;
    let (room, handle) = hall.open_with(settings, BotSeats::default()).await;
    for (n, side) in [(1, Side::South), (3, Side::South), (2, Side::North)] {
        must(&handle, n, sit(side)).await;
    }
    for n in [1, 2] {
        must(&handle, n, Ask::Command(Command::StarterSet { starter: Some(Side::South) })).await;
    }
    for n in [1, 3, 2] {
        must(&handle, n, Ask::Command(Command::ReadySet { on: true })).await;
    }
    let awaits = async |n: u128| {
        let games = hall.rooms.games_of(user(n)).await.unwrap();
        games.first().map(|game| (game.side, game.turn, game.awaits))
    };
    let south = Some(Side::South);
    assert_eq!(awaits(1).await, Some((Side::South, south, true)), "has not voted");
    assert_eq!(awaits(3).await, Some((Side::South, south, true)));
    assert_eq!(awaits(2).await, Some((Side::North, south, false)), "it is not his turn");
    assert_eq!(awaits(4).await, None);
    let game = hall.rooms.games_of(user(1)).await.unwrap().remove(0);
    assert_eq!((game.row.room.clone(), game.due), (room.clone(), Some(START + DAY)));
    // A vote is what he was waited for.
    let sight = handle.look(user(1)).await.unwrap();
    let ballot = sight.snapshots.iter().find_map(|snapshot| match snapshot {
        Snapshot::Team { view, .. } => view.ballot.as_ref().map(|ballot| ballot.ballot),
        _ => None,
    });
    let ballot = ballot.unwrap();
    let (outbox, _) = enter(&handle, 1).await;
    let legal = frames(&outbox).await.into_iter().find_map(|frame| match frame {
        ServerFrame::Legal { moves, .. } => Some(moves),
        _ => None,
    });
    let mv = legal.unwrap().remove(0).mv;
    let at = Some(At { game: 1, ply: 1, tries: 0, back: 0 });
    let vote = Ask::Command(Command::VoteSet { ballot, mv });
    assert_eq!(handle.ask(caller(1), None, at, vote).await, Ok(()));
    assert_eq!(awaits(1).await, Some((Side::South, south, false)));
    assert_eq!(awaits(3).await, Some((Side::South, south, true)));
    // Who leaves is not asked any more (A2).
    must(&handle, 3, Ask::Command(Command::SeatLeave {})).await;
    assert_eq!(awaits(3).await, None);
}

/// Two slow rooms in which 1 and 3 vote for South, which is to move, against 2.
async fn two_voting_rooms(hall: &Hall) -> Vec<(RoomId, RoomHandle)> {
    let mut settings = slow();
    settings.decision.mode = DecisionMode::Plurality;
    settings.starter = protocol::settings::StarterRule::Agreement;
    let mut rooms = Vec::new();
    for _ in 0..2 {
        let (room, handle) = hall.open_with(settings.clone(), BotSeats::default()).await;
        for (n, side) in [(1, Side::South), (3, Side::South), (2, Side::North)] {
            must(&handle, n, sit(side)).await;
        }
        for n in [1, 2] {
            must(&handle, n, Ask::Command(Command::StarterSet { starter: Some(Side::South) })).await;
        }
        for n in [1, 3, 2] {
            must(&handle, n, Ask::Command(Command::ReadySet { on: true })).await;
        }
        hall.clock.wind(1_000);
        rooms.push((room, handle));
    }
    rooms
}

/// A vote for the first legal move.
async fn vote(handle: &RoomHandle, n: u128) {
    let sight = handle.look(user(n)).await.unwrap();
    let team = sight.snapshots.iter().find_map(|snapshot| match snapshot {
        Snapshot::Team { view, .. } => view.ballot.as_ref().map(|ballot| ballot.ballot),
        _ => None,
    });
    let position = sight.snapshots.iter().find_map(|snapshot| match snapshot {
        Snapshot::Table { view, .. } => view.game.as_ref().map(|game| game.position),
        _ => None,
    });
    let mv = position.unwrap().legal_moves(&sight.rules.unwrap()).remove(0).mv;
    must(handle, n, Ask::Command(Command::VoteSet { ballot: team.unwrap(), mv })).await;
}

/// P10: the order of one's rooms tells nothing of what the other side does among itself.
#[tokio::test]
async fn a_vote_of_the_other_side_does_not_stir_the_list_of_games() {
    let hall = Hall::begin().await;
    let rooms = two_voting_rooms(&hall).await;
    let listed = async || {
        let games = hall.rooms.games_of(user(2)).await.unwrap();
        games.into_iter().map(|game| game.row.room).collect::<Vec<_>>()
    };
    let before = listed().await;
    assert_eq!(before, [rooms[1].0.clone(), rooms[0].0.clone()], "the newest first");
    hall.clock.wind(1_000);
    vote(&rooms[0].1, 1).await;
    assert_eq!(listed().await, before);
    must(&rooms[0].1, 1, say("aloud")).await;
    assert_eq!(listed().await, [rooms[0].0.clone(), rooms[1].0.clone()]);
}

/// With fifty a side, a hundred rows a vote would be too many.
#[tokio::test]
async fn of_seats_only_what_changed_is_written() {
    let hall = Hall::begin().await;
    let rooms = two_voting_rooms(&hall).await;
    let written = || hall.store.seats.swap(0, Ordering::SeqCst);
    written();
    vote(&rooms[0].1, 1).await;
    assert_eq!(written(), 1, "who voted is not waited for any more");
    must(&rooms[0].1, 1, say("nothing new")).await;
    assert_eq!(written(), 0);
    must(&rooms[0].1, 4, sit(Side::North)).await;
    must(&rooms[0].1, 4, Ask::Command(Command::SeatLeave {})).await;
    assert_eq!(written(), 2);
    assert_eq!(hall.rooms.games_of(user(4)).await.unwrap(), []);
    assert_eq!(hall.rooms.games_of(user(3)).await.unwrap().len(), 2);
}

/// In its first life as in any other.
#[tokio::test]
async fn a_room_that_failed_is_woken_for_what_it_has_to_do() {
    let hall = Hall::begin().await;
    let (room, handle) = hall.open_with(slow(), BotSeats::default()).await;
    let inside = begin_game(&handle).await;
    hall.store.breaks_once();
    assert!(handle.ask(caller(1), None, None, say("well")).await.is_err());
    drop(inside);
    hall.asleep().await;
    hall.clock.wind(DAY + 120_000);
    hall.happens(&room, flagged).await;
}

/// A row that says that a room sleeps which does not must not keep the server busy.
#[tokio::test]
async fn a_room_that_is_awake_already_is_not_woken_over_and_over() {
    let hall = Hall::begin().await;
    let (room, handle) = hall.open().await;
    let _inside = enter(&handle, 1).await;
    hall.store.put_to_sleep(&room, Rest::InOrder { due: Some(START) }).await.unwrap();
    hall.clock.wind(60_000);
    for _ in 0..200 {
        hall.rooms.games_of(user(1)).await.unwrap();
    }
    let asked = hall.store.asked.load(Ordering::SeqCst);
    assert!(asked < 10, "{asked}");
}

/// A match may go on with a smaller board than was chosen (`docs/rules.md` 2.6).
#[tokio::test]
async fn a_bot_plays_on_the_smaller_board_of_a_later_game() {
    let hall = Hall::begin().await;
    let mut settings = quick();
    let gabradarre = server::room::catalogue();
    let gabradarre =
        gabradarre.into_iter().find(|game| game.preset == engine::Preset::LayliGabradarre).unwrap().defaults;
    (settings.game, settings.series) = (gabradarre.game, gabradarre.series);
    // The lot must give the first game to South: the bot starts the second one, which South, with
    // three seeds on three pits, would win with one move.
    let room = loop {
        let (room, handle) = hall.open_with(settings.clone(), BotSeats { south: 0, north: 1 }).await;
        must(&handle, 1, sit(Side::South)).await;
        must(&handle, 1, Ask::Command(Command::ReadySet { on: true })).await;
        let souths = |event: &Event| matches!(event, Event::GameBegan { starter: Side::South, .. });
        if hall.log(&room).await.iter().any(souths) {
            break room;
        }
    };
    hall.rooms.drain().await;
    // The first game ends with three seeds for South, as the log would tell it.
    let log = hall.store.log(&room).await.unwrap().unwrap();
    let seeds = 2 * u16::from(gabradarre.game.pits) * u16::from(gabradarre.game.seeds_per_pit);
    let score = engine::BySide::new(3, seeds - 3);
    let result = GameResult { reason: EndReason::Stuck, winner: Some(Side::North), score };
    let series = SeriesView { games: 1, ..SeriesView::default() };
    let last = log.entries.last().unwrap().clone();
    let ended = Event::GameEnded { game: 1, result, series };
    let entry = Entry { by: None, cid: None, events: vec![ended], ..last };
    let append = Append {
        room: room.clone(),
        opened_by: None,
        head: log.head(),
        entries: vec![entry],
        facts: None,
        seats: None,
        told_at: START,
        due: None,
        calls: None,
    };
    hall.store.append(append).await.unwrap();

    let hall = hall.again().await;
    hall.rooms.set_bot_door(server::bots::door(std::time::Duration::ZERO, hall.clock.clone()));
    let handle = hall.rooms.find(&room).await.unwrap();
    let (outbox, _) = enter(&handle, 1).await;
    must(&handle, 1, Ask::Command(Command::RematchSet { on: true })).await;
    let bot_moved = async {
        loop {
            for frame in frames(&outbox).await {
                match frame {
                    ServerFrame::Legal { game: 2, ply, moves } => {
                        let at = Some(At { game: 2, ply, tries: 0, back: 0 });
                        let lay = Ask::Command(Command::MoveLay { mv: moves[0].mv.clone() });
                        // Refused where it is the bot's turn.
                        drop(handle.ask(caller(1), None, at, lay).await);
                    }
                    ServerFrame::Events { e, .. } => {
                        let stood = |event: &Event| matches!(event, Event::Stood { side: Side::North, .. });
                        if e.iter().any(stood) {
                            return;
                        }
                    }
                    _ => {}
                }
            }
        }
    };
    tokio::time::timeout(crate::world::PATIENCE, bot_moved).await.expect("the bot does not move");
    let pits = hall.log(&room).await.into_iter().find_map(|event| match event {
        Event::GameBegan { game: 2, opening, .. } => Some(opening.pits_per_row()),
        _ => None,
    });
    assert_eq!(pits, Some(3));
}
