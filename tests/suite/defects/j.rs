//! I9, J2, J3, J5, J6: who is sent away, who keeps order, who floods.

use engine::{Preset, Side};
use protocol::command::Hearers;
use protocol::http::SessionRequest;
use protocol::message::Answer;
use protocol::motion::MotionBar;
use protocol::settings::DecisionMode;
use protocol::{CloseCode, Command, MemberId, Motion, Refusal, limits};
use sindillo_tests::length::is_long;
use sindillo_tests::patience::PATIENCE;
use sindillo_tests::raw::masked;
use sindillo_tests::table::{Table, sits};
use sindillo_tests::{Request, Tab, World, quick};
use tokio::io::AsyncWriteExt;

use super::{carries, ends_well};

/// I9, smogon/pokemon-showdown#568, and F1: who was banned comes back under another name.
#[tokio::test]
async fn i9_a_ban_follows_the_person_through_names_tabs_games_and_restarts() {
    let mut world = World::with(&["--no-address-limits"]).await;
    let mut table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 3, 1).await;
    let banned = table.north.pop().expect("three sit there");
    let second = banned.person().enters(&table.room).await;
    let (host, member) = (table.south[0].clone(), banned.member());
    host.asks(Command::MemberBan { member, on: true }).await.expect("the host may");
    for tab in [&banned, &second] {
        assert_eq!(tab.waits_for_close().await, Some(CloseCode::Banned.number()), "every socket of his");
    }
    for tab in table.everybody() {
        tab.waits("he is gone", |seen| {
            seen.member(member).is_some_and(|row| row.banned && row.seats.is_empty())
        })
        .await;
    }
    // What is said from now on is not his to hear.
    host.says(Hearers::All, "siri-baada-ya-9").await.expect("a line");
    table.north[0].says(Hearers::Team, "siri-ya-timu-9").await.expect("a line");
    let knocks = async |when: &str| {
        let refused = banned.opens_at_all().await.expect_err(when);
        let why = format!("{refused:#}");
        assert!(why.contains("4403") || why.contains("\"banned\""), "{when}: {why}");
    };
    knocks("at once").await;
    let request = Request::post("/api/session", &SessionRequest { name: Some("Somebody Else".to_owned()) });
    assert_eq!(banned.person().fetch(request).await.expect("an answer").status, 200);
    knocks("under another name").await;
    carries(&table, Side::South, Motion::Resign).await;
    for tab in table.everybody() {
        tab.waits("the game is over", |seen| seen.game().is_some_and(|game| game.result.is_some())).await;
    }
    knocks("after the game").await;
    table.everybody().for_each(Tab::returns);
    world.kill().await;
    world.restart().await;
    for tab in table.everybody() {
        tab.is_up_to_date().await;
    }
    knocks("after a restart").await;
    for secret in ["siri-baada-ya-9", "siri-ya-timu-9"] {
        assert!(!banned.person().heard().holds(secret), "he hears {secret}");
    }
    host.asks(Command::MemberBan { member, on: false }).await.expect("the host may");
    let back = banned.person().enters(&table.room).await;
    assert_eq!((back.member(), back.seats()), (member, Vec::new()), "the same person, without a seat");
    ends_well(&table, world).await;
}

/// J2, Impostor/Impostor#84: a ban is kept by a client and gone after the game. Here whom his own
/// side sent away stays away through the end of the match, the next one, and servers that stop and
/// die, until the host lets him in.
#[tokio::test]
async fn j2_a_ban_outlives_the_game_the_match_and_the_server() {
    let mut world = World::with(&["--no-address-limits"]).await;
    let mut table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 3, 1).await;
    let banned = table.north.pop().expect("three sit there");
    let (host, member) = (table.south[0].clone(), banned.member());
    for tab in &table.north {
        tab.asks(Command::MotionOpen { what: Motion::Kick { member } }).await.expect("one may be for it");
    }
    assert_eq!(banned.waits_for_close().await, Some(CloseCode::Banned.number()));
    let knocks = async |when: &str| {
        let refused = banned.opens_at_all().await.expect_err(when);
        let why = format!("{refused:#}");
        assert!(why.contains("4403") || why.contains("\"banned\""), "{when}: {why}");
    };
    knocks("in the game").await;
    for number in 0..2 {
        carries(&table, Side::South, Motion::Resign).await;
        for tab in table.everybody() {
            tab.waits("the game is over", |seen| seen.game().is_some_and(|game| game.result.is_some())).await;
        }
        knocks("after the match").await;
        table.everybody().for_each(Tab::returns);
        if number == 0 {
            assert!(world.terminate().await.status.success());
        } else {
            world.kill().await;
        }
        world.restart().await;
        for tab in table.everybody() {
            tab.is_up_to_date().await;
            assert!(tab.look(|state| is_banned(&state.seen, member)), "{} is shown it", tab.name());
        }
        knocks("at another server").await;
        table.wants_another().await;
        for tab in table.everybody() {
            tab.waits("another match begins", |seen| seen.turn().is_some()).await;
        }
        knocks("in the next match").await;
    }
    // His side has no say in it: the host lets him in, or nobody.
    let order = Command::MemberBan { member, on: false };
    assert_eq!(table.north[0].asks(order.clone()).await, Err(Refusal::ForbiddenRole));
    host.asks(order).await.expect("the host may");
    let back = banned.person().enters(&table.room).await;
    assert_eq!((back.member(), back.seats()), (member, Vec::new()), "the same person, without a seat");
    back.sits(Side::North).await.expect("there is a seat");
    table.north.push(back);
    ends_well(&table, world).await;
}

/// J3, scribble-rs/scribble.rs#30: a fixed number of votes throws anybody out of any room. Here two
/// thirds of the others, and never in a side of two.
#[tokio::test]
async fn j3_it_takes_two_thirds_of_the_others_to_send_somebody_away() {
    let world = World::with(&["--no-address-limits"]).await;
    for each in [2_usize, 3, 4, 5] {
        let mut settings = quick(Preset::EnDodoi, DecisionMode::Majority);
        settings.team_max = 5;
        let table = Table::begun(&world, settings, each, 0).await;
        let target = table.north[each - 1].member();
        let kick = || Command::MotionOpen { what: Motion::Kick { member: target } };
        let others = &table.north[..each - 1];
        if each == 2 {
            let refused = others[0].asks(kick()).await;
            assert_eq!(refused, Err(Refusal::MotionBarred { why: MotionBar::HostOnly }));
            continue;
        }
        let need = (2 * (each - 1)).div_ceil(3).max(2);
        for (number, tab) in others[..need].iter().enumerate() {
            let gone = tab.look(|state| is_banned(&state.seen, target));
            assert!(!gone, "{number} of {} others are too few", each - 1);
            tab.asks(kick()).await.expect("one may be for it");
        }
        table.south[0].waits("he is sent away", |seen| is_banned(seen, target)).await;
        table.south[0].kept_the_contract();
    }
    world.end().await;
}

/// J5, openfrontio/OpenFrontIO#2764: the host is gone and his room is dead; when he returns he has
/// no say any more. The long form waits for the minute after which the room has another host.
#[tokio::test]
async fn j5_a_room_outlives_its_host_and_who_opened_it_gets_it_back_before_the_first_game() {
    let world = World::new().await;
    let table = Table::seated(&world, quick(Preset::EnDodoi, DecisionMode::Hand), 2, 1).await;
    let (opener, next, watcher) = (&table.south[0], &table.south[1], &table.watchers[0]);
    let (first, second) = (opener.member(), next.member());
    let is_host = |member: MemberId| {
        move |seen: &sindillo_tests::Seen| seen.table.as_ref().is_some_and(|table| table.host == Some(member))
    };
    assert_eq!(next.asks(Command::BotAdd { side: Side::South }).await, Err(Refusal::ForbiddenRole));
    if is_long() {
        opener.is_cut();
        let minute = 2 * PATIENCE;
        let passed = async {
            while !watcher.look(|state| is_host(second)(&state.seen)) {
                watcher.is_told().await;
            }
        };
        tokio::time::timeout(minute, passed).await.expect("another host within a minute");
        next.asks(Command::BotAdd { side: Side::South }).await.expect("the new host may");
        opener.connects().await;
        watcher.waits("the room is his again", is_host(first)).await;
        world.end().await;
        return;
    }
    // A short absence changes nothing, and whoever hosts may pass it on.
    opener.is_cut();
    opener.connects().await;
    assert!(watcher.look(|state| is_host(first)(&state.seen)), "a moment is not enough");
    opener.asks(Command::HostPass { to: second }).await.expect("the host may");
    for tab in table.everybody() {
        tab.waits("another one hosts", is_host(second)).await;
    }
    assert_eq!(opener.asks(Command::BotAdd { side: Side::North }).await, Err(Refusal::ForbiddenRole));
    next.asks(Command::BotAdd { side: Side::South }).await.expect("the new host may");
    ends_well(&table, world).await;
}

/// J6, Hanabi-Live/hanabi-live: a flood bans an address for ever. Here it closes the socket, cools
/// down, and neighbours of the same address do not feel it.
#[tokio::test]
async fn j6_a_flood_is_closed_cools_down_and_leaves_the_neighbours_alone() {
    let world = World::new().await;
    let cafe = sindillo_tests::world::loopback();
    let host = world.person_from(cafe, "Nashipae").await;
    let room = host.opens(quick(Preset::EnDodoi, DecisionMode::Hand)).await;
    let neighbour = sits(&host, &room, Side::South).await;
    let flooder = world.person_from(cafe, "Flooder").await;
    for round in 0..2 {
        let tab = flooder.enters(&room).await;
        let mut orders = Vec::new();
        for number in 0..400 {
            let text = format!("line {number}");
            orders.push(tab.sends(Command::ChatSay { to: Hearers::All, text }, None));
        }
        let code = tab.waits_for_close().await;
        assert_eq!(code, Some(CloseCode::Flood.number()), "round {round}");
        neighbour.is_ready().await.expect("the neighbour plays on");
        // Coming back works at once: only what he says must wait.
        let back = flooder.enters(&room).await;
        let order = back.sends(Command::ChatSay { to: Hearers::All, text: "Sorry.".to_owned() }, None);
        let answer = back.answer(&order).await;
        let waits =
            matches!(answer, Answer::Err { err: Refusal::RateLimited { wait_ms }, .. } if wait_ms > 0);
        assert!(waits || answer == Answer::Ok, "{answer:?}");
        back.sends_again(&order);
        assert_eq!(back.settles(&order).await, Ok(()), "and in the end he is heard");
        back.leaves().await;
    }
    // Bytes that make no sense at all, as fast as they go.
    let mut line = sindillo_tests::raw::Line::upgraded(&flooder, &room).await.expect("an upgrade").deaf();
    let burst = masked(0x89, b"x").repeat(2_000);
    let flood = async { while line.write_all(&burst).await.is_ok() {} };
    tokio::time::timeout(PATIENCE, flood).await.expect("the flood is closed");
    world.person_from(cafe, "Newcomer").await.enters(&room).await.leaves().await;
    let heard = neighbour.look(|state| state.seen.table.as_ref().map_or(0, |table| table.chat.len()));
    assert!(heard <= 2 * limits::CREDITS_BURST as usize, "{heard} lines");
    neighbour.kept_the_contract();
    world.end().await;
}

fn is_banned(seen: &sindillo_tests::Seen, member: MemberId) -> bool {
    seen.member(member).is_some_and(|row| row.banned)
}
