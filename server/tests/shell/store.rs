//! The contract of a store, kept by SQLite.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use protocol::http::{LobbyPhase, LobbyRow};
use protocol::settings::DecisionMode;
use protocol::{Cid, Entry, Event, MemberId, RoomId, UserId};
use server::store::sqlite::Sqlite;
use server::store::{Append, Facts, Person, Store, StoreError};
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
    };
    Facts { row, listed: true, mover: None, ends: None }
}

fn opening(room: &RoomId, entries: Vec<Entry>) -> Append {
    Append { facts: Some(facts(room)), opened_by: Some(user(9)), ..more(room, 0, entries) }
}

fn more(room: &RoomId, head: u64, entries: Vec<Entry>) -> Append {
    Append { room: room.clone(), opened_by: None, head, entries, facts: None, seats: None, due: None }
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
    let awake = store.awake().await.unwrap();
    assert_eq!(awake.len(), 1);
    assert_eq!((&awake[0].facts, awake[0].opened_by), (&facts(&room), user(9)));
    store.put_to_sleep(&room).await.unwrap();
    assert_eq!(store.awake().await.unwrap(), []);
    store.append(more(&room, 1, vec![entry("b", None)])).await.unwrap();
    assert_eq!(store.awake().await.unwrap().len(), 1, "who writes is awake");
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
