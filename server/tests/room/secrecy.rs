//! P10 and P19: what a side does among itself moves nothing that others see, and reaches nobody
//! else. Two runs of one public story, one of them with noise inside the teams, must look the same
//! to everybody outside.

use engine::Side;
use proptest::prelude::*;
use protocol::command::Hearers;
use protocol::event::{Audience, Event, HoldReason, Presence};
use protocol::motion::{Motion, MotionKind};
use protocol::settings::{Decision, DecisionMode, HandPolicy, RoomSettings, VoteVisibility};
use protocol::view::MemberView;
use protocol::{Command, MemberId};
use server::room::{Room, view};

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
    /// Everybody of both sides wants it.
    Agree(usize),
    /// The server dies, and the next one is there after a while.
    Restart(u64),
}

/// What stays inside a side.
#[derive(Clone, Debug)]
enum Private {
    Vote(usize, usize),
    Clear(usize),
    Propose(usize, usize),
    TeamSay(usize),
    Trust(usize, usize, bool),
    /// Below what it takes, and taken back before it could count with others.
    Motion(usize, usize),
    /// Moved, and refused by the others.
    Fail(usize),
    /// Moved, and left open: one voice is never enough for it.
    Kick(usize, usize),
}

fn public() -> impl Strategy<Value = Public> {
    prop_oneof![
        4 => (1u64..9_000).prop_map(Public::Wait),
        5 => (0..13usize).prop_map(Public::Lay),
        1 => Just(Public::Withdraw),
        2 => (0..13usize, any::<bool>()).prop_map(|(who, on)| Public::Object(who, on)),
        2 => (0..13usize, any::<bool>()).prop_map(|(who, on)| Public::Approve(who, on)),
        1 => (0..13usize).prop_map(Public::PassHand),
        1 => (0..13usize).prop_map(Public::Say),
        2 => (0..13usize, any::<bool>()).prop_map(|(who, on)| Public::Socket(who, on)),
        1 => (0..13usize).prop_map(Public::Leave),
        1 => (0..13usize).prop_map(Public::Sit),
        1 => (0..13usize).prop_map(Public::Agree),
        1 => (1u64..400_000).prop_map(Public::Restart),
    ]
}

fn private() -> impl Strategy<Value = Private> {
    prop_oneof![
        4 => (0..13usize, 0..13usize).prop_map(|(who, choice)| Private::Vote(who, choice)),
        1 => (0..13usize).prop_map(Private::Clear),
        2 => (0..13usize, 0..13usize).prop_map(|(who, choice)| Private::Propose(who, choice)),
        2 => (0..13usize).prop_map(Private::TeamSay),
        2 => (0..13usize, 0..13usize).prop_map(|(who, kind)| Private::Motion(who, kind)),
        1 => (0..13usize).prop_map(Private::Fail),
        1 => (0..13usize, 0..13usize).prop_map(|(who, whom)| Private::Kick(who, whom)),
        1 => (0..13usize, 0..13usize, any::<bool>()).prop_map(|(by, whom, on)| Private::Trust(by, whom, on)),
    ]
}

/// So many that their votes are told together, while North is told each of its own.
const SOUTHERNERS: [&str; 10] = ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10"];
const NORTHERNERS: [&str; 3] = ["n1", "n2", "n3"];

/// Ballots longer than any story: in the hand mode votes are advice and nothing else, and in the
/// others nothing but one mind closes them. Trust elects nobody before the next game.
fn story(mode: DecisionMode, visibility: VoteVisibility, hand: HandPolicy) -> World {
    let decision = |decision: &mut Decision| {
        decision.vote_ms = 3_600_000;
        decision.flips_max = 100;
        (decision.visibility, decision.hand) = (visibility, hand);
    };
    let settings = RoomSettings { clock: bank(43_200_000), ..small(deciding(mode, decision)) };
    World::playing(settings, SOUTHERNERS.len(), NORTHERNERS.len())
}

fn act(w: &mut World, step: &Public) {
    let anybody = |who: usize| SOUTHERNERS.iter().chain(&NORTHERNERS).nth(who % 13).copied().unwrap();
    let Some(turn) = w.game().turn else { return };
    let names: &[&str] = if turn.side == Side::South { &SOUTHERNERS } else { &NORTHERNERS };
    let mover = |who: usize| names[who % names.len()];
    let hand = w.hand(turn.side).unwrap_or_default();
    let done = match step {
        Public::Wait(ms) => return w.wait(*ms),
        Public::Lay(choice) if is_hand(w) => {
            let mv = w.mv(*choice);
            w.does(&hand, Command::MoveLay { mv })
        }
        // One mind; and the same one however often it is asked in a turn.
        Public::Lay(_) => {
            for name in names {
                let command = w.vote_command(name, usize::from(turn.ply));
                drop(w.does(name, command));
            }
            return;
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
        Public::Agree(what) => return agree(w, *what),
        Public::Restart(after) => {
            w.room = Room::fold(&w.log);
            w.now += after;
            return w.hold(HoldReason::Recovering);
        }
        Public::Leave(who) => w.does(anybody(*who), Command::SeatLeave {}),
        Public::Sit(who) => {
            let name = anybody(*who);
            let side = if name.starts_with('s') { Side::South } else { Side::North };
            w.does(name, Command::SeatTake { side: Some(side), withdraw: false })
        }
    };
    drop(done);
}

fn is_hand(w: &World) -> bool {
    w.table().settings.decision.mode == DecisionMode::Hand
}

fn agree(w: &mut World, what: usize) {
    let ply = u16::try_from(w.plies()).unwrap();
    let what = [Motion::Pause, Motion::Resume, Motion::Takeback { ply }, Motion::Adjourn][what % 4];
    for name in SOUTHERNERS.iter().chain(&NORTHERNERS) {
        drop(w.does(name, Command::MotionOpen { what }));
    }
}

/// Members of a side who could be heard.
fn voices(w: &World, side: Side) -> usize {
    let here = |member: &&MemberView| member.seats == [side] && member.presence != Presence::Away;
    w.table().members.iter().filter(here).count()
}

fn whisper(w: &mut World, side: Side, step: &Private) {
    if w.game().turn.is_none() {
        return;
    }
    let names: &[&str] = if side == Side::South { &SOUTHERNERS } else { &NORTHERNERS };
    let who = |who: usize| names[who % names.len()];
    let (name, command) = match step {
        Private::Vote(member, choice) if is_hand(w) => (who(*member), w.vote_command(who(*member), *choice)),
        Private::Vote(member, _) => {
            // Where votes decide, one that is taken back at once does not, before the others vote.
            let name = who(*member);
            let vote = w.vote_command(name, 0);
            let silent = w.team(side).ballot.is_some_and(|ballot| ballot.voted == 0);
            if silent && voices(w, side) > 2 && w.does(name, vote).is_ok() {
                w.clears(name);
            }
            return;
        }
        Private::Clear(_) | Private::Propose(..) if !is_hand(w) => return,
        Private::Clear(member) => (who(*member), Command::VoteClear { ballot: w.ballot_of(who(*member)) }),
        Private::Propose(member, choice) => {
            (who(*member), w.propose_command(who(*member), *choice, "because"))
        }
        Private::Trust(by, whom, on) => {
            let member = w.id(who(*whom));
            (who(*by), Command::TrustSet { member, on: *on })
        }
        Private::TeamSay(member) => {
            (who(*member), Command::ChatSay { to: Hearers::Team, text: "psst".to_owned() })
        }
        Private::Motion(member, what) => {
            let what = [Motion::Resign, Motion::Draw, Motion::Pause, Motion::Abort][what % 4];
            return move_and_think_better(w, side, who(*member), what);
        }
        Private::Fail(member) => {
            let what = Motion::Extend;
            if voices(w, side) < 2 || w.does(who(*member), Command::MotionOpen { what }).is_err() {
                return;
            }
            for name in names.iter().filter(|name| **name != who(*member)) {
                if let Some(motion) = w.motion(side, what.kind()) {
                    drop(w.does(name, Command::MotionVote { motion: motion.motion, yes: Some(false) }));
                }
            }
            return move_and_think_better(w, side, who(*member), what);
        }
        Private::Kick(member, whom) => {
            let member_id = w.id(who(*whom));
            let what = Motion::Kick { member: member_id };
            if w.motion(side, MotionKind::Kick).is_some() {
                return;
            }
            (who(*member), Command::MotionOpen { what })
        }
    };
    drop(w.does(name, command));
}

/// One voice of two or more decides nothing, and is gone before it could count with others.
fn move_and_think_better(w: &mut World, side: Side, name: &str, what: Motion) {
    if voices(w, side) < 2 {
        return;
    }
    if w.motion(side, what.kind()).is_none() {
        drop(w.does(name, Command::MotionOpen { what }));
    }
    if let Some(open) = w.motion(side, what.kind()).filter(|open| !open.answer) {
        for voter in open.yes {
            w.must(&w.name(voter), Command::MotionVote { motion: open.motion, yes: None });
        }
    }
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
        mode in prop_oneof![
            2 => Just(DecisionMode::Hand),
            1 => Just(DecisionMode::Plurality),
            1 => Just(DecisionMode::Majority),
        ],
        visibility in prop::sample::select(vec![
            VoteVisibility::Open,
            VoteVisibility::Counts,
            VoteVisibility::AfterClose,
        ]),
        hand in prop_oneof![Just(HandPolicy::Rotating), Just(HandPolicy::Elected)],
    ) {
        let (mut quiet, mut loud) = (story(mode, visibility, hand), story(mode, visibility, hand));
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
    let mut w = story(DecisionMode::Hand, VoteVisibility::Open, HandPolicy::Elected);
    for turn in 0..12usize {
        for words in [
            Private::Vote(turn, turn),
            Private::Propose(turn, turn + 1),
            Private::Trust(turn, turn + 1, true),
            Private::TeamSay(turn),
            Private::Motion(turn, turn),
            Private::Kick(turn, turn + 1),
        ] {
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
                Event::Trusted { by, member, .. } => vec![*by, *member],
                Event::VotesTold { votes, .. } => votes.iter().map(|cast| cast.by).collect(),
                Event::StancesTold { stances, .. } => stances.iter().map(|row| row.member).collect(),
                Event::BallotOpened { roll, .. } => roll.clone(),
                Event::RollChanged { struck, .. } | Event::MotionRollChanged { struck, .. } => struck.clone(),
                Event::MotionOpened { roll, by, .. } => [roll.clone(), vec![*by]].concat(),
                Event::MotionVoted { by, .. } => vec![*by],
                _ => Vec::new(),
            };
            met += about.len();
            assert!(about.iter().all(|member| own.contains(member)));
        }
    }
    assert!(met > 50, "{met}");
}
