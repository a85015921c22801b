//! P10 and P19: what a side does among itself moves nothing that others see, and reaches nobody
//! else. Two runs of one public story, one of them with noise inside the teams, must look the same
//! to everybody outside.

use engine::Side;
use proptest::prelude::*;
use protocol::command::Hearers;
use protocol::event::{Audience, Event};
use protocol::settings::{Decision, DecisionMode, HandPolicy, RoomSettings};
use protocol::{Command, MemberId};
use server::room::view;

use crate::world::*;

/// What everybody does and sees.
#[derive(Clone, Debug)]
enum Public {
    Wait(u64),
    Lay(usize),
    Withdraw,
    Object(usize, bool),
    Approve(usize, bool),
    PassHand(usize),
    Say(usize),
    Socket(usize, bool),
    Leave(usize),
    Sit(usize),
}

/// What stays inside a side.
#[derive(Clone, Debug)]
enum Private {
    Vote(usize, usize),
    Clear(usize),
    Propose(usize, usize),
    TeamSay(usize),
    /// Below what it takes, and taken back before it could count with others.
    Resign(usize),
}

fn public() -> impl Strategy<Value = Public> {
    prop_oneof![
        4 => (1u64..9_000).prop_map(Public::Wait),
        5 => (0..9usize).prop_map(Public::Lay),
        1 => Just(Public::Withdraw),
        2 => (0..9usize, any::<bool>()).prop_map(|(who, on)| Public::Object(who, on)),
        2 => (0..9usize, any::<bool>()).prop_map(|(who, on)| Public::Approve(who, on)),
        1 => (0..9usize).prop_map(Public::PassHand),
        1 => (0..9usize).prop_map(Public::Say),
        2 => (0..9usize, any::<bool>()).prop_map(|(who, on)| Public::Socket(who, on)),
        1 => (0..9usize).prop_map(Public::Leave),
        1 => (0..9usize).prop_map(Public::Sit),
    ]
}

fn private() -> impl Strategy<Value = Private> {
    prop_oneof![
        4 => (0..9usize, 0..9usize).prop_map(|(who, choice)| Private::Vote(who, choice)),
        1 => (0..9usize).prop_map(Private::Clear),
        2 => (0..9usize, 0..9usize).prop_map(|(who, choice)| Private::Propose(who, choice)),
        2 => (0..9usize).prop_map(Private::TeamSay),
        1 => (0..9usize).prop_map(Private::Resign),
    ]
}

const SOUTHERNERS: [&str; 4] = ["s1", "s2", "s3", "s4"];
const NORTHERNERS: [&str; 3] = ["n1", "n2", "n3"];

/// In the hand mode, with ballots longer than any story, votes are advice and nothing else.
fn story() -> World {
    let decision = |decision: &mut Decision| {
        decision.vote_ms = 3_600_000;
        decision.hand = HandPolicy::Rotating;
    };
    let settings = RoomSettings { ..small(deciding(DecisionMode::Hand, decision)) };
    World::playing(settings, 4, 3)
}

fn act(w: &mut World, step: &Public) {
    let anybody = |who: usize| SOUTHERNERS.iter().chain(&NORTHERNERS).nth(who % 7).copied().unwrap();
    let Some(turn) = w.game().turn else { return };
    let names: &[&str] = if turn.side == Side::South { &SOUTHERNERS } else { &NORTHERNERS };
    let mover = |who: usize| names[who % names.len()];
    let hand = w.hand(turn.side).unwrap_or_default();
    let done = match step {
        Public::Wait(ms) => return w.wait(*ms),
        Public::Lay(choice) => {
            let mv = w.mv(*choice);
            w.does(&hand, Command::MoveLay { mv })
        }
        Public::Withdraw => w.does(&hand, Command::MoveWithdraw {}),
        Public::Object(who, on) => w.does(mover(*who), Command::ObjectSet { on: *on }),
        Public::Approve(who, on) => w.does(mover(*who), Command::ApproveSet { on: *on }),
        Public::PassHand(who) => {
            let to = w.id(mover(*who));
            w.does(&hand, Command::HandPass { to })
        }
        Public::Say(who) => {
            w.does(anybody(*who), Command::ChatSay { to: Hearers::All, text: "well".to_owned() })
        }
        Public::Socket(who, on) => return w.socket(anybody(*who), *on),
        Public::Leave(who) => w.does(anybody(*who), Command::SeatLeave {}),
        Public::Sit(who) => {
            let name = anybody(*who);
            let side = if name.starts_with('s') { Side::South } else { Side::North };
            w.does(name, Command::SeatTake { side: Some(side) })
        }
    };
    drop(done);
}

fn whisper(w: &mut World, side: Side, step: &Private) {
    if w.game().turn.is_none() {
        return;
    }
    let names: &[&str] = if side == Side::South { &SOUTHERNERS } else { &NORTHERNERS };
    let who = |who: usize| names[who % names.len()];
    let (name, command) = match step {
        Private::Vote(member, choice) => (who(*member), w.vote_command(who(*member), *choice)),
        Private::Clear(member) => (who(*member), Command::VoteClear { ballot: w.ballot_of(who(*member)) }),
        Private::Propose(member, choice) => {
            (who(*member), w.propose_command(who(*member), *choice, "because"))
        }
        Private::TeamSay(member) => {
            (who(*member), Command::ChatSay { to: Hearers::Team, text: "psst".to_owned() })
        }
        Private::Resign(member) => {
            // One voice of a side of two or more never ends a game.
            let seated = w.table().members.iter().filter(|member| member.seats == [side]).count();
            if seated < 2 {
                return;
            }
            let name = who(*member);
            if w.does(name, Command::MotionOpen { what: protocol::Motion::Resign }).is_ok() {
                w.must(name, Command::MotionVote { motion: w.team(side).motions[0].motion, yes: None });
            }
            return;
        }
    };
    drop(w.does(name, command));
}

/// What one side's people could see: everybody's events and their own, with the times.
fn seen_by(w: &World, side: Option<Side>) -> Vec<(u64, Event)> {
    let may = |event: &Event| match event.audience() {
        Audience::Table => true,
        Audience::Team(team) => Some(team) == side,
        Audience::Me(_) | Audience::Stand | Audience::Log => false,
    };
    let events = w.log.iter().flat_map(|entry| entry.events.iter().map(move |event| (entry.at, event)));
    events.filter(|(_, event)| may(event)).map(|(at, event)| (at, event.clone())).collect()
}

proptest! {
    #![proptest_config(stories())]

    #[test]
    fn what_a_side_does_among_itself_moves_nothing_that_others_see(
        story_steps in prop::collection::vec(public(), 5..60),
        noise in prop::collection::vec((0..60usize, private()), 1..40),
        noisy in prop_oneof![Just(Side::South), Just(Side::North)],
    ) {
        let (mut quiet, mut loud) = (story(), story());
        for (number, step) in story_steps.iter().enumerate() {
            for (when, words) in &noise {
                if *when == number {
                    whisper(&mut loud, noisy, words);
                }
            }
            act(&mut quiet, step);
            act(&mut loud, step);
        }
        prop_assert_eq!(seen_by(&quiet, None), seen_by(&loud, None));
        prop_assert_eq!(seen_by(&quiet, Some(noisy.other())), seen_by(&loud, Some(noisy.other())));
        prop_assert_eq!(quiet.table(), loud.table());
        prop_assert_eq!(quiet.team(noisy.other()), loud.team(noisy.other()));
        prop_assert_eq!(quiet.room.heads().table, loud.room.heads().table);
        prop_assert_eq!(quiet.room.heads().of(noisy.other()), loud.room.heads().of(noisy.other()));
        prop_assert_eq!(view::stand(&quiet.room), view::stand(&loud.room));
    }
}

/// P19: of everything that happened, what is a side's own names members of that side alone.
#[test]
fn a_sides_own_events_are_about_its_own_people() {
    let mut w = story();
    for turn in 0..12usize {
        for words in [Private::Vote(turn, turn), Private::Propose(turn, turn + 1), Private::TeamSay(turn)] {
            whisper(&mut w, Side::South, &words);
            whisper(&mut w, Side::North, &words);
        }
        act(&mut w, &Public::Lay(turn));
        act(&mut w, &Public::Object(turn, true));
        act(&mut w, &Public::Wait(6_000));
    }
    let of = |names: &[&str]| -> Vec<MemberId> { names.iter().map(|name| w.id(name)).collect() };
    let (south, north) = (of(&SOUTHERNERS), of(&NORTHERNERS));
    let mut met = 0;
    for event in w.log.iter().flat_map(|entry| &entry.events) {
        if let Audience::Team(side) = event.audience() {
            let own = if side == Side::South { &south } else { &north };
            let about = match event {
                Event::Voted { by, .. } | Event::Proposed { by, .. } | Event::TeamSaid { by, .. } => {
                    vec![*by]
                }
                Event::StanceTaken { by, .. } | Event::ResignVoted { by, .. } => vec![*by],
                Event::BallotOpened { roll, .. } => roll.clone(),
                Event::RollChanged { struck, .. } => struck.clone(),
                _ => Vec::new(),
            };
            met += about.len();
            assert!(about.iter().all(|member| own.contains(member)));
        }
    }
    assert!(met > 50, "{met}");
}
