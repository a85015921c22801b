//! Slow games tell who is away, and nobody else, once (`docs/notices.md`).

mod routes;

use engine::{Move, Side};
use protocol::http::push::{Notice, PushKey, PushLang, PushView, PushWishes};
use protocol::motion::Motion;
use protocol::settings::{Clock, DecisionMode, FlagPolicy};
use protocol::{Command, RoomSettings};
use sindillo_tests::http::Response;
use sindillo_tests::table::Table;
use sindillo_tests::{Browser, Person, PushService, Request, Tab, World};

use crate::council::{opened, plain, south_starts};

const ALL: PushWishes = PushWishes { turn: true, tried: true, motion: true, ended: true, rematch: true };

#[tokio::test]
async fn the_turn_calls_whoever_of_the_side_is_away_once_and_nobody_else() {
    let (world, service) = world().await;
    let (table, turn) = opened(&world, slow(DecisionMode::Plurality), 2, 1).await;
    let ([s1, s2], [n1, n2]) = teams(&table);
    let watcher = &table.watchers[0];
    let [bs1, bs2, bn1, bn2, bw] = tell_all(&service, [s1, s2, n1, n2, watcher]).await;
    for tab in [s2, n1, watcher] {
        tab.leaves().await;
    }
    s1.votes(&plain(&turn)[0]).await.expect("a vote");
    s2.connects().await;
    s2.votes(&plain(&turn)[0]).await.expect("a vote");
    s2.leaves().await;
    n2.waits("it stands", |seen| seen.game().is_some_and(|game| game.plies.len() == 1)).await;

    let parcel = bn1.gets(1).await;
    assert_eq!((parcel.message.room.clone(), parcel.message.notice), (table.room.clone(), Notice::Turn));
    assert_eq!((parcel.message.game, parcel.message.lang), (engine::Preset::EnDodoi, PushLang::Pl));
    let said: serde_json::Map<_, _> = serde_json::from_str(&parcel.text).expect("an object");
    let said: Vec<&String> = said.keys().collect();
    assert_eq!(said, ["game", "lang", "notice", "number", "room"], "nothing else is said");
    assert_eq!(parcel.header("content-encoding"), "aes128gcm");
    assert_eq!(parcel.header("urgency"), "high");
    assert_eq!(parcel.header("topic").len(), 24);
    assert!(!parcel.header("topic").contains(table.room.as_str()));
    let seconds: u64 = parcel.header("ttl").parse().expect("seconds");
    assert!((1..=600).contains(&seconds), "as long as the turn lasts: {seconds}");
    assert_eq!(parcel.length, 86 + 256 + 17, "all notices are as long");
    let claims = parcel.claims(&key(s1.person()).await);
    assert_eq!(claims["aud"], service.origin());

    // The next turn but one is told of as well: what was not told of the first one would be by now.
    let answer = move_of(n2, 2).await;
    n2.votes(&answer).await.expect("a vote");
    n1.connects().await;
    n1.votes(&answer).await.expect("a vote");
    n1.leaves().await;
    assert_eq!(bs2.gets(1).await.message.notice, Notice::Turn);
    assert_eq!((bs1.count(), bn1.count(), bn2.count(), bw.count()), (0, 1, 0, 0));
    table.all_kept_the_contract();
    world.end().await;
}

#[tokio::test]
async fn a_try_a_motion_the_end_and_another_game_call_those_whom_they_wait_for() {
    let (world, service) = world().await;
    let (table, turn) = opened(&world, slow(DecisionMode::Anyone), 2, 0).await;
    let ([s1, s2], [n1, n2]) = teams(&table);
    let [bs1, bs2, bn1, bn2] = tell_all(&service, [s1, s2, n1, n2]).await;
    // One of North wants to know of the end alone.
    let only_ended = PushWishes { ended: true, ..PushWishes::default() };
    wishes(n2.person(), &only_ended).await;
    for tab in [s2, n1, n2] {
        tab.leaves().await;
    }

    s1.votes(&plain(&turn)[0]).await.expect("a vote");
    s1.waits("a move is tried", |seen| seen.turn().is_some_and(|turn| turn.tried.is_some())).await;
    assert_eq!(bs2.gets(1).await.message.notice, Notice::Tried, "what he saw begin did not call him");
    s1.withdraws().await.expect("the maker may");

    s1.asks(Command::MotionOpen { what: Motion::Resign }).await.expect("one may be for it");
    assert_eq!(bs2.gets(2).await.message.notice, Notice::Motion);
    assert_eq!(bn1.count() + bn2.count(), 0, "North learns nothing of it");

    s2.connects().await;
    let motion = s2.look(|state| {
        let team = state.seen.team.south.as_ref().expect("one's own side");
        team.motions.first().map(|motion| motion.motion)
    });
    let motion = motion.expect("the motion is open");
    s2.asks(Command::MotionVote { motion, yes: Some(true) }).await.expect("one may be for it");
    s2.waits("it is over", |seen| seen.game().is_some_and(|game| game.result.is_some())).await;
    s2.leaves().await;
    assert_eq!(bn1.gets(1).await.message.notice, Notice::Ended);
    assert_eq!(bn2.gets(1).await.message.notice, Notice::Ended);

    s1.asks(Command::RematchSet { on: true }).await.expect("one may want another");
    assert_eq!(bn1.gets(2).await.message.notice, Notice::Rematch);
    assert_eq!(bs2.gets(3).await.message.notice, Notice::Rematch);
    assert_eq!((bs1.count(), bn2.count()), (0, 1), "he is here; and he did not want to know");
    world.end().await;
}

#[tokio::test]
async fn a_restart_tells_nothing_twice_and_loses_nothing() {
    let (mut world, service) = world().await;
    let (table, turn) = opened(&world, slow(DecisionMode::Anyone), 2, 0).await;
    let ([s1, s2], [n1, n2]) = teams(&table);
    let [bn1, bn2] = tell_all(&service, [n1, n2]).await;
    n1.leaves().await;
    n2.leaves().await;
    // What comes of the turn comes from the server after this one: where this one lives for longer
    // than a notice waits, the service does not take it for now.
    let takes = |status| [n1, n2].iter().for_each(|tab| service.answers(tab.name(), status));
    takes(503);
    s1.votes(&plain(&turn)[0]).await.expect("a vote");
    s2.waits("a move is tried", |seen| seen.turn().is_some_and(|turn| turn.tried.is_some())).await;
    s2.approves().await.expect("the partner may");
    s1.waits("it stands", |seen| seen.game().is_some_and(|game| game.plies.len() == 1)).await;
    // What was told is on disk, so is what is to be sent for it.
    world.kill().await;
    takes(201);
    world.restart().await;
    assert_eq!(bn1.is_told(1).await.message.notice, Notice::Turn);
    assert_eq!(bn2.is_told(1).await.message.notice, Notice::Turn);

    for in_order in [true, false] {
        if in_order {
            assert!(world.terminate().await.status.success());
        } else {
            world.kill().await;
        }
        world.restart().await;
        // The room wakes, and is held and released.
        n1.connects().await;
        n1.waits("the turn is there", |seen| seen.turn().is_some()).await;
        n1.leaves().await;
    }
    // Something new is told, and nothing else was.
    n2.connects().await;
    n2.asks(Command::MotionOpen { what: Motion::Resign }).await.expect("one may be for it");
    assert_eq!(bn1.is_told(2).await.message.notice, Notice::Motion);
    assert_eq!(bn2.is_told(1).await.message.notice, Notice::Turn);
    world.end().await;
}

#[tokio::test]
async fn who_comes_back_before_a_notice_is_sent_is_not_told_and_a_live_game_tells_nobody() {
    let (world, service) = world().await;
    let (table, turn) = opened(&world, slow(DecisionMode::Anyone), 1, 0).await;
    let (s1, n1) = (&table.south[0], &table.north[0]);
    let (live, live_turn) = opened(&world, south_starts(DecisionMode::Anyone), 1, 0).await;
    let live_n1 = &live.north[0];
    let [bn1] = tell_all(&service, [n1]).await;
    let blive = service.browser("live");
    subscribes(live_n1.person(), &blive, PushLang::Pl).await;
    wishes(live_n1.person(), &ALL).await;
    // Where he is away for longer than a notice waits, the service does not take it for now.
    service.answers(n1.name(), 503);
    n1.leaves().await;
    live_n1.leaves().await;
    live.south[0].lays(&plain(&live_turn)[0]).await.expect("a move");
    s1.lays(&plain(&turn)[0]).await.expect("a move");
    s1.waits("it stands", |seen| seen.game().is_some_and(|game| game.plies.len() == 1)).await;
    // As if the page was only loaded anew.
    n1.connects().await;
    service.answers(n1.name(), 201);
    n1.lays(&move_of(n1, 2).await).await.expect("a move");
    n1.leaves().await;
    s1.lays(&move_of(s1, 3).await).await.expect("a move");
    assert_eq!(bn1.is_told(1).await.message.notice, Notice::Turn, "of the fourth ply alone");
    assert_eq!(blive.count(), 0);
    world.end().await;
}

#[tokio::test]
async fn a_browser_that_is_gone_is_forgotten_and_where_a_service_points_is_not_followed() {
    let (mut world, service) = world().await;
    let (table, turn) = opened(&world, slow(DecisionMode::Anyone), 1, 0).await;
    let (s1, n1) = (&table.south[0], &table.north[0]);
    let [gone] = tell_all(&service, [n1]).await;
    let pointed = service.browser("pointed");
    subscribes(n1.person(), &pointed, PushLang::Sw).await;
    service.answers(n1.name(), 410);
    service.answers("pointed", 307);
    world.expect_warning("a push service does not take a notice");
    n1.leaves().await;
    s1.lays(&plain(&turn)[0]).await.expect("a move");
    assert_eq!(gone.gets(1).await.message.lang, PushLang::Pl);
    assert_eq!(pointed.gets(1).await.message.lang, PushLang::Sw);
    let devices = loop {
        let devices = view(n1.person()).await.devices;
        if devices.len() == 1 {
            break devices;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(devices[0].lang, PushLang::Sw);
    assert_eq!(service.count(), 2, "nobody went elsewhere");
    world.end().await;
}

/// The move that comes first of those of a ply, once the page is told of them.
async fn move_of(tab: &Tab, ply: u16) -> Move {
    tab.until("the moves are there", |state| {
        let turn = state.seen.turn().filter(|turn| turn.ply == ply)?;
        let legal = state.seen.legal.as_ref().filter(|legal| legal.ply == turn.ply)?;
        Some(legal.moves[0].mv.clone())
    })
    .await
}

async fn world() -> (World, PushService) {
    let service = PushService::new().await;
    let world = World::with(&["--no-address-limits", "--push-service", &service.origin()]).await;
    (world, service)
}

fn slow(mode: DecisionMode) -> RoomSettings {
    let mut settings = south_starts(mode);
    settings.clock = Clock::Slow { ms: 600_000, flag: FlagPolicy::Lose };
    settings
}

fn teams(table: &Table) -> ([&Tab; 2], [&Tab; 2]) {
    let of = |side: Side| [&table.side(side)[0], &table.side(side)[1]];
    (of(Side::South), of(Side::North))
}

/// Each of these wants to be told of everything, in Polish, by a browser of his name.
async fn tell_all<const N: usize>(service: &PushService, tabs: [&Tab; N]) -> [Browser; N] {
    let browsers = tabs.map(|tab| service.browser(tab.name()));
    for (tab, browser) in tabs.iter().zip(&browsers) {
        subscribes(tab.person(), browser, PushLang::Pl).await;
        wishes(tab.person(), &ALL).await;
    }
    browsers
}

async fn subscribes(person: &Person, browser: &Browser, lang: PushLang) {
    let answer = asks_to_be_told(person, browser, lang).await;
    assert_eq!(answer.status, 204, "{}", answer.text());
}

async fn asks_to_be_told(person: &Person, browser: &Browser, lang: PushLang) -> Response {
    let request = Request::with("PUT", "/api/me/push", &browser.subscription(lang));
    person.fetch(request).await.expect("an answer")
}

async fn wishes(person: &Person, wishes: &PushWishes) {
    let answer = person.fetch(Request::with("PUT", "/api/me/push/wishes", wishes)).await;
    assert_eq!(answer.expect("an answer").status, 204);
}

async fn view(person: &Person) -> PushView {
    loop {
        let answer = person.fetch(Request::get("/api/me/push")).await.expect("an answer");
        // Who looks again and again has to wait.
        if answer.status != 429 {
            return answer.json().expect("a view");
        }
        tokio::task::yield_now().await;
    }
}

async fn key(person: &Person) -> String {
    let answer = person.fetch(Request::get("/api/push/key")).await.expect("an answer");
    answer.json::<PushKey>().expect("a key").key
}
