//! Claiming an account, coming back to it, leaving it.

use engine::{Preset, Side};
use protocol::Refusal;
use protocol::command::Hearers;
use protocol::http::account::{Deletion, PasswordChange};
use protocol::settings::DecisionMode;
use serde_json::Value;
use sindillo_tests::chronicle::Chronicle;
use sindillo_tests::{Request, Table, World, quick};

use super::{PASSWORD, another_browser, asks, claims, registered, sessions, signs_in, who, with_cookie};

#[tokio::test]
async fn a_guest_who_claims_an_account_keeps_his_seat_and_history_and_comes_back_from_elsewhere() {
    let world = World::new().await;
    let table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Hand), 1, 1).await;
    let player = &table.south[0];
    player.says(Hearers::All, "Before.").await.expect("a line");
    let member = player.member();
    let before = player.person().cookie();
    let claimed = claims(player.person(), "Naserian", PASSWORD).await;
    let account = claimed.json::<protocol::http::Session>().expect("a session").account.expect("an account");
    assert_eq!((account.login.as_deref(), account.password), (Some("naserian"), true));
    assert!((account.passkeys, account.provider, account.admin) == (0, false, false));
    assert_ne!(player.person().cookie(), before, "the cookie is another one");
    assert_eq!(who(&with_cookie(player.person(), &before)).await, Err(Refusal::Unauthorized));
    // The socket of the session before is closed, and the page comes back to the same seat.
    assert_eq!(player.waits_for_close().await, Some(1001));
    player.connects().await;
    player.says(Hearers::All, "After.").await.expect("a line");
    assert_eq!((player.member(), player.seats()), (member, vec![Side::South]));
    // From another browser he sits where he sat.
    let elsewhere = another_browser(&world).await;
    assert!(elsewhere.own_games().await.is_empty());
    assert_eq!(signs_in(&elsewhere, "naserian", PASSWORD).await.status, 200);
    assert_eq!(elsewhere.own_games().await.len(), 1);
    let tab = elsewhere.enters(&table.room).await;
    assert_eq!((tab.member(), tab.seats()), (member, vec![Side::South]));
    let turn = table.turn().await.expect("a turn");
    if turn.side == Side::South {
        tab.lays(&turn.moves()[0]).await.expect("he may play");
    }
    assert_eq!(sessions(player.person()).await.len(), 2);
    tab.kept_the_contract();
    world.end().await;
}

#[tokio::test]
async fn an_account_is_claimed_once_under_a_name_of_its_own_with_a_password_that_is_one() {
    let world = World::with(&["--no-address-limits"]).await;
    let person = world.person("Naserian").await;
    for login in ["", "ab", "admin", "root1", "naser ian", "naserían", &"a".repeat(33)] {
        assert_eq!(claims(&person, login, PASSWORD).await.refusal(), Refusal::LoginRefused, "{login}");
    }
    for password in ["", "short", "password123", "naserian12", &"x".repeat(129), &"y ".repeat(4_000)] {
        let answer = claims(&person, "naserian", password).await;
        assert_eq!(answer.refusal(), Refusal::PasswordRefused { min: 10, max: 128 }, "{password:.20}");
    }
    assert_eq!(who(&person).await.expect("a session").account, None, "nothing came of it");
    assert_eq!(claims(&person, "naserian", PASSWORD).await.status, 200);
    assert_eq!(claims(&person, "another", PASSWORD).await.refusal(), Refusal::AccountExists);
    let other = world.person("Moinan").await;
    for login in ["naserian", "NASERIAN", "naser1an", "naser-ian", "naserlan"] {
        assert_eq!(claims(&other, login, PASSWORD).await.refusal(), Refusal::LoginTaken, "{login}");
    }
    // Of many at once one gets the name.
    let mut people = Vec::new();
    for number in 0..8 {
        people.push(world.person(&format!("Twin {number}")).await);
    }
    let claimed = people.iter().map(|person| claims(person, "twin.crane", PASSWORD));
    let answers = futures_util::future::join_all(claimed).await;
    let granted = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(granted, 1);
    assert!(answers.iter().filter(|a| a.status != 200).all(|a| a.refusal() == Refusal::LoginTaken));
    world.end().await;
}

#[tokio::test]
async fn a_password_is_changed_by_who_knows_it_and_all_other_sessions_end() {
    let world = World::new().await;
    let person = registered(&world, "Naserian").await;
    let elsewhere = another_browser(&world).await;
    assert_eq!(signs_in(&elsewhere, "naserian", PASSWORD).await.status, 200);
    let change = |old: Option<&str>, new: &str| {
        let body = PasswordChange { old: old.map(str::to_owned), login: None, new: new.to_owned() };
        person.fetch(Request::with("PUT", "/api/account/password", &body))
    };
    let new = "another horse 2 ride";
    assert_eq!(change(None, new).await.expect("an answer").refusal(), Refusal::WrongCredentials);
    assert_eq!(change(Some("wrong"), new).await.expect("an answer").refusal(), Refusal::WrongCredentials);
    let weak = change(Some(PASSWORD), "naserian1234").await.expect("an answer");
    assert_eq!(weak.refusal(), Refusal::PasswordRefused { min: 10, max: 128 });
    assert!(who(&elsewhere).await.is_ok(), "nothing came of it");
    let before = person.cookie();
    assert_eq!(change(Some(PASSWORD), new).await.expect("an answer").status, 200);
    assert_eq!(who(&elsewhere).await, Err(Refusal::Unauthorized));
    assert_eq!(who(&with_cookie(&person, &before)).await, Err(Refusal::Unauthorized));
    assert!(who(&person).await.is_ok());
    assert_eq!(signs_in(&elsewhere, "naserian", PASSWORD).await.refusal(), Refusal::WrongCredentials);
    assert_eq!(signs_in(&elsewhere, "naserian", new).await.status, 200);
    // A guest has no password to change.
    let guest = world.person("Moinan").await;
    let body = PasswordChange { old: None, login: Some("moinan".to_owned()), new: new.to_owned() };
    let answer = guest.fetch(Request::with("PUT", "/api/account/password", &body)).await.expect("an answer");
    assert_eq!(answer.refusal(), Refusal::AccountNeeded);
    world.end().await;
}

#[tokio::test]
async fn a_deleted_account_leaves_its_rooms_in_order_and_nothing_leads_to_it() {
    let mut world = World::new().await;
    let mut table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 2, 1).await;
    let player = table.south.remove(1);
    assert_eq!(claims(player.person(), "lemayian", PASSWORD).await.status, 200);
    player.waits_for_close().await;
    player.connects().await;
    let delete = |password: Option<&str>| {
        let body = Deletion { password: password.map(str::to_owned), passkey: None };
        player.person().fetch(Request::with("DELETE", "/api/account", &body))
    };
    assert_eq!(delete(None).await.expect("an answer").refusal(), Refusal::WrongCredentials);
    assert_eq!(delete(Some("wrong")).await.expect("an answer").refusal(), Refusal::WrongCredentials);
    let cookie = player.person().cookie();
    let gone = delete(Some(PASSWORD)).await.expect("an answer");
    assert_eq!(gone.status, 204, "{}", gone.text());
    assert!(gone.header("set-cookie").expect("a cookie").contains("Max-Age=0"));
    assert_eq!(player.waits_for_close().await, Some(4401));
    assert_eq!(who(&with_cookie(player.person(), &cookie)).await, Err(Refusal::Unauthorized));
    // The others see him stand up under another name, and the match goes on.
    let left = |seen: &sindillo_tests::Seen| {
        seen.named("Lemayian").is_none()
            && seen.named("Former guest").is_some_and(|member| member.seats.is_empty())
    };
    table.watchers[0].waits("he is gone", left).await;
    let turn = table.turn().await.expect("the match goes on");
    table.side(turn.side)[0].votes(&turn.moves()[0]).await.expect("by those who are left");
    let other = another_browser(&world).await;
    assert_eq!(signs_in(&other, "lemayian", PASSWORD).await.refusal(), Refusal::WrongCredentials);
    // The name is free again, for somebody else, who is nobody of before.
    assert_eq!(claims(&other, "lemayian", PASSWORD).await.status, 200);
    assert!(other.own_games().await.is_empty());
    world.terminate().await;
    world.restart().await;
    assert_eq!(signs_in(&other, "lemayian", PASSWORD).await.status, 200);
    assert!(Chronicle::read(world.data()).await.count() == 1);
    world.end().await;
}

#[tokio::test]
async fn a_deletion_that_a_crash_interrupts_is_finished_after_the_next_start() {
    let mut world = World::with(&["--no-address-limits"]).await;
    let table = Table::seated(&world, quick(Preset::EnDodoi, DecisionMode::Hand), 1, 0).await;
    let player = &table.north[0];
    assert_eq!(claims(player.person(), "tipape", PASSWORD).await.status, 200);
    let body = Deletion { password: Some(PASSWORD.to_owned()), passkey: None };
    let gone =
        player.person().fetch(Request::with("DELETE", "/api/account", &body)).await.expect("an answer");
    assert_eq!(gone.status, 204);
    world.kill().await;
    world.restart().await;
    let late = world.person("Hodan").await.enters(&table.room).await;
    late.waits("he stood up", |seen| seen.named("Former guest").is_some_and(|m| m.seats.is_empty())).await;
    world.end().await;
}

#[tokio::test]
async fn what_is_kept_of_somebody_can_be_taken_away_and_holds_no_secret() {
    let world = World::new().await;
    let table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Hand), 1, 0).await;
    let player = &table.south[0];
    player.says(Hearers::All, "mbuzi-siri-9120").await.expect("a line");
    for registered in [false, true] {
        if registered {
            assert_eq!(claims(player.person(), "naserian", PASSWORD).await.status, 200);
        }
        let answer = asks(player.person(), "GET", "/api/me/export").await;
        assert_eq!(answer.header("content-disposition"), Some("attachment; filename=\"sindillo.json\""));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        let export: Value = answer.json().expect("a document");
        assert_eq!(export["name"], "Naserian");
        assert_eq!(export["seats"][0]["room"], table.room.to_string());
        assert_eq!(export["sessions"].as_array().map(Vec::len), Some(1));
        let login = if registered { Value::from("naserian") } else { Value::Null };
        assert_eq!(export["account"]["login"], login);
        assert!(export["books"]["bets"].as_array().is_some_and(Vec::is_empty), "{export}");
        let text = answer.text();
        let cookie = player.person().cookie();
        for secret in ["$argon2id", cookie.split_once('=').expect("a cookie").1, "mbuzi-siri-9120", "127.0.0"]
        {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
        assert!(text.contains("lines of chat"), "it says what is not in it");
    }
    world.end().await;
}
