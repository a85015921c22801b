//! Records over real sockets: a match is taken away as text and as JSON and comes back as the story that
//! it was; and the picture and the card of a room, for those who were sent its link.

mod shared;

use engine::{Preset, Side};
use protocol::command::Hearers;
use protocol::http::record::{RECORD_BYTES, RecordFile, RecordProblem, RecordReply};
use protocol::http::story::Story;
use protocol::settings::{Clock, DecisionMode, FlagPolicy, Stand};
use protocol::{Command, Event, Motion, Refusal, RoomId, RoomSettings, ServerFrame};
use rand::SeedableRng;
use rand::rngs::StdRng;
use sindillo_tests::http::Response;
use sindillo_tests::table::Table;
use sindillo_tests::world::binary;
use sindillo_tests::{Person, Request, World, quick};

use crate::defects::both_carry;

/// A game with tries, withdrawals, hands that pass on and a move taken back.
async fn a_match(world: &World) -> Table {
    let settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    let flag = FlagPolicy::Lose;
    let clock = Clock::Bank { ms: 3_600_000, increment_ms: 0, flag };
    let table = Table::begun(world, RoomSettings { clock, ..settings }, 3, 1).await;
    let turn = table.turn().await.expect("a game is played");
    let mut random = StdRng::seed_from_u64(11);
    let mut tally = sindillo_tests::table::Tally::default();
    table.plays(&turn, &mut random, &mut tally).await;
    table.is_over(&turn).await;
    both_carry(&table, turn.side, Motion::Takeback { ply: 1 }).await;
    table.public().waits("it is taken back", |seen| seen.game().is_some_and(|game| game.back() == 1)).await;
    table.plays_to_the_end(&mut random).await;
    table
}

async fn fetched(person: &Person, path: String) -> Response {
    person.fetch(Request::get(path)).await.expect("an answer")
}

/// A record as a file, with what its answer must have.
async fn taken_away(person: &Person, room: &RoomId, form: &str) -> String {
    let answer = fetched(person, format!("/api/rooms/{room}/{form}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let kind = if form.ends_with("json") { "application/json" } else { "text/plain; charset=utf-8" };
    assert_eq!(answer.header("content-type"), Some(kind));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let name = answer.header("content-disposition").expect("it is a file");
    assert!(name.starts_with("attachment; filename=\"en-dodoi-20"), "{name}");
    answer.text()
}

async fn brought_back(person: &Person, kind: &str, record: &str) -> Response {
    let request = Request::of("POST", "/api/records").header("content-type", kind).body(record);
    person.fetch(request).await.expect("an answer")
}

async fn is_true(person: &Person, kind: &str, record: &str) -> RecordReply {
    let answer = brought_back(person, kind, record).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json().expect("a whole story")
}

async fn story(person: &Person, room: &RoomId) -> Story {
    let story: Story = fetched(person, format!("/api/rooms/{room}/story")).await.json().expect("a story");
    assert_eq!(story.next, None, "it is short");
    story
}

/// Plies that stood.
fn stood(frames: &[ServerFrame]) -> usize {
    let of = |frame: &ServerFrame| match frame {
        ServerFrame::Events { e, .. } => {
            e.iter().filter(|event| matches!(event, Event::Stood { .. })).count()
        }
        _ => 0,
    };
    frames.iter().map(of).sum()
}

/// What stands, is withdrawn, is taken back and how games end, in the words of the log.
fn on_the_board(frames: &[ServerFrame]) -> Vec<String> {
    let events = frames.iter().filter_map(|frame| match frame {
        ServerFrame::Events { e, .. } => Some(e),
        _ => None,
    });
    let told = events.flatten().filter_map(|event| match event {
        Event::GameBegan { game, opening, starter, race, .. } => {
            Some(format!("game {game} {opening} {starter:?} {race:?}"))
        }
        Event::Withdrawn { mv, .. } => Some(format!("withdrawn {mv}")),
        Event::Stood { ply, mv, trace, after, tried, .. } => {
            Some(format!("{ply} {mv} {tried} {after} {trace:?}"))
        }
        Event::TakenBack { ply, position, .. } => Some(format!("back {ply} {position}")),
        Event::ConsentCounted { objections, approvals, need } => {
            Some(format!("{objections} {approvals} {need}"))
        }
        Event::GameEnded { result, series, .. } => Some(format!("{result:?} {series:?}")),
        _ => None,
    });
    // Of the counts of one try a text tells the last ones.
    let mut lines: Vec<String> = told.collect();
    let is_count =
        |line: &String| line.split(' ').count() == 3 && line.starts_with(|c: char| c.is_ascii_digit());
    let counts: Vec<bool> = lines.iter().map(is_count).collect();
    let mut at = 0;
    lines.retain(|_| {
        at += 1;
        !(counts[at - 1] && counts.get(at).copied().unwrap_or(false))
    });
    lines
}

#[tokio::test]
async fn a_match_is_taken_away_and_comes_back_as_the_story_that_it_was() {
    let world = World::with(&["--no-address-limits"]).await;
    let table = a_match(&world).await;
    let stranger = world.person("Wanjiru").await;
    let told = story(&stranger, &table.room).await;
    let board = on_the_board(&told.frames);
    for word in ["withdrawn", "back 1", "Stuck"] {
        assert!(board.iter().any(|line| line.contains(word)), "{word}: {board:?}");
    }
    let text = taken_away(&stranger, &table.room, "record").await;
    let json = taken_away(&stranger, &table.room, "record.json").await;
    for piece in
        ["[Event \"A quick table\"]", "[TeamSouth \"Naserian, Lemayian, Sankau\"]", "~", "<<1", "%clk"]
    {
        assert!(text.contains(piece), "{piece}: {text}");
    }

    let of_json = is_true(&stranger, "application/json", &json).await;
    assert_eq!(of_json.story.frames, told.frames, "the JSON lacks nothing");
    assert_ne!(of_json.story.room, table.room, "a file is no room");
    assert_eq!((of_json.games, of_json.story.next), (1, None));
    assert_eq!(usize::try_from(of_json.plies).ok(), Some(stood(&told.frames)));

    let of_text = is_true(&stranger, "text/plain", &text).await;
    assert_eq!(on_the_board(&of_text.story.frames), board, "the text tells all that was on the board");
    assert_eq!((of_text.games, of_text.plies), (of_json.games, of_json.plies));
    table.all_kept_the_contract();
    world.end().await;
}

#[tokio::test]
async fn the_first_ply_that_fails_is_named_by_the_route_and_by_the_command() {
    let world = World::with(&["--no-address-limits"]).await;
    let table = a_match(&world).await;
    let person = world.person("Wanjiru").await;
    let text = taken_away(&person, &table.room, "record").await;
    let (head, moves) = text.split_once("\n\n").expect("tags and moves");
    let is_capture = |word: &&str| word.contains('+') && word.starts_with(|c: char| c.is_ascii_digit());
    let captured = moves.split([' ', '\n']).find(is_capture);
    let captured = captured.expect("something was taken");
    let wrong = format!("{head}\n\n{}", moves.replacen(captured, &format!("{captured}9"), 1));
    let answer = brought_back(&person, "text/plain; charset=utf-8", &wrong).await;
    assert_eq!(answer.status, 422, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("application/problem+json"));
    let RecordProblem { status, refusal, fault } = serde_json::from_slice(&answer.body).expect("a problem");
    assert_eq!((status, fault.game), (422, Some(1)));
    assert!(matches!(refusal, Refusal::BadMessage { .. }));
    assert!(fault.ply.is_some() && fault.line.is_some() && fault.column.is_some(), "{fault:?}");
    assert_eq!(serde_json::to_value(fault.code).expect("a word"), "capture_differs");

    // The command says the same, and whole records are whole.
    let file = world.data().join("match.txt");
    for (record, whole) in [(&text, true), (&wrong, false)] {
        std::fs::write(&file, record).expect("a file");
        let ran = tokio::process::Command::new(binary()).args(["record", "check"]).arg(&file).output().await;
        let ran = ran.expect("the binary can be started");
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        assert_eq!(ran.status.code(), Some(i32::from(!whole)), "{said}");
        if whole {
            assert!(said.starts_with("ok: 1 games, "), "{said}");
        } else {
            let place = format!("{}:{}: game 1, ply", fault.line.unwrap_or(0), fault.column.unwrap_or(0));
            assert!(said.starts_with(&place) && said.contains(&fault.detail), "{said}");
        }
    }
    for (form, record) in
        [(None, text), (Some("--json"), taken_away(&person, &table.room, "record.json").await)]
    {
        let mut command = tokio::process::Command::new(binary());
        command.args(["record", "write", table.room.as_str(), "--data"]).arg(world.data()).args(form);
        let ran = command.output().await.expect("the binary can be started");
        assert_eq!(String::from_utf8_lossy(&ran.stdout), record, "{}", String::from_utf8_lossy(&ran.stderr));
    }
    world.end().await;
}

#[tokio::test]
async fn a_room_with_a_delay_gives_away_no_ply_that_is_not_past_its_gate() {
    let world = World::with(&["--no-address-limits"]).await;
    let settings = quick(Preset::EnDodoi, DecisionMode::Anyone);
    let stand = Stand { delay_plies: 3, ..settings.stand };
    let table = Table::begun(&world, RoomSettings { stand, team_max: 1, ..settings.clone() }, 1, 0).await;
    let stand = Stand { delay_ms: 3_600_000, ..settings.stand };
    let hidden = Table::begun(&world, RoomSettings { stand, team_max: 1, ..settings }, 1, 0).await;
    let stranger = world.person("Wanjiru").await;
    for ply in 1..=6_usize {
        for played in [&table, &hidden] {
            let turn = played.turn().await.expect("the game goes on");
            played.side(turn.side)[0].lays(&turn.offers[0].mv).await.expect("he is alone");
            played.is_over(&turn).await;
        }
        // Whoever sits there is given the same: what is public is the same for all.
        for person in [&stranger, table.south[0].person()] {
            let answer = fetched(person, format!("/api/rooms/{}/record.json", table.room)).await;
            let plies = answer.text().matches("\"k\":\"stood\"").count();
            assert!(plies <= ply.saturating_sub(3), "{plies} of {ply}");
            let text = fetched(person, format!("/api/rooms/{}/record", table.room)).await;
            if text.status == 200 {
                assert_eq!(is_true(&stranger, "text/plain", &text.text()).await.plies as usize, plies);
            }
            assert_eq!(stood(&story(&stranger, &table.room).await.frames), plies);
        }
    }
    // Behind a gate of an hour there is no game yet, and the board is as it was in the beginning.
    for form in ["record", "record.json"] {
        let answer = fetched(&stranger, format!("/api/rooms/{}/{form}", hidden.room)).await;
        assert_eq!(answer.refusal(), Refusal::NoGame, "{form}");
    }
    let first = fetched(&stranger, format!("/api/rooms/{}/image.png?at=1", hidden.room)).await;
    for moment in ["", "?at=5", "?at=4294967295"] {
        let picture = fetched(&stranger, format!("/api/rooms/{}/image.png{moment}", hidden.room)).await;
        assert_eq!(picture.body, first.body, "{moment:?}");
    }
    world.end().await;
}

#[tokio::test]
async fn only_who_sat_on_a_side_takes_away_what_it_said_and_only_of_that_time() {
    const SECRETS: [&str; 4] = ["osotua-before", "osotua-while", "osotua-after", "osotua-of-north"];
    let world = World::with(&["--no-address-limits"]).await;
    let table = Table::seated(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 2, 0).await;
    let (stays, north) = (&table.south[0], &table.north[0]);
    let guest = world.person("Hodan").await.enters(&table.room).await;
    stays.says(Hearers::Team, SECRETS[0]).await.expect("a member may speak");
    guest.sits(Side::South).await.expect("there is a seat");
    stays.says(Hearers::Team, SECRETS[1]).await.expect("a member may speak");
    guest.asks(Command::SeatLeave {}).await.expect("one may stand up");
    stays.says(Hearers::Team, SECRETS[2]).await.expect("a member may speak");
    north.says(Hearers::Team, SECRETS[3]).await.expect("a member may speak");
    table.is_ready().await;
    let stranger = world.person("Wanjiru").await;
    for (person, own) in [
        (stays.person(), &SECRETS[..3]),
        (guest.person(), &SECRETS[1..2]),
        (north.person(), &SECRETS[3..]),
        (&stranger, &[][..]),
    ] {
        let answer = fetched(person, format!("/api/rooms/{}/record.json", table.room)).await;
        assert_eq!(answer.header("content-encoding"), None, "a length would tell of it");
        let json = answer.text();
        let file: RecordFile = serde_json::from_str(&json).expect("a record");
        assert_eq!(file.own.is_empty(), own.is_empty(), "{}", person.name());
        for secret in SECRETS {
            assert_eq!(json.contains(secret), own.contains(&secret), "{} and {secret}", person.name());
        }
        // The text has nothing of it, and what is brought back shows nothing of it.
        let text = taken_away(person, &table.room, "record").await;
        let back = is_true(person, "application/json", &json).await;
        let back = serde_json::to_string(&back).expect("JSON");
        assert!(!text.contains("osotua") && !back.contains("osotua"), "{}", person.name());
    }
    world.end().await;
}

#[tokio::test]
async fn what_is_no_record_of_a_size_and_kind_is_refused_before_it_is_read() {
    let world = World::with(&["--no-address-limits"]).await;
    let person = world.person("Wanjiru").await;
    let kinds = ["text/html", "application/x-www-form-urlencoded", "multipart/form-data", ""];
    for kind in kinds {
        assert_eq!(brought_back(&person, kind, "x").await.status, 415, "{kind}");
    }
    let large = "x".repeat(RECORD_BYTES + 1);
    assert_eq!(brought_back(&person, "text/plain", &large).await.refusal(), Refusal::TooLarge);
    let answer = brought_back(&person, "text/plain", &large[1..]).await;
    assert_eq!(answer.status, 422, "{}", answer.text());
    let packed = Request::of("POST", "/api/records").header("content-type", "text/plain");
    let packed = person.fetch(packed.header("content-encoding", "gzip").body("x")).await.expect("an answer");
    assert_eq!(packed.status, 415);
    let nobody = Request::of("POST", "/api/records").header("content-type", "text/plain").body("x");
    assert_eq!(world.fetch(nobody).await.refusal(), Refusal::Unauthorized);
    // Somebody who never stops is asked to wait.
    let mut waits = false;
    for _ in 0..400 {
        waits |= matches!(brought_back(&person, "text/plain", "x").await.status, 429);
        if waits {
            break;
        }
    }
    assert!(waits);
    let other = world.person("Hodan").await;
    assert_eq!(brought_back(&other, "text/plain", "x").await.status, 422, "others are not");
    world.end().await;
}
