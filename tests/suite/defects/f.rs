//! F1, F3, F4, F10: secrets of a side, and everybody who might come by them.

use engine::{Preset, Side};
use protocol::command::Hearers;
use protocol::http::TicketRequest;
use protocol::message::{Heads, Hello, Resume};
use protocol::settings::{DecisionMode, Visibility};
use protocol::{Command, Motion, PROTO_MINOR};
use sindillo_tests::person::Tape;
use sindillo_tests::raw::{Line, Upgrade};
use sindillo_tests::table::Table;
use sindillo_tests::{Request, Tab, World, quick};

use super::{both_carry, carries, ends_well, plays_any};
use crate::council::{opened, plain, south_starts};

/// Words that stand for South's secrets; no byte of the protocol looks like them.
const CANARY: &str = "korongo-siri-4d1e";

/// F1, online-go/online-go.com#202: what is hidden from the other side can be read by somebody who
/// is logged out, or used to be on the side.
#[tokio::test]
async fn f1_nobody_outside_a_side_reads_it_logged_out_or_opposed_or_gone() {
    let world = World::new().await;
    let table = Table::seated(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 3, 1).await;
    let gone = &table.south[2];
    gone.asks(Command::SeatLeave {}).await.expect("one may stand up");
    gone.waits("the side's stream is gone", |seen| seen.team.south.is_none()).await;
    let first = &table.south[0];
    first.says(Hearers::Team, CANARY).await.expect("a member may speak");
    table.south[1].waits("the team hears it", |seen| hears(seen, CANARY)).await;
    // Logged out: without a cookie there is no ticket, and without a ticket no stream.
    let body = TicketRequest { room: table.room.clone() };
    let refused = world.fetch(Request::post("/api/ws-ticket", &body)).await;
    assert_eq!(refused.status, 401);
    let mut line = Line::dial(sindillo_tests::world::loopback(), &world.address()).await.expect("a line");
    let bare = Upgrade::decent(first.person(), &table.room).without("Cookie");
    line.write(bare.text().as_bytes()).await.expect("sent");
    assert_eq!(line.head().await.expect("an answer").status, 101, "a handshake tells nothing yet");
    let hello = Hello { proto: PROTO_MINOR, ticket: "0".repeat(32), tab: "bare".to_owned(), resume: None };
    line.text(&serde_json::json!({ "k": "hello", "d": hello }).to_string()).await.expect("sent");
    let mut heard = Tape::default();
    while let Ok(Some(frame)) = line.next().await {
        heard.write(&frame.payload);
    }
    assert!(!heard.holds("\"f\":\"welcome\"") && !heard.holds(CANARY), "logged out");
    // Everybody else, in the pages that they have and in new ones.
    for tab in table.north.iter().chain(&table.watchers).chain([gone]) {
        let fresh = tab.person().enters(&table.room).await;
        tab.person().fetch(Request::get(format!("/r/{}", table.room))).await.expect("an answer");
        heard = tab.person().heard();
        assert!(!heard.is_empty() && !heard.holds(CANARY), "{} hears of it", tab.name());
        fresh.leaves().await;
    }
    table.all_kept_the_contract();
    world.end().await;
}

/// F3, govariantsteam/govariants#500: a filter that is asked without a viewer lets everything
/// through.
#[tokio::test]
async fn f3_without_a_cookie_no_route_tells_more_than_a_watcher_sees() {
    let world = World::with_page().await;
    let mut settings = south_starts(DecisionMode::Majority);
    settings.visibility = Visibility::Public;
    let (table, turn) = opened(&world, settings, 2, 1).await;
    table.south[0].says(Hearers::Team, CANARY).await.expect("a member may speak");
    table.south[0].proposes(&plain(&turn)[0], CANARY).await.expect("a proposal");
    let room = &table.room;
    let mut told = Vec::new();
    for route in [
        "/".to_owned(),
        format!("/r/{room}"),
        "/api/session".to_owned(),
        "/api/games".to_owned(),
        "/api/rooms".to_owned(),
        "/api/me/games".to_owned(),
        format!("/api/rooms/{room}"),
        format!("/api/rooms/{room}/log"),
        format!("/api/rooms/{room}/table"),
        format!("/api/rooms/{room}/south"),
        format!("/api/rooms/{room}/export"),
        format!("/api/rooms/{room}/record"),
        format!("/api/rooms/{room}/record.json"),
        format!("/r/{room}/story"),
        format!("/ws/{room}"),
        "/metrics".to_owned(),
        "/healthz".to_owned(),
        "/readyz".to_owned(),
    ] {
        let response = world.fetch(Request::get(&route)).await;
        let body = response.text();
        assert!(!body.contains(CANARY), "{route}");
        for name in ["Naserian", "Tipape", "ballot", "\"pits\":["] {
            // The page of a room has in it the board that those see who watch, and no more (`glance`).
            let board = name == "\"pits\":[" && route == format!("/r/{room}");
            let open = board || ["/api/games", "/"].contains(&route.as_str());
            assert!(open || !body.contains(name), "{route} tells {name}: {body:.300}");
        }
        told.push((route, response.status));
    }
    let rows = told.iter().filter(|(route, status)| route.contains("/api/") && *status == 200);
    let rows: Vec<&str> = rows.map(|(route, _)| route.as_str()).collect();
    assert_eq!(rows, ["/api/games", "/api/rooms"], "what is open to all: {told:?}");
    ends_well(&table, world).await;
}

/// F4, govariantsteam/govariants#174, #301: whoever knows the name of a stream may listen to it.
/// (Made-up heads in a `hello` are tried in `presence.rs`.)
#[tokio::test]
async fn f4_nobody_can_ask_for_the_stream_of_another_side() {
    let world = World::with(&["--no-address-limits"]).await;
    let (table, _) = opened(&world, south_starts(DecisionMode::Majority), 2, 1).await;
    let cid = "7d444840-9dc0-11d1-b245-5ffdce74fad2";
    for tab in [&table.north[0], &table.watchers[0]] {
        let frames = tab.look(|state| state.seen.heads);
        let mut line = Line::upgraded(tab.person(), &table.room).await.expect("an upgrade");
        let ticket = tab.person().ticket(&table.room).await.expect("a ticket");
        let epoch = tab.look(|state| state.welcome.as_ref().expect("a welcome").epoch.clone());
        let heads = Heads { south: Some(0), ..frames };
        let resume = Some(Resume { epoch, heads });
        let hello = Hello { proto: PROTO_MINOR, ticket, tab: "by hand".to_owned(), resume };
        line.text(&serde_json::json!({ "k": "hello", "d": hello }).to_string()).await.expect("sent");
        for text in [
            format!(r#"{{"c":"{cid}","k":"subscribe","d":{{"stream":"south"}}}}"#),
            format!(r#"{{"c":"{cid}","k":"resync","d":{{"s":"south"}}}}"#),
            format!(r#"{{"c":"{cid}","k":"resync","d":{{}},"s":"south"}}"#),
            format!(r#"{{"c":"{cid}","k":"team.s","d":{{}}}}"#),
            format!(r#"{{"c":"{cid}","k":"resync","d":{{}}}}"#),
        ] {
            line.text(&text).await.expect("sent");
        }
        table.south[0].says(Hearers::Team, CANARY).await.expect("a member may speak");
        table.south[1].waits("the team hears it", |seen| hears(seen, CANARY)).await;
        line.text(r#"{"k":"ping","d":{"t":1}}"#).await.expect("sent");
        let (mut answers, mut all) = (0, String::new());
        loop {
            let frame = line.next_text().await.expect("a frame");
            answers += usize::from(frame.starts_with("{\"f\":\"res\""));
            if frame.starts_with("{\"f\":\"pong\"") && answers == 5 {
                break;
            }
            if frame.starts_with("{\"f\":\"pong\"") {
                line.text(r#"{"k":"ping","d":{"t":1}}"#).await.expect("sent");
            }
            all.push_str(&frame);
        }
        for secret in ["\"s\":\"south\"", "\"side\":\"south\",\"as_of\"", CANARY] {
            assert!(!all.contains(secret), "{} hears {secret}", tab.name());
        }
    }
    ends_well(&table, world).await;
}

/// F7, boardgameio/boardgame.io#399, #227: secrets survive in what can be undone, and in the log
/// of what was. Here a move is taken back, and the game comes to its end.
#[tokio::test]
async fn f7_a_takeback_and_the_end_of_a_game_bring_no_secret_to_light() {
    let mut world = World::with(&["--no-address-limits"]).await;
    let (table, turn) = opened(&world, south_starts(DecisionMode::Majority), 2, 1).await;
    let [first, second] = &table.south[..] else { panic!("two sit there") };
    let moves = plain(&turn);
    first.says(Hearers::Team, CANARY).await.expect("a member may speak");
    first.proposes(&moves[1], CANARY).await.expect("a proposal");
    first.votes(&moves[1]).await.expect("a vote that is changed");
    plays_any(&table).await;
    both_carry(&table, Side::South, Motion::Takeback { ply: 1 }).await;
    for tab in table.everybody() {
        tab.waits("it is taken back", |seen| seen.game().is_some_and(|game| game.plies.is_empty())).await;
    }
    second.waits("the side decides anew", |seen| seen.ballot(Side::South).is_some()).await;
    second.proposes(&moves[2], CANARY).await.expect("a proposal after it");
    let others = || table.north.iter().chain(&table.watchers);
    let holds_nothing = async |when: &str| {
        for tab in others() {
            let fresh = tab.person().enters(&table.room).await;
            fresh.leaves().await;
            for secret in [CANARY, "\"s\":\"south\"", "\"side\":\"south\",\"ballot\""] {
                assert!(!tab.person().heard().holds(secret), "{} hears {secret} {when}", tab.name());
            }
        }
    };
    holds_nothing("after the takeback").await;
    carries(&table, Side::South, Motion::Resign).await;
    for tab in table.everybody() {
        tab.waits("the game is over", |seen| seen.game().is_some_and(|game| game.result.is_some())).await;
    }
    holds_nothing("after the end").await;
    world.kill().await;
    table.everybody().for_each(Tab::returns);
    world.restart().await;
    for tab in table.everybody() {
        tab.is_up_to_date().await;
    }
    holds_nothing("after a restart").await;
    assert!(second.person().heard().holds(CANARY), "the side itself does hear it");
    ends_well(&table, world).await;
}

/// F10, pychess/pychess#1113: what one says in one place is heard in another.
#[tokio::test]
async fn f10_who_plays_here_and_watches_there_keeps_the_two_apart() {
    let world = World::new().await;
    let here = Table::seated(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 2, 1).await;
    let there = Table::seated(&world, quick(Preset::Ndoto, DecisionMode::Majority), 2, 1).await;
    let player = &here.south[0];
    let as_watcher = player.person().enters(&there.room).await;
    let say = async |tab: &Tab, to: Hearers, word: &str| {
        tab.says(to, &format!("{CANARY}-{word}")).await.expect("one may speak");
    };
    say(player, Hearers::Team, "team-here").await;
    say(player, Hearers::All, "all-here").await;
    say(&as_watcher, Hearers::Stand, "stand-there").await;
    say(&as_watcher, Hearers::All, "all-there").await;
    let refused = as_watcher.says(Hearers::Team, CANARY).await;
    assert!(refused.is_err(), "who only watches there has no team there: {refused:?}");
    // What is said to all was said last: who has heard it would have heard the rest by then.
    let hears_only = async |tabs: Vec<&Tab>, words: &[&str]| {
        for tab in tabs {
            for word in words {
                tab.waits_to_hear(&format!("{CANARY}-{word}")).await;
            }
            for word in ["team-here", "all-here", "stand-there", "all-there"] {
                let heard = tab.person().heard().holds(&format!("{CANARY}-{word}"));
                assert_eq!(heard, words.contains(&word), "{} and {word}", tab.name());
            }
        }
    };
    hears_only(vec![&here.south[1]], &["team-here", "all-here"]).await;
    hears_only(vec![&here.north[0], &here.north[1], &here.watchers[0]], &["all-here"]).await;
    hears_only(vec![&there.watchers[0]], &["stand-there", "all-there"]).await;
    hears_only(there.players().collect(), &["all-there"]).await;
    // Each page of the person himself shows its own room.
    let frames = |tab: &Tab| tab.look(|state| state.frames.concat());
    assert!(!frames(player).contains("stand-there") && !frames(&as_watcher).contains("team-here"));
    as_watcher.kept_the_contract();
    here.all_kept_the_contract();
    there.all_kept_the_contract();
    world.end().await;
}

fn hears(seen: &sindillo_tests::Seen, text: &str) -> bool {
    seen.team.south.as_ref().is_some_and(|team| team.chat.iter().any(|line| line.text == text))
}
