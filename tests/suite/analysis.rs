//! A board that nobody plays on: what comes of a line, and who is told what the engine would play.

use engine::{Preset, Side};
use protocol::http::analysis::{AnalysisReply, AnalysisRequest};
use protocol::settings::DecisionMode;
use protocol::{Motion, Refusal, RoomSettings};
use sindillo_tests::settings::usual;
use sindillo_tests::table::{Table, sits};
use sindillo_tests::{Person, Request, World, quick};

use crate::accounts::registered;
use crate::defects::carries;

fn line(moves: &str, lines: u8) -> AnalysisRequest {
    AnalysisRequest { game: usual(Preset::EnDodoi), from: None, moves: moves.to_owned(), tell: 2, lines }
}

async fn looks(person: &Person, request: &AnalysisRequest) -> AnalysisReply {
    let answer = person.fetch(Request::post("/api/analysis", request)).await.expect("an answer");
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json().expect("what came of the line")
}

#[tokio::test]
async fn a_line_of_moves_is_played_by_the_server() {
    let world = World::new().await;
    let person = world.person("Naserian").await;
    let reply = looks(&person, &line("8 4 8", 3)).await;
    assert_eq!((reply.moves.len(), reply.told.len(), reply.fault), (3, 2, None));
    assert_eq!(reply.told[1].after, reply.position);
    let lines = reply.analysis.expect("lines for whoever asks").lines;
    assert_eq!(lines.len(), 3);
    // What it would play can be played.
    for best in &lines {
        let moves: Vec<String> = best.moves.iter().map(ToString::to_string).collect();
        let further = looks(&person, &line(&format!("8 4 8 {}", moves.join(" ")), 0)).await;
        assert_eq!((further.moves.len(), further.fault, further.analysis), (3 + moves.len(), None, None));
    }
    let nobody = world.fetch(Request::post("/api/analysis", &line("8", 0))).await;
    assert_eq!(nobody.refusal(), Refusal::Unauthorized);
    world.end().await;
}

#[tokio::test]
async fn who_sits_in_a_rated_game_is_told_no_lines_until_it_is_over() {
    let world = World::new().await;
    let settings = RoomSettings { rated: true, ..quick(Preset::EnDodoi, DecisionMode::Hand) };
    let (south, north) = (registered(&world, "Naserian").await, registered(&world, "Tipape").await);
    let other = world.person("Hodan").await;
    let room = south.opens(settings).await;
    let table = Table {
        south: vec![sits(&south, &room, Side::South).await],
        north: vec![sits(&north, &room, Side::North).await],
        watchers: Vec::new(),
        room,
    };
    assert!(looks(&south, &line("8", 1)).await.analysis.is_some(), "nothing is played yet");
    table.is_ready().await;
    for player in [&south, &north] {
        let reply = looks(player, &line("8", 5)).await;
        assert!(reply.barred && reply.analysis.is_none() && !reply.legal.is_empty(), "{reply:?}");
    }
    assert!(looks(&other, &line("8", 1)).await.analysis.is_some(), "he does not sit there");
    carries(&table, Side::South, Motion::Resign).await;
    table.public().waits("the game is over", |seen| seen.turn().is_none()).await;
    assert!(looks(&south, &line("8", 1)).await.analysis.is_some(), "it is over");
    world.end().await;
}

#[tokio::test]
async fn many_who_ask_at_once_are_each_told_something() {
    let world = World::new().await;
    let mut asking = Vec::new();
    for number in 0..24 {
        let person = world.person(&format!("Kimani {number}")).await;
        asking.push(tokio::spawn(async move {
            let answer = person.fetch(Request::post("/api/analysis", &line("8 4", 1))).await;
            let answer = answer.expect("an answer");
            if answer.status == 200 { Ok(()) } else { Err(answer.refusal()) }
        }));
    }
    let mut served = 0;
    for asked in asking {
        match asked.await.expect("no panic") {
            Ok(()) => served += 1,
            Err(refusal) => assert_eq!(refusal, Refusal::Busy),
        }
    }
    assert!(served >= 1, "somebody is served");
    world.end().await;
}
