//! Ratings from the log of a room to the page.

use std::path::Path;

use engine::{BySide, Side};
use protocol::betting::Outcome;
use protocol::http::betting::{ProfileView, RatingChange};
use protocol::refusal::Refusal;
use protocol::{Event, RoomSettings};

use server::store::ratings::Ratings;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::world::{DAY, PATIENCE, START, Story, Who, World, shown};

fn due(game: u16, outcome: Outcome, south: &[(&Who, u16)], north: &[(&Who, u16)]) -> Event {
    let side = |people: &[(&Who, u16)]| people.iter().map(|(who, turns)| (who.user, *turns)).collect();
    Event::RatingDue {
        game,
        outcome,
        sides: BySide::new(side(south), side(north)),
        turns: BySide::new(10, 9),
        from: None,
    }
}

/// The same, where spectators learn of it so much later.
fn due_later(delay: u64, event: Event) -> Event {
    match event {
        Event::RatingDue { game, outcome, sides, turns, .. } => {
            Event::RatingDue { game, outcome, sides, turns, from: Some(START + delay) }
        }
        other => other,
    }
}

async fn rated_room(world: &World, number: u8, south: &Who, north: &Who) -> Story {
    let mut story = world.room(number, south, |settings| settings.rated = true).await;
    world.seat(&mut story, south, Side::South).await;
    world.seat(&mut story, north, Side::North).await;
    story
}

/// What the route tells, once the first of the people has played so many rated games.
async fn changes(world: &World, story: &Story, who: &Who, games: u32) -> Vec<RatingChange> {
    let waiting = async {
        loop {
            let changes = world.store.changes(&story.id).await.unwrap();
            if changes.first().is_some_and(|change| change.after.games >= games) {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("the game was not rated");
    world.get(&format!("/api/rooms/{}/ratings", story.id), who).await.json()
}

#[tokio::test]
async fn a_rated_game_is_told_by_member_and_stands_in_the_profile() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let mut story = rated_room(&world, 1, &crane, &heron).await;
    let path = format!("/api/rooms/{}/ratings", story.id);
    assert_eq!(world.get(&path, &heron).await.json::<Vec<RatingChange>>(), [], "no game was rated yet");
    let nothing: ProfileView = world.get("/api/me/profile", &crane).await.json();
    assert_eq!(nothing.rating, None);

    world.tell(&mut story, vec![due(1, Outcome::South, &[(&crane, 10)], &[(&heron, 9)])]).await;
    let told = changes(&world, &story, &heron, 1).await;
    let member = |who: &Who| story.room.member_of(who.user).unwrap();
    let change = |who: &Who, side, after| RatingChange {
        member: member(who),
        side,
        presence: 100,
        before: shown(1500, 500, 0),
        after,
    };
    assert_eq!(
        told,
        [change(&crane, Side::South, shown(1658, 484, 1)), change(&heron, Side::North, shown(1342, 484, 1))]
    );
    let own: ProfileView = world.get("/api/me/profile", &crane).await.json();
    let seen: ProfileView = world.get("/api/profiles/crane", &heron).await.json();
    assert_eq!((own.rating, seen.rating), (Some(shown(1658, 484, 1)), Some(shown(1658, 484, 1))));

    // The second game begins where the first one ended, and stands in place of it.
    world.tell(&mut story, vec![due(2, Outcome::Draw, &[(&crane, 5)], &[(&heron, 9)])]).await;
    let told = changes(&world, &story, &crane, 2).await;
    assert_eq!((told[0].before, told[0].presence), (shown(1658, 484, 1), 50));
    let fall = f64::from(told[0].before.rating - told[0].after.rating);
    let rise = f64::from(told[1].after.rating - told[1].before.rating);
    assert!(fall > 10.0 && (rise / 2.0 - fall).abs() <= 1.0, "there at half of the turns: {told:?}");
}

#[tokio::test]
async fn a_game_is_rated_once_whenever_the_server_ends() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let mut story = rated_room(&world, 1, &crane, &heron).await;
    world.tell(&mut story, vec![due(1, Outcome::South, &[(&crane, 10)], &[(&heron, 9)])]).await;
    let told = changes(&world, &story, &crane, 1).await;
    world.tell(&mut story, vec![due(2, Outcome::Draw, &[], &[(&heron, 9)])]).await;
    world.tell(&mut story, vec![due(3, Outcome::North, &[(&crane, 10)], &[(&heron, 9)])]).await;
    let third = changes(&world, &story, &crane, 2).await;
    assert_eq!(third[0].before, told[0].after, "a game against nobody does not count");
    let (dir, clock) = world.end().await;
    let world = World::begin_in(dir, clock, |_| ()).await;
    // What a server left undone when it ended the next one does, and nothing twice.
    sqlx::query("UPDATE rating_note SET done_at = NULL").execute(&mut world.database().await).await.unwrap();
    world.tell(&mut story, vec![due(4, Outcome::North, &[(&crane, 10)], &[(&heron, 9)])]).await;
    let fourth = changes(&world, &story, &crane, 3).await;
    assert_eq!(fourth[0].before, third[0].after);
}

/// Games are numbered anew in each match.
#[tokio::test]
async fn the_games_of_every_match_of_a_room_are_rated() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let mut story = rated_room(&world, 1, &crane, &heron).await;
    let won = |game| due(game, Outcome::South, &[(&crane, 10)], &[(&heron, 9)]);
    let mut before = shown(1500, 500, 0);
    for (games, number) in (1..).zip([1, 2, 1, 1]) {
        world.tell(&mut story, vec![won(number)]).await;
        let told = changes(&world, &story, &crane, games).await;
        assert_eq!((told[0].before, told[0].after.games), (before, games), "the newest, whatever its number");
        before = told[0].after;
    }
    let own: ProfileView = world.get("/api/me/profile", &crane).await.json();
    assert_eq!(own.rating, Some(before));
}

/// A database as it was when a room's games were told from each other by their numbers.
#[tokio::test]
async fn what_was_rated_by_number_stays_and_what_comes_is_rated() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let mut story = rated_room(&world, 1, &crane, &heron).await;
    let won = |game| due(game, Outcome::South, &[(&crane, 10)], &[(&heron, 9)]);
    for game in 1..=2 {
        world.tell(&mut story, vec![won(game)]).await;
    }
    let second = changes(&world, &story, &crane, 2).await;
    let (dir, clock) = world.end().await;
    turn_back(&dir.path().join("sindillo.db")).await;

    let world = World::begin_in(dir, clock, |_| ()).await;
    let path = format!("/api/rooms/{}/ratings", story.id);
    assert_eq!(world.get(&path, &heron).await.json::<Vec<RatingChange>>(), second);
    sqlx::query("UPDATE rating_note SET done_at = NULL").execute(&mut world.database().await).await.unwrap();
    world.tell(&mut story, vec![won(1)]).await;
    let third = changes(&world, &story, &crane, 3).await;
    assert_eq!(third[0].before, second[0].after, "the notes of the games before are still theirs");
}

/// Undo the migrations from the seventh on.
async fn turn_back(file: &Path) {
    let mut old = SqliteConnectOptions::new().filename(file).foreign_keys(false).connect().await.unwrap();
    let steps = [
        "CREATE TABLE games AS SELECT * FROM rated_game",
        "CREATE TABLE changes AS SELECT * FROM rating_change",
        "CREATE TABLE ratings AS SELECT * FROM rating",
        "DROP TABLE rating_change",
        "DROP TABLE rated_game",
        "DROP TABLE rating",
        include_str!("../../migrations/sqlite/0005_rating.sql"),
        "INSERT INTO rating SELECT * FROM ratings",
        "INSERT INTO rated_game SELECT id, room, game, at FROM games",
        "INSERT INTO rating_change SELECT * FROM changes",
        "DROP TABLE games",
        "DROP TABLE changes",
        "DROP TABLE ratings",
        "DROP INDEX rating_note_due",
        "ALTER TABLE rating_note DROP COLUMN due_at",
        "CREATE INDEX rating_note_due ON rating_note (id) WHERE done_at IS NULL",
        "DELETE FROM _sqlx_migrations WHERE version = 7",
    ];
    for step in steps {
        sqlx::raw_sql(step).execute(&mut old).await.unwrap();
    }
    old.close().await.unwrap();
}

#[tokio::test]
async fn a_room_that_is_shown_later_is_rated_later() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let delayed = |settings: &mut RoomSettings| {
        settings.rated = true;
        settings.stand.delay_ms = 60_000;
    };
    let mut late = world.room(1, &crane, delayed).await;
    world.seat(&mut late, &crane, Side::South).await;
    world.seat(&mut late, &heron, Side::North).await;
    let mut live = rated_room(&world, 2, &crane, &heron).await;
    let won = due(1, Outcome::South, &[(&crane, 10)], &[(&heron, 9)]);
    world.tell(&mut late, vec![due_later(60_000, won)]).await;
    world.tell(&mut live, vec![due(1, Outcome::Draw, &[(&crane, 10)], &[(&heron, 9)])]).await;
    assert_eq!(changes(&world, &live, &crane, 1).await[0].after.rating, 1500);
    let hidden = world.get(&format!("/api/rooms/{}/ratings", late.id), &crane).await;
    assert_eq!(hidden.json::<Vec<RatingChange>>(), [], "it would tell the result before the board does");
    world.clock.wind(60_000);
    assert!(changes(&world, &late, &crane, 2).await[0].after.rating > 1500);
}

async fn rated_day_later(world: &World, number: u8, south: &Who, north: &Who) -> Story {
    let late = |settings: &mut RoomSettings| {
        settings.rated = true;
        settings.stand.delay_ms = 86_400_000;
    };
    let mut story = world.room(number, south, late).await;
    world.seat(&mut story, south, Side::South).await;
    world.seat(&mut story, north, Side::North).await;
    story
}

#[tokio::test]
async fn games_that_must_wait_keep_nobody_waiting() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let (raven, stork) = (world.account("Raven").await, world.account("Stork").await);
    let mut late = rated_day_later(&world, 1, &crane, &heron).await;
    for _ in 0..=100 {
        let won = due(1, Outcome::South, &[(&crane, 10)], &[(&heron, 9)]);
        world.tell(&mut late, vec![due_later(DAY, won)]).await;
    }
    let mut live = rated_room(&world, 2, &raven, &stork).await;
    world.tell(&mut live, vec![due(1, Outcome::South, &[(&raven, 10)], &[(&stork, 9)])]).await;
    assert_eq!(changes(&world, &live, &raven, 1).await[0].after, shown(1658, 484, 1));
    assert_eq!(world.store.changes(&late.id).await.unwrap(), []);
    world.clock.wind(DAY);
    changes(&world, &late, &crane, 101).await;
}

/// Of the rooms before, the store cannot rate the games, and cannot read the log.
#[tokio::test]
async fn games_that_cannot_be_rated_keep_nobody_waiting() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let (raven, stork) = (world.account("Raven").await, world.account("Stork").await);
    let won = |game| due(game, Outcome::South, &[(&crane, 10)], &[(&heron, 9)]);
    let mut stuck = rated_room(&world, 1, &crane, &heron).await;
    let mut damaged = rated_room(&world, 2, &crane, &heron).await;
    let mut live = rated_room(&world, 3, &raven, &stork).await;
    let alter = async |sql: String| {
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut world.database().await).await.unwrap();
    };
    alter(format!(
        "CREATE TRIGGER stuck BEFORE INSERT ON rated_game WHEN NEW.room = '{}'
         BEGIN SELECT RAISE(ABORT, 'not this one'); END",
        stuck.id
    ))
    .await;
    alter(format!("UPDATE log SET entry = '!' || entry WHERE room = '{}' AND seq > 1", damaged.id)).await;
    for game in 1..=100 {
        world.tell(&mut stuck, vec![won(game)]).await;
    }
    world.tell(&mut damaged, vec![won(1)]).await;
    world.tell(&mut live, vec![due(1, Outcome::South, &[(&raven, 10)], &[(&stork, 9)])]).await;
    assert_eq!(changes(&world, &live, &raven, 1).await[0].after, shown(1658, 484, 1));
    assert_eq!(world.store.changes(&stuck.id).await.unwrap(), []);
    assert_eq!(world.store.changes(&damaged.id).await.unwrap(), []);

    alter("DROP TRIGGER stuck".to_owned()).await;
    world.clock.wind(60_000);
    changes(&world, &stuck, &crane, 100).await;
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM rating_note WHERE done_at IS NULL")
        .fetch_one(&mut world.database().await)
        .await
        .unwrap();
    assert_eq!(left, 0, "what cannot be read is not asked for again");
}

#[tokio::test]
async fn who_deleted_his_account_is_played_against_but_not_rated() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let mut story = rated_room(&world, 1, &crane, &heron).await;
    world.tell(&mut story, vec![due(1, Outcome::North, &[(&crane, 10)], &[(&heron, 9)])]).await;
    changes(&world, &story, &crane, 1).await;
    sqlx::query("UPDATE account SET login = NULL, deleted_at = 1 WHERE login = 'heron'")
        .execute(&mut world.database().await)
        .await
        .unwrap();
    world.tell(&mut story, vec![due(2, Outcome::North, &[(&crane, 10)], &[(&heron, 9)])]).await;
    let told = changes(&world, &story, &crane, 2).await;
    assert!(told[1].before.rating > 1500, "he counts with what he had: {told:?}");
    let games: Vec<i64> = sqlx::query_scalar("SELECT games FROM rating ORDER BY games")
        .fetch_all(&mut world.database().await)
        .await
        .unwrap();
    assert_eq!(games, [1, 2]);
}

#[tokio::test]
async fn ratings_are_asked_by_who_is_somebody_and_of_rooms_that_there_are() {
    let world = World::begin().await;
    let guest = world.guest("Crow").await;
    let story = world.room(1, &guest, |_| ()).await;
    let path = format!("/api/rooms/{}/ratings", story.id);
    assert_eq!(world.request("GET", &path, None, "").await.refusal(), Refusal::Unauthorized);
    assert_eq!(world.get(&path, &guest).await.json::<Vec<RatingChange>>(), []);
    for nowhere in ["/api/rooms/zzzz/ratings", "/api/rooms/0000000000000000/ratings"] {
        assert_eq!(world.get(nowhere, &guest).await.refusal(), Refusal::NoRoom, "{nowhere}");
    }
}
