//! Every route, asked by everybody, in every state of a market.

use protocol::betting::Outcome::{North, South};
use protocol::refusal::Refusal;
use server::config::Bets;
use uuid::Uuid;

use crate::stand::match_of;
use crate::world::{Story, Who, World};

/// Who asks: nobody, a guest, an account, who sits, who looks after the server.
type Askers<'w> = [Option<&'w Who>; 5];

async fn statuses(world: &World, method: &str, path: &str, body: &str, askers: Askers<'_>) -> [u16; 5] {
    let mut found = [0; 5];
    for (status, asker) in found.iter_mut().zip(askers) {
        let reply = world.request(method, path, asker.map(|who| who.cookie.as_str()), body).await;
        if reply.status >= 400 {
            assert_eq!(reply.header("content-type"), Some("application/problem+json"), "{path}");
            assert_eq!(reply.header("cache-control"), Some("no-store"), "{path}");
            reply.refusal();
        }
        *status = reply.status;
    }
    found
}

fn act() -> String {
    format!(
        r#"{{"key":"{}","act":{{"type":"ban","login":"ada","on":true}},"reason":"Several accounts of one person"}}"#,
        Uuid::new_v4()
    )
}

fn routes(story: &Story) -> Vec<(&'static str, String, String, [u16; 5])> {
    let room = format!("/api/rooms/{}", story.id);
    let all = [200; 5];
    let somebody = [401, 200, 200, 200, 200];
    let get = |path: &str, statuses| ("GET", path.to_owned(), String::new(), statuses);
    vec![
        get("/api/betting", all),
        get("/api/audit", all),
        get("/api/me/wallet", somebody),
        ("PUT", "/api/me/betting".to_owned(), "{}".to_owned(), [401, 204, 204, 204, 204]),
        get("/api/me/bets", somebody),
        get("/api/me/profile", somebody),
        get("/api/profiles/ada", somebody),
        get("/api/leaderboard", somebody),
        get(&format!("{room}/leaderboard"), somebody),
        get(&format!("{room}/ratings"), somebody),
        get(&format!("{room}/markets"), somebody),
        get(&format!("{room}/markets/1"), [401, 200, 200, 403, 200]),
        get("/api/admin/abuse", [401, 403, 403, 403, 200]),
        ("POST", "/api/admin/betting".to_owned(), act(), [401, 403, 403, 403, 204]),
    ]
}

#[tokio::test]
async fn everybody_is_answered_by_what_he_is() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let (crow, ada, admin) =
        (world.guest("Crow").await, world.account("Ada").await, world.admin("Warden").await);
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    world.opens(&mut story, 1).await;
    let askers = [None, Some(&crow), Some(&ada), Some(&crane), Some(&admin)];
    for (method, path, body, expected) in routes(&story) {
        assert_eq!(statuses(&world, method, &path, &body, askers).await, expected, "{method} {path}");
        let wrong = if method == "GET" { "DELETE" } else { "GET" };
        let reply = world.request(wrong, &path, Some(&ada.cookie), "").await;
        assert_eq!(reply.status, 405, "{wrong} {path}");
    }
}

#[tokio::test]
async fn a_story_is_closed_to_who_sits_until_the_market_is_over() {
    let world = World::begin().await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let (crow, ada, admin) =
        (world.guest("Crow").await, world.account("Ada").await, world.admin("Warden").await);
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    let askers = [None, Some(&crow), Some(&ada), Some(&crane), Some(&admin)];
    let closed = [401, 200, 200, 403, 200];
    let open = [401, 200, 200, 200, 200];
    for (market, settled) in [(1, true), (2, false)] {
        let path = format!("/api/rooms/{}/markets/{market}", story.id);
        assert_eq!(statuses(&world, "GET", &path, "", askers).await, [401, 404, 404, 404, 404]);
        world.opens(&mut story, market).await;
        world.bets(&story, market, (&ada, South, 20)).await;
        world.bets(&story, market, (&world.account(&format!("Ben{market}")).await, North, 20)).await;
        assert_eq!(statuses(&world, "GET", &path, "", askers).await, closed, "open");
        world.locks(&mut story, market, &[&crane], &[&heron], &crane).await;
        assert_eq!(statuses(&world, "GET", &path, "", askers).await, closed, "locked");
        if settled {
            world.settles(&mut story, market, South).await;
        } else {
            world.voids(&mut story, market, protocol::betting::VoidReason::AgreedAbort).await;
        }
        assert_eq!(statuses(&world, "GET", &path, "", askers).await, open, "over");
    }
}

#[tokio::test]
async fn where_a_server_offers_no_bets_only_history_and_profiles_are_there() {
    let world = World::with(|settings| settings.betting.betting = Bets::Off).await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let (crow, ada, admin) =
        (world.guest("Crow").await, world.account("Ada").await, world.admin("Warden").await);
    let story = match_of(&world, 1, [&crane, &heron]).await;
    let askers = [None, Some(&crow), Some(&ada), Some(&crane), Some(&admin)];
    for (method, path, body, _) in routes(&story) {
        let kept = ["/api/me/bets", "/api/me/profile", "/api/profiles/ada", "/api/leaderboard"];
        let stays = kept.contains(&path.as_str()) || path.ends_with("/ratings");
        let expected = if stays { [401, 200, 200, 200, 200] } else { [404; 5] };
        assert_eq!(statuses(&world, method, &path, &body, askers).await, expected, "{method} {path}");
    }
    assert_eq!(world.get("/api/leaderboard?season=1", &ada).await.status, 404, "a season is of bets");
    let written: i64 =
        sqlx::query_scalar("SELECT (SELECT count(*) FROM transfer) + (SELECT count(*) FROM season)")
            .fetch_one(&mut world.database().await)
            .await
            .unwrap();
    assert_eq!(written, 0, "nothing is written to the books");
}

#[tokio::test]
async fn who_asks_all_the_time_has_to_wait() {
    let world = World::begin().await;
    let ada = world.account("Ada").await;
    let mut waits = false;
    for _ in 0..200 {
        let reply = world.get("/api/leaderboard", &ada).await;
        if reply.status == 429 {
            assert!(matches!(reply.refusal(), Refusal::RateLimited { .. }));
            waits = true;
            break;
        }
    }
    assert!(waits, "two hundred at once were granted");
}
