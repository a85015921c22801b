//! Bots play like people, through the same door.

use engine::Side;
use protocol::event::{EndReason, MemberKind};
use protocol::http::BotSeats;
use protocol::message::Answer;
use protocol::settings::{DecisionMode, HandPolicy, StarterRule};
use protocol::{At, Command, Event, MemberId, Motion, ServerFrame, Snapshot};

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
    assert_eq!(line.order(None, Command::SeatTake { side: Some(side), withdraw: false }).await, Answer::Ok);
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

/// What somebody looks for among the events, of those read and those to come.
async fn learn<T>(line: &mut Line, find: impl Fn(&Event) -> Option<T>) -> T {
    let in_frame = |frame: &ServerFrame| match frame {
        ServerFrame::Events { e, .. } => e.iter().find_map(&find),
        _ => None,
    };
    line.wait(in_frame).await
}

/// The moves of a ply, told anew when it comes again.
async fn moves(line: &mut Line, ply: u16) -> Vec<engine::Offer> {
    let of_ply = |frame: &ServerFrame| match frame {
        ServerFrame::Legal { ply: of, moves, .. } if *of == ply => Some(moves.clone()),
        _ => None,
    };
    line.wait(of_ply).await
}

/// A bot that thinks about its move thinks again when the move before it comes back, and is not
/// kept from playing on by a pause.
#[tokio::test]
async fn a_bot_plays_on_after_a_takeback_and_a_pause() {
    let world = World::begin().await;
    let mut settings = quick();
    settings.starter = StarterRule::Agreement;
    settings.decision.hand = HandPolicy::Fixed;
    let (crane, heron) = (world.guest("Crane").await, world.guest("Heron").await);
    let room = crane.open(settings, BotSeats { south: 0, north: 1 }).await;
    let (mut south, _) = seated(&crane, &room, Side::South).await;
    let (mut north, _) = seated(&heron, &room, Side::North).await;
    for line in [&mut south, &mut north] {
        let starter = Some(Side::South);
        assert_eq!(line.order(None, Command::StarterSet { starter }).await, Answer::Ok);
        assert_eq!(line.order(None, Command::ReadySet { on: true }).await, Answer::Ok);
    }
    let mut at = At { game: 1, ply: 1, tries: 0, back: 0 };
    let mv = moves(&mut south, 1).await[0].mv.clone();
    assert_eq!(south.order(Some(at), Command::MoveLay { mv: mv.clone() }).await, Answer::Ok);
    // The bot has the hand of North, and waits for its partner's vote.
    let ask = |what| Command::MotionOpen { what };
    let takeback = Motion::Takeback { ply: 1 };
    assert_eq!(south.order(None, ask(takeback)).await, Answer::Ok);
    assert_eq!(north.order(None, ask(takeback)).await, Answer::Ok);
    learn(&mut south, |event| matches!(event, Event::TakenBack { .. }).then_some(())).await;
    at.back = 1;
    assert_eq!(south.order(Some(at), Command::MoveLay { mv }).await, Answer::Ok);
    for line in [&mut south, &mut north] {
        assert_eq!(line.order(None, ask(Motion::Pause)).await, Answer::Ok);
    }
    assert_eq!(north.order(None, ask(Motion::Resume)).await, Answer::Ok);
    let released = |event: &Event| matches!(event, Event::Released { .. }).then_some(());
    learn(&mut north, released).await;
    let ballots = |event: &Event| match event {
        Event::BallotOpened { side: Side::North, ballot, .. } if ballot.0 == 2 => Some(*ballot),
        _ => None,
    };
    let ballot = learn(&mut north, ballots).await;
    let vote = moves(&mut north, 2).await[0].mv.clone();
    assert_eq!(north.order(None, Command::VoteSet { ballot, mv: vote }).await, Answer::Ok);
    let stood = |event: &Event| match event {
        Event::Stood { side: Side::North, ply: 2, .. } => Some(()),
        _ => None,
    };
    learn(&mut south, stood).await;
}
