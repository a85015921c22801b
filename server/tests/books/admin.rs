//! Looking after the books: acts with reasons, each once and in public.

use protocol::betting::Outcome::{North, South};
use protocol::betting::{BetBar, MarketState, SuspendReason, VoidReason, WalletScope};
use protocol::http::betting::{AuditKind, AuditRow};
use protocol::refusal::Refusal;
use protocol::{Event, MarketId};
use serde_json::{Value, json};
use server::store::Store;
use server::store::ledger::Ledger;
use uuid::Uuid;

use crate::stand::{coins, match_of};
use crate::world::{Reply, Story, Who, World};

const REASON: &str = "A mistake of last night is put right";

async fn act(world: &World, admin: &Who, key: Uuid, act: &Value) -> Reply {
    world.send("POST", "/api/admin/betting", admin, &json!({"key": key, "act": act, "reason": REASON})).await
}

async fn audit(world: &World) -> Vec<AuditRow> {
    world.request("GET", "/api/audit", None, "").await.json()
}

async fn free(world: &World, who: &Who) -> u64 {
    let story = world.store.bettor(
        &protocol::RoomId::from_bits([1; 10]),
        WalletScope::Server,
        who.user,
        world.clock.now(),
    );
    story.await.unwrap().free.unwrap().get()
}

async fn bar(world: &World, story: &Story, who: &Who) -> Option<BetBar> {
    world.store.bettor(&story.id, WalletScope::Server, who.user, world.clock.now()).await.unwrap().bar
}

#[tokio::test]
async fn coins_are_given_and_taken_once_with_a_reason_for_all_to_read() {
    let world = World::begin().await;
    let (admin, ada) = (world.admin("Warden").await, world.account("Ada").await);
    let _story = world.room(1, &admin, |_| ()).await;
    let key = Uuid::new_v4();
    let give = json!({"type": "adjust", "login": "Ada", "amount": "50", "taken": false});
    for _ in 0..3 {
        assert_eq!(act(&world, &admin, key, &give).await.status, 204);
    }
    assert_eq!(free(&world, &ada).await, 1050, "once, however often it is sent");
    let take = json!({"type": "adjust", "login": "ada", "amount": "150", "taken": true});
    let reply = act(&world, &admin, key, &take).await;
    assert_eq!(reply.refusal(), Refusal::BetRefused { why: BetBar::IdempotencyConflict });
    assert_eq!(act(&world, &admin, Uuid::new_v4(), &take).await.status, 204);
    assert_eq!(free(&world, &ada).await, 900);
    let listed = audit(&world).await;
    let told: Vec<_> =
        listed.iter().map(|row| (row.what, row.amount, row.taken, row.reason.as_str())).collect();
    assert_eq!(
        told,
        [
            (AuditKind::Adjust, Some(coins(150)), true, REASON),
            (AuditKind::Adjust, Some(coins(50)), false, REASON)
        ]
    );
    assert!(listed.iter().all(|row| row.account.is_some() && row.market.is_none()));
    let text = String::from_utf8(world.request("GET", "/api/audit", None, "").await.body).unwrap();
    for name in ["ada", "Ada", "arden", &ada.user.0.to_string()] {
        assert!(!text.contains(name), "{name}: {text}");
    }
    for (wrong, refusal) in [
        (
            json!({"type": "adjust", "login": "ada", "amount": "901", "taken": true}),
            Refusal::BetRefused { why: BetBar::InsufficientFunds { free: coins(900) } },
        ),
        (
            json!({"type": "adjust", "login": "ada", "amount": "0", "taken": false}),
            Refusal::BetRefused { why: BetBar::PotLimit },
        ),
        (
            json!({"type": "adjust", "login": "ada", "amount": "9007199254740991", "taken": false}),
            Refusal::BetRefused { why: BetBar::PotLimit },
        ),
        (json!({"type": "adjust", "login": "nobody", "amount": "5", "taken": false}), Refusal::NotFound),
        (json!({"type": "ban", "login": "nobody", "on": true}), Refusal::NotFound),
    ] {
        assert_eq!(act(&world, &admin, Uuid::new_v4(), &wrong).await.refusal(), refusal, "{wrong}");
    }
    for wrong in ["-5", "1.5", "1e3", "", "9007199254740992"] {
        let wrong = json!({"type": "adjust", "login": "ada", "amount": wrong, "taken": false});
        assert_eq!(act(&world, &admin, Uuid::new_v4(), &wrong).await.status, 400, "{wrong}");
    }
    for reason in ["", "too short", "         .          "] {
        let body = json!({"key": Uuid::new_v4(), "act": give, "reason": reason});
        let reply = world.send("POST", "/api/admin/betting", &admin, &body).await;
        assert!([400, 422].contains(&reply.status), "{reason:?}: {reply:?}");
    }
    let long = json!({"key": Uuid::new_v4(), "act": give, "reason": "a".repeat(281)});
    assert_eq!(world.send("POST", "/api/admin/betting", &admin, &long).await.status, 422);
    assert_eq!(free(&world, &ada).await, 900);
    assert_eq!(audit(&world).await.len(), 2, "what is refused is not listed");
}

#[tokio::test]
async fn a_ban_is_lifted_again_and_who_looks_after_the_server_never_bets() {
    let world = World::begin().await;
    let (admin, ada) = (world.admin("Warden").await, world.account("Ada").await);
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let story = match_of(&world, 1, [&crane, &heron]).await;
    assert_eq!(bar(&world, &story, &ada).await, None);
    assert_eq!(bar(&world, &story, &admin).await, Some(BetBar::HasAuthority));
    let ban = |on: bool| json!({"type": "ban", "login": "ada", "on": on});
    assert_eq!(act(&world, &admin, Uuid::new_v4(), &ban(true)).await.status, 204);
    assert_eq!(bar(&world, &story, &ada).await, Some(BetBar::BettorBanned));
    assert_eq!(act(&world, &admin, Uuid::new_v4(), &ban(false)).await.status, 204);
    assert_eq!(bar(&world, &story, &ada).await, None);
    let kinds: Vec<AuditKind> = audit(&world).await.iter().map(|row| row.what).collect();
    assert_eq!(kinds, [AuditKind::Unban, AuditKind::Ban]);
}

/// To some accounts only a key or a provider leads: they have no name that could be typed.
#[tokio::test]
async fn an_account_without_a_name_is_found_by_its_number_and_by_its_id() {
    let world = World::begin().await;
    let (admin, ada) = (world.admin("Warden").await, world.account("Ada").await);
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let story = match_of(&world, 1, [&crane, &heron]).await;
    sqlx::query("UPDATE account SET login = NULL WHERE login = 'ada'")
        .execute(&mut world.database().await)
        .await
        .unwrap();
    let by_id = json!({"type": "ban", "login": ada.user.0.to_string(), "on": true});
    assert_eq!(act(&world, &admin, Uuid::new_v4(), &by_id).await.status, 204);
    assert_eq!(bar(&world, &story, &ada).await, Some(BetBar::BettorBanned));
    let number = audit(&world).await[0].account.unwrap();
    let by_number = json!({"type": "ban", "login": format!("#{number}"), "on": false});
    assert_eq!(act(&world, &admin, Uuid::new_v4(), &by_number).await.status, 204);
    assert_eq!(bar(&world, &story, &ada).await, None);
    let give = json!({"type": "adjust", "login": format!(" #{number} "), "amount": "7", "taken": false});
    assert_eq!(act(&world, &admin, Uuid::new_v4(), &give).await.status, 204);
    assert_eq!(free(&world, &ada).await, 1007);
    assert!(audit(&world).await.iter().all(|row| row.account == Some(number)));
    let somebody = world.guest("Crow").await.user.0.to_string();
    for nobody in ["#", "#0", "#999", "#-1", "#1.5", "#99999999999999999999", "#ada", &somebody] {
        let ban = json!({"type": "ban", "login": nobody, "on": true});
        assert_eq!(act(&world, &admin, Uuid::new_v4(), &ban).await.refusal(), Refusal::NotFound, "{nobody}");
    }
}

/// Everything that the log of a room says.
async fn said(world: &World, story: &Story) -> Vec<Event> {
    let log = world.store.log(&story.id).await.unwrap().unwrap();
    log.entries.into_iter().flat_map(|entry| entry.events).collect()
}

#[tokio::test]
async fn a_market_is_stopped_and_ended_by_its_room() {
    let world = World::begin().await;
    let (admin, ada) = (world.admin("Warden").await, world.account("Ada").await);
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    let room = story.id.as_str().to_owned();
    let (pause, void) =
        (|on: bool| json!({"type": "pause", "room": room, "on": on}), json!({"type": "void", "room": room}));
    for early in [pause(true), void.clone()] {
        let reply = act(&world, &admin, Uuid::new_v4(), &early).await;
        assert_eq!(reply.refusal(), Refusal::BetRefused { why: BetBar::MarketClosed });
    }
    let nowhere = json!({"type": "void", "room": "0000000000000000"});
    assert_eq!(act(&world, &admin, Uuid::new_v4(), &nowhere).await.refusal(), Refusal::NoRoom);
    assert_eq!(audit(&world).await, []);

    world.opens(&mut story, 1).await;
    world.bets(&story, 1, (&ada, South, 20)).await;
    assert_eq!(act(&world, &admin, Uuid::new_v4(), &pause(true)).await.status, 204);
    assert_eq!(world.follow(&story).await.unwrap().state, MarketState::Suspended);
    let why = SuspendReason::Admin;
    assert!(said(&world, &story).await.contains(&Event::MarketSuspended { market: MarketId(1), why }));
    assert_eq!(act(&world, &admin, Uuid::new_v4(), &pause(false)).await.status, 204);
    // Nobody who sits is there, so that other reasons remain.
    assert!(said(&world, &story).await.contains(&Event::MarketEased { market: MarketId(1), why }));
    let key = Uuid::new_v4();
    for _ in 0..2 {
        assert_eq!(act(&world, &admin, key, &void).await.status, 204);
    }
    let view = world.follow(&story).await.unwrap();
    assert_eq!((view.state, view.void), (MarketState::Void, Some(VoidReason::Moderator)));
    assert_eq!(free(&world, &ada).await, 1000);
    let listed = audit(&world).await;
    let kinds: Vec<AuditKind> = listed.iter().map(|row| row.what).collect();
    assert_eq!(kinds, [AuditKind::Void, AuditKind::Resume, AuditKind::Pause]);
    assert!(listed.iter().all(|row| row.market.is_some() && row.account.is_none()));
}

fn pause(story: &Story, on: bool) -> Value {
    json!({"type": "pause", "room": story.id.as_str(), "on": on})
}

fn void(story: &Story) -> Value {
    json!({"type": "void", "room": story.id.as_str()})
}

/// Whoever has lost the answer asks again, and another market may have opened meanwhile.
#[tokio::test]
async fn an_act_that_is_sent_again_meets_the_market_that_it_was_about_and_no_other() {
    let world = World::begin().await;
    let (admin, ada) = (world.admin("Warden").await, world.account("Ada").await);
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    world.opens(&mut story, 1).await;
    let (first, second) = (Uuid::new_v4(), Uuid::new_v4());
    assert_eq!(act(&world, &admin, second, &pause(&story, true)).await.status, 204);
    assert_eq!(act(&world, &admin, first, &void(&story)).await.status, 204);
    let (dir, clock) = world.end().await;
    let world = World::begin_in(dir, clock, |_| ()).await;
    world.opens(&mut story, 2).await;
    world.bets(&story, 2, (&ada, South, 20)).await;
    assert_eq!(act(&world, &admin, first, &void(&story)).await.status, 204);
    assert_eq!(act(&world, &admin, second, &pause(&story, true)).await.status, 204);
    let view = world.follow(&story).await.unwrap();
    assert_eq!((view.market, view.void, view.total), (MarketId(2), None, coins(20)));
    let why = SuspendReason::Admin;
    assert!(!said(&world, &story).await.contains(&Event::MarketSuspended { market: MarketId(2), why }));
    assert_eq!(audit(&world).await.len(), 2);
}

#[tokio::test]
async fn a_stop_that_is_sent_again_does_not_undo_what_came_after_it() {
    let world = World::begin().await;
    let admin = world.admin("Warden").await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    world.opens(&mut story, 1).await;
    let (stop, go_on) = (Uuid::new_v4(), Uuid::new_v4());
    assert_eq!(act(&world, &admin, stop, &pause(&story, true)).await.status, 204);
    assert_eq!(act(&world, &admin, go_on, &pause(&story, false)).await.status, 204);
    let before = said(&world, &story).await;
    assert_eq!(act(&world, &admin, stop, &pause(&story, true)).await.status, 204);
    assert_eq!(said(&world, &story).await, before, "he let it go on since");
    assert_eq!(audit(&world).await.len(), 2);
}

/// What is locked takes no bets anyway: the stop is for those that follow, and is listed.
#[tokio::test]
async fn a_stop_while_a_game_is_played_is_listed() {
    let world = World::begin().await;
    let (admin, ada) = (world.admin("Warden").await, world.account("Ada").await);
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    world.opens(&mut story, 1).await;
    world.bets(&story, 1, (&ada, South, 20)).await;
    world.bets(&story, 1, (&world.account("Ibis").await, North, 20)).await;
    world.locks(&mut story, 1, &[&crane], &[&heron], &crane).await;
    for on in [true, false] {
        let reply = act(&world, &admin, Uuid::new_v4(), &pause(&story, on)).await;
        assert_eq!(reply.status, 204, "{reply:?}");
    }
    assert_eq!(audit(&world).await.len(), 2);
}

/// No room can carry it out where the log is damaged: the books do.
#[tokio::test]
async fn a_market_of_a_room_that_cannot_be_read_is_ended_all_the_same() {
    let world = World::begin().await;
    let (admin, ada) = (world.admin("Warden").await, world.account("Ada").await);
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    world.opens(&mut story, 1).await;
    world.bets(&story, 1, (&ada, South, 20)).await;
    sqlx::query("DELETE FROM log WHERE seq = 2").execute(&mut world.database().await).await.unwrap();
    assert_eq!(free(&world, &ada).await, 980);
    let reply = act(&world, &admin, Uuid::new_v4(), &void(&story)).await;
    assert_eq!(reply.status, 204, "{reply:?}");
    assert_eq!(free(&world, &ada).await, 1000);
    let view = world.follow(&story).await.unwrap();
    assert!(matches!(view.void, Some(VoidReason::Moderator | VoidReason::Unrecoverable)), "{view:?}");
    let kinds: Vec<AuditKind> = audit(&world).await.iter().map(|row| row.what).collect();
    assert_eq!(kinds, [AuditKind::Void]);
}

/// Nobody stops it there, and nobody says that he did.
#[tokio::test]
async fn a_market_of_a_room_that_cannot_be_read_is_not_stopped() {
    let world = World::begin().await;
    let admin = world.admin("Warden").await;
    let (crane, heron) = (world.account("Crane").await, world.account("Heron").await);
    let mut story = match_of(&world, 1, [&crane, &heron]).await;
    world.opens(&mut story, 1).await;
    sqlx::query("DELETE FROM log WHERE seq = 2").execute(&mut world.database().await).await.unwrap();
    let reply = act(&world, &admin, Uuid::new_v4(), &pause(&story, true)).await;
    assert!([409, 500, 503].contains(&reply.status), "{reply:?}");
    assert_eq!(audit(&world).await, []);
}
