//! The contract of a store, kept by SQLite.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use protocol::http::{LobbyPhase, LobbyRow};
use protocol::settings::DecisionMode;
use protocol::{Cid, Entry, Event, MemberId, RoomId, UserId};
use server::store::sqlite::Sqlite;
use server::store::{Append, Facts, Outage, Person, Rest, Seat, Seats, Store, StoreError};
use sqlx::{ConnectOptions, Connection};
use tempfile::TempDir;
use uuid::Uuid;

fn room(n: u8) -> RoomId {
    RoomId::from_bits([n; 10])
}

fn user(n: u128) -> UserId {
    UserId(Uuid::from_u128(n))
}

fn entry(text: &str, cid: Option<u128>) -> Entry {
    let by = MemberId(1);
    let said = Event::Said { by, text: text.to_owned() };
    Entry {
        v: 1,
        rules: 1,
        at: 7,
        by: Some(by),
        cid: cid.map(|n| Cid(Uuid::from_u128(n))),
        events: vec![said],
    }
}

fn facts(room: &RoomId) -> Facts {
    let row = LobbyRow {
        room: room.clone(),
        title: "Room".to_owned(),
        preset: engine::Preset::EnDodoi,
        pits: 8,
        mode: DecisionMode::Hand,
        south: 0,
        north: 0,
        team_max: 4,
        watching: 0,
        phase: LobbyPhase::Seating,
        plies: 0,
        slow: false,
        betting: false,
        rated: false,
    };
    Facts { row, listed: true, mover: None, ends: None }
}

fn opening(room: &RoomId, entries: Vec<Entry>) -> Append {
    Append { facts: Some(facts(room)), opened_by: Some(user(9)), ..more(room, 0, entries) }
}

fn more(room: &RoomId, head: u64, entries: Vec<Entry>) -> Append {
    Append {
        room: room.clone(),
        opened_by: None,
        head,
        entries,
        facts: None,
        seats: None,
        due: None,
        told_at: 7,
        calls: None,
    }
}

async fn alter(dir: &Path, sql: &'static str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(dir.join("sindillo.db"));
    let mut connection = options.connect().await.unwrap();
    sqlx::query(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn what_was_appended_is_there_after_opening_again() {
    let dir = TempDir::new().unwrap();
    let (room, store) = (room(1), Sqlite::open(dir.path()).await.unwrap());
    let receipt = store.append(opening(&room, vec![entry("a", None), entry("b", Some(5))])).await.unwrap();
    assert_eq!(receipt.head(), 2);
    assert_eq!(store.append(more(&room, 2, vec![entry("c", None)])).await.unwrap().head(), 3);
    store.close().await.unwrap();
    drop(store);
    let store = Sqlite::open(dir.path()).await.unwrap();
    let log = store.log(&room).await.unwrap().unwrap();
    assert_eq!(log.entries, [entry("a", None), entry("b", Some(5)), entry("c", None)]);
    assert_eq!(log.opened_by, user(9));
    assert_eq!(store.opener(&room).await.unwrap(), Some(user(9)));
    assert_eq!(store.all_rooms().await.unwrap(), [room]);
    assert_eq!(store.log(&self::room(2)).await.unwrap(), None);
}

#[tokio::test]
async fn only_who_knows_where_the_log_ends_may_write_behind_it() {
    let dir = TempDir::new().unwrap();
    let (room, store) = (room(1), Sqlite::open(dir.path()).await.unwrap());
    store.append(opening(&room, vec![entry("a", None)])).await.unwrap();
    for append in [
        more(&room, 0, vec![entry("x", None)]),
        more(&room, 2, vec![entry("x", None)]),
        opening(&room, vec![entry("x", None)]),
        more(&self::room(2), 0, vec![entry("x", None)]),
    ] {
        assert_eq!(store.append(append).await.unwrap_err(), StoreError::Conflict);
    }
    let (one, other) = tokio::join!(
        store.append(more(&room, 1, vec![entry("one", None)])),
        store.append(more(&room, 1, vec![entry("other", None)])),
    );
    assert!(one.is_ok() != other.is_ok());
    assert_eq!(store.log(&room).await.unwrap().unwrap().entries.len(), 2);
}

#[tokio::test]
async fn an_order_is_written_once_and_found_for_ever() {
    let dir = TempDir::new().unwrap();
    let (room, store) = (room(1), Sqlite::open(dir.path()).await.unwrap());
    store.append(opening(&room, vec![entry("a", Some(5))])).await.unwrap();
    let cid = Cid(Uuid::from_u128(5));
    assert!(store.has_cid(&room, MemberId(1), cid).await.unwrap());
    assert!(!store.has_cid(&room, MemberId(2), cid).await.unwrap());
    assert!(!store.has_cid(&self::room(2), MemberId(1), cid).await.unwrap());
    let again = store.append(more(&room, 1, vec![entry("b", None), entry("a", Some(5))])).await;
    assert_eq!(again.unwrap_err(), StoreError::Conflict);
    assert_eq!(store.log(&room).await.unwrap().unwrap().entries.len(), 1, "all of a batch or none");
}

#[tokio::test]
async fn many_rooms_share_a_commit_and_one_that_fails_spoils_no_other() {
    let dir = TempDir::new().unwrap();
    let store = Arc::new(Sqlite::open(dir.path()).await.unwrap());
    let appends = (0..200u8).map(|n| {
        let store = Arc::clone(&store);
        let head = if n % 10 == 3 { 7 } else { 0 };
        let mut append = opening(&room(n), vec![entry("a", None)]);
        append.head = head;
        async move { (n, store.append(append).await) }
    });
    for (n, result) in futures_util::future::join_all(appends).await {
        assert_eq!(result.is_ok(), n % 10 != 3, "{n}");
    }
    assert_eq!(store.all_rooms().await.unwrap().len(), 180);
}

#[tokio::test]
async fn damage_is_noticed_named_and_stays_with_its_room() {
    for (sql, named) in [
        ("UPDATE log SET entry = replace(entry, 'b', 'x') WHERE room LIKE '0%' AND seq = 2", "entry 2"),
        ("UPDATE log SET at = 8 WHERE room LIKE '0%' AND seq = 3", "entry 3"),
        ("UPDATE log SET cid = x'00' WHERE room LIKE '0%' AND seq = 1", "entry 1"),
        ("DELETE FROM log WHERE room LIKE '0%' AND seq = 2", "entry 2"),
        ("DELETE FROM log WHERE room LIKE '0%' AND seq = 3", "2 entries where 3"),
        ("DELETE FROM log WHERE room LIKE '0%'", "0 entries where 3"),
        // The last two change places.
        (
            "UPDATE log SET \
               entry = (SELECT entry FROM log other WHERE other.room = log.room AND other.seq = 5 - log.seq), \
               sum = (SELECT sum FROM log other WHERE other.room = log.room AND other.seq = 5 - log.seq) \
             WHERE room LIKE '0%' AND seq IN (2, 3)",
            "entry 2",
        ),
        (
            "UPDATE log SET entry = (SELECT entry FROM log other WHERE other.room = log.room AND seq = 1), \
             sum = (SELECT sum FROM log other WHERE other.room = log.room AND seq = 1) \
             WHERE room LIKE '0%' AND seq = 2",
            "entry 2",
        ),
    ] {
        let dir = TempDir::new().unwrap();
        let store = Sqlite::open(dir.path()).await.unwrap();
        let (bad, good) = (room(0), room(255));
        for room in [&bad, &good] {
            let entries = vec![entry("a", None), entry("b", None), entry("c", None)];
            store.append(opening(room, entries)).await.unwrap();
        }
        alter(dir.path(), sql).await;
        let error = store.log(&bad).await.unwrap_err();
        assert!(matches!(&error, StoreError::Damaged(why) if why.contains(named)), "{sql}: {error}");
        assert!(store.log(&good).await.unwrap().is_some(), "{sql}");
    }
}

#[tokio::test]
async fn a_second_server_is_refused_and_the_files_are_the_owners_alone() {
    let dir = TempDir::new().unwrap();
    let data = dir.path().join("data");
    let store = Sqlite::open(&data).await.unwrap();
    store.append(opening(&room(1), vec![entry("a", None)])).await.unwrap();
    let refused = Sqlite::open(&data).await.err().unwrap();
    assert!(refused.to_string().contains("another server is using"), "{refused}");
    assert_eq!(std::fs::metadata(&data).unwrap().permissions().mode() & 0o777, 0o700);
    server::store::secret::cookie_key(&data).unwrap();
    for file in std::fs::read_dir(&data).unwrap() {
        let file = file.unwrap();
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{:?}", file.file_name());
    }
    let looking = Sqlite::look(&data).await.unwrap();
    assert!(looking.log(&room(1)).await.unwrap().is_some(), "looking is allowed beside a server");
}

#[tokio::test]
async fn the_cookie_key_is_made_once() {
    let dir = TempDir::new().unwrap();
    let key = server::store::secret::cookie_key(dir.path()).unwrap();
    assert_eq!(server::store::secret::cookie_key(dir.path()).unwrap(), key);
    assert_ne!(key, [0; 64]);
}

#[tokio::test]
async fn rooms_are_awake_until_they_are_put_to_sleep() {
    let dir = TempDir::new().unwrap();
    let (room, store) = (room(1), Sqlite::open(dir.path()).await.unwrap());
    store.append(opening(&room, vec![entry("a", None)])).await.unwrap();
    assert_eq!(store.left_awake().await.unwrap(), [], "those of this run are not left");
    store.begin(10).await.unwrap();
    let left = store.left_awake().await.unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!((&left[0].facts, left[0].opened_by), (&facts(&room), user(9)));
    store.put_to_sleep(&room, Rest::Forgotten).await.unwrap();
    assert_eq!(store.left_awake().await.unwrap(), []);
    assert!(!store.rouse(&room).await.unwrap(), "forgotten is not asleep in order");
    store.append(more(&room, 1, vec![entry("b", None)])).await.unwrap();
    store.put_to_sleep(&room, Rest::InOrder { due: None }).await.unwrap();
    store.begin(20).await.unwrap();
    assert_eq!(store.left_awake().await.unwrap(), []);
    assert!(store.rouse(&room).await.unwrap());
    store.begin(30).await.unwrap();
    assert_eq!(store.left_awake().await.unwrap().len(), 1, "who was roused was awake");
    assert!(!store.rouse(&room).await.unwrap());
    store.put_to_sleep(&room, Rest::Forgotten).await.unwrap();
    store.begin(40).await.unwrap();
    assert_eq!(store.left_awake().await.unwrap().len(), 1, "nobody forgets a room that is awake");
}

#[tokio::test]
async fn of_the_rooms_that_are_not_awake_the_one_that_is_due_first_is_known() {
    let dir = TempDir::new().unwrap();
    let store = Sqlite::open(dir.path()).await.unwrap();
    for (n, due) in [(1, Some(500)), (2, Some(300)), (3, None), (4, Some(100))] {
        let append = Append { due, ..opening(&room(n), vec![entry("a", None)]) };
        store.append(append).await.unwrap();
    }
    let next = async || store.next_due().await.unwrap().map(|due| (due.room, due.opened_by, due.at));
    assert_eq!(next().await, None, "all are awake, and see to it themselves");
    for (n, due) in [(1, Some(500)), (2, Some(300)), (3, None)] {
        store.put_to_sleep(&room(n), Rest::InOrder { due }).await.unwrap();
    }
    assert_eq!(next().await, Some((room(2), user(9), 300)));
    store.rouse(&room(2)).await.unwrap();
    assert_eq!(next().await, Some((room(1), user(9), 500)));
    store.append(Append { due: None, ..more(&room(1), 1, vec![entry("b", None)]) }).await.unwrap();
    assert_eq!(next().await, None);
    store.begin(1).await.unwrap();
    assert_eq!(next().await, Some((room(2), user(9), 600_001)), "what was lost as well, after a while");
    for (n, due) in [(2, 300), (4, 100)] {
        store.put_to_sleep(&room(n), Rest::InOrder { due: Some(due) }).await.unwrap();
    }
    assert_eq!(next().await, Some((room(4), user(9), 100)));
    store.put_to_sleep(&room(4), Rest::Lost { retry_at: 400 }).await.unwrap();
    assert_eq!(next().await, Some((room(2), user(9), 300)), "it is not tried again at once");
    store.put_to_sleep(&room(2), Rest::InOrder { due: None }).await.unwrap();
    assert_eq!(next().await, Some((room(4), user(9), 400)));
}

#[tokio::test]
async fn times_in_which_no_server_ran_are_known() {
    let dir = TempDir::new().unwrap();
    let store = Sqlite::open(dir.path()).await.unwrap();
    store.begin(1_000).await.unwrap();
    assert_eq!(store.outages(0).await.unwrap(), [], "nothing was before the first one");
    store.pulse(2_000).await.unwrap();
    assert_eq!(store.latest().await.unwrap(), 2_000);
    store.begin(5_000).await.unwrap();
    store.begin(6_000).await.unwrap();
    store.begin(6_000).await.unwrap();
    let (first, second) = (Outage { since: 2_000, until: 5_000 }, Outage { since: 5_000, until: 6_000 });
    assert_eq!(store.outages(0).await.unwrap(), [first, second]);
    assert_eq!(store.outages(4_999).await.unwrap(), [first, second]);
    assert_eq!(store.outages(5_000).await.unwrap(), [second]);
    store.begin(6_000 + 101 * 86_400_000).await.unwrap();
    assert_eq!(store.outages(0).await.unwrap().len(), 1, "what nobody can need is forgotten");
}

#[tokio::test]
async fn the_rooms_in_which_somebody_sits_are_known_by_him() {
    let dir = TempDir::new().unwrap();
    let store = Sqlite::open(dir.path()).await.unwrap();
    let seat = |n, side, awaited| Seat { user: user(n), side, awaited };
    let (south, north) = (engine::Side::South, engine::Side::North);
    for n in 1..=3 {
        let mut facts = facts(&room(n));
        (facts.mover, facts.ends) = (Some(north), Some(99));
        let seats = Some(Seats::All(vec![seat(1, north, n == 2), seat(2, south, false)]));
        let at = Entry { at: 10 + u64::from(n), ..entry("a", None) };
        let facts = Some(facts);
        store.append(Append { facts, seats, told_at: at.at, ..opening(&room(n), vec![at]) }).await.unwrap();
    }
    let games = store.games_of(user(1)).await.unwrap();
    let rooms: Vec<RoomId> = games.iter().map(|game| game.row.room.clone()).collect();
    assert_eq!(rooms, [room(3), room(2), room(1)], "the newest first");
    assert_eq!(
        (games[1].side, games[1].turn, games[1].awaits, games[1].due),
        (north, Some(north), true, Some(99))
    );
    assert!(!games[0].awaits);
    // Practice: both sides, one room.
    let (gone, set) = (vec![(user(2), south)], vec![seat(1, south, false), seat(1, north, true)]);
    let both = Some(Seats::Changed { gone, set });
    store.append(Append { seats: both, ..more(&room(1), 1, vec![entry("b", None)]) }).await.unwrap();
    let games = store.games_of(user(1)).await.unwrap();
    assert_eq!((games.len(), games[2].side, games[2].awaits), (3, north, true));
    assert_eq!(store.games_of(user(2)).await.unwrap().len(), 2, "he stood up there");
    assert_eq!(store.games_of(user(3)).await.unwrap(), []);
}

#[tokio::test]
async fn the_list_of_ones_games_tells_of_the_newest_hundred() {
    let dir = TempDir::new().unwrap();
    let store = Sqlite::open(dir.path()).await.unwrap();
    let most = u8::try_from(protocol::limits::MY_GAMES).unwrap();
    for n in 1..=most + 1 {
        let seats = Some(Seats::All(vec![Seat { user: user(1), side: engine::Side::South, awaited: false }]));
        let append = Append { seats, told_at: u64::from(n), ..opening(&room(n), vec![entry("a", None)]) };
        store.append(append).await.unwrap();
    }
    let games = store.games_of(user(1)).await.unwrap();
    assert_eq!(games.len(), usize::from(most));
    assert_eq!(games[0].row.room, room(most + 1));
    assert!(games.iter().all(|game| game.row.room != room(1)), "the oldest is left out");
}

/// The tables of before there were sleeping rooms, with what their server wrote.
const BEFORE: &str = include_str!("../../migrations/sqlite/0001_log.sql");

#[tokio::test]
async fn a_directory_of_before_is_brought_up_to_date_and_its_games_are_looked_after() {
    let dir = TempDir::new().unwrap();
    // A store of today, turned back into one of then, as its migrations would have left it.
    let store = Sqlite::open(dir.path()).await.unwrap();
    for n in 1..=2 {
        let mut facts = facts(&room(n));
        facts.row.phase = if n == 1 { LobbyPhase::Playing } else { LobbyPhase::Ended };
        let append = Append { facts: Some(facts), ..opening(&room(n), vec![entry("a", None)]) };
        store.append(append).await.unwrap();
    }
    store.close().await.unwrap();
    drop(store);
    alter(dir.path(), "ALTER TABLE room RENAME TO new_room").await;
    alter(dir.path(), "ALTER TABLE log RENAME TO new_log").await;
    alter(dir.path(), "ALTER TABLE person RENAME TO new_person").await;
    for index in
        ["DROP INDEX room_awake", "DROP INDEX room_due", "DROP INDEX log_cid", "DROP INDEX seat_room"]
    {
        alter(dir.path(), index).await;
    }
    alter(dir.path(), BEFORE).await;
    alter(
        dir.path(),
        "INSERT INTO room SELECT id, opened_by, opened_at, touched_at, head, awake, listed, facts FROM new_room",
    )
    .await;
    alter(dir.path(), "INSERT INTO log SELECT * FROM new_log").await;
    for table in ["seat", "new_log", "new_room", "new_person", "server", "outage"] {
        let drop: &'static str = Box::leak(format!("DROP TABLE {table}").into_boxed_str());
        alter(dir.path(), drop).await;
    }
    alter(dir.path(), "DELETE FROM _sqlx_migrations WHERE version = 2").await;

    let store = Sqlite::open(dir.path()).await.unwrap();
    assert_eq!(store.log(&room(1)).await.unwrap().unwrap().entries, [entry("a", None)]);
    store.begin(1_000).await.unwrap();
    assert_eq!(store.left_awake().await.unwrap().len(), 2);
    assert_eq!(store.outages(0).await.unwrap(), [Outage { since: 7, until: 1_000 }]);
    assert_eq!(store.next_due().await.unwrap().map(|due| (due.room, due.at)), Some((room(1), 601_000)));
    let seats = Some(Seats::All(vec![Seat { user: user(1), side: engine::Side::South, awaited: false }]));
    store.append(Append { seats, ..more(&room(1), 1, vec![entry("b", None)]) }).await.unwrap();
    assert_eq!(store.games_of(user(1)).await.unwrap().len(), 1);
}

#[tokio::test]
async fn persons_are_kept_and_may_take_another_name() {
    let dir = TempDir::new().unwrap();
    let store = Sqlite::open(dir.path()).await.unwrap();
    let mut person = Person { user: user(1), name: "Red Fig 2".to_owned(), named: false, created_at: 7 };
    assert_eq!(store.person(user(1)).await.unwrap(), None);
    store.put_person(person.clone()).await.unwrap();
    person.name = "Crane".to_owned();
    person.named = true;
    store.put_person(person.clone()).await.unwrap();
    assert_eq!(store.person(user(1)).await.unwrap(), Some(person));
}

#[tokio::test]
async fn nothing_is_taken_after_closing() {
    let dir = TempDir::new().unwrap();
    let store = Sqlite::open(dir.path()).await.unwrap();
    store.append(opening(&room(1), vec![entry("a", None)])).await.unwrap();
    store.close().await.unwrap();
    let late = store.append(more(&room(1), 1, vec![entry("b", None)])).await;
    assert!(matches!(late, Err(StoreError::Unavailable(_))), "{late:?}");
}
