//! What is shown where somebody put the link of a room.

use engine::Preset;
use protocol::settings::DecisionMode;
use protocol::{Refusal, RoomSettings};
use sindillo_tests::table::Table;
use sindillo_tests::{Request, World, quick};

#[tokio::test]
async fn the_picture_of_a_room_is_a_png_of_the_size_that_is_kept_by_its_tag() {
    let world = World::new().await;
    let settings = quick(Preset::EnGehe, DecisionMode::Anyone);
    let table = Table::begun(&world, RoomSettings { team_max: 1, ..settings }, 1, 1).await;
    let path = format!("/api/rooms/{}/image.png", table.room);
    // No session: those who show links have none.
    let opening = world.fetch(Request::get(&path)).await;
    assert_eq!((opening.status, opening.header("content-type")), (200, Some("image/png")));
    assert_eq!(&opening.body[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(opening.body[at..at + 4].try_into().expect("four bytes"));
    assert_eq!((number(16), number(20)), (1200, 630));
    assert!(opening.body.len() < 200_000, "{} bytes", opening.body.len());
    let tag = opening.header("etag").expect("a tag").to_owned();
    assert!(tag.starts_with('"'), "a strong one: {tag}");
    let again = world.fetch(Request::get(&path).header("if-none-match", tag.as_str())).await;
    assert_eq!((again.status, again.body.len()), (304, 0));

    let turn = table.turn().await.expect("a game is played");
    table.side(turn.side)[0].lays(&turn.offers[0].mv).await.expect("he is alone");
    table.is_over(&turn).await;
    let played = world.fetch(Request::get(&path).header("if-none-match", tag.as_str())).await;
    assert_eq!(played.status, 200, "the board is another one");
    assert_ne!(played.body, opening.body);
    let newest = table.public().look(|state| state.seen.heads.table).expect("events");
    let then = world.fetch(Request::get(format!("{path}?at={newest}"))).await;
    assert_eq!(then.body, played.body);
    assert_eq!(then.header("cache-control"), Some("public, max-age=86400"));
    for moment in ["?at=4294967295", "?at=0", "?at=1"] {
        assert_eq!(world.fetch(Request::get(format!("{path}{moment}"))).await.status, 200, "{moment}");
    }
    for bad in ["?at=-1", "?at=x", "?at=99999999999999999999", "?by=1"] {
        assert_eq!(world.fetch(Request::get(format!("{path}{bad}"))).await.status, 400, "{bad}");
    }
    let nowhere = world.fetch(Request::get("/api/rooms/0123456789abcdef/image.png")).await;
    assert_eq!(nowhere.refusal(), Refusal::NoRoom);
    world.end().await;
}

#[tokio::test]
async fn pictures_are_drawn_for_an_address_so_often_and_no_more() {
    let world = World::new().await;
    let table = Table::seated(&world, quick(Preset::EnDodoi, DecisionMode::Hand), 1, 0).await;
    let path = format!("/api/rooms/{}/image.png", table.room);
    let tag = world.fetch(Request::get(&path)).await.header("etag").expect("a tag").to_owned();
    let mut statuses = Vec::new();
    for _ in 0..90 {
        statuses.push(world.fetch(Request::get(&path).header("if-none-match", tag.as_str())).await.status);
    }
    assert!(statuses.contains(&304) && statuses.contains(&429), "{statuses:?}");
    world.end().await;
}

#[tokio::test]
async fn the_page_of_a_room_bears_its_card_with_the_servers_own_address() {
    let world = World::with_page_and(&["--public-url", "https://play.example.org"]).await;
    let table = {
        let settings = quick(Preset::EnGehe, DecisionMode::Majority);
        let title = "O'Brien's table".to_owned();
        Table::seated(&world, RoomSettings { title, ..settings }, 1, 0).await
    };
    let room = &table.room;
    let bare = world.fetch(Request::get("/")).await;
    for path in [format!("/r/{room}"), format!("/r/{room}/story")] {
        let page = world.fetch(Request::get(&path)).await;
        let html = page.text();
        let image = format!("https://play.example.org/api/rooms/{room}/image.png");
        for line in [
            "<meta property=\"og:title\" content=\"O&#39;Brien&#39;s table · En Gehé, 2×50\" />".to_owned(),
            format!("<meta property=\"og:image\" content=\"{image}\" />"),
            format!("<meta property=\"og:url\" content=\"https://play.example.org/r/{room}\" />"),
            "<meta name=\"twitter:card\" content=\"summary_large_image\" />".to_owned(),
        ] {
            assert!(html.contains(&line), "{path} lacks {line}: {html}");
        }
        assert!(html.find("og:image").expect("a card") < html.find("</head>").expect("a head"));
        // Neither who is there nor the name under which it was asked.
        assert!(!html.contains("Naserian") && !html.contains("127.0.0.1"), "{html}");
        assert_eq!(page.header("content-security-policy"), bare.header("content-security-policy"));
        let tag = page.header("etag").expect("a tag").to_owned();
        assert_ne!(Some(tag.as_str()), bare.header("etag"));
        let again = world.fetch(Request::get(&path).header("if-none-match", tag.as_str())).await;
        assert_eq!(again.status, 304, "{path}");
    }
    for path in ["/", "/rules", "/r/0123456789abcdef", "/r/nonsense"] {
        let page = world.fetch(Request::get(path)).await;
        assert_eq!((page.status, page.body == bare.body), (200, true), "{path}");
    }
    world.end().await;
}
