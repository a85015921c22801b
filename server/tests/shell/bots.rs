//! Bots play like people, through the same door.

use engine::Side;
use protocol::event::{EndReason, MemberKind};
use protocol::http::BotSeats;
use protocol::message::Answer;
use protocol::settings::DecisionMode;
use protocol::{At, Command, Event, MemberId, ServerFrame, Snapshot};

use crate::world::{Guest, Line, World, quick};

/// Ready, and then the first legal move each time, until the game ends.
async fn play(line: &mut Line, me: MemberId, own: Side) -> EndReason {
    assert_eq!(line.order(None, Command::ReadySet { on: true }).await, Answer::Ok);
    let mut hand = None;
    let mut read = 0;
    let mut turn = None;
    loop {
        while read < line.seen.len() {
            if let ServerFrame::Events { e, .. } = &line.seen[read] {
                for event in e {
                    match event {
                        Event::TurnBegan { game, ply, side, hand: holder, .. } => {
                            hand = *holder;
                            turn = (*side == own).then_some(At { game: *game, ply: *ply, tries: 0, back: 0 });
                        }
                        Event::GameEnded { result, .. } => return result.reason,
                        _ => {}
                    }
                }
            }
            if let ServerFrame::Legal { game, ply, moves } = &line.seen[read]
                && let Some(at) = turn.filter(|at| (at.game, at.ply) == (*game, *ply) && hand == Some(me))
            {
                let mv = moves[0].mv.clone();
                turn = None;
                let answer = line.order(Some(at), Command::MoveLay { mv }).await;
                assert_eq!(answer, Answer::Ok);
            }
            read += 1;
        }
        line.more().await;
    }
}

async fn seated(guest: &Guest<'_>, room: &protocol::RoomId, side: Side) -> (Line, MemberId) {
    let (mut line, _) = guest.enter(room).await;
    assert_eq!(line.order(None, Command::SeatTake { side: Some(side) }).await, Answer::Ok);
    let find = |frame: &ServerFrame| match frame {
        ServerFrame::Role(role) if role.seats == [side] => role.member,
        _ => None,
    };
    let member = line.wait(find).await;
    (line, member)
}

#[tokio::test]
async fn a_person_plays_a_whole_game_against_a_bot() {
    let world = World::begin().await;
    let guest = world.guest("Crane").await;
    let room = guest.open(quick(), BotSeats { south: 0, north: 1 }).await;
    let (mut line, me) = seated(&guest, &room, Side::South).await;
    let reason = play(&mut line, me, Side::South).await;
    assert!(!matches!(reason, EndReason::Flag | EndReason::Resigned | EndReason::Abandoned), "{reason:?}");
    assert_eq!(line.order(None, Command::RematchSet { on: true }).await, Answer::Ok);
}

#[tokio::test]
async fn a_bot_votes_with_a_person_and_its_side_comes_to_a_move() {
    let world = World::begin().await;
    let guest = world.guest("Crane").await;
    let mut settings = quick();
    settings.decision.mode = DecisionMode::Majority;
    let room = guest.open(settings, BotSeats { south: 1, north: 1 }).await;
    let (mut line, _) = seated(&guest, &room, Side::South).await;
    assert_eq!(line.order(None, Command::ReadySet { on: true }).await, Answer::Ok);
    let (ballot, mv) = line
        .wait(|frame| match frame {
            ServerFrame::Events { e, .. } => e.iter().find_map(|event| match event {
                Event::Voted { side: Side::South, ballot, mv: Some(mv), .. } => Some((*ballot, mv.clone())),
                _ => None,
            }),
            _ => None,
        })
        .await;
    assert_eq!(line.order(None, Command::VoteSet { ballot, mv: mv.clone() }).await, Answer::Ok);
    let stood = |frame: &ServerFrame| match frame {
        ServerFrame::Events { e, .. } => e.iter().find_map(|event| match event {
            Event::Stood { side: Side::South, mv, .. } => Some(mv.clone()),
            _ => None,
        }),
        _ => None,
    };
    let played = line.wait(stood).await;
    assert_eq!(played, mv);
}

#[tokio::test]
async fn bots_are_back_in_their_seats_after_a_restart() {
    let world = World::begin().await;
    let guest = world.guest("Crane").await;
    let room = guest.open(quick(), BotSeats { south: 0, north: 1 }).await;
    let (line, _) = seated(&guest, &room, Side::South).await;
    line.hang_up().await;
    let cookie = guest.cookie.clone();
    let dir = world.end().await;
    let world = World::begin_in(dir).await;
    let guest = Guest { world: &world, cookie };
    let (mut line, welcome) = guest.enter(&room).await;
    assert_eq!(welcome.role.seats, [Side::South]);
    let bots = line
        .wait(|frame| match frame {
            ServerFrame::Snap(Snapshot::Table { view, .. }) => {
                Some(view.members.iter().filter(|member| member.kind == MemberKind::Bot).count())
            }
            _ => None,
        })
        .await;
    assert_eq!(bots, 1);
    let reason = play(&mut line, welcome.role.member.unwrap(), Side::South).await;
    assert_ne!(reason, EndReason::Abandoned);
}
