//! Tables of seasons, rooms and players: who stands in them, and where.

use engine::BySide;
use protocol::Event;
use protocol::betting::Outcome::{North, South};
use protocol::betting::{BettingMode, WalletScope};
use protocol::http::betting::{Leaderboard, ProfileView, SeasonRow};
use protocol::refusal::Refusal;
use server::store::ratings::Ratings;

use crate::stand::{match_of, result};
use crate::world::{PATIENCE, Story, Who, World};

async fn table(world: &World, who: &Who) -> Leaderboard {
    world.get("/api/leaderboard", who).await.json()
}

async fn room_table(world: &World, story: &Story, who: &Who) -> Leaderboard {
    world.get(&format!("/api/rooms/{}/leaderboard", story.id), who).await.json()
}

fn names(rows: &[SeasonRow]) -> Vec<&str> {
    rows.iter().map(|row| row.name.as_str()).collect()
}

async fn crowd<const N: usize>(world: &World, names: [&str; N]) -> Vec<Who> {
    let mut crowd = Vec::new();
    for name in names {
        crowd.push(world.account(name).await);
    }
    crowd
}

#[tokio::test]
async fn a_season_counts_only_markets_with_enough_people_from_enough_places_in_public() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let people = crowd(&world, ["Ada", "Ben", "Cleo", "Dan", "Eve"]).await;
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    let on = [South, North, South, North, South];
    // Four people; then five from two addresses; then five from three; then coins of the room.
    for (market, many, places, scope) in [
        (1, 4, 4, WalletScope::Server),
        (2, 5, 2, WalletScope::Server),
        (3, 5, 3, WalletScope::Server),
        (4, 5, 5, WalletScope::Room),
    ] {
        world.opens_as(&mut story, market, BettingMode::Pool, scope).await;
        for (place, (who, on)) in people.iter().zip(on).take(many).enumerate() {
            let origin = [u8::try_from(place % places).unwrap(); 16];
            world.bets_from(&story, market, (who, on, 20), origin, false).await.unwrap();
        }
        world.locks(&mut story, market, &[&crane], &[&heron], &crane).await;
        world.settles(&mut story, market, South).await;
    }
    let season = table(&world, &people[0]).await;
    assert_eq!(season.rows.len(), 5);
    assert!(season.rows.iter().all(|row| row.markets == 1 && row.rank.is_none()), "{:?}", season.rows);
    assert_eq!(season.own.as_ref().map(|own| own.name.as_str()), Some("Ada"));
    let room = room_table(&world, &story, &crane).await;
    assert_eq!((room.season, room.min_markets, room.own), (None, 1, None));
    let markets = |name: &str| room.rows.iter().find(|row| row.name == name).unwrap().markets;
    assert_eq!((markets("Ada"), markets("Eve")), (4, 3), "the room counts all of them");
    assert!(room.rows.iter().all(|row| row.rank.is_some()));
}

#[tokio::test]
async fn who_does_not_want_to_be_listed_is_not_and_equals_share_a_place() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let people = crowd(&world, ["Ada", "Ben", "Cleo", "Dan", "Eve"]).await;
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    let stakes: Vec<_> =
        people.iter().zip([South, South, South, North, North]).map(|(who, on)| (who, on, 30)).collect();
    for market in 1..=10 {
        world.plays(&mut story, market, [&crane, &heron], &stakes, result(South)).await;
    }
    let all = table(&world, &crane).await;
    assert_eq!(names(&all.rows), ["Ada", "Ben", "Cleo", "Dan", "Eve"]);
    assert_eq!(all.rows.iter().map(|row| row.rank.unwrap()).collect::<Vec<_>>(), [1, 1, 1, 4, 4]);
    assert!(all.own.is_none() && all.rows.iter().all(|row| !row.own));

    let wish = serde_json::json!({"unlisted": true});
    assert_eq!(world.send("PUT", "/api/me/betting", &people[0], &wish).await.status, 204);
    let seen = table(&world, &crane).await;
    assert_eq!(names(&seen.rows), ["Ben", "Cleo", "Dan", "Eve"]);
    assert_eq!(seen.rows.iter().map(|row| row.rank.unwrap()).collect::<Vec<_>>(), [1, 1, 3, 3]);
    let own = table(&world, &people[0]).await.own.unwrap();
    assert_eq!((own.name.as_str(), own.rank, own.own, own.markets), ("Ada", None, true, 10));
    let profile: ProfileView = world.get("/api/profiles/ada", &crane).await.json();
    assert_eq!(profile.season, None);
    let profile: ProfileView = world.get("/api/profiles/ada", &people[0]).await.json();
    assert_eq!(profile.season.map(|row| row.markets), Some(10), "for himself he is");

    // Who hides betting from himself is not told of it, and still listed.
    let wish = serde_json::json!({"hidden": true});
    assert_eq!(world.send("PUT", "/api/me/betting", &people[1], &wish).await.status, 204);
    let profile: ProfileView = world.get("/api/me/profile", &people[1]).await.json();
    assert_eq!(profile.season, None);
}

#[tokio::test]
async fn free_guesses_bring_points_and_no_coins() {
    let world = World::with(|settings| settings.betting.betting = server::config::Bets::Picks).await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let people = crowd(&world, ["Ada", "Ben", "Cleo", "Dan", "Eve"]).await;
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    for market in 1..=10 {
        world.opens_as(&mut story, market, BettingMode::Picks, WalletScope::Server).await;
        for (place, who) in people.iter().enumerate() {
            let on = if place < market as usize { South } else { North };
            world.bets(&story, market, (who, on, 1)).await;
        }
        world.locks(&mut story, market, &[&crane], &[&heron], &crane).await;
        world.settles(&mut story, market, South).await;
    }
    let table = table(&world, &people[4]).await;
    assert_eq!(names(&table.rows), ["Ada", "Ben", "Cleo", "Dan", "Eve"]);
    // From the fifth market on all say the same, and the stakes of such a market go back.
    let points: Vec<(u32, u32, u64)> =
        table.rows.iter().map(|row| (row.points, row.hits, row.net.get())).collect();
    assert_eq!(points[0].0, points[0].1, "every right guess is a point: {points:?}");
    assert!(points.windows(2).all(|two| two[0].0 >= two[1].0) && points[0].0 > points[4].0, "{points:?}");
    assert!(points.iter().all(|(.., net)| *net == 0));
}

#[tokio::test]
async fn the_best_players_are_those_of_whom_enough_is_known() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    let mut listed_after = None;
    for game in 1..=20 {
        let outcome = if game % 2 == 0 { North } else { South };
        let due = Event::RatingDue {
            game,
            outcome,
            sides: BySide::new(vec![(crane.user, 9)], vec![(heron.user, 9)]),
            turns: BySide::new(9, 9),
            from: None,
        };
        world.tell(&mut story, vec![due]).await;
        let waiting = async {
            while world.store.changes(&story.id).await.unwrap().first().map(|change| change.after.games)
                != Some(u32::from(game))
            {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.expect("the game was not rated");
        if game >= 5 && listed_after.is_none() {
            let ratings = table(&world, &crane).await.ratings;
            if !ratings.is_empty() {
                listed_after = Some(game);
                let own: Vec<(&str, bool)> = ratings.iter().map(|row| (row.name.as_str(), row.own)).collect();
                assert_eq!(own.len(), 2);
                assert!(own.contains(&("Crane", true)) && own.contains(&("Heron", false)));
                assert!(ratings[0].rating.rating >= ratings[1].rating.rating);
                assert!(ratings.iter().all(|row| row.rating.uncertainty <= 400 && row.rating.games >= 5));
            }
        }
    }
    assert_eq!(listed_after, Some(8), "of those who play alone");
    let wish = serde_json::json!({"unlisted": true});
    assert_eq!(world.send("PUT", "/api/me/betting", &crane, &wish).await.status, 204);
    let ratings = table(&world, &heron).await.ratings;
    assert_eq!(ratings.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["Heron"]);
}

#[tokio::test]
async fn there_is_no_table_of_a_season_that_never_was() {
    let world = World::begin().await;
    let ada = world.account("Ada").await;
    let empty = table(&world, &ada).await;
    assert_eq!((empty.season, empty.rows.len(), empty.own, empty.ratings.len()), (Some(1), 0, None, 0));
    for (query, status) in [("1", 200), ("0", 404), ("2", 404), ("99999999999", 400), ("x", 400), ("-1", 400)]
    {
        let reply = world.get(&format!("/api/leaderboard?season={query}"), &ada).await;
        assert_eq!(reply.status, status, "{query}: {reply:?}");
    }
    let unknown = world.get("/api/rooms/0000000000000000/leaderboard", &ada).await;
    assert_eq!(unknown.refusal(), Refusal::NoRoom);
}
