//! The story of a room, for replays: what everybody was told, from the opening on.

use engine::Preset;
use protocol::command::Hearers;
use protocol::http::story::Story;
use protocol::settings::{DecisionMode, Stand};
use protocol::{Command, Event, Refusal, RoomId, RoomSettings, ServerFrame};
use rand::SeedableRng;
use rand::rngs::StdRng;
use sindillo_tests::fold::Seen;
use sindillo_tests::table::Table;
use sindillo_tests::{Person, Request, World, quick};

/// All parts of a story, as one after the other is asked for.
async fn told(person: &Person, room: &RoomId) -> Vec<ServerFrame> {
    let (mut frames, mut from) = (Vec::new(), 0);
    loop {
        let path = format!("/api/rooms/{room}/story?from={from}");
        let answer = person.fetch(Request::get(path)).await.expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.text());
        let part: Story = answer.json().expect("a story");
        assert_eq!(part.room, *room);
        frames.extend(part.frames);
        match part.next {
            Some(next) => from = next,
            None => return frames,
        }
    }
}

/// The table at the end of a story.
fn folded(frames: Vec<ServerFrame>) -> Seen {
    let mut seen = Seen::default();
    for frame in frames {
        match frame {
            ServerFrame::Snap(snapshot) => seen.snap(snapshot),
            ServerFrame::Events { s, n, t, e } => seen.events(s, n, t, &e).expect("no gap"),
            other => panic!("a story has no {other:?}"),
        }
    }
    seen
}

#[tokio::test]
async fn a_story_told_from_the_opening_ends_where_the_table_is() {
    let mut world = World::new().await;
    let mut settings = quick(Preset::Ndoto, DecisionMode::Hand);
    settings.visibility = protocol::settings::Visibility::Public;
    let table = Table::begun(&world, settings, 3, 1).await;
    table.plays_to_the_end(&mut StdRng::seed_from_u64(7)).await;
    let stranger = world.person("Wanjiru").await;
    let newcomer = stranger.enters(&table.room).await;
    let fresh = newcomer.picture();
    let story = told(&stranger, &table.room).await;
    let plies = |frames: &[ServerFrame]| {
        let of = |frame: &ServerFrame| match frame {
            ServerFrame::Events { e, .. } => {
                e.iter().filter(|event| matches!(event, Event::Stood { .. })).count()
            }
            _ => 0,
        };
        frames.iter().map(of).sum::<usize>()
    };
    assert!(plies(&story) > 10, "a whole game is told");
    let end = folded(story);
    assert_eq!((end.table, end.heads.table), (fresh.table, fresh.heads.table));
    // Asleep or never woken after a restart, it is told as well.
    world.kill().await;
    world.restart().await;
    assert!(plies(&told(&stranger, &table.room).await) > 10);
    let nowhere = stranger.fetch(Request::get("/api/rooms/0123456789abcdef/story")).await.expect("an answer");
    assert_eq!(nowhere.refusal(), Refusal::NoRoom);
    world.end().await;
}

#[tokio::test]
async fn f12_a_story_tells_nothing_that_is_not_past_the_gate_and_nothing_of_a_side() {
    let world = World::new().await;
    let settings = quick(Preset::EnDodoi, DecisionMode::Plurality);
    let stand = Stand { delay_ms: 3_600_000, ..settings.stand };
    let behind = Table::begun(&world, RoomSettings { stand, ..settings.clone() }, 2, 0).await;
    let live = Table::begun(&world, settings, 2, 0).await;
    for table in [&behind, &live] {
        let turn = table.turn().await.expect("a game is played");
        for tab in table.side(turn.side) {
            let says = Command::ChatSay { to: Hearers::Team, text: "osotua kept secret".to_owned() };
            tab.asks(says).await.expect("a side talks");
            tab.votes(&turn.offers[0].mv).await.expect("a member votes");
        }
        table.is_over(&turn).await;
    }
    let stranger = world.person("Wanjiru").await;
    let text = |frames: &[ServerFrame]| serde_json::to_string(frames).expect("frames are JSON");
    let (late, now) = (told(&stranger, &behind.room).await, told(&stranger, &live.room).await);
    assert_eq!(late.len(), 1, "only what was agreed: {late:?}");
    assert!(text(&now).contains("\"stood\""), "the search finds what is there");
    for frames in [&late, &now] {
        assert!(!text(frames).contains("osotua"), "a side talks to itself");
    }
    world.end().await;
}
