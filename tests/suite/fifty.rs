//! Fifty against fifty: all vote and vote again, all see the same, and nobody hears more than a
//! side of that size may be told (`docs/room.md` 4).

use std::time::Instant;

use engine::{Move, Preset, Side};
use protocol::limits::TOGETHER_LARGE_MS;
use protocol::message::Stream;
use protocol::settings::DecisionMode;
use protocol::{Event, RoomSettings};
use sindillo_tests::chronicle::Chronicle;
use sindillo_tests::settings::SOON;
use sindillo_tests::table::{Table, Turn, sits};
use sindillo_tests::{Tab, World, quick};

const EACH: usize = 50;
/// Votes of each member: the last one of all goes to the first move.
const VOTES: usize = 4;

#[tokio::test]
async fn fifty_who_all_vote_see_the_same_and_hear_no_more_than_they_may() {
    let world = World::with(&["--no-address-limits"]).await;
    let table = gathered(&world).await;
    table.is_ready().await;
    let turn = table.turn().await.expect("a first turn");
    let side = turn.side;
    let moves: Vec<Move> = turn.moves().into_iter().take(6).collect();

    let before: Vec<usize> = table.side(side).iter().map(|tab| told(tab, side)).collect();
    let (cpu, started) = (world.cpu_ms(), Instant::now());
    let voters = table.side(side).iter().enumerate().map(|(place, tab)| {
        let (tab, moves) = (tab.clone(), moves.clone());
        tokio::spawn(async move {
            for vote in (0..VOTES).rev() {
                let mv = if vote == 0 { &moves[0] } else { &moves[(place + vote) % moves.len()] };
                tab.votes(mv).await.expect("a member on the roll may vote");
            }
        })
    });
    for voter in voters.collect::<Vec<_>>() {
        voter.await.expect("everybody votes");
    }
    let (took, cpu) = (started.elapsed(), world.cpu_ms() - cpu);
    for tab in table.side(side) {
        tab.until("the ballot closes with all votes", |state| {
            state.story_of(Stream::team(side)).any(|told| closes(&told.event, EACH)).then_some(())
        })
        .await;
    }

    let heard = table.side(side).iter().zip(&before).map(|(tab, before)| told(tab, side) - before);
    let most = heard.max().unwrap_or_default();
    let tellings = usize::try_from(took.as_millis()).expect("a short while")
        / usize::try_from(TOGETHER_LARGE_MS).expect("a short while");
    println!(
        "{} votes of {EACH} in {took:?}: at most {most} frames to a member, {cpu} ms of the server's processor",
        EACH * VOTES
    );
    // One telling an interval, and a few for what is told at once: the ballot closes, the turn ends.
    assert!(most <= tellings + 8, "{most} frames in {took:?}");
    assert!(most >= 2, "the votes were told");

    moved_on(&table, &turn).await;
    table.all_see_the_same(&world).await;
    let chronicle = Chronicle::read(world.data()).await;
    chronicle.of(&table.room).is_sound();
    for tab in table.everybody() {
        let _ = chronicle.agrees_with(tab);
    }
    table.all_kept_the_contract();
    world.end().await;
}

fn settings() -> RoomSettings {
    let mut settings = quick(Preset::EnGehe, DecisionMode::Plurality);
    settings.team_max = u8::try_from(EACH).expect("a team");
    settings.decision.runoff = false;
    // Nobody is so slow that the ballot closes before he has changed his mind.
    settings.decision.settle_ms = SOON;
    settings
}

async fn gathered(world: &World) -> Table {
    let host = world.person("Sankau 0").await;
    let room = host.opens(settings()).await;
    let mut table = Table { room, south: Vec::new(), north: Vec::new(), watchers: Vec::new() };
    for place in 0..EACH {
        let south = if place == 0 { host.clone() } else { world.person(&format!("Sankau {place}")).await };
        let north = world.person(&format!("Leshao {place}")).await;
        table.south.push(sits(&south, &table.room, Side::South).await);
        table.north.push(sits(&north, &table.room, Side::North).await);
    }
    table.watchers.push(world.person("Hodan").await.enters(&table.room).await);
    table
}

/// Frames of the side's own stream that reached a member.
fn told(tab: &Tab, side: Side) -> usize {
    let name = match side {
        Side::South => r#""s":"south""#,
        Side::North => r#""s":"north""#,
    };
    tab.look(|state| state.frames.iter().filter(|frame| frame.contains(name)).count())
}

fn closes(event: &Event, votes: usize) -> bool {
    let Event::BallotClosed { tally, .. } = event else { return false };
    tally.iter().map(|row| usize::from(row.votes)).sum::<usize>() == votes
}

/// The move stands, with or without a try, and the other side has its turn.
async fn moved_on(table: &Table, turn: &Turn) {
    table.is_over(turn).await;
}
