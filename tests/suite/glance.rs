//! The board that comes in the page of a room: it tells whoever asks what he may know, and wakes nobody.

use engine::{Position, Preset, Side};
use protocol::http::glance::Glance;
use protocol::settings::{DecisionMode, Stand};
use protocol::{RoomId, RoomSettings};
use sindillo_tests::http::Response;
use sindillo_tests::table::Table;
use sindillo_tests::world::loopback;
use sindillo_tests::{Person, Request, World, quick};

const BEGINS: &str = "<script type=\"application/json\" id=\"glance\">";

/// What the page of a room has in it for a person, or for a browser that knows no cookie.
async fn page(world: &World, person: Option<&Person>, room: &RoomId) -> Response {
    let request = Request::get(format!("/r/{room}"));
    let page = match person {
        Some(person) => person.fetch(request).await.expect("an answer"),
        None => world.fetch(request).await,
    };
    assert_eq!((page.status, page.header("cache-control")), (200, Some("private, no-cache")));
    page
}

async fn glance(world: &World, person: Option<&Person>, room: &RoomId) -> Option<Glance> {
    let html = page(world, person, room).await.text();
    let (_, rest) = html.split_once(BEGINS)?;
    let (data, _) = rest.split_once("</script>").expect("a block that ends");
    Some(serde_json::from_str(data).expect("a glance"))
}

/// One move of whoever is alone on the side to move; the board after it, as everybody at the table sees it.
async fn plays(table: &Table) -> Position {
    let turn = table.turn().await.expect("the game goes on");
    table.side(turn.side)[0].lays(&turn.offers[0].mv).await.expect("he is alone");
    table.is_over(&turn).await;
    shown(table)
}

fn shown(table: &Table) -> Position {
    table.south[0].look(|state| state.seen.game().map(|game| game.position)).expect("a game")
}

fn board(position: Position, viewer: Side) -> Option<Glance> {
    Some(Glance { viewer, practice: false, position })
}

#[tokio::test]
async fn the_page_of_a_room_has_its_board_in_it_asleep_or_awake() {
    let mut world = World::with_page().await;
    let settings = quick(Preset::EnDodoi, DecisionMode::Anyone);
    let table = Table::seated(&world, RoomSettings { team_max: 1, ..settings }, 1, 0).await;
    let (south, north) = (table.south[0].person(), table.north[0].person());
    assert_eq!(glance(&world, Some(south), &table.room).await, None, "there is no game yet");
    table.is_ready().await;
    for _ in 0..3 {
        let position = plays(&table).await;
        assert_eq!(glance(&world, None, &table.room).await, board(position, Side::South));
        assert_eq!(glance(&world, Some(south), &table.room).await, board(position, Side::South));
        assert_eq!(glance(&world, Some(north), &table.room).await, board(position, Side::North));
    }
    let position = shown(&table);
    let first = page(&world, None, &table.room).await;
    let html = first.text();
    assert!(html.find(BEGINS).expect("a board") > html.find("<body>").expect("a body"), "{html}");
    assert!(!html.contains(south.name()) && !html.contains(north.name()), "nobody's name is in it: {html}");
    let tag = first.header("etag").expect("a tag").to_owned();
    let again = Request::get(format!("/r/{}", table.room)).header("if-none-match", tag.as_str());
    assert_eq!(world.fetch(again).await.status, 304);
    plays(&table).await;
    let again = Request::get(format!("/r/{}", table.room)).header("if-none-match", tag.as_str());
    assert_eq!(world.fetch(again).await.status, 200, "the board is another one");
    assert_ne!(shown(&table), position);

    let position = shown(&table);
    world.kill().await;
    table.everybody().for_each(sindillo_tests::Tab::returns);
    for tab in table.everybody() {
        tab.leaves().await;
    }
    world.restart().await;
    assert_eq!(glance(&world, Some(north), &table.room).await, board(position, Side::North));
    assert_eq!(glance(&world, None, &table.room).await, board(position, Side::South));
    for nowhere in ["/", "/rules", "/r/0123456789abcdef", "/r/nonsense"] {
        assert!(!world.fetch(Request::get(nowhere)).await.text().contains(BEGINS), "{nowhere}");
    }
    let story = format!("/r/{}/story", table.room);
    assert!(!world.fetch(Request::get(&story)).await.text().contains(BEGINS), "a story has its own board");
    world.end().await;
}

#[tokio::test]
async fn who_watches_from_behind_the_gate_finds_no_newer_board_in_the_page() {
    let mut world = World::with_page().await;
    let settings = quick(Preset::EnDodoi, DecisionMode::Anyone);
    let stand = Stand { delay_plies: 2, ..settings.stand };
    let settings = RoomSettings { team_max: 1, stand, ..settings };
    let table = Table::begun(&world, settings, 1, 0).await;
    let stranger = world.person("Wanjiru").await;
    let mut boards = Vec::from_iter(table.south[0].look(|state| state.seen.game().map(|game| game.opening)));
    for _ in 0..5 {
        boards.push(plays(&table).await);
        let newest = *boards.last().expect("it was played");
        let north = table.north[0].person();
        assert_eq!(glance(&world, Some(north), &table.room).await, board(newest, Side::North));
        for who in [None, Some(&stranger)] {
            let seen = glance(&world, who, &table.room).await;
            let may_know = &boards[..boards.len().saturating_sub(2)];
            assert!(seen.is_none_or(|seen| may_know.contains(&seen.position)), "{boards:?}");
        }
    }
    let behind = glance(&world, Some(&stranger), &table.room).await;
    assert_eq!(behind, board(boards[3], Side::South), "two plies behind");
    // Nobody is there: the log tells the same.
    world.kill().await;
    table.everybody().for_each(sindillo_tests::Tab::returns);
    for tab in table.everybody() {
        tab.leaves().await;
    }
    world.restart().await;
    assert_eq!(glance(&world, Some(&stranger), &table.room).await, behind);
    assert_eq!(
        glance(&world, Some(table.south[0].person()), &table.room).await,
        board(boards[5], Side::South)
    );
    world.end().await;
}

#[tokio::test]
async fn a_page_comes_however_often_it_is_asked_for_and_its_board_only_so_often() {
    let world = World::with_page().await;
    let settings = quick(Preset::EnDodoi, DecisionMode::Anyone);
    let table = Table::begun(&world, RoomSettings { team_max: 1, ..settings }, 1, 0).await;
    let (from, path) = (loopback(), format!("/r/{}", table.room));
    let has_board = async || {
        let page = Request::get(&path).send(from, world.address().get()).await.expect("an answer");
        assert_eq!(page.status, 200);
        page.text().contains(BEGINS)
    };
    let mut boards = 0;
    while has_board().await {
        boards += 1;
        assert!(boards < 5_000, "not as often as somebody likes");
    }
    assert!(boards > 20, "a school shares an address: {boards}");
    assert!(glance(&world, None, &table.room).await.is_some(), "elsewhere it comes");
    world.end().await;
}
