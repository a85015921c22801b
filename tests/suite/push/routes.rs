//! What the routes of notices let through, and when a browser is forgotten.

use protocol::Refusal;
use protocol::http::push::{PushBar, PushLang, PushSubscription, PushWishes};
use serde_json::{Value, json};
use sindillo_tests::{Browser, Person, Request, World};

use super::{ALL, asks_to_be_told, key, subscribes, view, wishes, world};
use crate::accounts::registered;

#[tokio::test]
async fn nobody_is_told_of_anything_until_he_says_so_and_of_what_he_said_alone() {
    let (world, service) = world().await;
    let person = world.person("Naserian").await;
    let before = view(&person).await;
    assert_eq!((before.wishes, before.devices.len()), (PushWishes::default(), 0));
    assert_eq!(key(&person).await.len(), 87);

    subscribes(&person, &service.browser("one"), PushLang::It).await;
    wishes(&person, &PushWishes { tried: true, ..PushWishes::default() }).await;
    let after = view(&person).await;
    assert_eq!(after.wishes, PushWishes { tried: true, ..PushWishes::default() });
    let device = &after.devices[0];
    assert_eq!((device.lang, device.own, device.id.len()), (PushLang::It, true, 32));
    assert_eq!(format!("http://{}", device.service), service.origin());

    let export = person.fetch(Request::get("/api/me/export")).await.expect("an answer");
    let export: Value = export.json().expect("a document");
    assert_eq!(export["notices"]["wishes"]["tried"], true);
    assert_eq!(export["notices"]["browsers"][0]["endpoint"], format!("{}/to/one", service.origin()));
    assert!(!export.to_string().contains(&service.browser("one").subscription(PushLang::It).auth));

    let path = format!("/api/me/push/{}", device.id);
    let other = world.person("Sankale").await;
    for (who, status) in [(&other, 404), (&person, 204), (&person, 404)] {
        assert_eq!(who.fetch(Request::of("DELETE", &path)).await.expect("an answer").status, status);
    }
    for bad in ["x", "0", &"g".repeat(32), &"0".repeat(33)] {
        let answer = person.fetch(Request::of("DELETE", format!("/api/me/push/{bad}"))).await;
        assert_eq!(answer.expect("an answer").refusal(), Refusal::NotFound, "{bad}");
    }
    assert!(view(&person).await.devices.is_empty());
    world.end().await;
}

#[tokio::test]
async fn an_address_that_is_no_push_service_is_refused_with_the_reason_and_asked_nothing() {
    let (world, service) = world().await;
    let person = world.person("Naserian").await;
    let good = service.browser("one").subscription(PushLang::En);
    let port = person.address().get().port();
    for endpoint in [
        "https://127.0.0.1/".to_owned(),
        format!("http://127.0.0.1:{port}/api/session"),
        format!("http://localhost:{port}/"),
        "http://169.254.169.254/latest/meta-data".to_owned(),
        "https://10.0.0.1/x".to_owned(),
        "https://[::1]/x".to_owned(),
        "https://fcm.googleapis.com.evil.example/x".to_owned(),
        "https://evil.example/x".to_owned(),
        format!("{}@evil.example/x", service.origin()),
        format!("{}#x", good.endpoint),
        "file:///etc/passwd".to_owned(),
        "javascript:alert(1)".to_owned(),
        format!("{}/{}", service.origin(), "x".repeat(2_000)),
        String::new(),
    ] {
        let given = PushSubscription { endpoint: endpoint.clone(), ..good.clone() };
        assert_eq!(refused(&person, &given).await, (422, service_bar()), "{endpoint}");
    }
    // The host named one service: those of the browsers are not among it.
    let usual = PushSubscription { endpoint: "https://fcm.googleapis.com/x".to_owned(), ..good.clone() };
    assert_eq!(refused(&person, &usual).await, (422, service_bar()));
    for (p256dh, auth) in
        [("", good.auth.as_str()), (good.p256dh.as_str(), ""), ("AAAA", "AAAA"), (&good.auth, &good.p256dh)]
    {
        let given = PushSubscription { p256dh: p256dh.to_owned(), auth: auth.to_owned(), ..good.clone() };
        assert_eq!(refused(&person, &given).await, (422, Refusal::PushRefused { why: PushBar::Keys }));
    }
    assert!(view(&person).await.devices.is_empty());
    assert_eq!(service.count(), 0);
    world.end().await;
}

#[tokio::test]
async fn the_routes_are_guarded_as_the_others_are_and_their_limits_hold() {
    let (world, service) = world().await;
    let person = world.person("Naserian").await;
    let nobody = Person::holding(person.address(), person.from(), "Nobody", "sindillo=none");
    let body = service.browser("one").subscription(PushLang::En);
    for request in [
        Request::get("/api/me/push"),
        Request::with("PUT", "/api/me/push", &body),
        Request::with("PUT", "/api/me/push/wishes", &ALL),
        Request::of("DELETE", format!("/api/me/push/{}", "0".repeat(32))),
    ] {
        assert_eq!(nobody.fetch(request).await.expect("an answer").refusal(), Refusal::Unauthorized);
    }
    let foreign = Request::with("PUT", "/api/me/push", &body)
        .header("host", person.address().get().to_string())
        .header("origin", "https://evil.example");
    assert_eq!(person.sends(foreign).await.expect("an answer").refusal(), Refusal::ForbiddenRole);
    for wrong in [
        json!({ "turn": true }),
        json!({ "turn": 1, "tried": true, "motion": true, "ended": true, "rematch": true }),
        json!({ "turn": true, "tried": true, "motion": true, "ended": true, "rematch": true, "all": true }),
    ] {
        let answer = person.fetch(Request::with("PUT", "/api/me/push/wishes", &wrong)).await;
        assert_eq!(answer.expect("an answer").status, 400, "{wrong}");
    }
    let mut unknown = serde_json::to_value(&body).expect("a value");
    unknown["lang"] = "tlh".into();
    let answer = person.fetch(Request::with("PUT", "/api/me/push", &unknown)).await.expect("an answer");
    assert_eq!(answer.status, 400);
    let huge = Request::with("PUT", "/api/me/push", &json!({ "endpoint": "x".repeat(20_000) }));
    assert_eq!(person.fetch(huge).await.expect("an answer").refusal(), Refusal::TooLarge);

    let browsers: Vec<Browser> = (0..12).map(|n| service.browser(&format!("b{n}"))).collect();
    for browser in &browsers {
        subscribes(&person, browser, PushLang::En).await;
    }
    assert_eq!(view(&person).await.devices.len(), 10, "the first two gave way");
    let mut last = 204;
    for _ in 0..600 {
        last = asks_to_be_told(&person, &browsers[11], PushLang::En).await.status;
        if last != 204 {
            break;
        }
    }
    assert_eq!(last, 429, "nobody asks without end");
    world.end().await;
}

#[tokio::test]
async fn a_browser_goes_with_its_session_with_who_uses_it_and_with_the_account() {
    let (world, service) = world().await;
    let person = registered(&world, "Naserian").await;
    let (here, there) = (service.browser("here"), service.browser("there"));
    subscribes(&person, &here, PushLang::En).await;
    let elsewhere = world.person("Guest").await;
    let credentials = json!({ "login": "naserian", "password": "correct horse battery" });
    let entered = elsewhere.fetch(Request::post("/api/login", &credentials)).await.expect("an answer");
    assert_eq!(entered.status, 200);
    subscribes(&elsewhere, &there, PushLang::En).await;
    wishes(&person, &ALL).await;
    let own: Vec<bool> = view(&person).await.devices.iter().map(|device| device.own).collect();
    assert_eq!((own.len(), own.iter().filter(|own| **own).count()), (2, 1), "one's own and another");
    assert_eq!(view(&elsewhere).await.wishes, ALL, "wishes are the person's");

    // Somebody else uses one of them from now on.
    let other = world.person("Sankale").await;
    subscribes(&other, &there, PushLang::Sw).await;
    assert_eq!((view(&person).await.devices.len(), view(&other).await.devices.len()), (1, 1));
    subscribes(&elsewhere, &there, PushLang::En).await;
    assert_eq!((view(&person).await.devices.len(), view(&other).await.devices.len()), (2, 0));

    assert_eq!(elsewhere.fetch(Request::of("POST", "/api/logout")).await.expect("an answer").status, 204);
    assert_eq!(view(&person).await.devices.len(), 1);
    let deletion = json!({ "password": "correct horse battery" });
    let gone = person.fetch(Request::with("DELETE", "/api/account", &deletion)).await.expect("an answer");
    assert_eq!(gone.status, 204, "{}", gone.text());
    let left = rows(&world).await;
    assert_eq!(left, [0, 0, 0], "subscriptions, wishes, what was told");
    world.end().await;
}

#[tokio::test]
async fn a_host_who_turns_notices_off_has_no_such_routes_and_another_key_forgets_the_browsers() {
    let (mut world, service) = world().await;
    let person = world.person("Naserian").await;
    subscribes(&person, &service.browser("one"), PushLang::En).await;
    let before = key(&person).await;
    assert!(world.terminate().await.status.success());
    world.restart().await;
    assert_eq!((key(&person).await, view(&person).await.devices.len()), (before.clone(), 1), "it is kept");
    assert!(world.terminate().await.status.success());
    std::fs::remove_file(world.data().join("push.key")).expect("the key is there");
    world.restart().await;
    assert_ne!(key(&person).await, before);
    while !view(&person).await.devices.is_empty() {
        tokio::task::yield_now().await;
    }
    assert!(world.terminate().await.status.success());
    world.restart_with(&["--no-push"]).await;
    for path in ["/api/push/key", "/api/me/push"] {
        let answer = person.fetch(Request::get(path)).await.expect("an answer");
        assert_eq!(answer.refusal(), Refusal::NotFound, "{path}");
    }
    world.end().await;
}

fn service_bar() -> Refusal {
    Refusal::PushRefused { why: PushBar::Service }
}

async fn refused(person: &Person, given: &PushSubscription) -> (u16, Refusal) {
    loop {
        let answer = person.fetch(Request::with("PUT", "/api/me/push", given)).await.expect("an answer");
        // So many attempts are more than one person may make at once.
        if answer.status != 429 {
            return (answer.status, answer.refusal());
        }
        tokio::task::yield_now().await;
    }
}

/// Rows of the tables of notices.
async fn rows(world: &World) -> [i64; 3] {
    let path = format!("sqlite://{}?mode=ro", world.data().join("sindillo.db").display());
    let pool = sqlx::SqlitePool::connect(&path).await.expect("the database");
    let mut counts = [0; 3];
    let statements = [
        "SELECT count(*) FROM push_subscription",
        "SELECT count(*) FROM push_wish",
        "SELECT count(*) FROM push_told",
    ];
    for (count, sql) in counts.iter_mut().zip(statements) {
        *count = sqlx::query_scalar(sql).fetch_one(&pool).await.expect("a count");
    }
    pool.close().await;
    counts
}
